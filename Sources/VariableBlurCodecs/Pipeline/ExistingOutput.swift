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
        guard canOpenEarly, let entry = try? location?.entry() else { return false }
        return entry.identity != nil
    }

    /// Whether the target is an image file with a digest.
    func contains(_ digest: JobDigest, limits: ImageLimits, codecs: CodecRegistry) -> Bool {
        // only the digest is needed
        var limits = limits
        limits.strippedMetadata = .all
        guard let file = openExisting(until: limits.deadline), let identity = FileIdentity(file),
            identity.kind == .regular, let contents = try? ImageSource.contents(of: file, identity, limits),
            let metadata = try? codecs.codec(recognizing: contents)?.metadata(of: contents, limits: limits)
        else { return false }
        return metadata.digest == digest.description
    }
}
