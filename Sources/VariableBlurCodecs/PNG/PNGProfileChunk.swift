/// The contents of an iCCP chunk: a name, a zero, a method (0), and the compressed profile.
enum PNGProfileChunk {
    /// What a JPEG file can hold in its 255 parts; keeps a small chunk from unpacking into a huge one.
    private static let largestProfile = 255 * 65_519

    /// The profile in a chunk, or `nil` if the chunk is broken or the profile larger than any in use.
    static func profile(in contents: [UInt8]) -> ICCProfile? {
        guard let nameEnd = contents.prefix(80).firstIndex(of: 0), nameEnd >= 1, nameEnd + 2 < contents.count,
            contents[nameEnd + 1] == 0
        else { return nil }
        let bytes = try? Deflate.unpacked([UInt8](contents[(nameEnd + 2)...]), limit: largestProfile)
        return bytes.map { ICCProfile(bytes: $0) }
    }

    /// The contents of a chunk for a profile.
    static func contents(for profile: ICCProfile) throws(ImageError) -> [UInt8] {
        try Array("ICC profile".utf8) + [0, 0] + Deflate.packed(profile.bytes)
    }
}
