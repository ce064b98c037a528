internal import VariableBlur

/// What happens to the pixels between input, blur and output.
struct ImageConversion {
    /// What is blurred: the input's pixels, and an alpha channel if the edges are to become transparent.
    let blurred: PixelFormat
    /// What is written.
    let written: PixelFormat
    let format: ImageFormat
    /// What transparent pixels are laid on; `nil` if alpha is kept, or there is none.
    private(set) var background: RGBColor?
    /// Whether the color profile still describes the pixels.
    var keepsProfile: Bool { (blurred.channels.isGray) == (written.channels.isGray) }

    init(from input: ImageHeader, edges: EdgeMode, output: OutputSettings) throws(ImageError) {
        format = output.format ?? input.format
        let channels = input.pixelFormat.channels
        if channels == .cmyk { try Self.checkInks(edges, format) }
        let gainsAlpha = edges == .transparent && !channels.hasAlpha
        blurred = PixelFormat(gainsAlpha ? channels.withAlpha : channels, input.pixelFormat.depth)
        guard format == .jpeg else {
            written = blurred
            return
        }
        guard blurred.channels.hasAlpha else {
            written = PixelFormat(channels)
            return
        }
        guard let background = output.background else {
            let what = gainsAlpha ? "transparent edges need" : "the image has"
            throw ImageError(
                .unsupported, "\(what) an alpha channel, which JPEG cannot hold",
                remedy: "give a --background color, or write a PNG")
        }
        self.background = background
        written = PixelFormat(blurred.channels.isGray && background.isGray ? .gray : .rgb)
    }

    /// What the conversion loses, one sentence each.
    func notices(on input: ImageHeader) -> [String] {
        var notices: [String] = []
        if blurred.depth != written.depth {
            notices.append("16-bit samples are rounded to the 8 bits that JPEG holds")
        }
        if input.profile != nil && !keepsProfile {
            notices.append("the gray color profile does not fit the colored background and is left out")
        }
        return notices
    }

    private static func checkInks(_ edges: EdgeMode, _ format: ImageFormat) throws(ImageError) {
        guard format == .jpeg else {
            throw ImageError(
                .unsupported, "a CMYK image, which PNG cannot hold",
                remedy: "write a JPEG, or convert it to RGB first")
        }
        guard edges != .transparent else {
            throw ImageError(
                .unsupported, "a CMYK image, which has no transparent edges",
                remedy: "choose another edge rule")
        }
    }

    /// Whether the input's rows are blurred as they are decoded.
    func takesRowsAsDecoded(_ input: ImageHeader) -> Bool { input.pixelFormat == blurred }

    /// Copies a decoded row and makes it opaque.
    func addAlpha(_ row: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
        let pixel = blurred.bytesPerPixel
        let color = pixel - blurred.depth.byteCount
        for x in 0..<row.count / color {
            for byte in 0..<color { unsafe result[x * pixel + byte] = row[x * color + byte] }
            for byte in color..<pixel { unsafe result[x * pixel + byte] = 0xFF }
        }
    }

    /// Whether the blurred rows are written as they are.
    var writesRowsAsBlurred: Bool { blurred == written }

    /// Lays a blurred row on the background, and rounds it to 8 bits.
    func finish(_ row: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
        let channels = blurred.channels
        let (source, count) = (channels.count, written.channels.count)
        let colors = channels.isGray ? 1 : 3
        let behind = background.map { [$0.red, $0.green, $0.blue].map(Int.init) } ?? [0, 0, 0]
        let scale = Int(blurred.depth.fullScale)
        func code(_ index: Int) -> Int {
            switch blurred.depth {
            case .eight: unsafe Int(row[index])
            case .sixteen: unsafe Int(row.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
            }
        }
        for x in 0..<result.count / count {
            let alpha = channels.hasAlpha ? code(x * source + colors) : scale
            for channel in 0..<count {
                let sample = code(x * source + (colors == 1 && channel < 3 ? 0 : channel))
                let laid = sample * alpha * 255 + behind[channel % 3] * (scale - alpha) * scale
                unsafe result[x * count + channel] = UInt8((laid + scale * scale / 2) / (scale * scale))
            }
        }
    }
}

extension ChannelLayout {
    fileprivate var isGray: Bool { self == .gray || self == .grayAlpha }

    fileprivate var withAlpha: ChannelLayout { isGray ? .grayAlpha : .rgba }
}
