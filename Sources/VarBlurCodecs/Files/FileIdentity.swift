internal import CVarBlurPlatform
internal import VarBlurLibC

/// The kind, size, owner and identity of a file, from `stat`.
package struct FileIdentity {
    package enum Kind {
        case regular
        case directory
        case symbolicLink
        /// A pipe, terminal, socket or device.
        case stream
    }

    /// What distinguishes a file from all others, by any of its names.
    package struct Key: Hashable, Sendable {
        private let device: UInt64
        private let inode: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(status.st_ino)
        }
    }

    package let kind: Kind
    package let key: Key
    /// Whether the stream is a pipe with a name (FIFO).
    let isNamedPipe: Bool
    /// The mode without the bits for the kind.
    let permissions: mode_t
    let owner: uid_t
    let group: gid_t
    package let byteCount: Int
    /// When the contents were last modified.
    let modificationTime: timespec
    /// What changes when the contents of a regular file do; `nil` for anything else.
    package let version: FileVersion?

    /// The file at a path, after following links; `nil` if there is none, with `errno` set.
    package init?(path: String) {
        self.init { status in unsafe SystemPath.withBytes(path) { unsafe stat($0, &status) } }
    }

    /// The file at a path, without following a link; `nil` if there is none, with `errno` set.
    package init?(linkPath path: String) {
        self.init { status in unsafe SystemPath.withBytes(path) { unsafe lstat($0, &status) } }
    }

    /// The file with a name, without following a link; `nil` if there is none, with `errno` set.
    package init?(name: String, in directory: OpenDirectory) {
        self.init { status in
            unsafe SystemPath.withBytes(name) { unsafe fstatat(directory.number, $0, &status, AT_SYMLINK_NOFOLLOW) }
        }
    }

    /// The file that a link of some name leads to; `nil` if there is none, with `errno` set.
    package init?(linkTarget name: String, in directory: OpenDirectory) {
        self.init { status in unsafe SystemPath.withBytes(name) { unsafe fstatat(directory.number, $0, &status, 0) } }
    }

    /// An open directory.
    package init?(_ directory: OpenDirectory) { self.init { unsafe fstat(directory.number, &$0) } }

    /// An open file or stream by its number.
    package init?(stream number: CInt) { self.init { unsafe fstat(number, &$0) } }

    init?(_ descriptor: FileDescriptor) { self.init { unsafe fstat(descriptor.number, &$0) } }

    private init?(_ readStatus: (inout stat) -> CInt) {
        var status = stat()
        guard readStatus(&status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: kind = .regular
        case S_IFDIR: kind = .directory
        case S_IFLNK: kind = .symbolicLink
        default: kind = .stream
        }
        key = Key(status)
        isNamedPipe = status.st_mode & S_IFMT == S_IFIFO
        permissions = status.st_mode & 0o7777
        (owner, group) = (status.st_uid, status.st_gid)
        byteCount = Int(status.st_size)
        modificationTime = status.times[0]
        version = kind == .regular ? FileVersion(status) : nil
    }

    func isSameFile(as other: FileIdentity) -> Bool { key == other.key }
}

/// A regular file in a certain state: its identity, size, and the time of its last change.
package struct FileVersion: Hashable, Sendable {
    private let key: FileIdentity.Key
    private let byteCount: Int64
    private let changed: [Int]

    fileprivate init(_ status: stat) {
        key = FileIdentity.Key(status)
        byteCount = Int64(status.st_size)
        changed = status.times.flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] }
    }
}

extension stat {
    /// The times of the last write, and of the last change of anything.
    fileprivate var times: [timespec] {
        #if canImport(Darwin)
            [st_mtimespec, st_ctimespec]
        #else
            [st_mtim, st_ctim]
        #endif
    }
}
