/// The packages of Debian and Ubuntu that contain fonts.
enum FontPackages {
    private static let families = [
        "arial": "liberation", "cantarell": "cantarell", "courier new": "liberation", "dejavu": "dejavu-core",
        "eb garamond": "ebgaramond", "fira code": "firacode", "hack": "hack", "helvetica": "liberation",
        "inter": "inter", "jetbrains mono": "jetbrains-mono", "lato": "lato", "liberation": "liberation",
        "noto color emoji": "noto-color-emoji", "noto sans": "noto-core", "noto sans cjk": "noto-cjk",
        "noto serif": "noto-core", "noto serif cjk": "noto-cjk", "open sans": "open-sans", "roboto": "roboto",
        "times new roman": "liberation",
    ]

    /// The package of a family; `nil` if it is not known.
    static func package(of family: String) -> String? {
        let name = family.lowercased()
        let known = families.keys.filter { name == $0 || name.hasPrefix($0 + " ") }
        return known.max { $0.utf8.count < $1.utf8.count }.flatMap { families[$0] }.map { "fonts-\($0)" }
    }

    /// The package with the characters that are most often missing of those in a text.
    static func package(for text: String) -> String {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x2E80...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return "fonts-noto-cjk"
            case 0x2600...0x27BF, 0x1F000...0x1FAFF: return "fonts-noto-color-emoji"
            default: continue
            }
        }
        return "fonts-noto-core"
    }
}
