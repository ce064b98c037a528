internal import VarBlur

extension JobDigest {
    init(of job: BlurJob, contents: FileContents) {
        var hash = SHA256()
        let inputFormat = job.codecs.codec(recognizing: contents)?.format
        hash.add(Self.settings(of: job, inputFormat) + "\n")
        hash.add(contents)
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
    static func settings(of job: BlurJob, _ inputFormat: ImageFormat?) -> String {
        var job = job
        job.output.format = job.output.format ?? inputFormat
        let shared = job.sharedReduction.map { "|shared \($0)" } ?? ""
        return "varblur \(ToolVersion.text) \(JobOptions.digestText(of: job))\(shared)"
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
