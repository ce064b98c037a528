/// What a job does if its output exists.
///
/// Pipes and devices always exist and are always written to.
public enum ExistingOutput: String, CaseIterable, Sendable, Hashable, Codable {
    /// The job fails with the code ``ImageError/Code/exists``.
    case fail = "error"
    /// The output is left unchanged.
    case skip
    /// The output is left unchanged if it contains the ``JobDigest`` of the job, and was not cut off; otherwise, it is replaced.
    ///
    /// The digest is not verified: if another program changes the pixels but keeps the metadata, this is not noticed.
    case skipSame = "skip-same"
    /// The output is replaced as soon as the new one is complete.
    case replace = "overwrite"

    /// Whether an existing file may be replaced.
    package var replaces: Bool { self == .replace || self == .skipSame }
}

extension OutputTarget {
    /// Whether there is a file or a link at the target's path; pipes and devices do not count.
    var exists: Bool {
        guard canOpenEarly, let entry = try? location?.entry() else { return false }
        return entry.identity != nil
    }

    /// Whether an existing file is left as it is.
    ///
    /// - Parameters:
    ///   - existing: what to do if the file exists.
    ///   - digest: the text of the digest of the new picture; `nil` if it has none.
    /// - Returns: whether nothing needs to be written.
    package func isKept(_ existing: ExistingOutput, digest: String?) -> Bool {
        switch existing {
        case .fail, .replace: false
        case .skip: exists
        case .skipSame: digest.map { contains($0, JobContext(ImageLimits()), codecs: .standard) } ?? false
        }
    }

    /// Whether the target is an image file with a digest, of which nothing is missing.
    func contains(_ digest: String, _ context: JobContext, codecs: CodecRegistry) -> Bool {
        var context = context.withoutMetadata
        context.limits.allowsDamage = false
        guard let file = try? existingContents(context), file.digest(context, codecs: codecs) == digest else {
            return false
        }
        return codecs.codec(recognizing: file)?.hasEnd(file, context) ?? false
    }

    /// Whether the target is a file that is not empty and has no digest, so that probably no job wrote it.
    package var isForeignFile: Bool {
        guard let file = openExisting(until: nil), let identity = FileIdentity(file), identity.kind == .regular,
            identity.byteCount > 0
        else { return false }
        // most outputs have their digest at the beginning
        if beginsWithDigest { return false }
        // a file that is too large to be read is foreign, too
        let context = JobContext(ImageLimits())
        return (try? existingContents(context))?.digest(context, codecs: .standard) == nil
    }

    /// Whether the first bytes of the existing file contain the name of this program, a separator, and a digest.
    private var beginsWithDigest: Bool {
        guard let file = openExisting(until: nil), FileIdentity(file)?.kind == .regular,
            let start = try? FileContents(capacity: 1 << 16),
            let count = try? unsafe start.append(upTo: 1 << 16, file.read)
        else { return false }
        let (name, algorithm) = (Array(JobDigest.keyword.utf8), Array(JobDigest.algorithm.utf8))
        let bytes = start.bytes(0..<count)
        return bytes.indices.dropLast(name.count + algorithm.count).contains { index in
            bytes[index] == name[0] && bytes[index...].starts(with: name)
                && bytes[(index + name.count + 1)...].starts(with: algorithm)
        }
    }

    /// The length of the existing regular file with the target's name in bytes; 0 if there is none.
    var existingByteCount: Int {
        guard canOpenEarly, let identity = (try? location?.entry())?.identity, identity.kind == .regular else {
            return 0
        }
        return identity.byteCount
    }

    /// The contents of the existing regular file with the target's name.
    ///
    /// - Throws: an error with the code `unreadable`, `overLimit`, `outOfMemory`, `timeout`, or `cancelled`.
    func existingContents(_ context: JobContext) throws(ImageError) -> FileContents {
        guard let file = openExisting(until: context.deadline), let identity = FileIdentity(file),
            identity.kind == .regular
        else { throw ImageError(.unreadable, "it is not a regular file, or cannot be opened") }
        return try ImageSource.contents(of: file, identity, context)
    }
}

extension FileContents {
    /// The text of the digest with which an earlier job marked the file; `nil` if there is none.
    func digest(_ context: JobContext, codecs: CodecRegistry) -> String? {
        (try? codecs.codec(recognizing: self)?.digest(of: self, context.withoutMetadata)) ?? nil
    }
}
