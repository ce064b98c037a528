internal import VarBlur

extension GainMapPlan {
    /// Computes and encodes the map of the result.
    ///
    /// The gains are averaged in linear light, weighted by the light of the image: `blur((image + offset) × gain) / (blur(image) +
    /// offset)`. A blur of the samples, which are logarithms, would lose highlights. Some are resized as they are stored:
    /// ``GainMapGeometry/averagesSamples``.
    ///
    /// - Parameter input: the input.
    /// - Returns: a file in the format of the output, with only the color profile of the map.
    /// - Throws: an error with the code `damaged`, `overLimit`, `outOfMemory`, `timeout`, or `cancelled`.
    func makeMap(_ input: InputDecoder) throws(ImageError) -> FileContents {
        var (image, gains) = (try decodedImage(input), try decodedMap(input))
        if geometry.averagesSamples {
            (image, gains) = (try averaged(image, input.context), try averaged(gains, input.context))
        }
        if let table = map.samples { gains = BufferedImage(replaced(try gains.takePixels(), by: table)) }
        let format = map.format
        var result = try ImageError.wrapping(
            PixelBuffer(width: geometry.width, height: geometry.height, format: format))
        let pixelLight = PixelLight(light, channelCount: request.header.pixelFormat.channels.count)
        let opacity = isComposited ? try opacity(input.context) : nil
        let covered = try request.fill?.pixels(
            ofSmallerWidth: geometry.width, height: geometry.height, input.context.deadline)
        for channel in 0..<format.channels.count {
            let samples = GainSamples(map.parameters.channel(channel, of: format.channels.count))
            let color = format.channels.count == 1 ? nil : Optional(channel)
            var weighted = try gains.withPixels { (gains) throws(ImageError) in
                try image.withPixels { (image) throws(ImageError) in
                    try self.weighted(gains, channel, samples, image, pixelLight, color)
                }
            }
            let background = request.framing.background ?? .black
            let behind = (samples.neutral, samples.weight(pixelLight.light(background, channel: color)))
            if !geometry.isCopy && !geometry.averagesSamples { weighted = try averaged(weighted, input.context) }
            if geometry.hasBars { weighted = try addingBars(to: weighted, behind) }
            if let fill = request.fill, let covered {
                let weight = samples.weight(pixelLight.light(fill.color, channel: color))
                weighted.paint(covered.rows, with: Self.pixel((samples.neutral, weight)))
            }
            let original = try ImageError.wrapping(BufferedImage(try weighted.copy()))
            weighted = try blurred(weighted, input.context).takePixels()
            opacity?.withPixels { composite(&weighted, $0, over: behind) }
            store(weighted, samples, in: &result, channel)
            if geometry.detail > 1 { restore(gains, where: weighted, isStill: original, in: &result, channel) }
        }
        let file = try MemoryFile()
        // formats hold maps without colors even if their images always have some
        let writer = try request.writer.makeWriter(encoding, digest: nil)
        var encoder = ImageEncoder(encoding, writer, to: file)
        try result.writeRows(to: &encoder)
        return file.contents
    }

    /// Decodes the image at the size of the kept pixels of the map.
    private func decodedImage(_ input: InputDecoder) throws(ImageError) -> BufferedImage {
        let decoder = try InputDecoder(
            input.contents, request.reader, input.context.withoutMetadata, label: input.label)
        return BufferedImage(try narrowed(try imageFraming.pixels(of: decoder)))
    }

    /// Rounds pixels to 8 bits.
    private func narrowed(_ pixels: consuming PixelBuffer) throws(ImageError) -> PixelBuffer {
        if pixels.format.depth == .eight { return pixels }
        return try ImageError.wrapping(pixels.converted(to: PixelFormat(pixels.format.channels)))
    }

