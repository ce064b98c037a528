internal import VarBlur

/// A SHA-256 digest of a job: the input's bytes, the settings that affect the output, and the version.
///
/// If ``BlurJob/writesDigest`` is set, outputs contain it even if metadata is stripped: PNG files in a tEXt chunk with the
/// keyword `varblur`, JPEG files in a comment, WebP files in a chunk of the type `VBLR`. Outputs with the same digest are
/// identical, unless different versions of the codec libraries compress differently.
public struct JobDigest: Sendable, Hashable, CustomStringConvertible {
    /// The digest as a string: `sha256:` and 64 hexadecimal digits.
    public let description: String

    /// The keyword of the text in PNG files.
    static let keyword = "varblur"
    /// The prefix of the comment in JPEG files.
    static let jpegPrefix = Array("varblur ".utf8)
    static let algorithm = "sha256:"

    init(of job: BlurJob, contents: FileContents) {
        var hash = SHA256()
        let inputFormat = job.codecs.codec(recognizing: contents)?.format
        hash.add(Self.settings(of: job, inputFormat) + "\n")
        unsafe hash.add(contents.address(of: 0..<contents.count), contents.count)
        self.init(hash)
    }

    init(_ hash: SHA256) { description = Self.algorithm + hash.text }

    /// All settings that affect the output.
    ///
    /// They are listed by hand: reflection would take as long as decoding a thumbnail.
    static func settings(of job: BlurJob, _ inputFormat: ImageFormat?) -> String {
        let (settings, output) = (job.blur, job.output)
        let directions = settings.directions.map(\.rawValue).joined(separator: ",")
        var blur: [String] = [
            settings.maximumRadius.text, settings.minimumRadius.text, directions, "\(settings.startOffset)",
            settings.edges.rawValue, settings.engine.rawValue,
        ]
        // digests of jobs without these settings stay as they were before the settings existed
        if settings.easing != .linear { blur.append(settings.easing.description) }
        blur += settings.gradients.map(\.description)
        if settings.light != .encoded { blur.append("\(settings.light.rawValue) light") }
        if !settings.look.isNone { blur.append(settings.look.digestText) }
        if output.jpegSmoothing != .auto { blur.append("jpeg-smooth \(output.jpegSmoothing.rawValue)") }
        if let mask = settings.mask { blur.append("mask \(SHA256.text(of: mask))") }
        let format = output.format ?? inputFormat
        let written: [String?] = [
            format?.rawValue, output.jpegQuality.map { String($0) }, output.jpegIsProgressive.map { String($0) },
            output.pngCompression.rawValue, output.webPQuality?.text, output.background?.text,
            output.stripping.rawValue,
            String(job.limits.allowsDamage),
        ]
        return "varblur \(ToolVersion.text) " + (blur + written.map { $0 ?? "" }).joined(separator: "|")
    }

    /// The digest's text in the metadata of a file; `nil` if it is not a valid digest.
    static func text(in bytes: some Sequence<UInt8>) -> String? {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        let digits = text.dropFirst(algorithm.count)
        let isDigest =
            text.hasPrefix(algorithm) && digits.utf8.count == SHA256.digitCount && digits.allSatisfy(\.isHexDigit)
        return isDigest ? text : nil
    }
}

extension BlurLength {
    fileprivate var text: String {
        switch self {
        case .pixels(let pixels): "\(pixels)"
        case .percent(let percent): "\(percent / 100) of the axis"
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
