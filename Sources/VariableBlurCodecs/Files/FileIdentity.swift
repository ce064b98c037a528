internal import LibC

/// The kind, size and identity of a file, from `stat`.
package struct FileIdentity {
    package enum Kind {
        case regular
        case directory
        case symbolicLink
        /// A pipe, terminal, socket or device.
        case stream
    }

    package let kind: Kind
    let permissions: mode_t
    let byteCount: Int
    private let device: UInt64
    private let inode: UInt64

    /// The file at a path, after following links; `nil` if there is none, with `errno` set.
    package init?(path: String) {
        self.init { status in unsafe SystemPath.withBytes(path) { unsafe stat($0, &status) } }
    }

    /// The file at a path, without following a link; `nil` if there is none, with `errno` set.
    package init?(linkPath path: String) {
        self.init { status in unsafe SystemPath.withBytes(path) { unsafe lstat($0, &status) } }
    }

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
        permissions = status.st_mode & 0o7777
        byteCount = Int(status.st_size)
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }

    func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }
}
