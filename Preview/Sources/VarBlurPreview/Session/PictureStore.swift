internal import VarBlurCodecs

/// A picture that is open, and the process that works on it.
struct OpenPicture: Sendable {
    let description: PictureDescription
    let process: ImageProcess
    /// The file of the command line as it was when it was read; `nil` for a file of the page.
    let version: FileVersion?
}

/// The pictures of a session: files of the command line, and files that the user has chosen on the page.
actor PictureStore {
    private struct Entry {
        let listed: ListedPicture
        /// The file; `nil` for a path, which is read when the picture is shown.
        let bytes: [UInt8]?
        /// Whether what is intact of a damaged file is shown.
        var allowsDamage = false
        /// The process that works on the picture, or the start of one.
        var opening: Task<OpenPicture, any Error>?
    }

    /// The maximum number of pictures that are kept open.
    private static let maximumOpenCount = 2
    /// The maximum number, and the maximum total length, of files from the page that are kept.
    private static let maximumFileCount = 8
    private static let maximumByteCount = 512 << 20

    private let images: ImageProcess.Settings
    /// The pictures, those shown last at the end.
    private var entries: [Entry]
    private let order: [ListedPicture]
    private var nextNumber: Int

    /// Creates a store with files, which are not opened yet.
    ///
    /// - Throws: an error for a file that cannot be opened.
    init(paths: [String], images: ImageProcess.Settings) throws(ImageError) {
        for path in paths { try System.checkFile(path) }
        order = paths.enumerated().map { ListedPicture(id: "p\($0.offset)", path: $0.element, isFile: true) }
        entries = order.map { Entry(listed: $0, bytes: nil) }
        nextNumber = paths.count
        self.images = images
    }

    /// The files of the command line, and those from the page that are kept, in their order.
    var list: [ListedPicture] {
        let damaged = Set(entries.filter(\.allowsDamage).map(\.listed.id))
        let added = entries.filter { $0.bytes != nil }.map(\.listed).sorted { $0.number < $1.number }
        return (order + added).map { listed in
            var listed = listed
            if damaged.contains(listed.id) { listed.allowsDamage = true }
            return listed
        }
    }

    /// Adds a file from the page.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: its name.
    ///   - shown: the identifier of the picture that the page shows, which is kept.
    ///   - allowsDamage: whether a damaged file is read as far as possible.
    /// - Returns: a description of the picture.
    /// - Throws: an error for a file that is not an intact picture, which is then not kept.
    func add(
        _ bytes: [UInt8], name: String, beside shown: String, allowsDamage: Bool
    ) async throws(ImageError) -> PictureDescription {
        let listed = ListedPicture(id: "p\(nextNumber)", path: name.isEmpty ? "picture" : name)
        nextNumber += 1
        entries.append(Entry(listed: listed, bytes: bytes, allowsDamage: allowsDamage))
        do throws(ImageError) {
            let description = try await picture(listed.id).description
            if let index = entries.firstIndex(where: { $0.listed.id == shown }) {
                entries.append(entries.remove(at: index))
            }
            dropOldFiles()
            return description
        } catch {
            entries.removeAll { $0.listed.id == listed.id }
            throw error
        }
    }

    /// Shows what is intact of a picture, if its file is damaged.
    func allowDamage(of id: String) {
        for index in entries.indices where entries[index].listed.id == id && !entries[index].allowsDamage {
            (entries[index].allowsDamage, entries[index].opening) = (true, nil)
        }
    }

    /// Checks that the file of a picture is as it was when it was opened; others are opened now.
    ///
    /// - Throws: an error with the name of the file.
    func checkUnchanged(_ id: String) async throws(ImageError) {
        let picture = try await picture(id)
        if let version = picture.version { try System.check(picture.description.path, isStill: version) }
    }

    /// Forgets what has been opened of a picture whose file has changed since, so that it is read again.
    func closeIfChanged(_ id: String) async {
        guard let opening = entries.first(where: { $0.listed.id == id })?.opening,
            let picture = try? await opening.value, let version = picture.version
        else { return }
        if (try? System.check(picture.description.path, isStill: version)) == nil { reset(id, opening) }
    }

    /// A picture, which a process has decoded.
    ///
    /// - Throws: an error for a file that cannot be read or decoded.
    func picture(_ id: String) async throws(ImageError) -> OpenPicture {
        guard let index = entries.firstIndex(where: { $0.listed.id == id }) else {
            throw ImageError(.unreadable, "the picture is no longer open", remedy: "open it again")
        }
        var entry = entries.remove(at: index)
        let isOpenedNow = entry.opening == nil
        if isOpenedNow { entry.opening = opening(entry) }
        entries.append(entry)
        closeOldPictures()
        do {
            guard let picture = try await entry.opening?.value else { throw ImageError(.fault, "no picture") }
            if picture.process.isRunning || isOpenedNow { return picture }
            // its process has failed at an earlier request
            reset(id, entry.opening)
            return try await self.picture(id)
        } catch {
            // a file may have been repaired before it is opened again
            reset(id, entry.opening)
            throw error as? ImageError ?? ImageError(.fault, "\(error)")
        }
    }

    private func reset(_ id: String, _ opening: Task<OpenPicture, any Error>?) {
        guard let index = entries.firstIndex(where: { $0.listed.id == id && $0.opening == opening }) else { return }
        entries[index].opening = nil
    }

    private func opening(_ entry: Entry) -> Task<OpenPicture, any Error> {
        let (listed, bytes) = (entry.listed, entry.bytes)
        let images = entry.allowsDamage ? images.allowingDamage : images
        return Task.detached {
            let version = bytes == nil ? FileIdentity(path: listed.path)?.version : nil
            let bytes = try await System.onThread {
                try bytes ?? System.contents(ofFile: listed.path, limit: images.limits.inputBytes)
            }
            let process = try ImageProcess(images)
            guard case .picture(let answer) = try await process.answer(to: .picture, file: bytes).reply,
                let description = answer.naming(listed)
            else { throw ImageProcess.wrongAnswer }
            return OpenPicture(description: description, process: process, version: version)
        }
    }

    /// Ends the processes that work on other pictures than the last ones, as soon as they have answered.
    private func closeOldPictures() {
        for index in entries.indices.dropLast(Self.maximumOpenCount) { entries[index].opening = nil }
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

extension ListedPicture {
    /// The number in the identifier, which increases with every picture.
    fileprivate var number: Int { Int(id.dropFirst()) ?? 0 }
}
