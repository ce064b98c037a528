internal import VarBlurJSON
internal import VarBlurCommand
internal import VarBlur
internal import VarBlurCodecs
internal import VarBlurScenes

/// Draws the scene of a request and writes the output.
struct Composer {
    private let request: ComposeRequest
    private let watch: ComposeWatch
    private let limits: SceneLimits

    init(_ request: ComposeRequest, _ watch: ComposeWatch) {
        (self.request, self.watch) = (request, watch)
        var limits = SceneLimits()
        // the memory that the system leaves is less if it limits the process
        limits.images = request.job.limits.withAvailableMemory
        (limits.pixels, limits.memory) = (min(limits.pixels, request.job.limits.pixels), limits.images.memory)
        if let time = request.job.limits.time {
            limits.time = time
            // who allows more time gets it
            limits.work = max(limits.work, Int(time / .nanoseconds(1)))
        }
        self.limits = limits
    }

    /// Performs the request.
    ///
    /// - Returns: the report.
    /// - Throws: a failure with all mistakes of the scene.
    func run() throws(ComposeFailure) -> ComposeReport {
        try MemoryMeter(limit: limits.memory).measure { () throws(ComposeFailure) in try draw() }
    }

    private func draw() throws(ComposeFailure) -> ComposeReport {
        let output = try ComposeOutput(request, watch)
        let document = try request.document(limits)
        return try request.attributing { () throws(SceneError) in
            let reading = try SceneReading(document: document, setting: request.assignments, limits: limits)
            var report = ComposeReport(request, output)
            var resources = SceneResources(directory: request.directory, confinement: request.options.confinement)
            resources.allowsAllFiles = request.options.confinement == nil
            resources.fontDirectories = request.options.fontDirectories
            let renderer = try SceneRenderer(resources, limits: limits)
            renderer.layerObserver = { [watch] in watch.note(layer: $0) }
            watch.observe(renderer.textClock)
            renderer.page = output.page
            let animation = try renderer.animation(reading)
            report.notices += try timeNotices(animation)
            if animation.end.canvas.dpi != nil, let notice = output.densityNotice { report.notices.append(notice) }
            let (sizes, pixelCount, memory) = try check(animation, renderer)
            (report.sizes, report.memory) = (sizes, memory)
            // the former frame of an animated file, and the part that changes
            if request.isAnimatedFile { report.memory += 8 * pixelCount }
            let pictures = try picturesToDraw(animation, renderer, output)
            try checkOutputs(of: pictures, animation, renderer, output)
            report.skipAll(but: pictures)
            if !pictures.isEmpty && !request.isDryRun {
                // other scenes of a batch may use the memory
                let (images, memory) = (limits.images, report.memory)
                let reserved = try SceneError.wrapping { () throws(ImageError) in try images.reserve(memory: memory) }
                defer { withExtendedLifetime(reserved) {} }
                report.add(try draw(pictures, animation, renderer, output, pixelCount: pixelCount))
                report.notices += renderer.notices
            } else if request.isDryRun {
                report.notices += renderer.notices
                if !request.reportsJSON { showPlan(report, output) }
            }
            return report
        }
    }

    /// Checks the scene at the time of the picture, or at three times of the frames, in all scales.
    ///
    /// - Returns: the size of the first picture in each scale, the number of pixels of the largest one, and the memory of the one
    ///   that needs most.
    private func check(
        _ animation: SceneAnimation, _ renderer: SceneRenderer
    ) throws(SceneError) -> (sizes: [(width: Int, height: Int)], pixelCount: Int, memory: Int) {
        var sizes: [(width: Int, height: Int)] = []
        var (pixelCount, memory) = (0, 0)
        var first: SceneError?
        var problems: [SceneProblem] = []
        for picture in ComposePicture.checked(request, isStill: animation.isStill) {
            do throws(SceneError) {
                let scene = picture.scene(of: animation)
                // in this order, the scene is checked once
                memory = try max(memory, renderer.memory(of: scene))
                let found = try renderer.check(scene, of: animation)
                if sizes.count == picture.scaleIndex { sizes.append(found) }
                pixelCount = max(pixelCount, found.width * found.height)
            } catch {
                first = first ?? error
                problems += error.problems.filter { !problems.contains($0) }
            }
        }
        if let first { throw problems.count == first.problems.count ? first : SceneError(first.code, problems) }
        return (sizes, pixelCount, memory)
    }

