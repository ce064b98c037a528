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
        /// The digest, if anybody has asked.
        private(set) var known: JobDigest?

        init(of job: BlurJob, contents: FileContents) { (self.job, self.contents) = (job, contents) }

        var value: JobDigest {
            let digest = known ?? JobDigest(of: job, contents: contents)
            known = digest
            return digest
        }
    }

    /// All settings, so that none that is added can be forgotten; but for those that change no byte.
    private static func settings(of job: BlurJob, _ format: ImageFormat?) -> String {
        var (recipe, output) = (job.recipe, job.output)
        recipe.execution = BlurExecution(threadCount: 1, instructionSet: .portable)
        output.isDurable = true
        output.format = output.format ?? format
        return "varblur \(ToolVersion.text) \(recipe) \(output) \(job.limits.allowsDamage)"
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
