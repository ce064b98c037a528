internal import VarBlur

extension EncodingPlan {
    /// Checks that the format can hold the image.
    ///
    /// - Throws: an error with the code `unsupported`, or `invalidSettings` if a number of the encoding is out of range.
    func check(_ codec: any ImageCodec) throws(ImageError) {
        let (name, longestSide) = (codec.format.name, codec.capabilities.longestSide)
        guard width >= 1, height >= 1, width <= longestSide, height <= longestSide else {
            throw ImageError(
                .unsupported,
                "\(width)×\(height) pixels; each side of a \(name) image must be from 1 to \(longestSide) pixels",
                remedy: "scale the image down first, or choose another format")
        }
        guard codec.capabilities.holds(pixelFormat) else {
            throw ImageError(
                .unsupported, "\(name) cannot store \(pixelFormat.name)",
                remedy: "convert the pixels first, or choose another format")
        }
        guard encoding.format == codec.format else {
            throw ImageError(.unsupported, "the settings of the \(encoding.format.name) encoder do not fit \(name)")
        }
        try encoding.settings.check(self)
    }

    /// A plan for the upright image of a file, in a pixel format.
    ///
    /// - Parameters:
    ///   - header: the header of the file.
    ///   - size: the width and height of a cropped or resized output; `nil` for those of the upright image.
    ///   - pixelFormat: the pixels of the output.
    ///   - isSRGB: whether the colors of the file were converted to sRGB.
    ///   - output: the settings of the output.
    ///   - codec: the codec of the output.
    ///   - deadline: the end of the allowed time.
    /// - Returns: the plan, with the profile if the format holds one, and a notice for each part of the metadata that is
    ///   lost.
    /// - Throws: an error with the code `timeout` after the deadline, or `invalidSettings` if the quality is out of range.
    static func upright(
        _ header: ImageHeader, size: (width: Int, height: Int)? = nil, as pixelFormat: PixelFormat,
        isSRGB: Bool = false, _ output: OutputSettings, _ codec: any ImageCodec, deadline: Deadline?
    ) throws(ImageError) -> (plan: EncodingPlan, notices: [String]) {
        try output.checkQuality()
        let (width, height) = size ?? (header.uprightWidth, header.uprightHeight)
        var plan = EncodingPlan(
            width: width, height: height, pixelFormat: pixelFormat,
            encoding: codec.encoding(of: header, as: pixelFormat, output))
        plan.profile = header.keptProfile(by: codec, output).flatMap { $0.fits(pixelFormat.channels) ? $0 : nil }
        plan.deadline = deadline
        let picture = OutputPicture(
            width: width, height: height, isFramed: size != nil, isSRGB: isSRGB,
            changesSamples: pixelFormat != header.pixelFormat || codec.format != header.format,
            hasProfile: plan.profile != nil, orientation: header.storedOrientation,
            isOriented: !header.leavesOrientationToXMP)
        let fitted = try header.metadata.stripped(output.stripping).fitted(
            to: header, picture, codec, deadline: deadline)
        plan.metadata = fitted.0
        return (plan, fitted.notices)
    }
}

extension ImageHeader {
    /// Whether nothing in the file but XMP data may say how the image lies: few programs look for it there.
    fileprivate var leavesOrientationToXMP: Bool {
        orientation == .up && decoderTurn == nil
            && metadata.exif.flatMap { ImageOrientation.value(inEXIF: $0) } == nil
    }

    /// The color profile that an output gets if its pixels fit it; `nil` for none: programs would use one rather than code points.
    func keptProfile(by codec: any ImageCodec, _ output: OutputSettings) -> ICCProfile? {
        let (capacity, codes) = (codec.capabilities.metadata, metadata.codePoints)
        guard let profile, capacity.holdsProfile, output.stripping != .all else { return nil }
        let holdsCodes = codes.map { capacity.holdsCodePoints($0.primaries, $0.transfer) } ?? false
        let isKept = capacity.holdsColorChunks || (holdsCodes ? profileMatch == .exact : profileMatch != .misleading)
        return isKept ? profile : nil
    }
}

extension ImageEncoder {
    /// Starts a file with a codec, and sends its bytes to a sink.
    ///
    /// - Throws: an error with the code `unsupported`, `invalidSettings`, or `outOfMemory`, or an error of the sink.
    init(
        _ plan: EncodingPlan, _ codec: any ImageCodec, to sink: any ByteSink, digest: (() -> String)?
    ) throws(ImageError) {
        try plan.check(codec)
        self.init(plan, try codec.makeWriter(plan, digest: digest), to: sink)
    }
}

extension PixelFormat {
    /// The name in messages, such as `8-bit BGRA pixels with premultiplied alpha`.
    var name: String {
        let channels =
            switch self.channels {
            case .gray: "gray"
            case .grayAlpha: "gray-alpha"
            default: self.channels.rawValue.uppercased()
            }
        let depth = depth == .float ? "floating-point" : "\(depth.rawValue)-bit"
        let alpha = self.channels.hasAlpha ? " with \(alpha.rawValue) alpha" : ""
        return "\(depth) \(channels) pixels\(alpha)"
    }
}
