internal import ArgumentParser
internal import VariableBlurCodecs

/// A pattern for the names of outputs.
struct NameTemplate: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case directory
        case name
        case fileExtension
    }

    private let parts: [Part]

    /// What the pattern is filled with.
    struct Values {
        /// Without a slash at its end; `.` for the directory itself.
        var directory: String
        var name: String
        /// With its dot; empty if there is none.
        var fileExtension: String
    }

    init(_ pattern: String) throws {
        var parts: [Part] = []
        var rest = Substring(pattern)
        while let open = rest.firstIndex(of: "{") {
            parts.append(.text(String(rest[..<open])))
            guard let close = rest[open...].firstIndex(of: "}") else { throw Self.unknown(String(rest[open...])) }
            let word = String(rest[open...close])
            guard let part = Self.words[word] else { throw Self.unknown(word) }
            parts.append(part)
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.text(String(rest)))
        self.parts = parts
        guard parts.contains(where: { if case .name = $0 { true } else { false } }), pattern.last != "/" else {
            throw ValidationError("A name pattern has {name} in it, and ends with a file's name.")
        }
    }

    private init(parts: [Part]) { self.parts = parts }

    /// The pattern that puts a text between name and extension.
    static func suffix(_ text: String) throws -> NameTemplate {
        guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "/")) else {
            throw ValidationError("A suffix is a text without a slash, as -blur.")
        }
        return NameTemplate(parts: [.directory, .text("/"), .name, .text(text), .fileExtension])
    }

    /// The pattern that keeps names.
    static let same = NameTemplate(parts: [.directory, .text("/"), .name, .fileExtension])

    private static let words: [String: Part] = ["{dir}": .directory, "{name}": .name, "{ext}": .fileExtension]

    private static func unknown(_ word: String) -> ValidationError {
        ValidationError("A name pattern has {dir}, {name} and {ext}, but no \(ImageError.printable(word)).")
    }

    /// Whether the pattern says itself in which directory outputs lie.
    var namesDirectory: Bool {
        parts.contains { if case .directory = $0 { true } else { false } }
    }

    /// The path for an input.
    func path(_ values: Values) -> String {
        var path = ""
        for part in parts {
            switch part {
            case .text(let text): path += text
            case .directory: path += values.directory
            case .name: path += values.name
            case .fileExtension: path += values.fileExtension
            }
        }
        return path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }
}
