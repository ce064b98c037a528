internal import VariableBlur

/// An image that has been read, turned upright and blurred, and can be written.
struct BlurredImage: ~Copyable {
    let pixels: PixelBuffer
    let notices: [String]
    /// Whether some of the pixels are not the file's.
    let isDamaged: Bool
    let times: StageTimes
    private let conversion: ImageConversion
    private let encoding: EncodingPlan

    static func make(
        from contents: FileContents, recipe: BlurRecipe, output: OutputSettings, limits: ImageLimits,
        digest: JobDigest? = nil
    ) throws(ImageError) -> BlurredImage {
        var watch = StageWatch()
        var decoder = try ImageDecoder(contents, limits: limits)
        let header = decoder.header
        let blur = try ImageError.wrapping { () throws(BlurError) in
            try recipe.blur(width: header.uprightWidth, height: header.uprightHeight)
        }
        let conversion = try ImageConversion(from: header, edges: recipe.edges, output: output)
        try limits.check(memory: memoryEstimate(header, conversion, recipe, inputBytes: contents.count))
        var (metadata, metadataNotices) = header.metadata.stripped(output.stripping).fitted(
            to: header, format: conversion.format)
        metadata.digest = digest?.description
        let encoding = encoding(header, conversion, metadata, output)
        try encoding.check()
        var pixels = try ImageError.wrapping { () throws(BlurError) in
            try PixelBuffer(
                width: header.uprightWidth, height: header.uprightHeight, format: conversion.blurred)
        }
        try decode(&decoder, conversion, limits, into: &pixels)
        watch.end(\.decode)
        do {
            try blur.blur(&pixels, engine: recipe.engine, execution: recipe.execution)
        } catch {
            throw ImageError(error)
        }
        watch.end(\.blur)
        return BlurredImage(
            pixels: pixels, notices: decoder.notices + conversion.notices(on: header) + metadataNotices,
            isDamaged: decoder.damage != nil, times: watch.times,
            conversion: conversion,
            encoding: encoding)
    }

    /// What decoding and the engine take, roughly, in bytes.
    static func memoryEstimate(
        _ header: ImageHeader, _ conversion: ImageConversion, _ recipe: BlurRecipe, inputBytes: Int
    ) -> Int {
        let pixelCount = header.width * header.height
        let decoderBytes = header.holdsWholeImage ? 2 * header.pixelFormat.bytesPerPixel : 0
        let samples = conversion.blurred.channels.count
        let engineBytes =
            switch recipe.engine {
            case .reference: samples * MemoryLayout<Double>.size
            // a turned copy, and at worst, with wrapped edges or a radius as large as the image, all levels
            case .fast: conversion.blurred.bytesPerPixel + 3 * samples
            }
        return inputBytes + pixelCount * (decoderBytes + conversion.blurred.bytesPerPixel + engineBytes)
    }

    private static func encoding(
        _ header: ImageHeader, _ conversion: ImageConversion, _ metadata: ImageMetadata, _ output: OutputSettings
    ) -> EncodingPlan {
        var plan = EncodingPlan(
            width: header.uprightWidth, height: header.uprightHeight, pixelFormat: conversion.written,
            encoding: .png)
        plan.profile = conversion.keepsProfile && output.stripping != .all ? header.profile : nil
        plan.metadata = metadata
        guard conversion.format == .jpeg else { return plan }
        let isGray = conversion.written.channels == .gray
        let source = header.jpegStyle.flatMap {
            $0.colour == .gray && !isGray ? nil : $0.turned(header.orientation)
        }
        plan.encoding = .jpeg(source ?? JPEGStyle(isGray ? .gray : .yCbCr), quality: output.jpegQuality)
        return plan
    }

    /// Reads all rows, each to where it belongs in the upright image.
    private static func decode(
        _ decoder: inout ImageDecoder, _ conversion: ImageConversion, _ limits: ImageLimits,
        into pixels: inout PixelBuffer
    ) throws(ImageError) {
        let header = decoder.header
        let takesRows = conversion.takesRowsAsDecoded(header)
        var decoded = [UInt8](repeating: 0, count: header.width * header.pixelFormat.bytesPerPixel)
        var widened = [UInt8](
            repeating: 0, count: takesRows ? 0 : header.width * conversion.blurred.bytesPerPixel)
        for y in 0..<header.height {
            var row = decoded.mutableSpan
            var bytes = unsafe row.mutableBytes
            try limits.deadline?.check()
            try decoder.readRow(into: &bytes)
            if takesRows {
                unsafe header.place(decoded.span.bytes, y, in: &pixels)
            } else {
                conversion.addAlpha(decoded, into: &widened)
                unsafe header.place(widened.span.bytes, y, in: &pixels)
            }
        }
        try decoder.finish()
    }

    /// Writes the image.
    func encode(to sink: any ByteSink, deadline: Deadline?) throws(ImageError) {
        var encoder = try ImageEncoder(encoding, to: sink)
        let bytesPerRow = pixels.layout.bytesPerRow
        var row = [UInt8](repeating: 0, count: pixels.width * conversion.written.bytesPerPixel)
        for y in 0..<pixels.height {
            try deadline?.check()
            if conversion.writesRowsAsBlurred {
                try encoder.writeRow(pixels.bytes.extracting(y * bytesPerRow..<(y + 1) * bytesPerRow))
            } else {
                conversion.finish(pixels, row: y, into: &row)
                try unsafe encoder.writeRow(row.span.bytes)
            }
        }
        try encoder.finish()
    }
}

extension ImageDecoder {
    /// All that is odd about the file.
    fileprivate var notices: [String] {
        header.notices + (damage.map { ["the file is damaged, and what is missing was filled: \($0)"] } ?? [])
    }
}

extension ImageHeader {
    fileprivate func place(_ row: RawSpan, _ y: Int, in pixels: inout PixelBuffer) {
        unsafe pixels.withUnsafeMutablePixels {
            unsafe orientation.place(row, y, of: (width, height), in: $0)
        }
    }
}

extension ImageError {
    /// The same complaint about the image at hand.
    init(_ error: BlurError) {
        let isMemory = error.code == .outOfMemory
        self.init(
            isMemory ? .outOfMemory : .invalidSettings, error.message,
            remedy: isMemory ? "try again with more memory free" : "")
    }

    static func wrapping<Result: ~Copyable>(
        _ body: () throws(BlurError) -> Result
    ) throws(ImageError) -> Result {
        do {
            return try body()
        } catch {
            throw ImageError(error)
        }
    }
}
