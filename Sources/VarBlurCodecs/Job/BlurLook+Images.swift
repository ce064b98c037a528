internal import VarBlur

extension BlurLook {
    /// Checks that the pixels of an image can have the look.
    ///
    /// - Throws: an error with the code `unsupported`.
    func check(on image: ImageHeader) throws(ImageError) {
        guard isNone || image.pixelFormat.channels != .cmyk else {
            throw ImageError(
                .unsupported, "tint, saturation, grain, fading and dithering are not supported for CMYK images",
                remedy: "convert the image to RGB first", reason: .inks)
        }
    }

    /// Notices about settings that have another or no effect on an image, one sentence each.
    func notices(on image: ImageHeader) -> [String] {
        guard image.pixelFormat.channels.isGray else { return [] }
        var notices: [String] = []
        if let tint, tint.red != tint.green || tint.green != tint.blue {
            notices.append(ImageHeader.grayNotice("the tint has the brightness of its color"))
        }
        if saturation > 1 { notices.append("the image is gray; the saturation has no effect") }
        return notices
    }
}

extension ImageHeader {
    /// Notices about colors that are painted on the image: those of a fill, and of bars.
    func notices(on fill: AreaFill?, bars: RGBColor?) -> [String] {
        let notices = fill?.notices ?? []
        guard pixelFormat.channels.isGray else { return notices }
        let colors = [("the filled areas have", fill?.color), ("the bars have", bars)]
        return notices
            + colors.compactMap { subject, color in
                color?.isGray == false ? Self.grayNotice("\(subject) the brightness of their color") : nil
            }
    }

    /// A notice about what a color with a hue becomes on a gray image.
    fileprivate static func grayNotice(_ result: String) -> String { "the image is gray; \(result), and no hue" }
}
