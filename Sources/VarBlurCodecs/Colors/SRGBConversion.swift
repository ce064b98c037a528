internal import VarBlur

/// How an image becomes sRGB.
struct SRGBConversion {
    /// The colors that are converted; `nil` if the pixels stay as they are.
    let source: ColorSource?
    /// The header of the image after the conversion.
    let header: ImageHeader
    /// What was not converted, or not exactly: one sentence each, without a period.
    private(set) var notices: [String]
    /// Whether the output is sRGB.
    var isComplete: Bool { header.colorChunk("sRGB") != nil && header.profile == nil }

    /// Decides about the image of an output; `nil` if its colors are kept.
    ///
    /// Formats that cannot describe colors of high dynamic range get sRGB.
    ///
    /// - Throws: an error with the code `damaged` or `unsupported`, if the profile is damaged or of an unusual class.
    init?(
        _ header: ImageHeader, _ output: OutputSettings, to format: ImageFormat, _ capacity: MetadataCapacity
    ) throws(ImageError) {
        if output.convertsToSRGB {
            try self.init(header)
            return
        }
        guard header.isHighDynamicRange, let codes = header.metadata.codePoints, !capacity.holdsColorChunks,
            !capacity.holdsCodePoints(codes.primaries, codes.transfer),
            let curve = UInt8(exactly: codes.transfer).flatMap({ TransferCurve.coded($0) }), curve.isHighDynamicRange
        else { return nil }
        try self.init(header)
        notices.append(
            "the colors of high dynamic range (\(curve)) are converted to sRGB, because \(format.name) files cannot describe them"
        )
    }

    /// Decides about an image that is to become sRGB.
    ///
    /// The colors are described by the first of these that is present: a cICP chunk, a color profile, an sRGB chunk, a gAMA
    /// or cHRM chunk, EXIF data. Without any of them they are those of sRGB, or inks of CMYK.
    ///
    /// - Throws: an error with the code `damaged` or `unsupported`, if the profile is damaged or of an unusual class.
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
        var misfit: String?
        if let profile = header.profile, header.describingProfile == nil, header.colorChunk("cICP") == nil {
            misfit = "the \(profile.name) does not fit the \(channels.colorName) image and is not used"
        }
        if source == .plainInks {
            let cause = misfit ?? "the CMYK image has no color profile"
            notices = ["\(cause); its colors are converted by a simple formula, and look different in print"]
        } else {
            let rest = source == nil ? "; the colors are taken as those of sRGB" : ""
            notices = misfit.map { [$0 + rest] } ?? []
        }
        var result = header
        (result.profile, result.metadata.namesAdobeRGB) = (nil, false)
        result.metadata.colorChunks =
            [PNGChunk(type: "sRGB", contents: [0])]
            + header.metadata.colorChunks.filter { $0.type == PNGChunk.significantBitsType }
        if channels == .cmyk {
            result.pixelFormat.channels = .rgb
            result.encoding = nil
        }
        self.header = result
    }
}

/// How well a color profile describes the colors of an image.
enum ProfileMatch {
    /// As far as is known.
    case exact
    /// Better than sRGB would.
    case close
    /// No better than sRGB would.
    case misleading
}

extension ImageHeader {
    /// Whether the colors are those of high dynamic range: PQ or HLG, of full range.
    var isHighDynamicRange: Bool { colors.isHighDynamicRange }

    /// The colors that are converted to sRGB; `nil` for those of sRGB, and those that cannot be converted.
    var colorSource: ColorSource? {
        guard case .source(let source) = colors else { return nil }
        if case .description(let description) = source, description.isSRGB(isGray: pixelFormat.channels.isGray) {
            return nil
        }
        return source
    }

    /// How well the color profile describes the colors; `nil` without one.
    ///
    /// PNG files may have code points that override a profile, which is then for programs that do not know them.
    var profileMatch: ProfileMatch? {
        guard let profile = describingProfile else { return nil }
        let isGray = pixelFormat.channels.isGray
        guard let codes = colorChunk("cICP"), profile.codePoints != codes,
            case .source(let source)? = colors(codes, "cICP"), let own = source.formula,
            let formula = profile.formula(isGray: isGray)
        else { return .exact }
        let difference = formula.greatestDifference(from: own, isGray: isGray)
        if difference <= Self.exactness { return .exact }
        let standard = ColorFormula.standard.greatestDifference(from: own, isGray: isGray)
        return difference + Self.exactness <= standard ? .close : .misleading
    }

