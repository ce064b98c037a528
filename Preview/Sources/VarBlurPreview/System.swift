internal import VarBlurLibC
internal import NIOPosix
internal import VarBlurCodecs
internal import VarBlurCommand

/// Calls of the operating system.
enum System {
    /// A standard stream of the process.
    enum Stream: CInt {
        case output = 1
        case errors = 2
    }

    /// Writes a text; a closed stream is ignored.
    static func write(_ text: String, to stream: Stream) { _ = write(text, to: stream.rawValue) }

    /// Writes a text to a descriptor; returns whether all of it was written.
    static func write(_ text: String, to descriptor: CInt) -> Bool { write(Array(text.utf8), to: descriptor) }

    /// Writes bytes to a descriptor; returns whether all of them were written.
    static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        unsafe bytes.withUnsafeBytes { unsafe systemWriteAll(descriptor, $0) }
    }

    /// Shows an error and ends the process.
    static func fail(_ message: String, status: CInt) -> Never {
        write("varblur: error: \(message)\n", to: .errors)
        exit(status)
    }

    /// Checks that a file can be read.
    ///
    /// - Throws: an error with the name of the file, and the code `unreadable`.
    static func checkFile(_ path: String) throws(ImageError) {
        guard unsafe access(path, R_OK) == 0 else { throw unreadable(path) }
    }

    /// Checks that a file is the one that was read.
    ///
    /// - Throws: an error with the name of the file.
    static func check(_ path: String, isStill version: FileVersion) throws(ImageError) {
        guard FileIdentity(path: path)?.version != version else { return }
        throw ImageError(
            .unreadable, "the file has changed since it was opened", remedy: "reload the page", file: path)
    }

    /// Whether a path is that of a regular file, and not of a link to one.
    static func isRegularFile(_ path: String) -> Bool { FileIdentity(linkPath: path)?.kind == .regular }

    /// The names in a directory; none if it cannot be read.
    static func names(inDirectory path: String) -> [String] {
        guard let directory = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
            names.append(String(decoding: name, as: UTF8.self))
        }
        return names
    }

    /// The path of a program beside this one; if there is none, its name, which is searched for in `PATH`.
    static func programPath(_ name: String) -> String {
        for own in [PathName.realPath("/proc/self/exe"), PathName.realPath(ProcessArguments.programPath)] {
            guard let own, let slash = own.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
            let path = "\(own[...slash])\(name)"
            if unsafe access(path, X_OK) == 0 { return path }
        }
        return name
    }

    /// The path of this program.
    static var ownPath: String {
        PathName.realPath("/proc/self/exe") ?? PathName.realPath(ProcessArguments.programPath) ?? "varblur-preview"
    }

    /// Performs work that takes some milliseconds without blocking the threads of tasks.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        return try await NIOThreadPool.singleton.runIfActive(work)
    }

    private static func unreadable(_ path: String) -> ImageError {
        ImageError(
            .unreadable, "cannot open: \(SystemError.text)", remedy: "check the path", file: path
        )
    }

    /// Writes a new file: all of it, or nothing.
    ///
    /// - Returns: whether the file has been written; `false` if there is something of this name already.
    /// - Throws: an error with the name of the file, and the code `cannotCreate`.
    static func create(_ path: String, _ bytes: [UInt8]) throws(ImageError) -> Bool {
        func failure() -> ImageError {
            ImageError(
                .cannotCreate, "cannot write: \(SystemError.text)",
                remedy: "check the rights for the directory", file: path)
        }
        let temporary = "\(path).\(Gate.randomText()).part"
        let descriptor = unsafe systemOpen(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure() }
        defer { unsafe unlink(temporary) }
        let isWritten = write(bytes, to: descriptor)
        guard close(descriptor) == 0, isWritten else { throw failure() }
        // unlike a renaming, a link replaces nothing
        if unsafe link(temporary, path) == 0 { return true }
        guard errno == EEXIST else { throw failure() }
        return false
    }

    /// The bytes of a regular file.
    ///
    /// - Throws: an error with the name of the file, and the code `unreadable` or `overLimit`.
    static func contents(ofFile path: String, limit: Int) throws(ImageError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0 else {
            throw unreadable(path)
        }
        defer { close(descriptor) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ImageError(.unreadable, "not a regular file", remedy: "specify an image file", file: path)
        }
        guard Int(status.st_size) <= limit else {
            throw ImageError(.overLimit, "the file is larger than the limit of \(limit) bytes", file: path)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        var part = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = unsafe read(descriptor, &part, part.count)
            guard count >= 0, bytes.count + count <= limit else {
                throw ImageError(.unreadable, "the file cannot be read to its end", file: path)
            }
            if count == 0 { return bytes }
            bytes += part[..<count]
        }
    }
}
