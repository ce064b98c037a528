public import VariableBlur

/// Where an encoder's bytes wait to be fetched.
protocol EncoderOutput: AnyObject {
    /// What has been encoded and not been discarded yet.
    var output: UnsafeRawBufferPointer { get }
    func discardOutput()
}

/// What a format's encoder does behind ``ImageEncoder``.
protocol RowWriter: EncoderOutput {
    func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError)

    func finish() throws(ImageError)
}

/// What is to be encoded.
public struct EncodingPlan: Sendable, Hashable {
    /// How a format stores its pixels.
    public enum Encoding: Sendable, Hashable {
        /// PNG.
        case png
        /// JPEG with a quality of 1 to 100; `nil` for the quantization tables of the style, or 90 where it has none.
        case jpeg(JPEGStyle, quality: Int?)
    }

    /// The number of pixels in a row, at least 1.
    public var width: Int
    /// The number of rows, at least 1.
    public var height: Int
    /// What the rows consist of.
    ///
    /// Alpha is straight. JPEG takes 8-bit gray, RGB and CMYK only, PNG all but CMYK.
    public var pixelFormat: PixelFormat
    /// The format and its settings.
    public var encoding: Encoding
    /// What a PNG file spends time on.
    public var pngCompression = PNGCompression.default
    /// The most threads that a PNG file is compressed on, at least 1; they do not change a byte.
    public var threadCount = 1
    /// The color profile.
    public var profile: ICCProfile?
    /// What else the file says; what the format cannot hold is left out, and so is a JPEG segment that is too long.
    public var metadata = ImageMetadata()

    /// Creates a plan.
    public init(
        width: Int, height: Int, pixelFormat: PixelFormat, encoding: Encoding, profile: ICCProfile? = nil
    ) {
        self.width = width
        self.height = height
        self.pixelFormat = pixelFormat
        self.encoding = encoding
        self.profile = profile
    }

    /// Fails if the format cannot hold such an image.
    func check() throws(ImageError) {
        let longestSide = if case .jpeg = encoding { 65_500 } else { 0x7FFF_FFFF }
        guard width >= 1, height >= 1, width <= longestSide, height <= longestSide else {
            throw ImageError(
                .unsupported,
                "\(width)×\(height) pixels cannot be written; a side may have 1 to \(longestSide)")
        }
        let isWritable =
            switch encoding {
            case .png: pixelFormat.channels != .cmyk
            case .jpeg(let style, let quality):
                pixelFormat.depth == .eight && style.channels == pixelFormat.channels
                    && (1...100).contains(quality ?? 90)
                    && (style.quantization.map { $0.tables.count == style.sampling.count } ?? true)
            }
        guard isWritable, !pixelFormat.channels.hasAlpha || pixelFormat.alpha == .straight else {
            throw ImageError(.unsupported, "the format cannot hold such pixels, or its settings are out of range")
        }
    }

    /// `digest` is asked for as late as the format allows.
    func makeWriter(digest: (() -> String)?) throws(ImageError) -> any RowWriter {
        try check()
        switch encoding {
        case .png: return try PNGRowWriter(self, digest: digest)
        case .jpeg: return try JPEGWriter(self)
        }
    }
}

extension JPEGStyle {
    fileprivate var channels: ChannelLayout {
        switch color {
        case .gray: .gray
        case .yCbCr, .rgb: .rgb
        case .cmyk, .ycck: .cmyk
        }
    }
}

/// Encodes rows into a PNG or JPEG file.
///
/// The file is complete when ``finish()`` has returned.
public struct ImageEncoder: ~Copyable {
    private let plan: EncodingPlan
    private let writer: any RowWriter
    private let output: BufferedOutput
    private var rowsLeft: Int

    /// Opens an encoder that writes to a sink.
    ///
    /// - Throws: an error of the code `unsupported` or `outOfMemory`, or one of the sink's.
    public init(_ plan: EncodingPlan, to sink: any ByteSink) throws(ImageError) {
        try self.init(plan, to: sink, digest: plan.metadata.digest.map { digest in { digest } })
    }

    init(_ plan: EncodingPlan, to sink: any ByteSink, digest: (() -> String)?) throws(ImageError) {
        self.plan = plan
        writer = try plan.makeWriter(digest: digest)
        output = BufferedOutput(writer, sink)
        rowsLeft = plan.height
    }

    /// Encodes the next row, from the top.
    ///
    /// - Parameter row: at least `plan.width × plan.pixelFormat.bytesPerPixel` bytes; fewer trap, as does a row too many.
    /// - Throws: an error of the code `outOfMemory`, or one of the sink's.
    public mutating func writeRow(_ row: RawSpan) throws(ImageError) {
        precondition(rowsLeft > 0, "the image has only \(plan.height) rows")
        let count = plan.width * plan.pixelFormat.bytesPerPixel
        precondition(row.byteCount >= count, "\(row.byteCount) bytes do not hold a row of \(count)")
        try unsafe row.withUnsafeBytes { (row) throws(ImageError) in try unsafe writer.writeRow(row) }
        rowsLeft -= 1
        try output.handOver()
    }

    /// Completes the file, after the last row; the sink has then got all of it.
    ///
    /// - Throws: an error of the code `outOfMemory`, or one of the sink's.
    public mutating func finish() throws(ImageError) {
        precondition(rowsLeft == 0, "\(rowsLeft) rows are missing")
        try writer.finish()
        try output.handOverAll()
    }
}
