internal import CImageCodecs
internal import VarBlur

extension ImageHeader {
    /// The header of a JPEG file after its coefficients have been turned upright.
    ///
    /// `nil` if the image is upright already, or if a part of an MCU would have to lie elsewhere than at the right or the bottom.
    var withUprightCoefficients: ImageHeader? {
        let turn = jpeg_turn(orientation)
        guard orientation != .up, let style = jpegStyle?.turned(orientation) else { return nil }
        var header = ImageHeader(format: format, width: uprightWidth, height: uprightHeight, pixelFormat: pixelFormat)
        (header.jpegStyle, header.isLossless) = (style, false)
        header.blocks = CompressedBlocks(style.sampling)
        let isPossible =
            (!turn.mirrors_columns || header.width % header.blocks.width == 0)
            && (!turn.mirrors_rows || header.height % header.blocks.height == 0)
        return isPossible ? header : nil
    }
}

/// Writes a JPEG file whose coefficients are turned upright, and otherwise stay as they are: no slice is encoded.
final class TurnedCoefficientSink: SliceSink {
    private let plan: EncodingPlan
    private let sink: any ByteSink
    private let label: FileLabel
    private let original: JPEGReader
    private let orientation: ImageOrientation

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - plan: the output, whose style is that of the turned image.
    ///   - sink: receives the output.
    ///   - original: the reader of the input, of which no row has been read.
    ///   - label: the name of the input.
    ///   - orientation: its orientation.
    init(
        _ plan: EncodingPlan, to sink: any ByteSink, turning original: JPEGReader, _ label: FileLabel,
        _ orientation: ImageOrientation
    ) {
        (self.plan, self.sink, self.original, self.label) = (plan, sink, original, label)
        self.orientation = orientation
    }

    func write(_ slice: Slice) throws(ImageError) { throw ImageError(.fault, "no part of the turned image is encoded") }

    func finish() throws(ImageError) {
        // all coefficients are read, and the file is checked for damage
        try label.attributingErrors(unsafe original.check(jpeg_reader_read_coefficients(original.cReader)))
        try plan.deadline?.check()
        let writer = try JPEGWriter(plan, turning: original, jpeg_turn(orientation))
        try writer.finish()
        try writer.forwardAll(to: sink)
    }
}

extension jpeg_turn {
    /// What turns an image upright.
    fileprivate init(_ orientation: ImageOrientation) {
        let corner = orientation.uprightPosition(x: 0, y: 0, width: 2, height: 2)
        self.init(
            is_transposed: orientation.swapsAxes, mirrors_columns: corner.x > 0, mirrors_rows: corner.y > 0)
    }
}
