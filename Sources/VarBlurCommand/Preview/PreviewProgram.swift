internal import LibC
internal import VariableBlurCodecs

/// The program `varblur-preview`, which serves the page of `varblur preview`.
enum PreviewProgram {
    static let name = "varblur-preview"

    /// Replaces the process with the program, which is searched for beside this one and then in `PATH`.
    ///
    /// - Parameter arguments: the arguments without the name of the program.
    /// - Returns: the reason why the program does not run.
    static func execute(_ arguments: some Sequence<String>) -> ImageError {
        let list = CArguments([name] + arguments)
        for directory in directories { unsafe list.execute("\(directory)/\(name)", execv) }
        unsafe list.execute(name, execvp)
        guard errno == ENOENT else {
            return ImageError(.unreadable, "cannot be started: \(unsafe String(cString: strerror(errno)))", file: name)
        }
        return ImageError(
            .unreadable, "the program is not installed; it was searched for beside varblur and in PATH",
            remedy: "'make preview' builds it, and 'make install' then installs it", file: name)
    }

    /// The directories that may contain the running program.
    private static var directories: [String] {
        var result: [String] = []
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = unsafe readlink("/proc/self/exe", &buffer, buffer.count - 1)
        if length > 0 {
            let path = String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            result.append(PathName.directory(of: path))
        }
        let started = CommandLine.arguments.first ?? ""
        if started.utf8.contains(UInt8(ascii: "/")) { result.append(PathName.directory(of: started)) }
        return result
    }
}

/// Arguments in the form in which C programs receive them, which last until the process ends.
@safe
private struct CArguments {
    private let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ arguments: [String]) {
        unsafe pointers = arguments.map { text in unsafe SystemPath.withBytes(text) { unsafe strdup($0) } } + [nil]
    }

    /// Replaces the process; returns if that is impossible.
    @unsafe
    func execute(
        _ path: String, _ replace: (UnsafePointer<CChar>, UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
    ) {
        _ = unsafe SystemPath.withBytes(path) { path in
            unsafe pointers.withUnsafeBufferPointer { list in
                unsafe list.baseAddress.map { unsafe replace(path, $0) }
            }
        }
    }
}
