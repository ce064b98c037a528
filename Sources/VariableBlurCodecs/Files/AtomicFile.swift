internal import CUnnamedFile
internal import LibC

/// A file that appears under its name when it is complete, or not at all.
///
/// Until then it has no name (`O_TMPFILE`) if the file system supports that, and otherwise a temporary one.
final class AtomicFile: ByteSink {
    private let path: String
    private let directory: String
    private let descriptor: FileDescriptor
    private let replacesFiles: Bool
    private let modeToKeep: mode_t?
    private var temporaryPath: String?
    private let isDurable: Bool

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - path: the name of the complete file.
    ///   - replacesFiles: whether it may replace a file of that name. The mode of that file is kept; a symbolic link is
    ///     replaced, not followed.
    ///   - isDurable: whether `commit` waits until the file and its directory entry are on disk.
    ///   - avoidsName: whether to try a file without a name first.
    /// - Throws: an error with the code `cannotCreate`.
    init(
        path: String, replacesFiles: Bool, isDurable: Bool = true, avoidsName: Bool = true
    ) throws(ImageError) {
        self.isDurable = isDurable
        self.path = path
        self.replacesFiles = replacesFiles
        directory = PathName.directory(of: path)
        let old = FileIdentity(linkPath: path)
        modeToKeep = old?.kind == .regular ? old?.permissions : nil
        let unnamed = unsafe avoidsName ? SystemPath.withBytes(directory, { unsafe unnamed_file_open($0, 0o666) }) : -1
        if unnamed >= 0 {
            descriptor = FileDescriptor(unnamed, isOwned: true)
        } else {
            var named: FileDescriptor?
            temporaryPath = TemporaryFiles.create(in: directory) { path in
                named = FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
                return named != nil
            }
            guard let named else {
                throw ImageError(
                    .cannotCreate, "cannot create: \(SystemError.text)",
                    remedy: "check that the directory exists and is writable")
            }
            descriptor = named
        }
    }

    deinit {
        if let temporaryPath {
            try? TemporaryFiles.finish(temporaryPath) { () throws(ImageError) in throw Self.abandoned }
        }
    }

    private static let abandoned = ImageError(.fault, "the output was abandoned")

    func write(_ bytes: RawSpan) throws(ImageError) { try descriptor.write(bytes) }

    /// Gives the complete file its name.
    ///
    /// - Throws: an error with the code `exists`, `cannotCreate` or `inputOutput`. An existing file is then unchanged,
    ///   except if only the final directory sync failed.
    func commit() throws(ImageError) {
        if let modeToKeep { _ = fchmod(descriptor.number, modeToKeep) }
        if isDurable { try descriptor.synchronize() }
        if let named = temporaryPath {
            temporaryPath = nil
            try TemporaryFiles.finish(named) { () throws(ImageError) in
                try descriptor.closeChecked()
                try giveName(from: named)
            }
        } else {
            // the file must stay open to be linked; closing a duplicate first reports delayed write errors
            try descriptor.closeCopyChecked()
            try nameUnnamed()
        }
        if isDurable { try synchronizeDirectory() }
    }

    private func nameUnnamed() throws(ImageError) {
        guard unsafe SystemPath.withBytes(path, { unsafe unnamed_file_link(descriptor.number, $0) }) != 0 else {
            return
        }
        guard errno == EEXIST, replacesFiles else { throw namingError() }
        // `link` cannot replace an existing file but `rename` can, so the file is first linked under a temporary name.
        let number = descriptor.number
        guard
            let named = TemporaryFiles.create(
                in: directory,
                { path in unsafe SystemPath.withBytes(path) { unsafe unnamed_file_link(number, $0) } == 0 })
        else {
            throw namingError()
        }
        try TemporaryFiles.finish(named) { () throws(ImageError) in try giveName(from: named) }
    }

    private func giveName(from named: String) throws(ImageError) {
        if replacesFiles {
            guard unsafe Self.withPaths(named, path, { unsafe rename($0, $1) }) == 0 else { throw namingError() }
        } else if unsafe Self.withPaths(named, path, { unsafe link($0, $1) }) == 0 {
            TemporaryFiles.remove(named)
        } else {
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw namingError() }
            try giveNameWithoutLinks(from: named)
        }
    }

    /// Reserves the name with an empty file, and replaces that: for file systems without hard links.
    private func giveNameWithoutLinks(from named: String) throws(ImageError) {
        guard FileDescriptor.open(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666) != nil else { throw namingError() }
        guard unsafe Self.withPaths(named, path, { unsafe rename($0, $1) }) == 0 else {
            let error = namingError()
            TemporaryFiles.remove(path)
            throw error
        }
    }

    private static func withPaths(
        _ from: String, _ to: String, _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> CInt
    ) -> CInt {
        unsafe SystemPath.withBytes(from) { from in unsafe SystemPath.withBytes(to) { unsafe call(from, $0) } }
    }

    private func namingError() -> ImageError {
        if errno == EEXIST { return OutputTarget.existsError }
        return ImageError(
            .cannotCreate, "cannot create: \(SystemError.text)", remedy: "choose another name")
    }

    private func synchronizeDirectory() throws(ImageError) {
        guard let directory = FileDescriptor.open(directory, O_RDONLY | O_DIRECTORY) else { return }
        do {
            try directory.synchronize()
        } catch {
            throw ImageError(
                .inputOutput,
                "the file is complete, but its directory could not be written to disk: \(error.cause)")
        }
    }
}