    /// The greatest difference between the colors of equal descriptions, of 1: curves and primaries are rounded in various ways.
    private static let exactness = 0.01

    /// Whether colors look different without the color chunks of a PNG file: these say more than the profile, or than none.
    package var needsColorChunks: Bool {
        if describedByEXIF != nil { return false }
        switch (profileMatch, colors) {
        case (.exact, _), (_, .standard), (_, .source(.plainInks)), (_, .source(.profile)): return false
        case (.close, _), (_, .other): return true
        case (_, .source(.description(let description))):
            return !description.isSRGB(isGray: pixelFormat.channels.isGray)
        }
    }

    /// What the file says about its colors.
    fileprivate enum Colors {
        case standard
        case source(ColorSource)
        /// Colors that cannot be converted, with their name.
        case other(String)

        /// Whether the curve is PQ or HLG.
        var isHighDynamicRange: Bool {
            guard case .source(.description(let description)) = self else { return false }
            return description.curve.isHighDynamicRange
        }
    }

    fileprivate var colors: Colors {
        if let codes = colorChunk("cICP"), let colors = colors(codes, "cICP") { return colors }
        if let profile = describingProfile {
            // a profile of high dynamic range has curves for other programs only
            if pixelFormat.channels != .cmyk, let codes = profile.codePoints, let colors = colors(codes, "profile"),
                colors.isHighDynamicRange
            {
                return colors
            }
            return .source(.profile(profile))
        }
        if pixelFormat.channels == .cmyk { return .source(.plainInks) }
        if colorChunk("sRGB") != nil { return .standard }
        return describedByEXIF.map { .source(.description($0)) } ?? gammaAndPrimaries
    }

    /// The color profile; `nil` without one, or if it is for other pixels.
    var describingProfile: ICCProfile? { profile.flatMap { $0.fits(pixelFormat.channels) ? $0 : nil } }

    /// The colors that the EXIF data describes; `nil` if a profile or a chunk describes them.
    private var describedByEXIF: ColorDescription? {
        let hasChunk = metadata.colorChunks.contains { $0.type != PNGChunk.significantBitsType }
        return describingProfile != nil || hasChunk || pixelFormat.channels == .cmyk ? nil : metadata.exifColors
    }

    /// Whether an output does not get the description of the colors.
    func losesColors(_ stripping: MetadataStripping) -> Bool {
        switch stripping {
        case .none, .gainMap: false
        case .safe: describedByEXIF != nil
        case .all: profile != nil || !metadata.colorChunks.isEmpty || describedByEXIF != nil
        }
    }

    /// The colors of code points (ITU-T H.273); `nil` if they leave the colors open.
    private func colors(_ codes: [UInt8], _ place: String) -> Colors? {
        let unspecified = 2
        guard codes[0] != unspecified || codes[1] != unspecified else { return nil }
        guard codes[3] == 1 else { return .other("of limited range (\(place))") }
        guard let chromaticities = ColorDescription.chromaticities(ofPrimaries: codes[0]) else {
            return .other("of unknown primaries (\(place))")
        }
        guard let curve = TransferCurve.coded(codes[1]) else {
            return .other("of an unknown transfer function (\(place))")
        }
        return .source(
            .description(ColorDescription(chromaticities: chromaticities, curve: curve, peak: greatestLuminance)))
    }

    /// The luminance of the brightest pixel, or else of the display that the image was made on, in cd/m²; `nil` if it is unknown.
    private var greatestLuminance: Double? {
        let light = colorChunk("cLLI").flatMap { ByteReader($0).uint32(at: 0) } ?? 0
        if light > 0 { return Double(light) / 10_000 }
        let display = colorChunk("mDCV").flatMap { ByteReader($0).uint32(at: 16) } ?? 0
        return display > 0 ? Double(display) / 10_000 : nil
    }

    /// The colors of the chunks gAMA and cHRM.
    private var gammaAndPrimaries: Colors {
        var colors = ColorDescription(chromaticities: ColorMatrix.chromaticitiesOfSRGB, curve: .sRGB)
        let gamma = colorChunk("gAMA").flatMap { ByteReader($0).uint32(at: 0) }
        if let gamma, gamma != PNGChunk.gammaOfSRGB {
            guard let curve = try? TransferCurve(gamma: 100_000 / Double(gamma)) else {
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
