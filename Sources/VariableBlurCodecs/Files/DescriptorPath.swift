internal import LibC

/// Paths that refer to an open file descriptor of this process, such as `/dev/stdout`.
///
/// The descriptor may be a regular file, but the path must never be replaced with a new file.
package enum DescriptorPath {
    /// The descriptor that a path stands for, directly or through symbolic links; `nil` if it is an ordinary path.
    package static func number(_ path: String) -> CInt? {
        var path = path
        for _ in 0..<16 {
            if let number = directNumber(path) { return number }
            guard FileIdentity(linkPath: path)?.kind == .symbolicLink, let target = linkTarget(path) else { return nil }
            path = target.utf8.first == UInt8(ascii: "/") ? target : PathName.directory(of: path) + "/" + target
        }
        return nil
    }

    private static func directNumber(_ path: String) -> CInt? {
        switch path {
        case "/dev/stdin": return STDIN_FILENO
        case "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default: break
        }
        for directory in ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", "/proc/\(getpid())/fd/"]
        where path.hasPrefix(directory) {
            return CInt(path.dropFirst(directory.count))
        }
        return nil
    }

    private static func linkTarget(_ path: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = unsafe SystemPath.withBytes(path) { unsafe readlink($0, start, Int(PATH_MAX)) }
            guard count > 0 else { return nil }
            unsafe start[count] = 0
            return unsafe SystemPath.text(start)
        }
    }
}
