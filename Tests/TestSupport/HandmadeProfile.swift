/// ICC profiles of a few tags, built byte by byte.
package struct HandmadeProfile {
    /// The signatures of the device's colors and of the space that connects profiles.
    private let (space, connection): (String, String)
    private var tags: [(signature: String, contents: [UInt8])] = []

    package init(isGray: Bool = false) { self.init(space: isGray ? "GRAY" : "RGB ") }

    package init(space: String, connection: String = "XYZ ") { (self.space, self.connection) = (space, connection) }

    /// Adds a tag with any contents.
    package mutating func add(_ signature: String, _ contents: [UInt8]) { tags.append((signature, contents)) }

    /// A profile whose colors all have a curve, or whose gray has it.
    package init(isGray: Bool = false, curve: [UInt8]) {
        self.init(isGray: isGray)
        for signature in isGray ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"] { add(signature, curve) }
    }

    /// Adds the white of the connecting space, and the colors of red, green, and blue in it.
    package mutating func addPrimaries(_ primaries: [[Double]]) {
        for (signature, color) in zip(["wtpt", "rXYZ", "gXYZ", "bXYZ"], [[0.9642, 1, 0.8249]] + primaries) {
            let numbers = color.flatMap { Self.bytes(Int(($0 * 65536).rounded()), 4) }
            add(signature, Array("XYZ ".utf8) + [0, 0, 0, 0] + numbers)
        }
    }

    /// A curve of samples, or of one exponent in units of 1/256.
    package static func curve(_ numbers: [Int]) -> [UInt8] {
        Array("curv".utf8) + [0, 0, 0, 0] + bytes(numbers.count, 4) + numbers.flatMap { bytes($0, 2) }
    }

    /// A curve of a kind with its parameters.
    package static func parametric(_ kind: Int, _ parameters: [Double]) -> [UInt8] {
        Array("para".utf8) + [0, 0, 0, 0] + bytes(kind, 2) + [0, 0]
            + parameters.flatMap { bytes(Int(($0 * 65536).rounded()), 4) }
    }

    /// The profile.
    package var bytes: [UInt8] {
        var (table, contents): ([UInt8], [UInt8]) = ([], [])
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            table +=
                Array(tag.signature.utf8) + Self.bytes(start + contents.count, 4) + Self.bytes(tag.contents.count, 4)
            contents += tag.contents + [UInt8](repeating: 0, count: (4 - tag.contents.count % 4) % 4)
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: Self.bytes(start + contents.count, 4))
        header.replaceSubrange(12..<24, with: Array(("mntr" + space + connection).utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        return header + Self.bytes(tags.count, 4) + table + contents
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
    }
}
