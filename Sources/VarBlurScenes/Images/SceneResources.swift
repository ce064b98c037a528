/// Where the images and fonts of a scene come from.
///
/// A scene can name files of one directory, or none: its document may come from a stranger. For scenes of your own, ``allowsAllFiles`` or
/// ``anywhere(_:)`` permits all files.
public struct SceneResources: Sendable, Hashable {
    /// The directory to which the paths of images and fonts are relative; `nil` if scenes can name no files.
    public var directory: String?
    /// The directory that images and fonts must lie in, without symbolic links below it; `nil` for ``directory``.
    public var confinement: String?
    /// Whether images and fonts can lie anywhere: a scene then reads each file that the process can read.
    public var allowsAllFiles = false
    /// Directories with fonts, which take the place of families of the system.
    public var fontDirectories: [String] = []
    /// Image files in memory, by the names that the scene uses for them; they take precedence over files.
    public var files: [String: [UInt8]] = [:]

    /// Creates resources without files: images are in ``files``, or in the scene as `data:` URIs.
    public init() {}

    /// Creates resources of a directory.
    ///
    /// - Parameters:
    ///   - directory: the directory to which paths are relative.
    ///   - confinement: the directory that images and fonts must lie in; `nil` for `directory`.
    public init(directory: String, confinement: String? = nil) {
        (self.directory, self.confinement) = (directory, confinement)
    }

    /// Resources of all files that the process can read, for scenes of your own.
    ///
    /// - Parameter directory: the directory to which paths are relative.
    /// - Returns: the resources.
    public static func anywhere(_ directory: String = ".") -> SceneResources {
        var resources = SceneResources(directory: directory)
        resources.allowsAllFiles = true
        return resources
    }
}
