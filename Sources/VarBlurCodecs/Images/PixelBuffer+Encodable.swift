package import VarBlur

extension PixelBuffer {
    /// The image in pixels that a format can hold, as close to these as possible.
    ///
    /// The result has red first, straight alpha, no alpha if all pixels are opaque, and colors for gray if the format has no gray.
    ///
    /// - Parameters:
    ///   - format: the format of the file.
    ///   - background: the color behind transparent pixels if the format has no alpha.
    /// - Returns: an image of the same size.
    /// - Throws: an error with the code `unsupported` if the format has no alpha and there is no background, or if files of the format
    ///   are not written or cannot hold the channels; or an error with the code `outOfMemory`.
    /// - Complexity: O(pixels).
    package borrowing func encodable(
        as format: ImageFormat, background: RGBColor?
    ) throws(ImageError) -> PixelBuffer {
        let capabilities = try CodecRegistry.standard.writer(of: format).capabilities
        let isOpaque = isOpaque
        guard isOpaque || capabilities.holdsAlpha || background != nil else {
            throw ImageError(
                .unsupported, "the picture has transparent pixels, which \(format.name) cannot store",
                remedy: "set a background color, or choose a format with an alpha channel", reason: .noBackground)
        }
        let straight = self.format.channels.encodable(hasAlpha: !isOpaque && capabilities.holdsAlpha)
        guard let channels = capabilities.layout(for: straight) else {
            throw ImageError(
                .unsupported, "\(format.name) cannot store \(self.format.name)", remedy: "convert the pixels first")
        }
        let target = PixelFormat(channels, capabilities.depth(for: self.format.depth))
        return try ImageError.wrapping(converted(to: target, over: (background ?? .black).fractions))
    }

    /// Whether no pixel is transparent.
    private var isOpaque: Bool {
        guard format.channels.hasAlpha else { return true }
        return switch format.depth {
        case .eight: isOpaque(from: UInt8.max)
        case .sixteen: isOpaque(from: UInt16.max)
        case .float: isOpaque(from: Float(1))
        }
    }

    /// Whether all samples of alpha have at least a value.
    private func isOpaque<Sample: PixelSample & Comparable>(from least: Sample) -> Bool {
        let step = format.bytesPerPixel
        return unsafe withUnsafePixels { pixels in
            let first = unsafe pixels.base + step - MemoryLayout<Sample>.size
            return unsafe (0..<pixels.layout.width * pixels.layout.height).allSatisfy {
                unsafe first.load(fromByteOffset: $0 * step, as: Sample.self) >= least
            }
        }
    }

    /// Encodes the image into memory.
    ///
    /// - Parameter plan: the encoding, for an image of this size and format.
    /// - Returns: the bytes of the file.
    /// - Throws: an error with the code `unsupported`, `invalidSettings`, or `outOfMemory`.
    package borrowing func encoded(_ plan: EncodingPlan) throws(ImageError) -> [UInt8] {
        let sink = MemorySink()
        try encode(plan, to: sink)
        return sink.bytes
    }

    /// Encodes the image.
    borrowing func encode(_ plan: EncodingPlan, to sink: any ByteSink) throws(ImageError) {
        var encoder = try ImageEncoder(plan, to: sink)
        try writeRows(to: &encoder)
    }

    /// Encodes all rows, and completes the file.
    borrowing func writeRows(to encoder: inout ImageEncoder) throws(ImageError) {
        for y in 0..<height {
            try encoder.writeRow(bytes.extracting(y * layout.bytesPerRow..<(y + 1) * layout.bytesPerRow))
        }
        try encoder.finish()
    }
}

extension OutputSettings {
    /// The color behind transparent pixels, if the format has no alpha; `nil` for none.
    package var page: RGBColor? {
        let capabilities = try? CodecRegistry.standard.writer(of: format ?? .png).capabilities
        return capabilities?.holdsAlpha == false ? background : nil
    }
}

extension ImageFormat {
    /// Whether files of the format record the density of pixels.
    package var holdsDensity: Bool {
        (try? CodecRegistry.standard.writer(of: self).capabilities.metadata.holdsDensity) ?? false
    }
}

extension ChannelLayout {
    /// The layout with red first, with or without alpha.
    fileprivate func encodable(hasAlpha: Bool) -> ChannelLayout {
        switch self {
        case .gray, .grayAlpha: hasAlpha ? .grayAlpha : .gray
        case .rgb, .bgr, .rgba, .bgra: hasAlpha ? .rgba : .rgb
        case .chroma, .cmyk: self
        }
    }
}

extension EncodingPlan {
    /// A plan for pixels that come from no file.
    ///
    /// - Parameters:
    ///   - image: the pixels, which the format can hold.
    ///   - format: the format of the file.
    ///   - output: the quality. The metadata settings, and those that depend on an input, have no effect.
    ///   - threads: the number of threads that compress it.
    /// - Throws: an error with the code `unsupported` if files of the format are not written, or `invalidSettings` if the quality is out of
    ///   range.
    package init(
        _ image: borrowing PixelBuffer, as format: ImageFormat, _ output: OutputSettings,
        threads: Int = BlurExecution().threadCount
    ) throws(ImageError) {
        try output.checkQuality()
        var settings = output
        settings.jpegQuality = output.chosenJPEGQuality ?? JPEGEncoding.defaultQuality
        settings.jpegSmoothing = .off
        var source = ImageHeader(format: format, width: image.width, height: image.height, pixelFormat: image.format)
        source.isLossless = false
        let codec = try CodecRegistry.standard.writer(of: format)
        self.init(
            width: image.width, height: image.height, pixelFormat: image.format,
            encoding: codec.encoding(of: source, as: image.format, settings))
        threadCount = threads
    }
}
