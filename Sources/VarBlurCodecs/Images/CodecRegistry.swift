internal import VarBlur

/// The codecs of the formats that are read and written.
struct CodecRegistry: Sendable {
    /// The codecs, in the order in which formats are listed and recognized.
    let codecs: [any ImageCodec]

    /// The registry of this library: a new format is a folder with its codec, and an entry here.
    static let standard = CodecRegistry([
        PNGCodec(),
        JPEGCodec(),
        WebPCodec(),
        HEIFCodec.avif,
        HEIFCodec.heic,
        JXLCodec(),
    ])

    init(_ codecs: [any ImageCodec]) { self.codecs = codecs }

    /// The names of formats as a list in English, for example `PNG, JPEG, or WebP`.
    ///
    /// - Parameters:
    ///   - conjunction: the word before the last name.
    ///   - isIncluded: selects formats by their capabilities.
    /// - Returns: the names, separated by commas, with the conjunction before the last one.
    func nameList(
        _ conjunction: String, where isIncluded: (FormatCapabilities) -> Bool = { _ in true }
    ) -> String {
        formats(where: isIncluded).map(\.name).list(conjunction)
    }

    /// The formats with some capabilities.
    func formats(where isIncluded: (FormatCapabilities) -> Bool) -> [ImageFormat] {
        codecs.filter { isIncluded($0.capabilities) }.map(\.format)
    }

    /// The names of the formats that are written with an alpha channel as a list in English.
    var alphaNameList: String { nameList("or") { $0.holdsAlpha && $0.isWritten } }

    /// The codec that recognizes a file by its contents; `nil` if none does.
    func codec(recognizing file: borrowing FileContents) -> (any ImageCodec)? {
        for codec in codecs where codec.recognizes(file) { return codec }
        return nil
    }

    /// The codec of a format.
    ///
    /// - Throws: an error with the code `unsupported` if the format is not registered.
    func codec(of format: ImageFormat) throws(ImageError) -> any ImageCodec {
        for codec in codecs where codec.format == format { return codec }
        throw ImageError(.unsupported, "there is no codec for \(format.name) files")
    }

    /// The codec of the format of an output.
    ///
    /// - Throws: an error with the code `unsupported` if files of the format are not written.
    func writer(of format: ImageFormat) throws(ImageError) -> any ImageCodec {
        let codec = try codec(of: format)
        guard codec.capabilities.isWritten else {
            throw ImageError(
                .unsupported, "\(format.name) files are read, but not written",
                remedy: "set the format of the output", reason: .readOnlyFormat)
        }
        return codec
    }

    /// Opens a file with the codec that recognizes it.
    ///
    /// - Throws: an error with the code `notAnImage`, or one of ``ImageCodec/makeReader(of:_:)``.
    func makeReader(of file: FileContents, _ context: JobContext) throws(ImageError) -> any RowReader {
        try codec(of: file).makeReader(of: file, context)
    }

    /// The codec that recognizes a file by its contents.
    ///
    /// - Throws: an error with the code `notAnImage` if none does.
    func codec(of file: borrowing FileContents) throws(ImageError) -> any ImageCodec {
        guard let codec = codec(recognizing: file) else { throw unrecognized(file) }
        return codec
    }

    /// The error for a file that no codec recognizes: it names the format of the file, if it is well known.
    func unrecognized(_ file: borrowing FileContents) -> ImageError {
        let formats = nameList("or")
        let checkPath = "check the path, or download the file again"
        if file.count == 0 { return ImageError(.notAnImage, "the file is empty", remedy: checkPath) }
        let start = FileStart(of: file)
        if let format = UnsupportedFormat(recognizing: start) {
            return ImageError(
                .notAnImage, "this is \(format.article) \(format.name) file, which varblur does not read",
                remedy: format.isVideo ? UnsupportedFormat.videoRemedy : "convert it to \(formats) first")
        }
        if start.text != nil {
            let kind = start.rootElement == "html" ? "an HTML" : "a text"
            return ImageError(.notAnImage, "this is \(kind) file, not a \(formats) file", remedy: checkPath)
        }
        return ImageError(.notAnImage, "not a \(formats) file", remedy: "convert it to \(formats) first")
    }
}
