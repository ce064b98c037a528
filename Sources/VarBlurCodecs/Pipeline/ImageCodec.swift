internal import VarBlur

/// Support for a file format: recognizes, reads and writes its files, and describes what they can hold.
///
/// To add a format, implement this protocol and add the codec to ``CodecRegistry/standard``. The pipeline uses codecs
/// only through this protocol.
protocol ImageCodec: Sendable {
    /// The format, with its name and file extensions.
    var format: ImageFormat { get }

    /// The pixels and metadata that files of the format can hold.
    var capabilities: FormatCapabilities { get }

    // MARK: Reading

    /// Whether a file begins with the signature of the format.
    func recognizes(_ file: borrowing FileContents) -> Bool

    /// Opens a file and reads its header.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, `overLimit`, or `outOfMemory`.
    func makeReader(of file: FileContents, _ context: JobContext) throws(ImageError) -> any RowReader

    /// Finds the images that lie over the picture and can be read by themselves.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, `overLimit`, or `outOfMemory`.
    func auxiliaryImages(of file: FileContents, _ context: JobContext) throws(ImageError) -> [AuxiliaryImage]

    /// Reads the text of the digest with which an earlier job marked a file, without decoding pixels; `nil` if there is none.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, or `overLimit`.
    func digest(of file: FileContents, _ context: JobContext) throws(ImageError) -> String?

    /// Whether a file that a job wrote still has its end, as far as its structure shows without decoding pixels.
    ///
    /// Called only if its digest can be read, with damage as an error.
    func hasEnd(_ file: FileContents, _ context: JobContext) -> Bool

    /// An upper bound on the memory that a reader needs in addition to the file, in bytes.
    func readerByteCount(_ header: ImageHeader) -> Int

    // MARK: Writing

    /// How an output of this format is encoded.
    ///
    /// - Parameters:
    ///   - input: the header of the input, in any format.
    ///   - pixelFormat: the pixels of the output.
    ///   - settings: the user's settings.
    /// - Returns: an encoding of this codec's format.
    func encoding(of input: ImageHeader, as pixelFormat: PixelFormat, _ settings: OutputSettings) -> ImageEncoding

    /// Chooses the default quality with loss unless one was chosen, because another output of the same job has loss.
    func chooseLoss(in settings: inout OutputSettings)

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - plan: a plan that has passed ``EncodingPlan/check(_:)``.
    ///   - digest: computes the digest to write into the file; it may be slow, and is called as late as the format
    ///     allows.
    /// - Returns: a writer of this file.
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    func makeWriter(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) -> any RowWriter

    /// How files hold a gain map; `nil` if they cannot.
    var gainMapFiles: (any GainMapFiles)? { get }

    /// An upper bound on the memory that a writer needs, in bytes.
    func writerByteCount(_ plan: EncodingPlan) -> Int

    /// The estimated length of an output in bytes, without its metadata; hardly any output is longer.
    func outputByteCount(_ request: BlurRequest) -> Int

    /// The quantization of an output of this format; `nil` if it does not depend on that of the input.
    func quantization(_ request: BlurRequest) -> OutputQuantization?

    /// The routes for blurring a file of this format into another of the same format, from the best to the last.
    ///
    /// The first routes lose less, or take less time, than decoding and reencoding the pixels, but may fail. All crop and resize the
    /// image as requested.
    func routes(_ request: BlurRequest) throws(ImageError) -> [BlurRoute]
}

extension ImageCodec {
    func chooseLoss(in settings: inout OutputSettings) {}

    func auxiliaryImages(of file: FileContents, _ context: JobContext) throws(ImageError) -> [AuxiliaryImage] { [] }

    var gainMapFiles: (any GainMapFiles)? { nil }

    /// Formats whose metadata cannot be read without the end of the file.
    func hasEnd(_ file: FileContents, _ context: JobContext) -> Bool { true }

    /// The length without compression: PNG adds a byte to each row, less than 0.1 % for blocks, and headers.
    func outputByteCount(_ request: BlurRequest) -> Int {
        let plan = request.encoding
        let sampleBytes = plan.width * plan.height * plan.pixelFormat.bytesPerPixel
        return sampleBytes + plan.height + sampleBytes / 1000 + Self.headerByteCount
    }

    /// The length in bytes of the markers, tables and chunks of a file.
    static var headerByteCount: Int { 1 << 14 }

    func quantization(_ request: BlurRequest) -> OutputQuantization? { nil }

    func routes(_ request: BlurRequest) throws(ImageError) -> [BlurRoute] { [.pixels(request)] }
}
