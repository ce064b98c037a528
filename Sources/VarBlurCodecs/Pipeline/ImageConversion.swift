internal import VarBlur

/// The pixel formats of input, blur and output, and the conversion of rows between them.
struct ImageConversion {
    /// The pixels that are cropped and resized: those of the input, or those that are blurred.
    var decoded: PixelFormat
    /// The pixels that are blurred: those of the input, with an alpha channel added for transparent edges and fading.
    let blurred: PixelFormat
    /// The pixels that are written.
    let written: PixelFormat
    /// The color behind transparent pixels; `nil` if there are none, or alpha is kept.
    let background: RGBColor?

    /// Chooses the formats for an output.
    ///
    /// - Parameters:
    ///   - input: the header of the input.
    ///   - edges: the edges of the blur; transparent ones need an alpha channel.
    ///   - look: the look of the blur; fading needs an alpha channel.
    ///   - codec: the codec of the output.
    ///   - output: the color behind transparent pixels, and whether the output gets the color profile.
    ///   - alternatives: the names of the formats that hold an alpha channel.
    /// - Throws: an error with the code `unsupported` if the output's format cannot hold the pixels.
    init(
        from input: ImageHeader, edges: EdgeMode, look: BlurLook, to codec: any ImageCodec,
        _ output: OutputSettings, alternatives: @autoclosure () -> String
    ) throws(ImageError) {
        let (format, capabilities) = (codec.format, codec.capabilities)
        let channels = input.pixelFormat.channels
        if channels == .cmyk { try Self.checkCMYK(input.format, edges, codec) }
        // CMYK pixels have neither transparent edges nor looks
        let gainsAlpha = look.makesTransparent(with: edges) && !channels.hasAlpha && channels != .cmyk
        let blurred = PixelFormat(gainsAlpha ? channels.withAlpha : channels, input.pixelFormat.depth)
        let depth = capabilities.depth(for: blurred.depth)
        (self.blurred, decoded) = (blurred, blurred)
        let hasProfileOfRGB = input.keptProfile(by: codec, output)?.isRGB ?? false
        if let layout = capabilities.layout(for: blurred.channels, hasProfileOfRGB: hasProfileOfRGB) {
            (written, self.background) = (PixelFormat(layout, depth), nil)
            return
        }
        guard let background = output.background, blurred.channels.hasAlpha else {
            let reason =
                !gainsAlpha ? "the image has" : look.fade > 0 ? "fading requires" : "transparent edges require"
            throw ImageError(
                .unsupported, "\(reason) an alpha channel, which \(format.name) cannot store",
                remedy: "set a background color, or write a \(alternatives())", reason: .noBackground)
        }
        let opaque: ChannelLayout = blurred.channels.isGray && background.isGray ? .gray : .rgb
        let layout = capabilities.layout(for: opaque, hasProfileOfRGB: hasProfileOfRGB) ?? .rgb
        (written, self.background) = (PixelFormat(layout, depth), background)
    }

    private static func checkCMYK(
        _ inputFormat: ImageFormat, _ edges: EdgeMode, _ codec: any ImageCodec
    ) throws(ImageError) {
        guard codec.capabilities.channels.contains(.cmyk) else {
            throw ImageError(
                .unsupported, "CMYK images cannot be stored as \(codec.format.name)",
                remedy: "write a \(inputFormat.name), or convert the image to RGB first", reason: .inks)
        }
        guard edges != .transparent else {
            throw ImageError(
                .unsupported, "CMYK images cannot have transparent edges", remedy: "choose another edge mode")
        }
    }

    /// What the conversion loses, one sentence each.
    func notices(on input: ImageHeader, to codec: any ImageCodec, strips stripping: MetadataStripping) -> [String] {
        var notices: [String] = []
        let name = codec.format.name
        let bitCount = written.depth == .eight ? 8 : codec.capabilities.wideBitCount(for: input.bitCount)
        if bitCount < input.bitCount {
            let reason = bitCount == 8 ? "the maximum for \(name) output" : "the maximum of \(name) profiles"
            notices.append("\(input.bitCount)-bit samples are reduced to \(bitCount) bits, \(reason)")
        }
        if input.losesColors(stripping), Self.looksDifferent(input) {
            notices.append("the description of the colors is removed" + Self.lookAdvice)
        }
        if input.hasContentCredentials && (stripping == .none || stripping == .gainMap) {
            notices.append("the content credentials are not copied: they vouch for the input only")
        }
        guard let profile = input.profile, stripping != .all else { return notices }
        if !codec.capabilities.metadata.holdsProfile {
            notices.append("\(codec.format.name) cannot store the color profile; it is not copied")
        } else if !profile.fits(written.channels) {
            var notice = "the \(profile.name) does not fit the \(written.channels.colorName) output and is not copied"
            if input.describingProfile != nil, Self.looksDifferent(input) { notice += Self.lookAdvice }
            notices.append(notice)
        }
        return notices
    }

    /// Whether colors are not those of sRGB, as which they are taken without their description.
    private static func looksDifferent(_ input: ImageHeader) -> Bool {
        guard let isSRGB = try? input.colorSource?.isSRGB(input.pixelFormat.channels) else { return false }
        return !isSRGB
    }

    private static let lookAdvice = ", so they look different; a conversion to sRGB keeps their look"

    /// Whether decoded rows are blurred without conversion.
    func blursRowsAsDecoded(_ input: ImageHeader) -> Bool { input.pixelFormat == decoded }

    /// Whether blurred rows are written without conversion.
    var writesRowsAsBlurred: Bool { blurred == written }

    /// What composites blurred rows over the background, repeats gray in all color channels, and rounds to the written depth; `nil` if rows
    /// are written without conversion.
    var rows: RowFormatConverter? {
        get throws(ImageError) {
            if writesRowsAsBlurred { return nil }
            return try ImageError.wrapping(
                RowFormatConverter(blurred, to: written, over: (background ?? .black).fractions))
        }
    }
}

extension ChannelLayout {
    /// Whether the layout has a single color channel.
    var isGray: Bool { self == .gray || self == .grayAlpha }
}
