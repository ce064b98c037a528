/// The contents of an iCCP chunk: a name, a zero, the compression method (0) and the compressed profile.
enum PNGProfileChunk {
    /// Limits the size of a decompressed profile, to what a JPEG file can store in 255 segments.
    private static let maxProfileCount = 255 * 65_519

    /// The profile in a chunk.
    ///
    /// - Parameters:
    ///   - contents: the contents of the chunk.
    ///   - budget: pays for the decompressed profile.
    /// - Returns: the profile; `nil` if the chunk or the profile is invalid, or the profile is too large for other formats.
    /// - Throws: an error with the code `overLimit`, `timeout` or `outOfMemory`.
    static func profile(in contents: [UInt8], _ budget: inout MetadataBudget) throws(ImageError) -> ICCProfile? {
        guard let nameEnd = contents.prefix(80).firstIndex(of: 0), nameEnd >= 1, nameEnd + 2 < contents.count,
            contents[nameEnd + 1] == 0
        else { return nil }
        let stream = contents[(nameEnd + 2)...]
        guard let result = try Deflate.decompressed(stream, maxCount: maxProfileCount, &budget) else { return nil }
        let profile = ICCProfile(bytes: result.bytes, stream: Array(stream.prefix(result.compressedCount)))
        return profile.hasValidHeader ? profile : nil
    }

    /// The contents of a chunk with a profile, which is compressed unless it already was in the input.
    static func contents(for profile: ICCProfile, deadline: Deadline?) throws(ImageError) -> [UInt8] {
        let stream =
            if let stream = profile.stream { stream } else {
                try Deflate.compressed(profile.bytes, deadline: deadline)
            }
        return Array("ICC profile".utf8) + [0, 0] + stream
    }
}
