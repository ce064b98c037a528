internal import VarBlurCodecs

/// The masks of a session: that of the command line, and files that the user has chosen on the page.
actor MaskStore {
    /// The maximum number of masks that are kept.
    private static let maximumCount = 4

    private let images: ImageProcess.Settings
    private var masks: [ImageProcess.Mask] = []
    private var nextNumber = 1
    /// The mask of the command line.
    nonisolated let first: ListedPicture?

    /// Creates a store, and reads the file of the command line.
    ///
    /// - Throws: an error for a file that cannot be read.
    init(path: String?, images: ImageProcess.Settings) throws(ImageError) {
        self.images = images
        first = path.map { ListedPicture(id: "m0", path: $0) }
        guard let first else { return }
        let bytes = try System.contents(ofFile: first.path, limit: images.limits.inputBytes)
        masks = [ImageProcess.Mask(listed: first, bytes: bytes)]
    }

    /// Adds a file from the page.
    ///
    /// - Returns: the mask's identifier.
    /// - Throws: an error for a file that cannot be a mask, which is then not kept.
    func add(_ bytes: [UInt8], name: String) async throws(ImageError) -> ListedPicture {
        let listed = ListedPicture(id: "m\(nextNumber)", path: name.isEmpty ? "mask.png" : name)
        nextNumber += 1
        let mask = ImageProcess.Mask(listed: listed, bytes: bytes)
        _ = try await ImageProcess(images).answer(to: .checkMask, with: mask)
        masks = masks.suffix(Self.maximumCount - 1) + [mask]
        return listed
    }

    /// The file of a mask.
    ///
    /// - Throws: an error for a mask that is no longer kept.
    func mask(_ id: String) throws(ImageError) -> ImageProcess.Mask {
        guard let mask = masks.first(where: { $0.listed.id == id }) else {
            throw ImageError(.unreadable, "the mask is no longer open", remedy: "open it again")
        }
        return mask
    }
}
