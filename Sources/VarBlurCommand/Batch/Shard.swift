internal import ArgumentParser

/// Which of a batch's lines are done: those whose number leaves a rest when it is divided by the number of shards.
struct Shard: Sendable, Hashable {
    /// 1 to `count`.
    let number: Int
    let count: Int

    init(_ text: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count else {
            throw ValidationError("A shard is i/n, from 1/n to n/n: 1/4 is the first of four.")
        }
        (self.number, self.count) = (number, count)
    }

    /// Whether it has the line of this place among those that are not blank, from 0.
    func has(_ index: Int) -> Bool { index % count == number - 1 }
}
