internal import VariableBlur

/// The stages through which one image goes.
struct BlurRun {
    let plan: BlurPlan
    let source: ImageSource
    let target: OutputTarget
    let contents: FileContents
    let limits: ImageLimits

    /// An image of fewer pixels is done sooner than a thread has begun to help.
    private static let leastPixelsForThreads = 150_000

    private var usesThreads: Bool {
        plan.recipe.execution.threadCount > 1 && plan.header.width * plan.header.height >= Self.leastPixelsForThreads
    }

    /// Blurs an image into a sink.
    ///
    /// - Returns: the input as it was read in the end.
    /// - Throws: an error that names its file.
    func run(_ input: InputImage, to sink: any ByteSink) throws(ImageError) -> InputImage {
        switch plan.way {
        case .pixels:
            let slices = try source.naming { () throws(ImageError) in
                try DecodedRows(input, plan.conversion, deadline: limits.deadline)
            }
            let encoder = try target.naming { () throws(ImageError) in
                try EncodedRows(encoding, plan.conversion, to: sink, deadline: limits.deadline)
            }
            try run(slices, to: encoder)
        case .planes(let layout):
            try runPlanes(input, layout, to: sink)
        case .coefficients(let layout, let new):
            do {
                try runCoefficients(input, layout, new, to: sink)
            } catch  where error.code == .unsupported {
                // a file that defines its tables anew between its scans
                let again = try source.naming { () throws(ImageError) in try InputImage(contents, limits: limits) }
                try runPlanes(again, layout, to: sink)
                return again
            }
        }
        return input
    }

    private var encoding: EncodingPlan {
        var encoding = plan.encoding
        encoding.threadCount = usesThreads ? plan.recipe.execution.threadCount : 1
        return encoding
    }

    private func runPlanes(
        _ input: InputImage, _ layout: SliceLayout, to sink: any ByteSink
    ) throws(ImageError) {
        let encoder = try target.naming { () throws(ImageError) in
            try EncodedPlanes(encoding, to: sink, deadline: limits.deadline)
        }
        try run(planes(input, layout), to: encoder)
    }

    private func planes(_ input: InputImage, _ layout: SliceLayout) throws(ImageError) -> DecodedPlanes {
        guard let reader = input.jpeg else { throw ImageError(.fault, "only JPEG files have planes") }
        return DecodedPlanes(input, reader, layout, deadline: limits.deadline)
    }

    private func runCoefficients(
        _ input: InputImage, _ layout: SliceLayout, _ new: Range<Int>, to sink: any ByteSink
    ) throws(ImageError) {
        let original = try source.naming { () throws(ImageError) in try JPEGReader(contents, limits: limits) }
        let merge = try CoefficientMerge(
            encoding, to: sink, original: original, inputName: source.name, layout, rows: new,
            usesThreads: usesThreads, deadline: limits.deadline)
        defer { merge.stop() }
        try run(planes(input, layout), new, to: merge)
        input.note(original.warning)
    }

    /// Sends the slices of the result through the stages, or some of them.
    private func run(
        _ slices: any SliceSource, _ part: Range<Int>? = nil, to sink: any SliceSink
    ) throws(ImageError) {
        var stages = Stages(usesThreads: usesThreads)
        defer { stages.stop() }
        let blurred = try source.naming { () throws(ImageError) -> any SliceSource in
            if let part, part.isEmpty { return slices }
            guard plan.isStreamed else {
                let image = try HeldImage(slices, plan.header.orientation)
                try image.apply(plan.blur, plan.recipe)
                return image
            }
            let wanted = part ?? 0..<slices.pool.layout.count
            let decoded = stages.add(slices, count: slices.pool.layout.count)
            let blur = try SliceBlur(
                plan.blur, decoded, from: wanted.lowerBound, set: plan.recipe.execution.instructionSet)
            return stages.add(blur, count: wanted.count)
        }
        // an image that has been turned has other slices
        for _ in 0..<(part?.count ?? blurred.pool.layout.count) {
            let slice = try source.naming(blurred.next)
            try target.naming { () throws(ImageError) in try sink.write(slice) }
            blurred.pool.giveBack(slice)
        }
        try target.naming(sink.finish)
    }
}

/// Stages that may work on threads of their own.
private struct Stages {
    let usesThreads: Bool
    private var running: [Prefetch] = []

    init(usesThreads: Bool) { self.usesThreads = usesThreads }

    /// Lets a source work ahead, if there are threads to use.
    mutating func add(_ source: any SliceSource, count: Int) -> any SliceSource {
        guard usesThreads else { return source }
        let prefetch = Prefetch(source, count: count)
        running.append(prefetch)
        return prefetch
    }

    /// Ends the threads, the last stage's first.
    mutating func stop() {
        while let last = running.popLast() { last.stop() }
    }
}

extension ImageSource {
    /// Names the source in the errors of `body`.
    func naming<Result: ~Copyable>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.about(name) }
    }
}

extension OutputTarget {
    /// Names the target in the errors of `body`.
    func naming<Result: ~Copyable>(_ body: () throws(ImageError) -> Result) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.about(name) }
    }
}
