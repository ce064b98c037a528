internal import VarBlurLibC
internal import VarBlurCommand

/// A file that leads the browser to the page.
///
/// Only the user can read it. The address itself contains the secret, and every user can read the arguments of a program.
struct LaunchFile: Sendable {
    let path: String
    /// The directory that was created for the file; `nil` if it lies in the one for files of running programs.
    private let ownDirectory: String?

    /// Creates the file; returns `nil` if that is impossible.
    ///
    /// - Parameter address: the address of the page.
    init?(address: String) {
        let runtime = Self.runtimeDirectory
        guard let directory = runtime ?? Self.newDirectory() else { return nil }
        ownDirectory = runtime == nil ? directory : nil
        path = "\(directory)/varblur-preview-\(Gate.randomText()).html"
        guard Self.write(Self.text(address), to: path) else {
            remove()
            return nil
        }
    }

    /// Removes the file.
    func remove() {
        unsafe unlink(path)
        if let ownDirectory { unsafe _ = rmdir(ownDirectory) }
    }

    /// The directory for files of running programs, if only the user has access to it.
    private static var runtimeDirectory: String? {
        guard let path = Environment.value("XDG_RUNTIME_DIR"), path.utf8.first == UInt8(ascii: "/") else { return nil }
        var status = stat()
        let isPrivate =
            unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o7777 == 0o700
        return isPrivate ? path : nil
    }

    /// A new directory to which only the user has access.
    private static func newDirectory() -> String? {
        var template = Array("\(Environment.value("TMPDIR") ?? "/tmp")/varblur-preview-XXXXXX".utf8CString)
        return unsafe mkdtemp(&template).map { unsafe String(cString: $0) }
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return System.write(text, to: descriptor)
    }

    /// A page that leads to the address; its letters are those of URLs.
    private static func text(_ address: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0; url=\(address)">
        <title>varblur preview</title>
        <p><a href="\(address)">Open the preview</a>

        """
    }
}
