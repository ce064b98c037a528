internal import VarBlurLibC

/// Information about this process from the operating system.
package enum ProcessEnvironment {
    /// The value of an environment variable, or `nil` if it is not set.
    static func variable(_ name: String) -> String? {
        unsafe getenv(name).map { unsafe String(cString: $0) }
    }

    /// The first 4096 bytes of a small system file, such as those of `/proc`, or `nil` if it cannot be read or is empty.
    package static func text(ofFile path: String) -> String? {
        let descriptor = unsafe systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe systemRead(descriptor, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}
