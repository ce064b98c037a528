internal import VarBlur

/// What a plan has written.
struct WrittenOutput {
    /// The number of bytes.
    let byteCount: Int
    let quantization: OutputQuantization?
    /// Whether unblurred parts were copied as compressed data or coefficients.
    let keepsData: Bool
    /// Why the planned gain map is not in the output; `nil` if it is, or if none was planned.
    var lossOfGainMap: String?
    /// How legible text is, if the opacity of the tint was chosen.
    var legibility: TextLegibility?
}

extension BlurPlan {
    /// Decodes, blurs, and encodes the image on the best route that works.
    ///
    /// If a route fails for a reason that does not concern the next one, and nothing has been written, the next one begins
    /// with the first row again.
    ///
    /// - Parameters:
    ///   - input: the opened input, of which no row has been read.
    ///   - output: the opened output.
    ///   - digest: computes the digest to write into the output; `nil` for none.
    ///   - seen: gets the rows of a file that stores them exactly; `nil` for none.
    /// - Returns: what has been written.
    /// - Throws: an error with the name of its file.
    func run(
        _ input: InputDecoder, to output: JobOutput, digest: (() -> String)?, for seen: SeenRows? = nil
    ) throws(ImageError) -> WrittenOutput {
        let sink = CountingSink(output.sink, output.label)
        for (number, route) in routes.enumerated() {
            let held: MemoryFile? = route.mustShrinkFile || gainMap != nil ? try MemoryFile() : nil
            if route.mustShrinkFile { held?.limit = request.imageByteCount - 1 }
            do throws(ImageError) {
                let target = RouteOutput(sink: held ?? sink, digest: digest, seen: seen)
                guard try send(input, through: route, to: target, output.label) else { continue }
            } catch
                where number < routes.count - 1 && sink.count == 0
                && (error.code == .fault || route.mustShrinkFile && error.reason == .outputMemoryLimit)
            {
                // codecs can read some files whose data they cannot copy
                try input.label.attributingErrors(input.restart())
                continue
            }
            return try finish(held, route, input, sink)
        }
        throw ImageError(.fault, "no route suits the file", file: input.label.text)
    }

    /// Completes the output with an image that is held in memory, if it is, and with its gain map.
    private func finish(
        _ held: MemoryFile?, _ route: BlurRoute, _ input: InputDecoder, _ sink: CountingSink
    ) throws(ImageError) -> WrittenOutput {
        var loss: String?
        if let held, let gainMap {
            loss = try input.label.attributingErrors(gainMap.write(held.contents, input, to: sink))
        } else {
            try held?.write(to: sink)
        }
        return WrittenOutput(
            byteCount: sink.count, quantization: route.quantization, keepsData: route.keepsData,
            lossOfGainMap: loss)
    }

    /// Sends slices through decoder, blur, and encoder.
    ///
    /// - Returns: whether the route suits the file; if not, no row has been read.
    /// - Throws: an error with the name of its file.
    func send(
        _ input: InputDecoder, through route: BlurRoute, to output: RouteOutput, _ target: FileLabel
    ) throws(ImageError) -> Bool {
        let framed = try input.label.attributingErrors { () throws(ImageError) -> (any SliceSource)? in
            if request.fill != nil { input.reader.separateBlocks() }
            guard let decoded = try route.makeSource(input) else { return nil }
            if let parts = route.encodedSlices, parts.isEmpty { return decoded }
            return try request.framing.slices(decoded, as: route.blurred, of: input)
        }
        guard let framed else { return false }
        defer { framed.stop() }
        let blurred = try input.label.attributingErrors(blurredSlices(framed, route, input))
        defer { blurred.stop() }
        try encode(blurred, through: route, input, to: output, target)
        return true
    }

    /// Encodes the pixels of a blurred image.
    ///
    /// - Parameters:
    ///   - image: all slices of the image, in the format of the blur.
    ///   - input: the input, which has been decoded.
    ///   - output: the opened output.
    ///   - digest: computes the digest to write into the output; `nil` for none.
    /// - Returns: what has been written.
    /// - Throws: an error with the name of its file.
    func encode(
        _ image: any SliceSource, _ input: InputDecoder, to output: JobOutput, digest: (() -> String)?
    ) throws(ImageError) -> WrittenOutput {
        let sink = CountingSink(output.sink, output.label)
        // the routes of the plan may take stored planes
        let route = BlurRoute.pixels(request)
        let held: MemoryFile? = gainMap != nil ? try MemoryFile() : nil
        try encode(image, through: route, input, to: RouteOutput(sink: held ?? sink, digest: digest), output.label)
        return try finish(held, route, input, sink)
    }

    private func encode(
        _ source: any SliceSource, through route: BlurRoute, _ input: InputDecoder, to output: RouteOutput,
        _ target: FileLabel
    ) throws(ImageError) {
        // a timeout is attributed to the input: its size is the reason
        func encoding<Result>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
            do { return try body() } catch {
                throw error.attributed(to: error.code == .timeout ? input.label.text : target.text)
            }
        }
        func timed(_ body: () throws(ImageError) -> Void) throws(ImageError) {
            let start = Instant.now
            try encoding(body)
            input.context.timings.add(.encode, since: start)
        }
        let sink = try encoding { () throws(ImageError) in try route.makeSink(input, output) }
        defer { sink.stop() }
        for _ in 0..<(route.encodedSlices?.totalCount ?? route.blurred.count) {
            let slice = try input.label.attributingErrors(source.next())
            try timed { () throws(ImageError) in try sink.write(slice) }
            source.pool.recycle(slice)
        }
        try timed { () throws(ImageError) in try sink.finish() }
    }

    /// The slices of the result that a route encodes.
    ///
    /// - Parameters:
    ///   - framed: the slices of the picture.
    ///   - route: the route.
    ///   - input: the opened input.
    /// - Returns: the slices, blurred.
    /// - Throws: an error without the name of a file.
    private func blurredSlices(
        _ framed: any SliceSource, _ route: BlurRoute, _ input: InputDecoder
    ) throws(ImageError) -> any SliceSource {
        if let parts = route.encodedSlices, parts.isEmpty { return framed }
        guard request.isStreamed else {
            let parts = route.encodedSlices
            let blurred = parts == nil ? try framed.buffered() : try BufferedImage(framed, .up, only: parts)
            try blurred.apply(request.blur, request.execution, input.context)
            return blurred
        }
        let parts = route.encodedSlices ?? [0..<route.blurred.count]
        let blurred = try RowStageSource(
            request.blur, framed, only: parts, request.execution.instructionSet, input.context)
        // a resized image is computed in less time than it takes to decode
        guard request.usesThreads, request.framing.isIdentity else { return blurred }
        return Prefetch(blurred, count: parts.totalCount)
    }
}

extension [Range<Int>] {
    /// The number of elements of all ranges.
    fileprivate var totalCount: Int { reduce(0) { $0 + $1.count } }
}
