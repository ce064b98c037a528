internal import VarBlurLibC
internal import VarBlurCodecs

extension StandardStreams {
    /// An open file, whatever paths lead to it.
    private struct Identity: Hashable {
        private let device: UInt64
        private let inode: UInt64

        private init?(_ readStatus: (inout stat) -> CInt) {
            var status = stat()
            guard readStatus(&status) == 0 else { return nil }
            (device, inode) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
        }

        init?(descriptor: CInt) { self.init { unsafe fstat(descriptor, &$0) } }

        /// The file that a path leads to, through all links.
        init?(path: String) {
            self.init { status in unsafe SystemPath.withBytes(path) { unsafe stat($0, &status) } }
        }
    }

    /// Whether a path leads to one of the streams, or stands for any descriptor of this process.
    static func areUsed(by path: String) -> Bool {
        path.isSame(as: "-") || DescriptorPath.number(path) != nil
            || leads(path, toAnyOf: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
    }

    /// Whether an input leads to one of the streams, or stands for a descriptor of this process that is not that of a file.
    ///
    /// A program may pass files without a name, such as files in memory.
    static func areUsed(byInput path: String) -> Bool {
        guard DescriptorPath.number(path) != nil, FileIdentity(path: path)?.kind == .regular else {
            return areUsed(by: path)
        }
        return leads(path, toAnyOf: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])
    }

    /// Whether a path leads to the file, pipe or device that is standard output.
    static func isStandardOutput(_ path: String) -> Bool { leads(path, toAnyOf: [STDOUT_FILENO]) }

    private static func leads(_ path: String, toAnyOf descriptors: [CInt]) -> Bool {
        // The null device discards everything, so that several may use it
        guard let file = Identity(path: path), file != Identity(path: "/dev/null") else { return false }
        return descriptors.contains { Identity(descriptor: $0) == file }
    }
}
