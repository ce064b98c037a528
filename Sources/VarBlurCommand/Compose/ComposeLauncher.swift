internal import ArgumentParser
internal import LibC
internal import VariableBlurCodecs

/// Starts `varblur-compose`, which lies beside `varblur`.
///
/// It is a program of its own because the libraries for text and drawing take several times as long to load as `varblur` itself.
enum ComposeLauncher {
    /// Replaces this process by `varblur-compose`.
    static func start(_ arguments: [String]) -> Never {
        let program = programPath
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe ([program] + arguments).map { text in
            unsafe SystemPath.withBytes(text) { unsafe strdup($0) }
        }
        unsafe pointers.append(nil)
        unsafe pointers.withUnsafeMutableBufferPointer { list in
            unsafe SystemPath.withBytes(program) { path in
                if let base = list.baseAddress { unsafe _ = execv(path, base) }
            }
        }
        let cause = unsafe String(cString: strerror(errno))
        Messages.error(
            ImageError(
                .unreadable, "cannot start: \(cause)",
                remedy: remedy, file: program))
        exit(ExitStatus.noInput.rawValue)
    }

    /// What to do if the program is missing.
    static let remedy = "build and install it with make; it draws scenes and lies beside varblur"

    /// The path of `varblur-compose`, beside the running program.
    static var programPath: String {
        #if os(Linux)
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
            let count = unsafe readlink("/proc/self/exe", &buffer, Int(PATH_MAX))
            if count > 0 {
                let path = unsafe SystemPath.text(buffer)
                return "\(PathName.directory(of: path))/varblur-compose"
            }
        #endif
        let own = unsafe CommandLine.unsafeArgv[0].map { unsafe SystemPath.text($0) } ?? "varblur"
        return "\(PathName.directory(of: own))/varblur-compose"
    }
}
