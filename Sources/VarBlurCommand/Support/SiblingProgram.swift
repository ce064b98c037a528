internal import CVarBlurPlatform
internal import VarBlurLibC
internal import VarBlurCodecs

/// A program that is installed beside this one.
enum SiblingProgram: String {
    /// Draws scenes; the libraries for text and drawing take several times as long to load as `varblur` itself.
    case compose = "varblur-compose"
    /// Serves the page of `varblur preview`, which needs a web server.
    case preview = "varblur-preview"

    /// Replaces the process with the program, which is searched for beside this one and then in `PATH`.
    ///
    /// - Parameter arguments: the arguments without the name of the program.
    /// - Returns: the reason why the program does not run.
    func execute(_ arguments: some Sequence<String>) -> ImageError {
        var list: [UnsafeMutablePointer<CChar>?] = unsafe ([rawValue] + arguments).map { text in
            unsafe SystemPath.withBytes(text) { unsafe strdup($0) }
        }
        unsafe list.append(nil)
        for directory in ProgramStart.ownDirectories {
            _ = unsafe SystemPath.withBytes("\(directory)/\(rawValue)") { unsafe execv($0, list) }
        }
        _ = unsafe execvp(rawValue, list)
        let cause =
            errno == ENOENT
            ? "the program is not installed; it was searched for beside varblur and in PATH"
            : "cannot be started: \(SystemError.text)"
        return ImageError(.unreadable, cause, remedy: errno == ENOENT ? remedy : "", file: rawValue)
    }

    /// What to do if the program is missing.
    private var remedy: String {
        switch self {
        case .compose:
            "install the package varblur-scenes, or build and install the program with 'make compose install'"
        case .preview:
            "install the package varblur-preview, or build and install the program with 'make preview install'"
        }
    }
}

/// The arguments of the process.
public enum ProcessArguments {
    /// The path by which the program was started, or its name; empty if neither is known.
    public static var programPath: String { unsafe program_path().map { unsafe SystemPath.text($0) } ?? "" }

    /// The arguments without the name of the program; paths that are not UTF-8 survive the round trip to the system.
    public static var list: [String] {
        let kept = Int(program_arguments_count())
        let count = kept > 0 ? kept : Int(CommandLine.argc)
        return (1..<max(count, 1)).compactMap { index in
            let bytes = unsafe kept > 0 ? program_argument(CInt(index)) : UnsafePointer(CommandLine.unsafeArgv[index])
            return unsafe bytes.map { unsafe SystemPath.text($0) }
        }
    }
}