    /// Decodes the kept pixels of the map.
    private func decodedMap(_ input: InputDecoder) throws(ImageError) -> BufferedImage {
        var (contents, context) = (input.contents, input.context.withoutGainMaps)
        if let range = map.range { contents = try FileContents(range, of: contents) }
        context.item = map.item
        let decoder = try InputDecoder(contents, request.reader, context, label: input.label)
        var header = decoder.header
        header.orientation = map.header.orientation
        guard header == map.header else { throw ImageError(.fault, "the header of the gain map has changed") }
        var framing = mapFraming
        if let covered = try request.fill?.blocks(of: map.header, input.context.deadline) {
            let count = map.header.pixelFormat.channels.count
            let neutral = (0..<count).flatMap { channel in
                let samples = GainSamples(map.parameters.channel(channel, of: count))
                // both bytes of a sample of 16 bits are that of one of 8; Apple's samples are the same for the gain 1
                return [UInt8](
                    repeating: samples.sample(samples.neutral), count: map.header.pixelFormat.depth.byteCount)
            }
            framing.storedPaint = Paint(covered: covered) { _ in [neutral] }
        }
        return BufferedImage(try narrowed(try framing.pixels(of: decoder)))
    }

    /// Replaces the stored samples of a map by those of the result.
    private func replaced(_ stored: consuming PixelBuffer, by table: [UInt8]) -> PixelBuffer {
        unsafe stored.withUnsafeMutablePixels { pixels in
            let bytes = unsafe pixels.base.assumingMemoryBound(to: UInt8.self)
            for index in unsafe 0..<pixels.layout.width * pixels.layout.height * map.format.bytesPerPixel {
                unsafe bytes[index] = table[Int(bytes[index])]
            }
        }
        return stored
    }

    /// The gains of a channel of the map, with their weights.
    ///
    /// Where the image has several pixels for each of the map, the gain of each is interpolated, as in a reconstruction.
    private func weighted(
        _ gains: borrowing PixelBuffer, _ channel: Int, _ samples: GainSamples, _ image: borrowing PixelBuffer,
        _ light: PixelLight, _ color: Int?
    ) throws(ImageError) -> PixelBuffer {
        let (width, height, detail) = (gains.width, gains.height, geometry.detail)
        var result = try ImageError.wrapping(PixelBuffer(width: width, height: height, format: Self.format))
        let (gainStep, lightStep) = (gains.format.bytesPerPixel, image.format.bytesPerPixel)
        unsafe gains.withUnsafePixels { gains in
            unsafe image.withUnsafePixels { image in
                unsafe result.withUnsafeMutablePixels { result in
                    let map = unsafe gains.base.assumingMemoryBound(to: UInt8.self) + channel
                    let lights = unsafe image.base.assumingMemoryBound(to: UInt8.self)
                    let pixels = unsafe result.base.assumingMemoryBound(to: UInt16.self)
                    for index in 0..<width * height {
                        let (x, y) = (index % width, index / width)
                        var (sum, weights) = (0, 0)
                        for part in 0..<detail * detail {
                            let (partX, partY) = (part % detail, part / detail)
                            let nextX = min(max(x + 2 * partX - 1, 0), width - 1)
                            let nextY = min(max(y + 2 * partY - 1, 0), height - 1)
                            func sample(_ x: Int, _ y: Int) -> Int { unsafe Int(map[(y * width + x) * gainStep]) }
                            let value =
                                detail == 1
                                ? 16 * sample(x, y)
                                : 9 * sample(x, y) + 3 * (sample(nextX, y) + sample(x, nextY)) + sample(nextX, nextY)
                            let place = (y * detail + partY) * width * detail + x * detail + partX
                            let weight = unsafe Int(
                                samples.weight(light.light(lights + place * lightStep, channel: color)))
                            sum += weight * Int(samples.gain(sixteenths: value))
                            weights += weight
                        }
                        unsafe pixels[2 * index] = UInt16((sum + weights / 2) / weights)
                        unsafe pixels[2 * index + 1] = UInt16(weights / (detail * detail))
                    }
                }
            }
        }
        return result
    }

    /// Crops and resizes pixels of the map, or of the image at its size.
    private func averaged(_ pixels: borrowing PixelBuffer, _ context: JobContext) throws(ImageError) -> PixelBuffer {
        let (start, target) = (Instant.now, geometry.target)
        defer { context.timings.add(.resize, since: start) }
        // a filter with negative lobes would make gains that no pixel has, because they are divided by their weights
        return try ImageError.wrapping(
            pixels.averaged(
                toWidth: target.width, height: target.height, from: geometry.source, execution: request.execution))
    }

    private func averaged(_ image: BufferedImage, _ context: JobContext) throws(ImageError) -> BufferedImage {
        BufferedImage(try image.withPixels { (pixels) throws(ImageError) in try averaged(pixels, context) })
    }

