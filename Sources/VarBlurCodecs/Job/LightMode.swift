public import VarBlur

/// The space in which the colors of an image file are averaged.
public enum LightMode: String, CaseIterable, Sendable, Hashable, Codable {
    /// Stored values, as in CSS and user interface toolkits.
    case encoded
    /// Linear light, as in an out-of-focus lens.
    ///
    /// The transfer function is read from the cICP chunk, the color profile, or the sRGB or gAMA chunk of the image. If there
    /// is none, sRGB is assumed.
    case linear
}

extension LightMode {
    /// What is averaged when an image is resized before its colors are converted: the inks of CMYK have no light.
    func light(ofResized image: ImageHeader) throws(ImageError) -> BlurLight {
        self == .encoded || image.pixelFormat.channels == .cmyk ? .encoded : try image.linearLight().light
    }
}

extension ImageHeader {
    /// Returns the conversion of the image to linear light.
    ///
    /// The transfer function is read from the first of these that is present: a cICP chunk, a color profile, an sRGB chunk, a
    /// gAMA chunk. If there is none, or it cannot be read, sRGB is assumed.
    ///
    /// - Returns: the light for a blur of the decoded pixels, and notices for the user, one sentence each, without a period.
    /// - Throws: an error with the code `unsupported` for CMYK images, and for PQ and HLG.
    public func linearLight() throws(ImageError) -> (light: BlurLight, notices: [String]) {
        guard pixelFormat.channels != .cmyk else {
            throw ImageError(
                .unsupported, "linear light is not supported for CMYK images", remedy: "convert the image to RGB first",
                reason: .inks)
        }
        for function in [colorChunk("cICP").map { TransferFunction(code: Int($0[1])) }, profile?.transferFunction] {
            switch function {
            case .curve(let curve): return (.linear(curve), [])
            case .highDynamicRange(let name):
                throw ImageError(
                    .unsupported, "linear light is not supported for \(name) images",
                    remedy: "convert the image to sRGB first")
            case .unspecified, nil: break
            }
        }
        if let profile {
            if let light = profile.light(isGray: pixelFormat.channels.isGray) { return (light, []) }
            return (.linear, ["the color profile has no readable transfer curves; sRGB is assumed for linear light"])
        }
        if colorChunk("sRGB") != nil { return (.linear, []) }
        return gammaLight ?? (.linear, [])
    }

    /// The conversion of a gAMA chunk; `nil` if there is none.
    private var gammaLight: (BlurLight, [String])? {
        guard let contents = colorChunk("gAMA"), let gamma = ByteReader(contents).uint32(at: 0), gamma > 0 else {
            return nil
        }
        // the exponent of sRGB, by which PNG files mean its curve
        if gamma == 45_455 { return (.linear, []) }
        guard let curve = try? TransferCurve(gamma: 100_000 / Double(gamma)) else {
            return (.linear, ["the gamma of the image is out of range; sRGB is assumed for linear light"])
        }
        return (.linear(curve), [])
    }
}
