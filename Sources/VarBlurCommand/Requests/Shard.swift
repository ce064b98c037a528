internal import VarBlurCodecs

/// The part of a batch that one of several machines processes: every `count`-th line, starting with line `number`.
package struct Shard: Sendable, Hashable {
    /// From 1 to `count`.
    let number: Int
    let count: Int

    init(_ text: String) throws(InvalidValue) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1, number <= count else {
            throw InvalidValue("a shard must be i/n, with i from 1 to n: 1/4 is the first of four")
        }
        (self.number, self.count) = (number, count)
    }

    /// Whether the shard contains the line with this index among those that are not blank.
    func contains(_ index: Int) -> Bool { index % count == number - 1 }
}
