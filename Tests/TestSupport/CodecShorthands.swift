import VarBlur
import VarBlurCodecs

extension ImageHeader {
    /// The header of a file in memory.
    package static func of(_ file: [UInt8]) throws -> ImageHeader { try ImageDecoder(file.span.bytes).header }
}

extension ImageFormat {
    /// The formats whose files are read and written in the process itself.
    package static let inProcess = [ImageFormat.png, .jpeg, .webP]

    /// A usual encoding: lossless if the format has one, otherwise of high quality.
    package var usualEncoding: ImageEncoding {
        switch self {
        case .jpeg: .jpeg(JPEGStyle(.yCbCr), quality: 90)
        case .webP: .webP(.lossless)
        default: .png
        }
    }
}

extension PixelBuffer {
    /// Encodes the image into a file in memory.
    package borrowing func encoded(
        _ encoding: ImageEncoding, profile: ICCProfile? = nil, compression: PNGCompression = .default
    ) throws -> [UInt8] {
        try encoded(
            EncodingPlan(
                width: width, height: height, pixelFormat: format,
                encoding: encoding.format == .png ? .png(compression: compression) : encoding, profile: profile))
    }

    /// Decodes the image of a file in its stored orientation and pixel format.
    package static func decoded(_ file: [UInt8], limits: ImageLimits = ImageLimits()) throws -> PixelBuffer {
        var decoder = try ImageDecoder(file.span.bytes, limits: limits)
        return try decoder.readImage()
    }

    /// The sample values in the form of ``ReferenceImage``: 16 bits each, and RGBA if `isPNG`.
    package borrowing func widened(isPNG: Bool) -> [UInt16] {
        let scale = format.depth == .eight ? 257 : 1
        let isGray = format.channels == .gray || format.channels == .grayAlpha
        let colors = isPNG ? (isGray ? [0, 0, 0] : [0, 1, 2]) : Array(0..<format.channels.count)
        let alpha = isPNG && format.channels.hasAlpha ? format.channels.count - 1 : nil
        var samples: [UInt16] = []
        samples.reserveCapacity(width * height * 4)
        for y in 0..<height {
            for x in 0..<width {
                for channel in colors { samples.append(UInt16(self[x, y, channel] * scale)) }
                guard isPNG else { continue }
                samples.append(alpha.map { UInt16(self[x, y, $0] * scale) } ?? 65535)
            }
        }
        return samples
    }
}

extension BlurJob {
    /// A job with some settings.
    package init(format: ImageFormat? = nil, _ change: (inout BlurJob) throws -> Void) rethrows {
        self.init()
        output.format = format
        try change(&self)
    }

    /// A job with a radius in pixels.
    package init(radius: Double, format: ImageFormat? = nil) {
        self.init()
        (blur.maximumRadius, output.format) = (.pixels(radius), format)
    }

    /// A job with a radius in pixels, and some settings.
    package init(radius: Double, format: ImageFormat? = nil, _ change: (inout BlurJob) throws -> Void) rethrows {
        self.init(radius: radius, format: format)
        try change(&self)
    }

    /// The file that the job makes of a file.
    package func output(of file: [UInt8]) throws -> [UInt8] { try run(from: .bytes(file)).bytes }

    /// Writes a file into a directory, and runs the job from there to another file.
    package func run(
        _ file: [UInt8], in directory: TemporaryDirectory, _ input: String = "in", to output: String = "out"
    ) throws -> (report: Report, file: [UInt8]) {
        let report = try run(from: directory.source(file, input), to: .file(path: directory.path(output)))
        return (report, try directory.read(output))
    }
}

extension TemporaryDirectory {
    /// Writes a file, which a job can read.
    package func source(_ file: [UInt8], _ name: String) throws -> ImageSource {
        try write(file, to: name)
        return .file(path: path(name))
    }
}

extension JPEGStyle {
    /// The same style without its quantization tables.
    package var withoutQuantization: JPEGStyle {
        var style = self
        style.quantization = nil
        return style
    }
}
