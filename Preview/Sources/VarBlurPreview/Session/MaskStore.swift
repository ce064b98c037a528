internal import VarBlurCodecs

/// The masks and mattes of a session: those of the command line, and files that the user has chosen on the page.
actor MaskStore {
    /// The maximum number of files from the page that are kept.
    private static let maximumCount = 8

    private let images: ImageProcess.Settings
    /// The files of the command line, to which the page returns.
    private var given: [ImageProcess.Mask]
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
            try Self.read(file, images.limits)
        }
    }

    private static func read(_ file: ListedPicture, _ limits: ImageLimits) throws(ImageError) -> ImageProcess.Mask {
        guard PhotoPlane(rawValue: file.path) == nil else { return ImageProcess.Mask(listed: file, bytes: []) }
        let version = FileIdentity(path: file.path)?.version
        let bytes = try System.contents(ofFile: file.path, limit: limits.inputBytes)
        return ImageProcess.Mask(listed: file, bytes: bytes, version: version)
    }

    /// Reads the files of the command line again that have changed, as far as they can be read.
    func readChangedFiles() {
        given = given.map { mask in
            let isSame = mask.version == nil || mask.version == FileIdentity(path: mask.listed.path)?.version
            return isSame ? mask : (try? Self.read(mask.listed, images.limits)) ?? mask
        }
    }

    /// Checks that the file of a mask is as it was when it was read.
    ///
    /// - Throws: an error with the name of the file.
    func checkUnchanged(_ id: String?) throws(ImageError) {
        if let mask = given.first(where: { $0.listed.id == id }), let version = mask.version {
            try System.check(mask.listed.path, isStill: version)
        }
    }

    /// Adds a file from the page.
    ///
    /// - Returns: the mask's identifier.
    /// - Throws: an error for a file that cannot be a mask, which is then not kept.
    func add(_ bytes: [UInt8], name: String) async throws(ImageError) -> ListedPicture {
        let listed = ListedPicture(id: "m\(nextNumber)", path: Self.path(ofFile: name))
        nextNumber += 1
        let mask = ImageProcess.Mask(listed: listed, bytes: bytes)
        _ = try await ImageProcess(images).answer(to: .checkMask, with: mask)
        chosen = chosen.suffix(Self.maximumCount - 1) + [mask]
        return listed
    }

    /// The path of a file with a name: a photo itself is called like some files.
    private static func path(ofFile name: String) -> String {
        if name.isEmpty { return "mask.png" }
        return PhotoPlane(rawValue: name) == nil ? name : "./\(name)"
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
