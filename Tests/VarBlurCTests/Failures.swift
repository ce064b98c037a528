import Synchronization

/// A number of failures that several threads count.
final class Failures: Sendable {
    private let number = Atomic(0)

    var total: Int { number.load(ordering: .relaxed) }

    func count() { number.add(1, ordering: .relaxed) }
}
