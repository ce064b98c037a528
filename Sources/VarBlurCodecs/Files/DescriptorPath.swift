internal import VarBlurLibC

/// Paths that refer to an open file descriptor of this process, such as `/dev/stdout`.
///
/// The descriptor may be a regular file, but the path must never be replaced with a new file.
package enum DescriptorPath {
    /// The descriptor to which a path leads, directly or through symbolic links; `nil` if it is an ordinary path.
    package static func number(_ path: String) -> CInt? {
        var path = path
        for _ in 0..<16 {
            if let number = directNumber(path) { return number }
            guard FileIdentity(linkPath: path)?.kind == .symbolicLink, let target = linkTarget(path) else { return nil }
            // the directory may be written in many ways
            let directory = PathName.withoutLinks(PathName.directory(of: path))
            if let number = directNumber(PathName.joined(directory, PathName.last(of: path))) { return number }
            path = target.utf8.first == UInt8(ascii: "/") ? target : PathName.joined(directory, target)
        }
        return nil
    }

    private static func directNumber(_ path: String) -> CInt? {
        if path.utf8.elementsEqual("/dev/stdin".utf8) { return STDIN_FILENO }
        if path.utf8.elementsEqual("/dev/stdout".utf8) { return STDOUT_FILENO }
        if path.utf8.elementsEqual("/dev/stderr".utf8) { return STDERR_FILENO }
        guard path.utf8.starts(with: "/dev/".utf8) || path.utf8.starts(with: "/proc/".utf8) else { return nil }
        let own = "/proc/\(getpid())"
        for directory in ["/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/", own + "/fd/"]
        where path.utf8.starts(with: directory.utf8) {
            return descriptor(path.utf8.dropFirst(directory.utf8.count))
        }
        // the descriptors of a thread: /proc/1/task/1/fd/1
        let names = path.utf8.split(separator: UInt8(ascii: "/"))
        guard path.utf8.starts(with: (own + "/task/").utf8), names.count == 6, names[4].elementsEqual("fd".utf8) else {
            return nil
        }
        return descriptor(names[5])
    }

    /// A number as the system writes it, without a sign or leading zeros.
    private static func descriptor(_ digits: Substring.UTF8View) -> CInt? {
        guard let number = CInt(Substring(digits)), "\(number)".utf8.elementsEqual(digits), number >= 0 else {
            return nil
        }
        return number
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
