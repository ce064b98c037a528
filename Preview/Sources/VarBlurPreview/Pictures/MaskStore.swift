internal import NIOPosix
internal import VariableBlur
internal import VariableBlurCodecs

/// The masks of a session: that of the command line, and files that the user has chosen on the page.
actor MaskStore {
    private struct Entry {
        let listed: ListedPicture
        let bytes: [UInt8]
        /// The decoded mask, as it is and inverted.
        var masks: [Bool: AlphaMask] = [:]
    }

    /// The maximum number of masks that are kept.
    private static let maximumCount = 4

    private let limits: ImageLimits
    private var entries: [Entry]
    private var nextNumber = 1
    /// The mask of the command line.
    nonisolated let first: ListedPicture?

    /// Creates a store, and reads the file of the command line.
    ///
    /// - Throws: an error for a file that cannot be read.
    init(path: String?, limits: ImageLimits) throws(ImageError) {
        self.limits = limits
        first = path.map { ListedPicture(id: "m0", path: $0) }
        entries = []
        guard let first else { return }
        entries.append(Entry(listed: first, bytes: try System.contents(ofFile: first.path, limit: limits.inputBytes)))
    }

    /// Adds a file from the page.
    ///
    /// - Returns: the mask's identifier.
    /// - Throws: an error for a file that cannot be a mask, which is then not kept.
    func add(_ bytes: [UInt8], name: String) async throws(ImageError) -> ListedPicture {
        let listed = ListedPicture(id: "m\(nextNumber)", path: name.isEmpty ? "mask.png" : name)
        nextNumber += 1
        let mask = try await decoded(bytes, false, listed.path)
        entries = entries.suffix(Self.maximumCount - 1) + [Entry(listed: listed, bytes: bytes, masks: [false: mask])]
        return listed
    }

    /// A decoded mask.
    ///
    /// - Throws: an error for a mask that cannot be decoded.
    func mask(_ id: String, isInverted: Bool) async throws(ImageError) -> AlphaMask {
        guard let entry = entries.first(where: { $0.listed.id == id }) else {
            throw ImageError(.unreadable, "the mask is no longer open", remedy: "open it again")
        }
        if let mask = entry.masks[isInverted] { return mask }
        let mask = try await decoded(entry.bytes, isInverted, entry.listed.path)
        if let index = entries.firstIndex(where: { $0.listed.id == id }) { entries[index].masks[isInverted] = mask }
        return mask
    }

    private func decoded(_ bytes: [UInt8], _ isInverted: Bool, _ path: String) async throws(ImageError) -> AlphaMask {
        let limits = limits
        do {
            return try await NIOThreadPool.singleton.runIfActive {
                try unsafe AlphaMask(file: bytes.span.bytes, isInverted: isInverted, limits: limits)
            }
        } catch let error as ImageError {
            throw ImageError(error.code, error.cause, remedy: error.remedy, file: path, reason: error.reason)
        } catch {
            throw ImageError(.fault, "\(error)", file: path)
        }
    }
}
