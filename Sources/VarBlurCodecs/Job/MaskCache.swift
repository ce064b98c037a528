internal import Synchronization
internal import VarBlur

/// A cache for the files of a mask and a matte that several jobs use, so that they are read only once.
///
/// The cache holds the mask and the matte that were read last. A job with the same ``BlurJob/maskSource`` or
/// ``BlurJob/matteSource`` and the same limits uses them again, unless the file has changed.
public final class MaskCache: Sendable {
    private struct Entry {
        let source: ImageSource
        let isInverted: Bool
        let limits: ImageLimits
        let result: LoadedMask
    }

    private let entries = Mutex<[MaskRole: Entry]>([:])

    /// Creates an empty cache.
    public init() {}

    /// The mask of a file, which is read unless it is known.
    ///
    /// - Throws: an error with the name of the mask's file.
    func mask(
        _ source: ImageSource, isInverted: Bool, _ limits: ImageLimits, as role: MaskRole = .mask,
        read: () throws(ImageError) -> LoadedMask
    ) throws(ImageError) -> LoadedMask {
        guard let version = source.version else { return try read() }
        let limited = limits.comparable
        // other jobs wait until the mask is read
        return try entries.withLock { (entries) throws(ImageError) -> LoadedMask in
            if let entry = entries[role], entry.source == source, entry.isInverted == isInverted,
                entry.limits == limited,
                entry.result.version == version
            {
                return entry.result
            }
            let result = try read()
            entries[role] = Entry(source: source, isInverted: isInverted, limits: limited, result: result)
            return result
        }
    }
}

extension ImageLimits {
    /// The limits on which it depends whether a mask is read, without those of a single job.
    fileprivate var comparable: ImageLimits {
        var limits = self
        (limits.time, limits.allowsDamage, limits.memory, limits.memorySource) = (nil, false, 0, nil)
        return limits
    }
}

extension ImageSource {
    /// The current version of the file; `nil` for streams and files that cannot be inspected.
    fileprivate var version: FileVersion? {
        guard case .file(let path) = self else { return nil }
        return FileIdentity(path: path)?.version
    }
}
