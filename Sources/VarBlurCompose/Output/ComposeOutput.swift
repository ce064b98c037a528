internal import VarBlurCommand
internal import VarBlur
internal import VarBlurCodecs

/// Where pictures are written, and in which format.
struct ComposeOutput: Sendable {
    /// The path; `-` for standard output; `nil` if the report contains the picture.
    private let path: String?
    private let isStandardOutput: Bool
    private let scene: String?
    private let settings: OutputSettings
    private let existing: ExistingOutput
    /// The format; `nil` for a video.
    private let format: ImageFormat?
    /// Whether the names of files contain the scale.
    private let namesScales: Bool
    private let watch: ComposeWatch
    /// The animated file; `nil` if there is none.
    private let animation: AnimationFile?
    private let framesPerSecond: Int

    /// Determines the format.
    ///
    /// - Throws: a failure with the exit status 64 if neither an option nor the extension selects the format.
    init(_ request: ComposeRequest, _ watch: ComposeWatch) throws(ComposeFailure) {
        self.watch = watch
        animation = request.isAnimatedFile ? AnimationFile(request, watch) : nil
        framesPerSecond = request.options.frameRate
        path = if case .file(let path) = request.output { path } else { nil }
        isStandardOutput = request.usesStandardOutput
        (scene, settings, existing) = (request.scene.path, request.job.output, request.job.existing)
        namesScales = request.options.scales.count > 1
        if isStandardOutput && request.options.frames != nil {
            format = nil
            return
        }
        let isStream = path == nil || isStandardOutput
        guard let chosen = settings.format ?? (isStream ? .png : nil) else {
            throw Self.usage(
                "the output '\(ImageError.printable(path ?? ""))' has no extension (use \(OutputFormat.extensions), or set --format)"
            )
        }
        format = chosen
    }

    private static func usage(_ message: String) -> ComposeFailure {
        ComposeFailure(messages: [message], .usage, code: "usage")
    }

    /// The name in messages: the file, or the first and the last one of several frames.
    func label(_ pictures: [ComposePicture]) -> String {
        guard let path else { return "the report" }
        guard !isStandardOutput else { return "standard output" }
        let names = [pictures.first, pictures.count > 1 ? pictures.last : nil].compactMap { $0.map(self.path(of:)) }
        return names[..<(names.first == names.last ? 1 : names.count)].map { ImageError.printable($0) }
            .joined(separator: " ... ")
    }

    /// The color behind transparent pixels, if the output has no alpha, as a video; `nil` for none.
    var page: RGBColor? { format == nil ? settings.background : settings.page }

    /// The name of the format.
    var formatName: String { animation != nil && format == .png ? "apng" : format?.rawValue ?? "y4m" }

    /// What the user has to know about a density that the output cannot record; `nil` if it can.
    var densityNotice: String? {
        if format?.holdsDensity ?? false { return nil }
        return
            "canvas.dpi: \(format.map { "\($0.name) files do" } ?? "a video does") not record the number of pixels per inch; PNG and JPEG do"
    }

    /// Whether frames are parts of one video or one animated file, which have to be written in their order.
    var isVideo: Bool { format == nil || animation != nil }

    /// All settings that affect the bytes of the output.
    var settingsText: String {
        var job = BlurJob()
        job.output = settings
        job.output.format = format
        return JobOptions.digestText(of: job)
    }

    /// Checks all files before anything is drawn.
    ///
    /// - Parameters:
    ///   - pictures: the pictures to write.
    ///   - sources: the paths of the images and fonts of the scene.
    /// - Throws: an error with the code `exists`, `cannotCreate`, or `invalidSettings`.
    func check(_ pictures: [ComposePicture], sources: [String]) throws(ImageError) {
        guard path != nil && !isStandardOutput else { return }
        let input = scene.flatMap { $0.isSame(as: "-") ? nil : FileIdentity(path: $0) }
        let keys = Set(sources.compactMap { FileIdentity(path: $0)?.key })
        for picture in pictures {
            let file = path(of: picture)
            do throws(ImageError) {
                try OutputTarget.file(path: file).check(input: input, replaces: existing.replaces, isInPlace: false)
                if let key = FileIdentity(path: file)?.key, keys.contains(key) {
                    throw ImageError(
                        .invalidSettings, "the output is an image or a font of the scene",
                        remedy: "choose another output")
                }
            } catch {
                throw error.attributed(to: file)
            }
        }
    }

