import Foundation

/// A text file of the project.
struct ProjectFile: Sendable {
    /// The path relative to the project's root.
    let path: String
    let text: String

    /// All text files of the project, sorted by path.
    static let all: [ProjectFile] = {
        let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let keys: [URLResourceKey] = [.isRegularFileKey, .isDirectoryKey]
        guard let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: keys) else { return [] }
        var result: [ProjectFile] = []
        for case let url as URL in files {
            let path = String(url.path.dropFirst(root.path.count + 1))
            let values = try? url.resourceValues(forKeys: Set(keys))
            if isSkipped(path) {
                if values?.isDirectory == true { files.skipDescendants() }
                continue
            }
            guard values?.isRegularFile == true, let data = try? Data(contentsOf: url),
                let text = String(validating: data, as: UTF8.self)
            else { continue }
            result.append(ProjectFile(path: path, text: text))
        }
        return result.sorted { $0.path < $1.path }
    }()

    /// Whether a path is hidden, a build product, an image or a third party's text.
    private static func isSkipped(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        let isHidden = name.hasPrefix(".") && name != ".ci"
        return isHidden
            || ["LICENSE", "Package.resolved", "images", "Fuzz/Seeds"].contains(path)
    }

    var name: String { String(path.split(separator: "/").last ?? "") }

    private var fileExtension: String { name.contains(".") ? String(name.split(separator: ".").last ?? "") : "" }

    /// The language, if the file is Swift or C.
    var language: SourceText.Language? {
        switch fileExtension {
        case "swift": .swift
        case "c", "h": .c
        default: nil
        }
    }

    /// Whether the file is source code in any language.
    var isSource: Bool { language != nil || isScript }

    private var isScript: Bool {
        fileExtension == "py" || fileExtension == "sh" || (fileExtension.isEmpty && path.contains("/") && isExecutable)
    }

    private var isExecutable: Bool { text.hasPrefix("#!") }
}
