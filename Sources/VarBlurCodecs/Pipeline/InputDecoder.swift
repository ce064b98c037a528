internal import VarBlur

/// The decoder of the input file, and its notices for the user.
final class InputDecoder: @unchecked Sendable {
    let header: ImageHeader
    private(set) var reader: any RowReader
    /// A warning of another decoder of the same file; empty if there is none.
    var otherWarning = ""

    /// The first stored row whose pixels matter; those above it may have any pixels, unless the decoder reduces the image.
    var firstRow = 0

    let contents: FileContents
    let context: JobContext
    /// The name of the file in errors.
    let label: FileLabel
    private let codec: any ImageCodec

    /// Opens a file and reads its header.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, `overLimit`, or `outOfMemory`.
    init(
        _ contents: FileContents, _ codec: any ImageCodec, _ context: JobContext, label: FileLabel
    ) throws(ImageError) {
        (self.contents, self.codec, self.context, self.label) = (contents, codec, context, label)
        reader = try codec.makeReader(of: contents, context)
        header = reader.header
    }

    /// Starts to decode the file again from its first row.
    func restart() throws(ImageError) {
        firstRow = 0
        reader = try codec.makeReader(of: contents, context.withoutMetadata)
    }

    /// Notices about the file, one sentence each, without a period.
    var notices: [String] {
        var notices = header.notices
        let warning = otherWarning.isEmpty ? reader.warning : otherWarning
        if !warning.isEmpty { notices.append(ImageHeader.notice(ofWarning: warning)) }
        if let damage = reader.damage {
            let pixels = reader.lacksPixels ? "missing pixels were filled in" : "no pixels are missing"
            notices.append("the file is damaged; \(pixels): \(damage)")
        }
        return notices
    }
}
