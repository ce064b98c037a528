internal import LibC
internal import VariableBlurCodecs

extension SettingsFile {
    /// The first mebibyte of a file; `nil` with `errno` set if it cannot be read.
    static func text(ofFile path: String) -> String? {
        let descriptor = unsafe SystemPath.withBytes(path) { unsafe open($0, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 12)
        while bytes.count < 1 << 20 {
            let count = unsafe read(descriptor, &part, part.count)
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
