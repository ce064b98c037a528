internal import VarBlurCodecs

/// A template for output paths, with the placeholders `{dir}`, `{name}` (or `{stem}`), `{width}`, `{height}`, and `{ext}`.
struct NameTemplate: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case text(String)
        case directory
        case name
        case fileExtension
        case width
        case height
    }

    private let parts: [Part]

    /// The values of the placeholders.
    struct Values {
        /// Without a trailing slash; `.` for the current directory.
        var directory: String
        var name: String
        /// With its dot; empty if there is none.
        var fileExtension: String
        /// The size of the output; `nil` if the template does not contain it.
        var size: (width: Int, height: Int)?
    }

    /// - Throws: `InvalidValue` for a template without a name, or with an unknown placeholder.
    init(_ template: String) throws(InvalidValue) {
        var parts: [Part] = []
        // bytes, not characters: a combining mark may follow a brace
        var rest = template.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")) {
            parts.append(.text(String(Substring(rest[..<open]))))
            rest = rest[open...]
            guard let close = rest.firstIndex(of: UInt8(ascii: "}")) else {
                throw Self.unknownPlaceholder(String(Substring(rest)))
            }
            let placeholder = rest[...close]
            guard let part = Self.placeholders.first(where: { $0.text.utf8.elementsEqual(placeholder) })?.part else {
                throw Self.unknownPlaceholder(String(Substring(placeholder)))
            }
            // a dot before {ext}, which many write, is that of the extension
            if part == .fileExtension, case .text(let text)? = parts.last, text.utf8.last == UInt8(ascii: ".") {
                parts[parts.count - 1] = .text(String(text.dropLast()))
            }
            parts.append(part)
            rest = rest[rest.index(after: close)...]
        }
        parts.append(.text(String(Substring(rest))))
        self.parts = parts
        guard parts.contains(where: { if case .name = $0 { true } else { false } }),
            template.utf8.last != UInt8(ascii: "/")
        else {
            throw InvalidValue("a name template must contain {name} and must not end with a slash")
        }
    }

    private init(parts: [Part]) { self.parts = parts }

    /// The template that inserts text between the name and the extension.
    static func suffix(_ text: String) throws(InvalidValue) -> NameTemplate {
        guard !text.isEmpty else { throw InvalidValue("a suffix must not be empty") }
        guard !text.utf8.contains(UInt8(ascii: "/")) else {
            throw InvalidValue("a suffix must not contain a slash")
        }
        return NameTemplate(parts: [.directory, .text("/"), .name, .text(text), .fileExtension])
    }

    /// The template that keeps the name of the input.
    static let sameName = NameTemplate(parts: [.directory, .text("/"), .name, .fileExtension])

    /// The template with the width of the output before the extension, which comes last.
    var addingWidth: NameTemplate {
        NameTemplate(parts: Array(parts.dropLast()) + [.text("-"), .width, .fileExtension])
    }

    /// Whether the name contains the width or the height of the output.
    var containsSize: Bool { parts.contains(.width) || parts.contains(.height) }

    /// Whether the name contains the extension of the output.
    var containsExtension: Bool { parts.contains(.fileExtension) }

    /// The extension that all outputs get, without the dot; `nil` if it depends on the input.
    var fixedExtension: String? {
        guard case .text(let end)? = parts.last else { return nil }
        // the text follows a placeholder, so a period at its start is not that of a hidden file
        return PathName.fileExtension(of: "x" + end)
    }

    private static let placeholders: [(text: String, part: Part)] = [
        ("{dir}", .directory), ("{name}", .name), ("{stem}", .name), ("{ext}", .fileExtension),
        ("{width}", .width),
        ("{height}", .height),
    ]

    private static func unknownPlaceholder(_ text: String) -> InvalidValue {
        InvalidValue(
            "unknown placeholder \(ImageError.printable(text)) in the name template; use {dir}, {name}, {width}, {height}, and {ext}"
        )
    }

    /// The output path for an input.
    func path(_ values: Values) -> String {
        var path = ""
        for part in parts {
            switch part {
            case .text(let text): path += text
            case .directory: path += values.directory
            case .name: path += values.name
            case .fileExtension: path += values.fileExtension
            case .width: path += values.size.map { String($0.width) } ?? ""
            case .height: path += values.size.map { String($0.height) } ?? ""
            }
        }
        return PathName.withoutLeadingDot(path)
    }
}

extension NameTemplate.Values {
    /// The values of an input itself.
    init(ofInput path: String) {
        let name = PathName.last(of: path)
        let fileExtension = PathName.fileExtension(of: name).map { ".\($0)" } ?? ""
        self.init(
            directory: PathName.directory(of: path),
            name: String(Substring(name.utf8.dropLast(fileExtension.utf8.count))), fileExtension: fileExtension)
    }
}
