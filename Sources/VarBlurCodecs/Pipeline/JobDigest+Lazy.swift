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
