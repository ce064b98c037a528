internal import CVarBlurPlatform
internal import VarBlurLibC

/// A file that appears under its name when it is complete, or not at all.
///
/// Until then it has no name (`O_TMPFILE`) if the file system supports that, and otherwise a temporary one. Its directory
/// stays open, so that the complete file appears in the directory that was checked, even if that is moved meanwhile.
final class AtomicFile: ByteSink {
    private let directory: OpenDirectory
    private let name: String
    private let descriptor: FileDescriptor
    private let replacesFiles: Bool
    private let backupSuffix: String?
    private var temporary: TemporaryFile?
    private let isDurable: Bool
    /// The modification time of the complete file; `nil` for that of the last write.
    private let modificationTime: timespec?
    private var isPrepared = false
    /// The file under its name, unless it has replaced another one.
    private var added: FileIdentity?

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - location: where the complete file appears; missing directories of a tree are created.
    ///   - replacesFiles: whether it may replace a file of that name. It then has the access of that file from the start; a
    ///     symbolic link is replaced, not followed.
    ///   - backupSuffix: what follows the name under which a replaced file is kept; `nil` to keep none.
    ///   - isDurable: whether `commit` waits until the file and its directory entry are on disk.
    ///   - modificationTime: the modification time of the complete file; `nil` for that of the last write.
    ///   - avoidsName: whether to try a file without a name first.
    /// - Throws: an error with the code `cannotCreate`.
    init(
        _ location: FileLocation, replacesFiles: Bool, backupSuffix: String? = nil, isDurable: Bool = true,
        modificationTime: timespec? = nil, avoidsName: Bool = true
    ) throws(ImageError) {
        self.modificationTime = modificationTime
        (self.isDurable, self.replacesFiles, self.backupSuffix) = (isDurable, replacesFiles, backupSuffix)
        guard let entry = try location.entry(isCreating: true) else { throw Self.creationError }
        (directory, name) = (entry.directory, entry.name)
        let access = replacesFiles ? FileAccess(replacing: entry) : nil
        let mode = access?.initialMode ?? 0o666
        let unnamed = avoidsName ? unnamed_file_open(directory.number, mode) : -1
        if unnamed >= 0 {
            descriptor = FileDescriptor(unnamed, isOwned: true)
        } else {
            var named: FileDescriptor?
            temporary = TemporaryFiles.create(in: directory) { [directory] name in
                named = directory.openFile(name, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
                return named != nil
            }
            guard let named else { throw Self.creationError }
            descriptor = named
        }
        access?.apply(to: descriptor)
    }

    deinit {
        if let temporary {
            try? TemporaryFiles.finish(temporary) { () throws(ImageError) in throw Self.abandoned }
        }
    }

    private static let abandoned = ImageError(.fault, "the output was abandoned")

    private static var creationError: ImageError {
        ImageError(
            .cannotCreate, "cannot create: \(SystemError.text)",
            remedy: "check that the directory exists and is writable")
    }

    func write(_ bytes: RawSpan) throws(ImageError) { try descriptor.write(bytes) }

    /// Replaces a few bytes that were written.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func overwrite(_ bytes: [UInt8], at position: Int) throws(ImageError) {
        try descriptor.overwrite(bytes, at: position)
    }

    /// Sets the modification time, and waits until the complete file is on the disk, unless it need not be: `commit` then takes little time.
    ///
    /// - Throws: an error with the code `inputOutput`.
    func prepare() throws(ImageError) {
        if !isPrepared, let modificationTime { try descriptor.setModificationTime(modificationTime) }
        if isDurable && !isPrepared { try descriptor.synchronize() }
        isPrepared = true
    }

    /// Removes the file after `commit`, because another one that belongs to it cannot be written; a replaced file is lost.
    func withdraw() {
        guard let added, FileIdentity(name: name, in: directory)?.isSameFile(as: added) ?? false else { return }
        directory.remove(name)
    }

    /// Gives the complete file its name.
    ///
    /// - Throws: an error with the code `exists`, `cannotCreate`, or `inputOutput`. An existing file is then unchanged,
    ///   except if only the final directory sync failed.
    func commit() throws(ImageError) {
        try prepare()
        if let named = temporary {
            temporary = nil
            try TemporaryFiles.finish(named) { () throws(ImageError) in
                try descriptor.closeChecked()
                try giveName(from: named.name)
            }
        } else {
            // the file must stay open to be linked; closing a duplicate first reports delayed write errors
            try descriptor.closeCopyChecked()
            try nameUnnamed()
        }
        if isDurable { try synchronizeDirectory() }
    }

    private func nameUnnamed() throws(ImageError) {
        if linkUnnamed(to: name) {
            added = FileIdentity(descriptor)
            return
        }
        guard errno == EEXIST, replacesFiles else { throw namingError() }
        // `link` cannot replace an existing file but `rename` can, so the file is first linked under a temporary name.
        guard let named = TemporaryFiles.create(in: directory, linkUnnamed) else { throw namingError() }
        try TemporaryFiles.finish(named) { () throws(ImageError) in try giveName(from: named.name) }
    }

    private func linkUnnamed(to name: String) -> Bool {
        unsafe SystemPath.withBytes(name) {
            unsafe unnamed_file_link(descriptor.number, directory.number, $0)
        } == 0
    }

    private func giveName(from named: String) throws(ImageError) {
        let isNew = FileIdentity(name: name, in: directory) == nil
        if replacesFiles {
            let backup = try makeBackup()
            guard directory.rename(named, to: name) else {
                let error = namingError()
                if let backup { restore(backup) }
                throw error
            }
        } else if directory.link(named, to: name) {
            directory.remove(named)
        } else {
            guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw namingError() }
            try giveNameWithoutLinks(from: named)
        }
        if isNew { added = FileIdentity(name: name, in: directory) }
    }

    /// Gives the file that is replaced a second name; returns that name, or `nil` if there is none.
    private func makeBackup() throws(ImageError) -> String? {
        guard let backupSuffix else { return nil }
        let backup = name + backupSuffix
        if directory.link(name, to: backup) { return backup }
        if errno == ENOENT { return nil }
        let entry = FileLocation.Entry(directory: directory, name: name)
        guard [EPERM, ENOTSUP, ENOSYS, EMLINK].contains(errno) else { throw entry.backupError(backup) }
        // the file system has no hard links
        try entry.checkBackup(backupSuffix)
        guard directory.rename(name, to: backup) else { throw entry.backupError(backup) }
        return backup
    }

    /// Undoes `makeBackup`.
    private func restore(_ backup: String) {
        if FileIdentity(name: name, in: directory) == nil {
            _ = directory.rename(backup, to: name)
        } else {
            directory.remove(backup)
        }
    }

    /// Reserves the name with an empty file, and replaces that: for file systems without hard links.
    private func giveNameWithoutLinks(from named: String) throws(ImageError) {
        guard directory.openFile(name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666) != nil else { throw namingError() }
        guard directory.rename(named, to: name) else {
            let error = namingError()
            directory.remove(name)
            throw error
        }
    }

    private func namingError() -> ImageError {
        if errno == EEXIST { return OutputTarget.existsError }
        return ImageError(
            .cannotCreate, "cannot create: \(SystemError.text)", remedy: "choose another name")
    }

    private func synchronizeDirectory() throws(ImageError) {
        do {
            try directory.synchronize()
        } catch {
            throw ImageError(
                .inputOutput, "the directory of the file could not be written to disk: \(error.cause)")
        }
    }
}