    /// Whether the file of a picture exists and is left as it is.
    func isKept(_ picture: ComposePicture, digest: JobDigest?) -> Bool {
        guard path != nil && !isStandardOutput else { return false }
        return OutputTarget.file(path: path(of: picture)).isKept(existing, digest: digest?.description)
    }

    /// Writes a picture.
    ///
    /// - Parameters:
    ///   - pixels: the pixels of the picture, premultiplied.
    ///   - picture: which one it is.
    ///   - digest: the digest to write into the file; `nil` for none.
    ///   - density: the density of the pixels, if the format holds it; `nil` for none.
    ///   - threads: the number of threads that compress the picture.
    /// - Returns: what was written.
    /// - Throws: an error of the output.
    func write(
        _ pixels: borrowing PixelBuffer, _ picture: ComposePicture, _ digest: JobDigest?, _ density: PixelDensity?,
        threads: Int
    ) throws(ImageError) -> WrittenPicture {
        guard let format else {
            try VideoOutput.write(pixels, rate: picture.number == 0 ? framesPerSecond : nil)
            return WrittenPicture()
        }
        do throws(ImageError) {
            return try write(pixels, picture, digest, density, as: format, threads: threads)
        } catch {
            // another process may have written the output in the meantime
            guard existing == .skip && error.reason == .outputExists else { throw error }
            return WrittenPicture(isKept: true)
        }
    }

    private func write(
        _ pixels: borrowing PixelBuffer, _ picture: ComposePicture, _ digest: JobDigest?, _ density: PixelDensity?,
        as format: ImageFormat, threads: Int
    ) throws(ImageError) -> WrittenPicture {
        if let animation {
            return try animation.write(pixels, picture, to: path(of: picture), density: density, threads: threads)
        }
        let image = try encodable(pixels, as: format)
        var plan = try EncodingPlan(image, as: format, settings, threads: threads)
        (plan.metadata.digest, plan.metadata.density) = (digest?.description, density)
        var written = WrittenPicture(digest: picture.number == nil ? digest : nil)
        guard path != nil else {
            let bytes = try image.encoded(plan)
            (written.bytes, written.byteCount) = (bytes, bytes.count)
            return written
        }
        let target: OutputTarget = isStandardOutput ? .standardOutput : .file(path: path(of: picture))
        written.byteCount = try image.write(
            plan, to: target, existing: existing, isDurable: settings.isDurable
        ) { (commit) throws(ImageError) in try watch.commit(isLast: picture.isOnly, commit) }
        return written
    }

    private func encodable(
        _ pixels: borrowing PixelBuffer, as format: ImageFormat
    ) throws(ImageError) -> PixelBuffer {
        do {
            return try pixels.encodable(as: format, background: settings.background)
        } catch {
            guard error.reason == .noBackground else { throw error }
            throw error.withRemedy(
                "give the canvas a background, set --background, or write a \(ImageFormat.alphaNameList)")
        }
    }

    /// The path of a picture: `out-0001.png` for the first frame of `out.png`, and `out@2x.png` for one of several scales.
    private func path(of picture: ComposePicture) -> String {
        guard let number = picture.number, animation == nil else { return path(scale: picture.scale) }
        let digits = String(number + 1)
        return path(scale: picture.scale, "-" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits)
    }

    /// The path of the output in a scale, with an addition to its name; of frames, the path to which their numbers are added.
    func path(scale: Double?, _ addition: String = "") -> String {
        guard let path else { return "" }
        var name = addition
        if namesScales, let scale, scale != 1 { name = "@\(ReadableNumber.text(scale))x\(addition)" }
        guard !name.isEmpty else { return path }
        let suffix = PathName.fileExtension(of: path).map { "." + $0 } ?? ""
        return "\(Substring(path.utf8.dropLast(suffix.utf8.count)))\(name)\(suffix)"
    }
}
