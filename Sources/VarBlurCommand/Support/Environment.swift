internal import VarBlurLibC
internal import VarBlurCodecs

/// Environment variables.
package enum Environment {
    /// The value of a variable; `nil` if it is unset or empty.
    package static func value(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        let text = unsafe SystemPath.text(value)
        return text.isEmpty ? nil : text
    }

    /// The names of all variables with a prefix, sorted by their bytes.
    static func names(beginningWith start: String) -> [String] {
        var names: [String] = []
        var next = unsafe systemEnvironment
        while let entry = unsafe next.pointee {
            unsafe next += 1
            // Skips the conversion of other variables to strings
            guard unsafe strncmp(entry, start, start.utf8.count) == 0 else { continue }
            let text = unsafe SystemPath.text(entry)
            names.append(String(text.splitAtEqualsSign.name))
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
