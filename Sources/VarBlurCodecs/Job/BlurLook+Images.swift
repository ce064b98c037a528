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
            notices.append("the image is gray; the tint has the brightness of its color, and no hue")
        }
        if saturation > 1 { notices.append("the image is gray; the saturation has no effect") }
        return notices
    }
}