    /// Puts gains between bars.
    private func addingBars(
        to gains: consuming PixelBuffer, _ bars: (gain: UInt16, weight: UInt16)
    ) throws(ImageError) -> PixelBuffer {
        let source = BarSource(
            BufferedImage(gains), .color(Self.pixel(bars)), at: geometry.target, width: geometry.width,
            height: geometry.height)
        return try BufferedImage(source, .up).takePixels()
    }

    /// The bytes of a pixel.
    private static func pixel(_ samples: (gain: UInt16, weight: UInt16)) -> [UInt8] {
        unsafe [samples.gain, samples.weight].withUnsafeBytes { unsafe Array($0) }
    }

    private func blurred(_ image: consuming PixelBuffer, _ context: JobContext) throws(ImageError) -> BufferedImage {
        let result = BufferedImage(image, sampling: sampling)
        try result.apply(blur, request.execution, context)
        return result
    }

    /// The opacity of the result, as the alpha of pixels.
    private func opacity(_ context: JobContext) throws(ImageError) -> BufferedImage {
        var image = try ImageError.wrapping(
            PixelBuffer(width: geometry.width, height: geometry.height, format: Self.format))
        image.paint(Array(repeating: [0..<geometry.width], count: geometry.height), with: Self.pixel((.max, .max)))
        return try blurred(image, context)
    }

    /// Puts gains over a background, as far as the image is not opaque.
    private func composite(
        _ image: inout PixelBuffer, _ opacity: borrowing PixelBuffer, over behind: (gain: UInt16, weight: UInt16)
    ) {
        unsafe opacity.withUnsafePixels { opacity in
            unsafe image.withUnsafeMutablePixels { image in
                let pixels = unsafe image.base.assumingMemoryBound(to: UInt16.self)
                let alphas = unsafe opacity.base.assumingMemoryBound(to: UInt16.self)
                for index in 0..<geometry.width * geometry.height {
                    let shown = unsafe Double(pixels[2 * index + 1])
                    let seenThrough = unsafe Double(behind.weight) * Double(UInt16.max - alphas[2 * index + 1]) / 65535
                    guard seenThrough > 0 else { continue }
                    let sum = unsafe shown * Double(pixels[2 * index]) + seenThrough * Double(behind.gain)
                    unsafe pixels[2 * index] = UInt16((sum / (shown + seenThrough)).rounded())
                }
            }
        }
    }

    /// Stores gains as samples of a channel.
    private func store(
        _ gains: borrowing PixelBuffer, _ samples: GainSamples, in result: inout PixelBuffer, _ channel: Int
    ) {
        unsafe gains.withUnsafePixels { gains in
            unsafe result.withUnsafeMutablePixels { result in
                let step = unsafe result.layout.format.bytesPerPixel
                let bytes = unsafe result.base.assumingMemoryBound(to: UInt8.self)
                let pixels = unsafe gains.base.assumingMemoryBound(to: UInt16.self)
                for index in 0..<geometry.width * geometry.height {
                    unsafe bytes[index * step + channel] = samples.sample(pixels[2 * index])
                }
            }
        }
    }

    /// Restores the samples of pixels that were not blurred: their gains may be averages within a pixel.
    private func restore(
        _ samples: BufferedImage, where gains: borrowing PixelBuffer, isStill original: BufferedImage,
        in result: inout PixelBuffer, _ channel: Int
    ) {
        let step = result.format.bytesPerPixel
        samples.withPixels { samples in
            original.withPixels { original in
                let (before, after) = (original.bytes, gains.bytes)
                let bytes = samples.bytes
                unsafe result.withUnsafeMutablePixels { result in
                    for index in 0..<geometry.width * geometry.height {
                        let (old, new) = unsafe (
                            before.unsafeLoad(fromByteOffset: 4 * index, as: UInt32.self),
                            after.unsafeLoad(fromByteOffset: 4 * index, as: UInt32.self)
                        )
                        if old != new { continue }
                        let offset = index * step + channel
                        unsafe result.base.storeBytes(
                            of: bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self), toByteOffset: offset,
                            as: UInt8.self)
                    }
                }
            }
        }
    }
}
