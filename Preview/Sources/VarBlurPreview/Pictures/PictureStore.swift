internal import NIOPosix
internal import VariableBlurCodecs

/// The pictures of a session: files of the command line, and files that the user has chosen on the page.
actor PictureStore {
    private struct Entry {
        let listed: ListedPicture
        /// The file; `nil` for a path, which is read when the picture is shown.
        let bytes: [UInt8]?
        /// The decoded picture, or the decoding that has begun.
        var decoding: Task<Picture, any Error>?
    }

    /// The maximum number of pictures that are kept decoded.
    private static let maximumDecodedCount = 2
    /// The maximum number, and the maximum total length, of files from the page that are kept.
    private static let maximumFileCount = 8
    private static let maximumByteCount = 512 << 20

    private let limits: ImageLimits
    /// The pictures, those shown last at the end.
    private var entries: [Entry]
    private let order: [ListedPicture]
    private var nextNumber: Int

    /// Creates a store with files, which are not decoded yet.
    ///
    /// - Throws: an error for a file that cannot be opened.
    init(paths: [String], limits: ImageLimits) throws(ImageError) {
        for path in paths { try System.checkFile(path) }
        order = paths.enumerated().map { ListedPicture(id: "p\($0.offset)", path: $0.element) }
        entries = order.map { Entry(listed: $0, bytes: nil) }
        nextNumber = paths.count
        self.limits = limits
    }

    /// The files of the command line, in their order.
    var list: [ListedPicture] { order }

    /// Adds a file from the page.
    ///
    /// - Returns: a description of the picture.
    /// - Throws: an error for a file that is not an intact picture, which is then not kept.
    func add(_ bytes: [UInt8], name: String) async throws(ImageError) -> PictureDescription {
        let listed = ListedPicture(id: "p\(nextNumber)", path: name.isEmpty ? "picture" : name)
        nextNumber += 1
        entries.append(Entry(listed: listed, bytes: bytes))
        do throws(ImageError) {
            let description = PictureDescription(try await picture(listed.id))
            dropOldFiles()
            return description
        } catch {
            entries.removeAll { $0.listed.id == listed.id }
            throw error
        }
    }

    /// A decoded picture.
    ///
    /// - Throws: an error for a file that cannot be read or decoded.
    func picture(_ id: String) async throws(ImageError) -> Picture {
        guard let index = entries.firstIndex(where: { $0.listed.id == id }) else {
            throw ImageError(.unreadable, "the picture is no longer open", remedy: "open it again")
        }
        var entry = entries.remove(at: index)
        if entry.decoding == nil { entry.decoding = decoding(entry.listed, entry.bytes) }
        entries.append(entry)
        forgetOldDecodings()
        do {
            guard let picture = try await entry.decoding?.value else { throw ImageError(.fault, "no picture") }
            return picture
        } catch {
            // a file may have been repaired before it is opened again
            if let index = entries.firstIndex(where: { $0.listed.id == id }) { entries[index].decoding = nil }
            throw error as? ImageError ?? ImageError(.fault, "\(error)")
        }
    }

    private func decoding(_ listed: ListedPicture, _ bytes: [UInt8]?) -> Task<Picture, any Error> {
        let limits = limits
        return Task.detached {
            try await NIOThreadPool.singleton.runIfActive {
                let bytes = try bytes ?? System.contents(ofFile: listed.path, limit: limits.inputBytes)
                return try Picture(id: listed.id, path: listed.path, bytes: bytes, limits: limits)
            }
        }
    }

    private func forgetOldDecodings() {
        for index in entries.indices.dropLast(Self.maximumDecodedCount) { entries[index].decoding = nil }
    }

    private func dropOldFiles() {
        func files() -> [Entry] { entries.filter { $0.bytes != nil } }
        func total() -> Int { files().reduce(0) { $0 + ($1.bytes?.count ?? 0) } }
        while files().count > 1, files().count > Self.maximumFileCount || total() > Self.maximumByteCount {
            guard let oldest = entries.firstIndex(where: { $0.bytes != nil }) else { return }
            entries.remove(at: oldest)
        }
    }
}