    /// Lists the values that can be set.
    ///
    /// - Throws: a failure with all mistakes of the document.
    func list() throws(ComposeFailure) -> JSONValue {
        let document = try request.document(limits)
        let report = try request.attributing { () throws(SceneError) in
            try SceneSettings.report(of: document, setting: request.assignments, limits: limits)
        }
        var value: JSONValue = [
            "version": 1, "status": "ok", "scene": .string(request.scene.path ?? request.scene.label),
        ]
        value.append(report)
        return value
    }

    /// Checks the number of frames.
    ///
    /// - Returns: notices about them, or about the time of a single picture.
    private func timeNotices(_ animation: SceneAnimation) throws(SceneError) -> [String] {
        let cause = "because no value has the form {\"from\": …, \"to\": …}"
        guard let frames = request.options.frames else {
            // the page names a time in any case
            let hasTime = request.options.time != nil && !MessageStreams.areUsed
            return animation.isStill && hasTime ? ["the time has no effect, \(cause)"] : []
        }
        guard frames <= limits.frames else {
            throw SceneError(
                .overLimit,
                [SceneProblem(path: "", message: "\(frames) frames are more than the limit of \(limits.frames)")])
        }
        return animation.isStill ? ["all frames are the same, \(cause)"] : []
    }

    /// The pictures to draw; those whose outputs are left as they are do not belong to them.
    private func picturesToDraw(
        _ animation: SceneAnimation, _ renderer: SceneRenderer, _ output: ComposeOutput
    ) throws(SceneError) -> [ComposePicture] {
        var pictures = ComposePicture.all(request)
        if request.job.existing == .skip || request.job.existing == .skipSame {
            var missing: [ComposePicture] = []
            for picture in pictures {
                let digest = try digest(picture, animation, renderer, output)
                if !output.isKept(picture, digest: digest) { missing.append(picture) }
            }
            pictures = missing
        }
        return pictures
    }

    /// Checks the files of pictures before anything is drawn.
    private func checkOutputs(
        of pictures: [ComposePicture], _ animation: SceneAnimation, _ renderer: SceneRenderer, _ output: ComposeOutput
    ) throws(SceneError) {
        let sources = ComposePicture.checked(request, isStill: animation.isStill).flatMap {
            renderer.paths(of: $0.scene(of: animation))
        }
        try SceneError.wrapping { () throws(ImageError) in try output.check(pictures, sources: sources) }
    }

    private func digest(
        _ picture: ComposePicture, _ animation: SceneAnimation, _ renderer: SceneRenderer, _ output: ComposeOutput
    ) throws(SceneError) -> JobDigest? {
        guard request.job.writesDigest && !output.isVideo else { return nil }
        return try renderer.digest(of: picture.scene(of: animation), settings: output.settingsText)
    }

    private func draw(
        _ pictures: [ComposePicture], _ animation: SceneAnimation, _ renderer: SceneRenderer, _ output: ComposeOutput,
        pixelCount: Int
    ) throws(SceneError) -> [Int: WrittenPicture] {
        if pictures.count > 1 { renderer.keepLayers(of: animation) }
        let writer = PictureWriter(output, byteCount: 4 * pixelCount, count: pictures.count)
        var failure: SceneError?
        do throws(SceneError) {
            for picture in pictures where !writer.hasFailed {
                let digest = try digest(picture, animation, renderer, output)
                let scene = picture.scene(of: animation)
                writer.add(try renderer.render(scene), picture, digest, scene.canvas.density)
            }
        } catch {
            failure = error
        }
        let written = try SceneError.wrapping { () throws(ImageError) in try writer.finish() }
        if let failure { throw failure }
        return written
    }

    private func showPlan(_ report: ComposeReport, _ output: ComposeOutput) {
        let names = "\(request.scene.label) -> \(output.label(ComposePicture.all(request)))"
        Messages.info(
            report.isSkipped
                ? "\(names)  would be skipped: the output already exists"
                : "\(names)  \(report.sizesText)  needs \(Summary.memorySize(report.memory)) of memory"
        )
    }
}
