internal import VarBlurLibC

/// An open directory, whose files are found by their names.
///
/// Unlike a path, it stays the same directory if another process renames directories or replaces them with links. Methods
/// that take a name never follow a symbolic link of that name.
package final class OpenDirectory: Sendable {
    let number: CInt
    private let isOwned: Bool

    private init(_ number: CInt, isOwned: Bool) { (self.number, self.isOwned) = (number, isOwned) }

    deinit { if isOwned { _ = close(number) } }

    /// The working directory.
    static let working = OpenDirectory(AT_FDCWD, isOwned: false)

    /// Opens a directory as a starting point, after following links; returns `nil` and sets `errno` if that fails.
    static func open(_ path: String) -> OpenDirectory? {
        path.utf8.elementsEqual(".".utf8) ? working : open(path, in: AT_FDCWD, systemDirectoryFlags)
    }

    /// Opens a directory to list its names, after following links; returns `nil` and sets `errno` if that fails.
    package static func openToList(_ path: String) -> OpenDirectory? {
        open(path, in: AT_FDCWD, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
    }

    /// Opens a subdirectory as a starting point; returns `nil` and sets `errno` if that fails.
    func subdirectory(_ name: String) -> OpenDirectory? {
        Self.open(name, in: number, systemDirectoryFlags | O_NOFOLLOW)
    }

    /// Opens a subdirectory to list its names; returns `nil` and sets `errno` if that fails.
    package func subdirectoryToList(_ name: String) -> OpenDirectory? {
        Self.open(name, in: number, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    }

    private static func open(_ path: String, in directory: CInt, _ flags: CInt) -> OpenDirectory? {
        let number = retrying { unsafe SystemPath.withBytes(path) { unsafe systemOpenAt(directory, $0, flags, 0) } }
        return number < 0 ? nil : OpenDirectory(number, isOwned: true)
    }

    /// The names in the directory, sorted by their bytes, without those that begin with a dot.
    ///
    /// - Returns: the names; `nil` if the directory cannot be read.
    package func names() -> [String]? {
        // the stream owns its descriptor and closes it
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        guard let stream = unsafe fdopendir(copy) else {
            _ = close(copy)
            return nil
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe SystemPath.text(UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

// MARK: - Files

extension OpenDirectory {
    /// Opens a file; returns `nil` and sets `errno` if that fails.
    func openFile(_ name: String, _ flags: CInt, mode: mode_t = 0) -> FileDescriptor? {
        let flags = flags | O_NOFOLLOW | O_CLOEXEC
        let file = retrying { unsafe SystemPath.withBytes(name) { unsafe systemOpenAt(number, $0, flags, mode) } }
        return file < 0 ? nil : FileDescriptor(file, isOwned: true)
    }

    /// Creates a directory with the mode that the umask leaves; returns `false` and sets `errno` if that fails.
    func createDirectory(_ name: String) -> Bool {
        unsafe SystemPath.withBytes(name) { unsafe mkdirat(number, $0, 0o777) } == 0
    }

    /// Renames a file, which replaces a file of the new name; returns `false` and sets `errno` if that fails.
    func rename(_ old: String, to new: String) -> Bool {
        unsafe withNames(old, new) { unsafe renameat(number, $0, number, $1) } == 0
    }

    /// Gives a file a second name; returns `false` and sets `errno` if that fails.
    func link(_ old: String, to new: String) -> Bool {
        unsafe withNames(old, new) { unsafe linkat(number, $0, number, $1, 0) } == 0
    }

    private func withNames(
        _ first: String, _ second: String, _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
    ) -> CInt {
        unsafe SystemPath.withBytes(first) { first in
            unsafe SystemPath.withBytes(second) { unsafe call(first, $0) }
        }
    }

    /// Removes a file if it exists.
    func remove(_ name: String) { _ = unsafe SystemPath.withBytes(name) { unsafe unlinkat(number, $0, 0) } }

    /// Waits until the names of the directory are on the disk; has no effect if the directory may not be read.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func synchronize() throws(ImageError) {
        guard let directory = openFile(".", O_RDONLY | O_DIRECTORY) else { return }
        try directory.synchronize()
    }
}
