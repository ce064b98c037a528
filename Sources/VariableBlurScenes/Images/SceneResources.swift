/// Where the images of a scene come from.
public struct SceneResources: Sendable, Hashable {
    /// The folder to which the paths of images are relative.
    public var folder = "."
    /// The folder that images must lie in, without symbolic links below it; `nil` for anywhere.
    public var confinement: String?
    /// Image files in memory, by the names that the scene uses for them; they take precedence over files.
    public var files: [String: [UInt8]] = [:]

    /// Creates resources of the current folder.
    public init() {}

    /// Creates resources of a folder.
    ///
    /// - Parameters:
    ///   - folder: the folder to which paths are relative.
    ///   - confinement: the folder that images must lie in; `nil` for anywhere.
    public init(folder: String, confinement: String? = nil) {
        (self.folder, self.confinement) = (folder, confinement)
    }
}
