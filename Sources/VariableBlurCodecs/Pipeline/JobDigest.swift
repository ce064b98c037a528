internal import CDigest
internal import VariableBlur

/// What an output is made of, as 64 hexadecimal digits: the input's bytes, the settings that matter, and the version.
///
/// It travels in the output if ``BlurJob/writesDigest`` says so, as PNG's text `varblur` or a JPEG comment, whatever metadata is stripped. An output of the same
/// digest would be the same, but for what is not settled by them: libraries that compress otherwise.
public struct JobDigest: Sendable, Hashable, CustomStringConvertible {
    /// The digits.
    public let description: String

    /// The keyword of PNG's text.
    static let keyword = "varblur"
    /// What a JPEG comment begins with.
    static let jpegPrefix = Array("varblur ".utf8)
    private static let kind = "sha256:"

    init(of job: BlurJob, contents: FileContents) {
        var hash = sha256()
        unsafe sha256_start(&hash)
        var settings = Self.settings(of: job, ImageFormat(contents: contents)) + "\n"
        settings.withUTF8 { unsafe sha256_add(&hash, $0.baseAddress, $0.count) }
        unsafe sha256_add(&hash, contents.address(of: 0..<contents.count), contents.count)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_SIZE))
        unsafe sha256_finish(&hash, &digest)
        description = Self.kind + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// A digest that is found when it is first asked for, by one thread.
    final class Lazy {
        private let job: BlurJob
        private let contents: FileContents
        private let found = Found()
        private var finding: BackgroundTask?
        /// The digest, if anybody has asked.
        private(set) var known: JobDigest?

        private final class Found: @unchecked Sendable { var digest: JobDigest? }

        init(of job: BlurJob, contents: FileContents) { (self.job, self.contents) = (job, contents) }

        /// Begins to find it on a thread of its own, as it will be asked for.
        func begin() {
            finding = BackgroundTask { [job, contents, found] in found.digest = JobDigest(of: job, contents: contents) }
        }

        var value: JobDigest {
            _ = finding?.wait()
            finding = nil
            let digest = known ?? found.digest ?? JobDigest(of: job, contents: contents)
            known = digest
            return digest
        }
    }

    /// All settings but for those that change no byte; by hand, as reflection takes as long as to decode a thumbnail.
    static func settings(of job: BlurJob, _ format: ImageFormat?) -> String {
        let (settings, output) = (job.blur, job.output)
        let blur: [String] = [
            settings.maximumRadius.text, settings.minimumRadius.text, settings.direction.rawValue,
            "\(settings.startOffset)",
            settings.edges.rawValue, settings.engine.rawValue,
        ]
        let format = output.format ?? format
        let written: [String?] = [
            format?.rawValue, output.jpegQuality.map { String($0) }, output.jpegIsProgressive.map { String($0) },
            output.pngCompression.rawValue, output.background?.text, output.stripping.rawValue,
            String(job.limits.allowsDamage),
        ]
        return "varblur \(ToolVersion.text) " + (blur + written.map { $0 ?? "" }).joined(separator: "|")
    }

    /// The text of a digest that a file holds.
    static func text(in bytes: some Sequence<UInt8>) -> String? {
        let text = String(decoding: Array(bytes), as: UTF8.self)
        let digits = text.dropFirst(kind.count)
        let isDigest =
            text.hasPrefix(kind) && digits.utf8.count == 2 * Int(SHA256_SIZE) && digits.allSatisfy(\.isHexDigit)
        return isDigest ? text : nil
    }
}

extension BlurSettings.Length {
    fileprivate var text: String {
        switch self {
        case .pixels(let pixels): "\(pixels)"
        case .axisFraction(let fraction): "\(fraction) of the axis"
        }
    }
}

extension RGBColor {
    fileprivate var text: String { "\(red) \(green) \(blue)" }
}
