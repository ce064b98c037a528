internal import ArgumentParser
internal import LibC
internal import VariableBlurCodecs

extension SettingsFile {
    /// The maximum size of a file in bytes.
    static let maximumByteCount = 1 << 20

    /// The contents of a file; `nil` with `errno` set if it cannot be read.
    ///
    /// - Throws: `ValidationError` if the file exceeds the maximum size; no more than that is read.
    static func text(ofFile path: String) throws -> String? {
        let descriptor = unsafe SystemPath.withBytes(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = unsafe read(descriptor, &part, part.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += part[..<count]
            guard bytes.count <= maximumByteCount else {
                throw ValidationError(
                    "The settings file '\(ImageError.printable(path))' is larger than \(maximumByteCount) bytes.")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
