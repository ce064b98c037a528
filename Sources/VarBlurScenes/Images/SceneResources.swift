/// Where the images of a scene come from.
public struct SceneResources: Sendable, Hashable {
    /// The directory to which the paths of images are relative.
    public var directory = "."
    /// The directory that images must lie in, without symbolic links below it; `nil` for anywhere.
    public var confinement: String?
    /// Directories with fonts, which take the place of families of the system.
    public var fontDirectories: [String] = []
    /// Image files in memory, by the names that the scene uses for them; they take precedence over files.
    public var files: [String: [UInt8]] = [:]

    /// Creates resources of the current directory.
    public init() {}

    /// Creates resources of a directory.
    ///
    /// - Parameters:
    ///   - directory: the directory to which paths are relative.
    ///   - confinement: the directory that images must lie in; `nil` for anywhere.
    public init(directory: String, confinement: String? = nil) {
        (self.directory, self.confinement) = (directory, confinement)
    }
}
