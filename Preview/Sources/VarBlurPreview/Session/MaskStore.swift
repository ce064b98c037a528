internal import VarBlurCodecs

/// The masks and mattes of a session: those of the command line, and files that the user has chosen on the page.
actor MaskStore {
    /// The maximum number of files from the page that are kept.
    private static let maximumCount = 8

    private let images: ImageProcess.Settings
    /// The files of the command line, to which the page returns.
    private let given: [ImageProcess.Mask]
    private var chosen: [ImageProcess.Mask] = []
    private var nextNumber = 1
    /// The mask and the matte of the command line.
    nonisolated let firstMask: ListedPicture?
    nonisolated let firstMatte: ListedPicture?

    /// Creates a store, and reads the files of the command line.
    ///
    /// - Throws: an error for a file that cannot be read.
    init(maskPath: String?, mattePath: String?, images: ImageProcess.Settings) throws(ImageError) {
        self.images = images
        firstMask = maskPath.map { ListedPicture(id: "m0", path: $0) }
        firstMatte = mattePath.map { ListedPicture(id: "t0", path: $0) }
        given = try [firstMask, firstMatte].compactMap(\.self).map { (file) throws(ImageError) in
            let isFile = PhotoPlane(rawValue: file.path) == nil
            let bytes = isFile ? try System.contents(ofFile: file.path, limit: images.limits.inputBytes) : []
            return ImageProcess.Mask(listed: file, bytes: bytes)
        }
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
        chosen = chosen.suffix(Self.maximumCount - 1) + [mask]
        return listed
    }

    /// The file of a mask.
    ///
    /// - Throws: an error for a mask that is no longer kept.
    func mask(_ id: String) throws(ImageError) -> ImageProcess.Mask {
        guard let mask = (given + chosen).first(where: { $0.listed.id == id }) else {
            throw ImageError(.unreadable, "the file of the mask or matte is no longer open", remedy: "open it again")
        }
        return mask
    }
}
