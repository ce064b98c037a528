internal import VarBlurCommand
internal import VariableBlur
internal import VariableBlurCodecs

/// Where pictures are written, and in which format.
struct ComposeOutput: Sendable {
    private let path: String
    private let scene: String
    private let settings: OutputSettings
    private let replaces: Bool
    /// The format; `nil` for a video.
    private let format: ImageFormat?

    /// Determines the format.
    ///
    /// - Throws: a failure with the exit status 64 if the format is unknown or contradicts the extension.
    init(_ request: ComposeRequest) throws(ComposeFailure) {
        (path, scene, settings, replaces) = (request.output, request.scene, request.settings, request.replaces)
        if path == "-" && request.frames != nil {
            format = nil
            return
        }
        let fileExtension = path == "-" ? nil : PathName.fileExtension(of: path)
        let named = fileExtension.flatMap { ImageFormat(fileExtension: $0) }
        guard let chosen = settings.format ?? named ?? (path == "-" ? .png : nil) else {
            let names = ImageFormat.allCases.map { "." + ($0.fileExtensions.first ?? "") }
            throw Self.usage(
                "the extension of the output '\(ImageError.printable(path))' is none of \(names.joined(separator: ", "))"
            )
        }
        if let named, named != chosen {
            throw Self.usage("the extension of the output is that of \(named.name), but the format is \(chosen.name)")
        }
        format = chosen
    }

    private static func usage(_ message: String) -> ComposeFailure {
        ComposeFailure(messages: [message], exitStatus: 64, code: "usage")
    }

    /// The name in messages.
    var label: String { path == "-" ? "standard output" : ImageError.printable(path) }

    /// The name of the format.
    var formatName: String { format?.rawValue ?? "y4m" }

    /// Whether frames are parts of one video, which have to be written in their order.
    var isVideo: Bool { format == nil }

    /// Checks all files before anything is drawn.
    ///
    /// - Parameter frames: the number of frames; `nil` for a single picture.
    /// - Throws: an error with the code `exists`, `cannotCreate`, or `invalidSettings`.
    func check(frames: Int?) throws(ImageError) {
        guard path != "-" else { return }
        let input = scene == "-" ? nil : FileIdentity(path: scene)
        for frame in 0..<(frames ?? 1) {
            let file = framePath(frames.map { _ in frame })
            do throws(ImageError) {
                try OutputTarget.file(path: file).check(input: input, replaces: replaces, isInPlace: false)
            } catch {
                throw error.attributed(to: file)
            }
        }
    }

    /// Writes a picture.
    ///
    /// - Parameters:
    ///   - picture: the picture, premultiplied.
    ///   - frame: the number of the frame from 0; `nil` for a single picture.
    ///   - threads: the number of threads that compress the picture.
    /// - Throws: an error of the output.
    func write(_ picture: borrowing PixelBuffer, frame: Int?, threads: Int) throws(ImageError) {
        guard let format else { return try VideoFrame.write(picture, isFirst: frame == 0) }
        let image = try StraightImage.image(picture, format, background: settings.background)
        var plan = EncodingPlan(
            width: image.width, height: image.height, pixelFormat: image.format, encoding: encoding(format))
        plan.threadCount = threads
        let target: OutputTarget = path == "-" ? .standardOutput : .file(path: framePath(frame))
        try image.write(plan, to: target, existing: replaces ? .replace : .fail)
    }

    private func encoding(_ format: ImageFormat) -> ImageEncoding {
        switch format {
        case .jpeg: .jpeg(JPEGStyle(.yCbCr), quality: settings.jpegQuality ?? 90)
        case .webP: .webP(settings.webPQuality ?? .default)
        default: .png(compression: settings.pngCompression)
        }
    }

    /// The path of a frame: `out-0001.png` for the first frame of `out.png`.
    private func framePath(_ frame: Int?) -> String {
        guard let frame else { return path }
        let digits = String(frame + 1)
        let number = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
        let suffix = PathName.fileExtension(of: path).map { "." + $0 } ?? ""
        return "\(Substring(path.utf8.dropLast(suffix.utf8.count)))-\(number)\(suffix)"
    }
}
