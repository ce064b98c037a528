internal import VarBlur

extension JobDigest {
    init(of job: BlurJob, contents: FileContents) {
        var hash = SHA256()
        let inputFormat = job.codecs.codec(recognizing: contents)?.format
        hash.add(Self.settings(of: job, inputFormat) + "\n")
        unsafe hash.add(contents.address(of: 0..<contents.count), contents.count)
        self.init(hash)
    }

    /// The digest of a picture that is not the blur of a single file.
    ///
    /// - Parameter text: everything that the picture depends on.
    package init(text: String) {
        var hash = SHA256()
        hash.add("varblur \(ToolVersion.text) " + text)
        self.init(hash)
    }

    /// All settings that affect the output.
    ///
    /// They are listed by hand: reflection would take as long as decoding a thumbnail.
    static func settings(of job: BlurJob, _ inputFormat: ImageFormat?) -> String {
        let (settings, output) = (job.blur, job.output)
        let directions = settings.directions.map(\.rawValue).list(separator: ",")
        var blur: [String] = [
            settings.maximumRadius.text, settings.minimumRadius.text, directions, "\(settings.startOffset)",
            settings.edges.rawValue,
        ]
        // digests of jobs without these settings stay as they were before the settings existed
        if settings.easing != .linear { blur.append(settings.easing.description) }
        if let reach = settings.reach { blur.append("reach \(reach.text)") }
        blur += settings.gradients.map(\.description)
        blur += settings.areas.map(\.description)
        if settings.light != .encoded { blur.append("\(settings.light.rawValue) light") }
        if !settings.look.isNone { blur.append(settings.look.digestText) }
        if output.jpegSmoothing != .auto { blur.append("jpeg-smooth \(output.jpegSmoothing.rawValue)") }
        if let quality = output.avifQuality { blur.append("avif-quality \(quality)") }
        if let speed = output.avifSpeed { blur.append("avif-speed \(speed)") }
        if let crop = job.crop { blur.append("crop \(crop)") }
        if let resize = job.resize { blur.append("resize \(resize)") }
        if let fill = job.fill { blur.append("fill \(fill.color.text) \(fill.shapes)") }
        if output.convertsToSRGB { blur.append("to sRGB") }
        if let matte = settings.matte { blur.append("matte \(SHA256.text(of: matte))") }
        if let mask = settings.mask { blur.append("mask \(SHA256.text(of: mask))") }
        let format = output.format ?? inputFormat
        let written: [String?] = [
            format?.rawValue, output.jpegQuality.map { String($0) }, output.jpegIsProgressive.map { String($0) },
            output.pngCompression.rawValue, output.webPQuality?.text, output.background?.text,
            output.stripping.rawValue,
            String(job.limits.allowsDamage),
        ]
        return "varblur \(ToolVersion.text) " + (blur + written.map { $0 ?? "" }).list(separator: "|")
    }
}

extension JobDigest {
    /// A digest that is computed in the background or on first use.
    ///
    /// Not thread-safe.
    final class Lazy {
        private let job: BlurJob
        private let contents: FileContents
        private let result = Result()
        private var computation: BackgroundTask?
        /// The digest, if it has been needed.
        private(set) var known: JobDigest?

        private final class Result: @unchecked Sendable { var digest: JobDigest? }

        init(of job: BlurJob, contents: FileContents) { (self.job, self.contents) = (job, contents) }

        /// Starts to compute the digest on its own thread.
        func computeInBackground() {
            computation = BackgroundTask { [job, contents, result] in
                result.digest = JobDigest(of: job, contents: contents)
            }
        }

        /// The digest; waits until it is computed.
        var value: JobDigest {
            _ = computation?.wait()
            computation = nil
            let digest = known ?? result.digest ?? JobDigest(of: job, contents: contents)
            known = digest
            return digest
        }
    }
}

extension WebPQuality {
    fileprivate var text: String {
        switch self {
        case .lossy(let quality): "\(quality)"
        case .lossless: "lossless"
        }
    }
}

extension RGBColor {
    fileprivate var text: String { "\(red) \(green) \(blue)" }
}

extension BlurLength {
    fileprivate var text: String {
        switch self {
        case .pixels(let pixels): "\(pixels)"
        case .percent(let percent): "\(percent / 100) of the axis"
        }
    }
}
