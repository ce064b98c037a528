public import VarBlur

/// The space in which the colors of an image file are averaged.
public enum LightMode: String, CaseIterable, Sendable, Hashable, Codable {
    /// Linear light for images of high dynamic range (PQ and HLG), and stored values for all others.
    case automatic = "auto"
    /// Stored values, as in CSS and user interface toolkits.
    case encoded
    /// Linear light, as in an out-of-focus lens.
    ///
    /// The transfer function is read from the cICP chunk, the color profile, or the sRGB or gAMA chunk of the image, or from EXIF data that
    /// names Adobe RGB. If there is none, sRGB is assumed.
    case linear
}

extension LightMode {
    /// Whether the colors of an image are averaged in linear light.
    func isLinear(_ image: ImageHeader) -> Bool {
        switch self {
        case .automatic: image.isHighDynamicRange || image.hasCurveOfHighDynamicRange
        case .encoded: false
        case .linear: true
        }
    }

    /// What is averaged when an image is resized before its colors are converted: the inks of CMYK have no light.
    func light(ofResized image: ImageHeader) throws(ImageError) -> BlurLight {
        !isLinear(image) || image.pixelFormat.channels == .cmyk ? .encoded : try image.linearLight().light
    }
}

extension ImageHeader {
    /// Returns the conversion of the image to linear light.
    ///
    /// The transfer function is read from the first of these that is present: a cICP chunk, a color profile, an sRGB chunk, a
    /// gAMA chunk, EXIF data. If there is none, or it cannot be read, sRGB is assumed.
    ///
    /// - Returns: the light for a blur of the decoded pixels, and notices for the user, one sentence each, without a period.
    /// - Throws: an error with the code `unsupported` for CMYK images.
    public func linearLight() throws(ImageError) -> (light: BlurLight, notices: [String]) {
        guard pixelFormat.channels != .cmyk else {
            throw ImageError(
                .unsupported, "linear light is not supported for CMYK images", remedy: "convert the image to RGB first",
                reason: .inks)
        }
        if let codedCurve { return (.linear(codedCurve), []) }
        if let profile {
            if let light = profile.light(isGray: pixelFormat.channels.isGray) { return (light, []) }
            return (.linear, ["the color profile has no readable transfer curves; sRGB is assumed for linear light"])
        }
        if colorChunk("sRGB") != nil { return (.linear, []) }
        return gammaLight ?? (metadata.exifColors.map { .linear($0.curve) } ?? .linear, [])
    }

    /// Whether the curve is PQ or HLG, of full range, whether the primaries are known or not.
    fileprivate var hasCurveOfHighDynamicRange: Bool {
        guard pixelFormat.channels != .cmyk, let codes = colorChunk("cICP") ?? profile?.codePoints else { return false }
        return codes[3] == 1 && TransferCurve.coded(codes[1])?.isHighDynamicRange == true
    }

    /// The curve that code points name, in a cICP chunk or in the profile; `nil` if there are none.
    private var codedCurve: TransferCurve? {
        colorChunk("cICP").flatMap { .coded($0[1]) } ?? profile?.codePoints.flatMap { .coded($0[1]) }
    }

    /// The conversion of a gAMA chunk; `nil` if there is none.
    private var gammaLight: (BlurLight, [String])? {
        guard let contents = colorChunk("gAMA"), let gamma = ByteReader(contents).uint32(at: 0), gamma > 0 else {
            return nil
        }
        // PNG files mean the curve of sRGB by it
        if gamma == PNGChunk.gammaOfSRGB { return (.linear, []) }
        guard let curve = try? TransferCurve(gamma: 100_000 / Double(gamma)) else {
            return (.linear, ["the gamma of the image is out of range; sRGB is assumed for linear light"])
        }
        return (.linear(curve), [])
    }
}
