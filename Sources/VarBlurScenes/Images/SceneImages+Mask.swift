internal import VarBlur
internal import VarBlurCodecs

extension SceneImages {
    /// An image as a mask: its alpha if any pixel is not opaque, and otherwise its luma.
    ///
    /// - Throws: an error with the code `invalidImage` or `outOfMemory`.
    func mask(_ name: String, isInverted: Bool) throws(SceneError) -> AlphaMask {
        let file = try checkMask(name)
        let format = file.header.pixelFormat
        let image = try decoded(file, name)
        var samples = [UInt16](repeating: 0, count: image.width * image.height)
        let opaque = Int(format.depth.fullScale)
        let alphaIndex = format.channels.count - 1
        var isOpaque = true
        for y in 0..<image.height {
            for x in 0..<image.width {
                if format.channels.hasAlpha && image[x, y, alphaIndex] != opaque { isOpaque = false }
                samples[y * image.width + x] = UInt16(Self.luma(image, x, y, isColor: format.channels.count >= 3))
            }
        }
        if !isOpaque {
            for y in 0..<image.height {
                for x in 0..<image.width { samples[y * image.width + x] = UInt16(image[x, y, alphaIndex]) }
            }
        }
        return try SceneError.wrapping { () throws(BlurError) in
            try format.depth == .eight
                ? AlphaMask(
                    width: image.width, height: image.height, samples: samples.map { UInt8($0) }, isInverted: isInverted
                )
                : AlphaMask(width: image.width, height: image.height, samples: samples, isInverted: isInverted)
        }
    }

    /// Reads the header of a mask.
    ///
    /// - Throws: an error with the code `missingImage`, `invalidImage`, or `outOfMemory`.
    @discardableResult
    func checkMask(_ name: String, path: String = "") throws(SceneError) -> LoadedImageFile {
        guard case .pixels(let file) = try file(name, path: path) else {
            throw SceneError(
                ImageError(
                    .unsupported, "an SVG file cannot be a mask", remedy: "convert it to PNG first, or use 'maskedBy'",
                    file: name), path: path)
        }
        guard file.header.pixelFormat.channels != .cmyk else {
            throw SceneError(
                ImageError(
                    .unsupported, "a CMYK image cannot be a mask", remedy: "convert it to gray first", file: name),
                path: path)
        }
        return file
    }

    /// The luma according to ITU-R BT.601, rounded to nearest.
    private static func luma(_ image: borrowing PixelBuffer, _ x: Int, _ y: Int, isColor: Bool) -> Int {
        guard isColor else { return image[x, y, 0] }
        return (299 * image[x, y, 0] + 587 * image[x, y, 1] + 114 * image[x, y, 2] + 500) / 1000
    }
}
