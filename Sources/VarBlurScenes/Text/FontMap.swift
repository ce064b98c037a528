internal import CLibPango
internal import Synchronization
internal import VarBlurCodecs

/// Fonts that the texts of a scene use.
///
/// Fonts are not read again if an earlier scene that has ended used the same ones.
@safe
final class FontMap {
    private let fonts: LoadedFonts
    private let key: Key?

    /// What the same fonts have in common.
    private struct Key: Hashable, Sendable {
        let files: [File]
        let directories: [String]
        let directoriesText: String
    }

    private struct File: Hashable, Sendable {
        let path: String
        let version: FileVersion
    }

    /// Fonts that no scene uses now, those that were used last at the end.
    private static let unused = Mutex<[(key: Key, fonts: LoadedFonts)]>([])
    /// How many of them are kept: each takes about 300 KB, and more for fonts with many letters.
    static let greatestUnusedCount = 16
    /// How many there are.
    static var unusedCount: Int { unused.withLock(\.count) }

    /// The context of layouts.
    var context: OpaquePointer { unsafe fonts.context }

    /// A new layout, whose paragraphs without a direction of their own may run from right to left; `nil` without memory.
    func layout(isRightToLeft: Bool) -> OpaquePointer? {
        guard isRightToLeft else { return unsafe pango_layout_new(context) }
        guard let context = unsafe fonts.rightToLeftContext else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(context)) }
        return unsafe pango_layout_new(context)
    }
    /// What is wrong with files that are no fonts, by their paths.
    var mistakes: [String: ImageError] { fonts.mistakes }

    /// Loads the list of fonts, unless they are known.
    ///
    /// - Parameters:
    ///   - files: the paths of files.
    ///   - directories: the paths of directories with files.
    ///   - directoriesText: what the directories contain.
    /// - Throws: an error with the code `outOfMemory`.
    init(files: [String], directories: [String], directoriesText: String) throws(SceneError) {
        let versions = files.compactMap { path in
            FileIdentity(path: path)?.version.map { File(path: path, version: $0) }
        }
        key =
            versions.count == files.count
            ? Key(files: versions, directories: directories, directoriesText: directoriesText) : nil
        if let key, let known = Self.take(key) {
            fonts = known
        } else {
            fonts = try LoadedFonts(files: files, directories: directories)
        }
    }

    private static func take(_ key: Key) -> LoadedFonts? {
        unused.withLock { unused in
            unused.lastIndex { $0.key == key }.map { unused.remove(at: $0).fonts }
        }
    }

    deinit {
        guard let key, fonts.mistakes.isEmpty else { return }
        let (fonts, count) = (fonts, Self.greatestUnusedCount)
        // released after the lock
        let _: LoadedFonts? = Self.unused.withLock { unused in
            unused.append((key, fonts))
            return unused.count > count ? unused.removeFirst().fonts : nil
        }
    }
}
