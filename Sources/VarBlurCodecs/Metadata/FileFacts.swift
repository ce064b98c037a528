/// What a file says beside its pixels.
struct FileFacts {
    var orientation = ImageOrientation.up
    var profile: ICCProfile?
    var metadata = ImageMetadata()
    /// Notices about what the output loses, one sentence each.
    var notices: [String] = []
    var hasContentCredentials = false
    var isAnimated = false
    var budget: MetadataBudget
    /// The metadata that is not read because the output does not get it.
    let stripping: MetadataStripping

    /// Nothing of a file of some bytes yet.
    init(_ context: JobContext, inputBytes: Int) {
        (budget, stripping) = (MetadataBudget(context, inputBytes: inputBytes), context.stripping)
    }

    /// Reads EXIF data, at least for its orientation and colors.
    ///
    /// - Throws: an error with the code `overLimit` or `timeout`.
    mutating func noteExif(_ range: Range<Int>, of file: FileContents) throws(ImageError) {
        // some writers add JPEG's prefix
        let hasPrefix = file.starts(with: ExifData.segmentPrefix, at: range.lowerBound)
        let range = range.dropFirst(hasPrefix ? ExifData.segmentPrefix.count : 0)
        if stripping == .none { try budget.reserve(range.count) }
        try budget.check(temporaryBytes: range.count)
        let data = file.bytes(range)
        orientation = ImageOrientation(exif: data)
        metadata.namesAdobeRGB = ExifData.namesAdobeRGB(data)
        if stripping == .none { metadata.exif = data }
    }
}
