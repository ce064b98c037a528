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
    private(set) var orientation = ImageOrientation.up
    private(set) var profile: ICCProfile?
    private(set) var metadata = ImageMetadata()
    let hasContentCredentials: Bool
    private(set) var notices: [String] = []
    /// The damage of the file, if damage is allowed; `nil` if there is none.
    let damage: String?
    private var budget: MetadataBudget

    /// Whether there is an alpha channel.
    var hasAlpha: Bool { bitstream.hasAlpha || alphaContents != nil }

    /// The number of bytes of metadata that were read.
    var metadataByteCount: Int { budget.byteCount }

    /// The type of the chunk with the digest of a job.
    static let digestType = WEBP_OWN_CHUNK

    /// Locates all chunks.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, or `overLimit`.
    init(_ file: FileContents, _ context: JobContext) throws(ImageError) {
        budget = MetadataBudget(context, inputBytes: file.count)
        let chunks = try WebPChunks(of: file, context)
        guard let (image, bitstream) = chunks.image else { throw Self.damaged("it has no image") }
        self.bitstream = bitstream
        let alpha = bitstream.isLossless ? nil : chunks.alpha
        imageChunks = (alpha ?? image).start..<image.contents.upperBound
        (imageContents, alphaContents) = (image.contents, alpha?.contents)
        (damage, notices) = (chunks.damage, chunks.notices)
        hasContentCredentials = chunks.hasContentCredentials
        if let canvas = chunks.canvas {
            guard canvas == (bitstream.width, bitstream.height) else {
                throw Self.damaged("the size of its image is not that in its header")
            }
        }
        if let digest = chunks.digest { metadata.digest = JobDigest.text(in: file, digest.contents) }
        if let profile = chunks.profile, context.readsProfile(byteCount: profile.contents.count) {
            try noteProfile(profile, of: file, isCopied: context.readsColors)
        }
        try noteExif(chunks.exif, of: file, context.stripping)
        if let xmp = chunks.xmp, context.stripping == .none { metadata.xmp = try budget.copy(xmp.contents, of: file) }
    }

    static func damaged(_ cause: String) -> ImageError {
        ImageError(.damaged, "the WebP file is damaged: \(cause)", remedy: "download or export it again")
    }

    static var truncated: ImageError { damaged("it is truncated") }

    static func unsupported(_ kind: String) -> ImageError {
        ImageError(.unsupported, "the WebP file has \(kind), which is not supported", remedy: "convert it first")
    }

    private mutating func noteProfile(
        _ chunk: WebPChunk, of file: FileContents, isCopied: Bool
    ) throws(ImageError) {
        if chunk.contents.isEmpty { return }
        let profile = ICCProfile(bytes: try budget.copy(chunk.contents, of: file))
        if profile.hasValidHeader {
            self.profile = profile
        } else if isCopied {
            notices.append("the color profile is invalid and is not copied")
        }
    }

    private mutating func noteExif(
        _ chunk: WebPChunk?, of file: FileContents, _ stripping: MetadataStripping
    ) throws(ImageError) {
        guard let chunk else { return }
        // Some writers add JPEG's prefix.
        let hasPrefix = file.starts(with: ExifData.segmentPrefix, at: chunk.contents.lowerBound)
        let range = chunk.contents.dropFirst(hasPrefix ? ExifData.segmentPrefix.count : 0)
        if stripping == .none { try budget.reserve(range.count) }
        try budget.check(temporaryBytes: range.count)
        let data = file.bytes(range)
        orientation = ImageOrientation(exif: data)
        if stripping == .none { metadata.exif = data }
    }
}
