internal import VarBlur

/// How an image becomes sRGB.
struct SRGBConversion {
    /// The colors that are converted; `nil` if the pixels stay as they are.
    let source: ColorSource?
    /// The header of the image after the conversion.
    let header: ImageHeader
    /// What was not converted, or not exactly: one sentence each, without a period.
    let notices: [String]
    /// Whether the output is sRGB.
    var isComplete: Bool { header.colorChunk("sRGB") != nil && header.profile == nil }

    /// Decides about an image.
    ///
    /// The colors are described by the first of these that is present: a cICP chunk, a color profile, an sRGB chunk, a gAMA
    /// or cHRM chunk. Without any of them they are those of sRGB, or inks of CMYK.
    ///
    /// - Throws: an error with the code `damaged` or `unsupported`, if the profile is damaged or for other images.
    init(_ header: ImageHeader) throws(ImageError) {
        let channels = header.pixelFormat.channels
        switch header.colors {
        case .other(let name):
            (source, self.header) = (nil, header)
            notices = ["the colors are not converted to sRGB, because they are \(name)"]
            return
        case .standard: source = nil
        case .source(let colors): source = try colors.isSRGB(channels) ? nil : colors
        }
        notices =
            source == .plainInks
            ? [
                "the CMYK image has no color profile; its colors are converted by a simple formula, and look different in print"
            ]
            : []
        var result = header
        result.profile = nil
        result.metadata.colorChunks =
            [PNGChunk(type: "sRGB", contents: [0])] + header.metadata.colorChunks.filter { $0.type == "sBIT" }
        if channels == .cmyk {
            result.pixelFormat.channels = .rgb
            result.encoding = nil
        }
        self.header = result
    }
}

extension ImageHeader {
    /// What the file says about its colors.
    fileprivate enum Colors {
        case standard
        case source(ColorSource)
        /// Colors that cannot be converted, with their name.
        case other(String)
    }

    fileprivate var colors: Colors {
        if let colors = codedColors { return colors }
        if let profile { return .source(.profile(profile)) }
        if pixelFormat.channels == .cmyk { return .source(.plainInks) }
        return colorChunk("sRGB") == nil ? gammaAndPrimaries : .standard
    }

    /// The colors of a cICP chunk; `nil` if there is none, or if it leaves them open.
    private var codedColors: Colors? {
        let unspecified = 2
        guard let codes = colorChunk("cICP"), codes[0] != unspecified || codes[1] != unspecified else { return nil }
        guard codes[3] == 1 else { return .other("of limited range (cICP)") }
        guard let chromaticities = ColorDescription.chromaticities(ofPrimaries: codes[0]) else {
            return .other("of unknown primaries (cICP)")
        }
        switch TransferFunction(code: Int(codes[1])) {
        case .curve(let curve):
            return .source(.description(ColorDescription(chromaticities: chromaticities, curve: curve)))
        case .highDynamicRange(let name): return .other("\(name) (cICP)")
        case .unspecified: return .other("of an unknown transfer function (cICP)")
        }
    }

    /// The colors of the chunks gAMA and cHRM.
    private var gammaAndPrimaries: Colors {
        var colors = ColorDescription(chromaticities: ColorDescription.chromaticitiesOfSRGB, curve: .sRGB)
        let gamma = colorChunk("gAMA").map { PNGChunk(type: "gAMA", contents: $0) }
        if let gamma, !gamma.isGammaOfSRGB {
            let exponent = ByteReader(gamma.contents).uint32(at: 0).map { 100_000 / Double($0) }
            guard let curve = try? TransferCurve(gamma: exponent ?? 0) else {
                return .other("of a gamma that is out of range (gAMA)")
            }
            colors.curve = curve
        }
        if let chunk = colorChunk("cHRM"), !pixelFormat.channels.isGray {
            let reader = ByteReader(chunk)
            colors.chromaticities = (0..<8).map { Double(reader.uint32(at: 4 * $0) ?? 0) / 100_000 }
            let isPlausible = colors.chromaticities.allSatisfy { $0 <= 1 } && colors.chromaticities[1] > 0
            guard isPlausible else { return .other("of primaries that are out of range (cHRM)") }
        }
        return .source(.description(colors))
    }
}
