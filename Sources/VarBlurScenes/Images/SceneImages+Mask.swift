internal import VarBlur
internal import VarBlurCodecs

extension SceneImages {
    /// An image as a mask: its alpha if any pixel is not opaque, and otherwise its luma.
    ///
    /// - Parameters:
    ///   - name: the path or name of the image.
    ///   - width: the width in pixels at which an SVG file is drawn, at least 1.
    ///   - height: the height in pixels at which an SVG file is drawn, at least 1.
    ///   - isInverted: whether the mask is inverted.
    /// - Returns: the mask.
    /// - Throws: an error with the code `invalidImage`, `timeout`, or `outOfMemory`.
    func mask(_ name: String, width: Int, height: Int, isInverted: Bool) throws(SceneError) -> AlphaMask {
        switch try checkMask(name) {
        case .pixels(let file): return try Self.mask(try decoded(file, name), isInverted)
        case .drawing(let file):
            let whole = SceneRectangle(x: 0, y: 0, width: file.size.width, height: file.size.height)
            // opaque pixels are the same with and without premultiplied alpha
            return try Self.mask(
                try picture(file, whole, width, height).pixels, isInverted)
        }
    }

    private static func mask(_ image: borrowing PixelBuffer, _ isInverted: Bool) throws(SceneError) -> AlphaMask {
        let format = image.format
        var samples = [UInt16](repeating: 0, count: image.width * image.height)
        let opaque = Int(format.depth.fullScale)
        let alphaIndex = format.channels.count - 1
        let (red, blue) = format.channels.isBlueFirst ? (2, 0) : (0, 2)
        var isOpaque = true
        for y in 0..<image.height {
            for x in 0..<image.width {
                if format.channels.hasAlpha && image[x, y, alphaIndex] != opaque { isOpaque = false }
                let luma =
                    format.channels.count < 3
                    ? image[x, y, 0] : luma(red: image[x, y, red], green: image[x, y, 1], blue: image[x, y, blue])
                samples[y * image.width + x] = UInt16(luma)
            }
        }
        if !isOpaque {
            for y in 0..<image.height {
                for x in 0..<image.width { samples[y * image.width + x] = UInt16(image[x, y, alphaIndex]) }
            }
        }
        let (width, height) = (image.width, image.height)
        return try SceneError.wrapping { () throws(BlurError) in
            try format.depth == .eight
                ? AlphaMask(width: width, height: height, samples: samples.map { UInt8($0) }, isInverted: isInverted)
                : AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted)
        }
    }

    /// Reads the header of a mask.
    ///
    /// - Throws: an error with the code `missingImage`, `invalidImage`, or `outOfMemory`.
    @discardableResult
    func checkMask(_ name: String, path: String = "") throws(SceneError) -> File {
        let file = try file(name, path: path)
        if case .pixels(let pixels) = file, pixels.header.pixelFormat.channels == .cmyk {
            throw SceneError(
                ImageError(
                    .unsupported, "a CMYK image cannot be a mask", remedy: "convert it to gray first", file: name),
                path: path)
        }
        return file
    }

    /// The luma according to ITU-R BT.601, rounded to nearest.
    private static func luma(red: Int, green: Int, blue: Int) -> Int {
        (299 * red + 587 * green + 114 * blue + 500) / 1000
    }
}
