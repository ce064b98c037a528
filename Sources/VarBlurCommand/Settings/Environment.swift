internal import LibC
internal import VariableBlurCodecs

/// Environment variables. (Move text(ofFile:) out; it has nothing to do with the environment.)
enum Environment {
    /// The value of a variable; `nil` if it is unset or empty.
    static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe SystemPath.text(value)
        return text.isEmpty ? nil : text
    }

    /// The names of all variables with a prefix, sorted.
    static func names(beginningWith start: String) -> [String] {
        var names: [String] = []
        var next = unsafe systemEnvironment
        while let entry = unsafe next.pointee {
            unsafe next += 1
            // Skips the conversion of other variables to strings
            guard unsafe strncmp(entry, start, start.utf8.count) == 0 else { continue }
            let text = unsafe SystemPath.text(entry)
            if text.hasPrefix(start) { names.append(String(text.prefix { $0 != "=" })) }
        }
        return names.sorted()
    }

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
