/// The action of a job whose output exists.
public enum ExistingOutput: Sendable, Hashable {
    /// Replace the output or fail, as ``OutputTarget/file(path:replacing:)`` specifies.
    case asTargetSpecifies
    /// Leave the output as it is.
    case skip
    /// Leave the output as it is if it contains the job's ``JobDigest``; otherwise ``asTargetSpecifies``.
    ///
    /// The digest is trusted, not verified: a program that changes the pixels and keeps the metadata goes unnoticed.
    case skipSame
}

extension OutputTarget {
    /// Whether there is a file or a link at the target's path; pipes and devices do not count.
    var exists: Bool {
        guard case .file(let path, _) = self, canOpenEarly else { return false }
        return FileIdentity(linkPath: path) != nil
    }

    /// Whether the target is an image file with a digest.
    func contains(_ digest: JobDigest, limits: ImageLimits, codecs: CodecRegistry) -> Bool {
        // only the digest is needed
        var limits = limits
        limits.strippedMetadata = .all
        guard case .file(let path, _) = self, FileIdentity(linkPath: path)?.kind == .regular,
            let (contents, _) = try? ImageSource.file(path: path).read(limits: limits, codecs: codecs),
            let metadata = try? codecs.codec(recognizing: contents)?.metadata(of: contents, limits: limits)
        else { return false }
        return metadata.digest == digest.description
    }
}
