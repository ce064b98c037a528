/// What becomes of an output that exists already.
public enum ExistingOutput: Sendable, Hashable {
    /// It is replaced, or the job fails, as the target says.
    case asTheTargetSays
    /// The job has nothing to do.
    case skip
    /// The job has nothing to do if the output's ``JobDigest`` is what it would be; else it is as the target says.
    case skipSame
}

extension OutputTarget {
    /// Whether there is a file of the target's name, or a link of that name; pipes and devices do not count.
    var exists: Bool {
        guard case .file(let path, _) = self, opensEarly else { return false }
        return FileIdentity(linkPath: path) != nil
    }

    /// Whether the target is an image file that says it is made of what the digest stands for.
    func holds(_ digest: JobDigest, limits: ImageLimits) -> Bool {
        guard case .file(let path, _) = self, FileIdentity(linkPath: path)?.kind == .regular,
            let (contents, _) = try? ImageSource.file(path: path).read(limits: limits)
        else { return false }
        let metadata =
            switch ImageFormat(contents: contents) {
            case .png: try? PNGStructure(contents, limits: limits).metadata
            case .jpeg: try? JPEGStructure(contents, limits: limits).metadata
            case nil: ImageMetadata?.none
            }
        return metadata?.digest == digest.description
    }
}
