internal import VariableBlur

/// What happens to the pixels between input, blur and output.
struct ImageConversion {
    /// What is blurred: the input's pixels, and an alpha channel if the edges are to become transparent.
    let blurred: PixelFormat
    /// What is written.
    let written: PixelFormat
    let format: ImageFormat
    /// What transparent pixels are laid on; `nil` if alpha is kept, or there is none.
    private(set) var background: RGBColour?
    /// Whether the colour profile still describes the pixels.
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
                remedy: "give a --background colour, or write a PNG")
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
            notices.append("the grey colour profile does not fit the coloured background and is left out")
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
    func addAlpha(_ row: [UInt8], into result: inout [UInt8]) {
        let pixel = blurred.bytesPerPixel
        let colour = pixel - blurred.depth.byteCount
        for x in 0..<result.count / pixel {
            for byte in 0..<pixel {
                result[x * pixel + byte] = byte < colour ? row[x * colour + byte] : 0xFF
            }
        }
    }

    /// Whether the blurred rows are written as they are.
    var writesRowsAsBlurred: Bool { blurred == written }

    /// Lays a blurred row on the background, and rounds it to 8 bits.
    func finish(_ image: borrowing PixelBuffer, row y: Int, into result: inout [UInt8]) {
        let scale = blurred.depth.fullScale
        let channels = blurred.channels
        let colours = channels.isGray ? 1 : 3
        let behind = background.map { [$0.red, $0.green, $0.blue].map(Double.init) } ?? [0, 0, 0]
        let count = written.channels.count
        for x in 0..<image.width {
            let alpha = channels.hasAlpha ? Double(image[x, y, colours]) / scale : 1
            for channel in 0..<count {
                let sample = Double(image[x, y, colours == 1 && channel < 3 ? 0 : channel]) * 255 / scale
                let laid = alpha == 1 ? sample : sample * alpha + behind[channel % 3] * (1 - alpha)
                result[x * count + channel] = UInt8(laid + 0.5)
            }
        }
    }
}

extension ChannelLayout {
    fileprivate var isGray: Bool { self == .gray || self == .grayAlpha }

    fileprivate var withAlpha: ChannelLayout { isGray ? .grayAlpha : .rgba }
}
