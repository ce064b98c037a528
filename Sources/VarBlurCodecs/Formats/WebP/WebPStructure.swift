internal import CImageCodecs

/// The chunks of a WebP file, located before the pixels are decoded (RFC 9649, section 2).
///
/// The decoder receives only the chunks that it needs for the pixels, and only after the length of every chunk has been checked.
struct WebPStructure {
    /// The size and the kind of the image.
    let bitstream: WebPBitstream
    /// The chunks that the decoder needs: that of the image, and that of its alpha channel before it.
    let imageChunks: Range<Int>
    /// The contents of the chunk of the image.
    let imageContents: Range<Int>
    /// The contents of the chunk of a lossy image's alpha channel; `nil` if there is none.
    let alphaContents: Range<Int>?
    /// What the file says beside its pixels.
    private(set) var facts: FileFacts
    /// The damage of the file, if damage is allowed; `nil` if there is none.
    let damage: String?

    /// Whether there is an alpha channel.
    var hasAlpha: Bool { bitstream.hasAlpha || alphaContents != nil }

    /// The type of the chunk with the digest of a job, which no other reader knows.
    static let digestType = "VBLR"

    /// Locates all chunks.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, or `overLimit`.
    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        facts = FileFacts(context, inputBytes: file.count)
        let chunks = try WebPChunks(of: file, context)
        guard let (image, bitstream) = chunks.image else { throw Self.damaged("it has no image") }
        self.bitstream = bitstream
        let alpha = bitstream.isLossless ? nil : chunks.alpha
        imageChunks = (alpha ?? image).start..<image.contents.upperBound
        (imageContents, alphaContents) = (image.contents, alpha?.contents)
        (damage, facts.notices) = (chunks.damage, chunks.notices)
        facts.hasContentCredentials = chunks.hasContentCredentials
        if let canvas = chunks.canvas {
            guard canvas == (bitstream.width, bitstream.height) else {
                throw Self.damaged("the size of its image is not that in its header")
            }
        }
        if let digest = chunks.digest { facts.metadata.digest = JobDigest.text(in: file, digest.contents) }
        if let profile = chunks.profile, context.readsProfile(byteCount: profile.contents.count) {
            try noteProfile(profile, of: file, isCopied: context.readsColors)
        }
        if let exif = chunks.exif { try facts.noteExif(exif.contents, of: file) }
        if let xmp = chunks.xmp, context.stripping == .none {
            facts.metadata.xmp = try facts.budget.copy(xmp.contents, of: file)
        }
    }

    static func damaged(_ cause: String) -> ImageError { CodecStatus.damaged(.webP, cause) }

    static var truncated: ImageError { damaged("it is truncated") }

    static func unsupported(_ kind: String) -> ImageError {
        ImageError(.unsupported, "the WebP file has \(kind), which is not supported", remedy: "convert it first")
    }

    private mutating func noteProfile(
        _ chunk: WebPChunk, of file: FileContents, isCopied: Bool
    ) throws(ImageError) {
        if chunk.contents.isEmpty { return }
        let profile = ICCProfile(bytes: try facts.budget.copy(chunk.contents, of: file))
        if profile.hasValidHeader {
            facts.profile = profile
        } else if isCopied {
            facts.notices.append("the color profile is invalid and is not copied")
        }
    }
}
