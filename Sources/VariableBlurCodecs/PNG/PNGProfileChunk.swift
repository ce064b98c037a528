/// The contents of an iCCP chunk: a name, a zero, the compression method (0) and the compressed profile.
enum PNGProfileChunk {
    /// Limits the size of a decompressed profile, to what a JPEG file can store in 255 segments.
    private static let maxProfileCount = 255 * 65_519

    /// The profile in a chunk; `nil` if the chunk is invalid or the profile is too large.
    static func profile(in contents: [UInt8]) -> ICCProfile? {
        guard let nameEnd = contents.prefix(80).firstIndex(of: 0), nameEnd >= 1, nameEnd + 2 < contents.count,
            contents[nameEnd + 1] == 0
        else { return nil }
        let bytes = try? Deflate.decompressed([UInt8](contents[(nameEnd + 2)...]), limit: maxProfileCount)
        return bytes.map { ICCProfile(bytes: $0) }
    }

    /// The contents of a chunk with a profile.
    static func contents(for profile: ICCProfile) throws(ImageError) -> [UInt8] {
        try Array("ICC profile".utf8) + [0, 0] + Deflate.compressed(profile.bytes)
    }
}
