/// The parts of an ICC profile in the APP2 segments of a JPEG file (ICC.1, annex B.4).
struct JPEGProfileParts {
    private struct Part {
        let number: Int
        let count: Int
        let bytes: Range<Int>
    }

    static let prefix = Array("ICC_PROFILE\0".utf8)

    private var parts: [Part] = []

    var isEmpty: Bool { parts.isEmpty }

    /// The number of bytes of all parts.
    var byteCount: Int { parts.reduce(0) { $0 + $1.bytes.count } }

    /// Adds the part in a segment that begins with the prefix; ignores a segment that is too short.
    mutating func add(_ contents: Range<Int>, of file: FileContents) {
        let start = contents.lowerBound + Self.prefix.count
        guard start + 2 <= contents.upperBound else { return }
        parts.append(
            Part(number: Int(file[start]), count: Int(file[start + 1]), bytes: start + 2..<contents.upperBound))
    }

    /// Whether a segment that begins with the prefix contains the whole profile.
    static func isComplete(_ contents: Range<Int>, of file: FileContents) -> Bool {
        let place = contents.lowerBound + prefix.count
        return place + 2 <= contents.upperBound && file[place] == 1 && file[place + 1] == 1
    }

    /// The profile, from parts in any order; `nil` if a part is missing or duplicate, or the profile is invalid.
    func profile(of file: FileContents) -> ICCProfile? {
        let sorted = parts.sorted { $0.number < $1.number }
        guard byteCount > 0, sorted.map(\.number).elementsEqual(1...sorted.count),
            sorted.allSatisfy({ $0.count == sorted.count })
        else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount)
        for part in sorted { bytes += file.bytes(part.bytes) }
        let profile = ICCProfile(bytes: bytes)
        return profile.hasValidHeader ? profile : nil
    }
}
