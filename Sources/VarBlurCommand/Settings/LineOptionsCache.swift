package import VarBlurJSON

/// The parsed options of earlier lines, because most lines of a batch have the same options.
///
/// Both the number of entries and their memory are bounded, whatever the lines contain.
package struct LineOptionsCache {
    static let maximumCount = 256
    /// The maximum memory of the strings of all entries, in bytes.
    static let maximumByteCount = 1 << 20

    private var entries: [JSONValue: LineOptions] = [:]
    private(set) var byteCount = 0

    package init() {}

    var count: Int { entries.count }

    /// The options of a JSON value: those of an earlier call, or those that `parse` returns.
    package mutating func options(for value: JSONValue, parse: () -> LineOptions) -> LineOptions {
        if let options = entries[value] { return options }
        let options = parse()
        let newByteCount = value.byteCount + options.byteCount
        guard newByteCount <= Self.maximumByteCount / 16 else { return options }
        if entries.count == Self.maximumCount || byteCount + newByteCount > Self.maximumByteCount {
            (entries, byteCount) = ([:], 0)
        }
        entries[value] = options
        byteCount += newByteCount
        return options
    }
}
