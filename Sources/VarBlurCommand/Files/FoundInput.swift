internal import VariableBlurCodecs

/// An input file, as named or as found in a named directory.
struct FoundInput {
    let path: String
    /// The directory below the named one; `nil` for a file that was named itself.
    let directoryBelow: String?
    /// Why it is no input after all.
    var refusal: ImageError?
}

/// Finds the inputs of a run.
struct InputSearch {
    let isRecursive: Bool
    /// The canonical path of the directory that outputs go to.
    let outputDirectory: String?

    /// The named files, and those in named directories; in the order of the names, and of names in a directory.
    func inputs(_ names: [String]) -> [FoundInput] {
        names.flatMap { name -> [FoundInput] in
            guard FileIdentity(path: name)?.kind == .directory else {
                return [FoundInput(path: name, directoryBelow: nil)]
            }
            guard isRecursive else { return isOutput(name) ? [] : [Self.refused(name)] }
            return files(in: name.utf8.last == UInt8(ascii: "/") ? String(name.dropLast()) : name, below: ".")
        }
    }

    private static func refused(_ directory: String) -> FoundInput {
        let error = ImageError(
            .unreadable, "it is a directory", remedy: "use --recursive to take the images in it", file: directory)
        return FoundInput(path: directory, directoryBelow: nil, refusal: error)
    }

    private func isOutput(_ directory: String) -> Bool { CanonicalPath.of(directory) == outputDirectory }

    private func files(in directory: String, below: String) -> [FoundInput] {
        guard let names = DirectoryNames.all(in: directory.isEmpty ? "/" : directory) else {
            let error = ImageError(
                .unreadable, "it cannot be listed", remedy: "check the directory's permissions", file: directory)
            return [FoundInput(path: directory, directoryBelow: below, refusal: error)]
        }
        return names.flatMap { name -> [FoundInput] in
            let path = "\(directory)/\(name)"
            switch FileIdentity(linkPath: path)?.kind {
            case .directory:
                // a link to a directory is no directory here: it might lead in a circle
                return isOutput(path) ? [] : files(in: path, below: below == "." ? name : "\(below)/\(name)")
            case .regular, .symbolicLink:
                guard PathName.fileExtension(of: name).flatMap(ImageFormat.init(fileExtension:)) != nil,
                    FileIdentity(path: path)?.kind != .directory
                else { return [] }
                return [FoundInput(path: path, directoryBelow: below)]
            default: return []
            }
        }
    }
}
