internal import VariableBlurCodecs

/// A file to read: named on the command line, or found in a directory that is named there.
struct InputFile {
    let path: String
    /// The path from the named directory to the directory of the file; `nil` if the file itself is named.
    let relativeDirectory: String?
    /// Why the path cannot be read as an image.
    var error: ImageError?
}

/// Finds the input files of a run.
struct InputSearch {
    let isRecursive: Bool
    /// The canonical path of the output directory, which is not searched.
    let outputDirectory: String?

    /// The named files and the image files in the named directories, in the order of `names` and then of their paths.
    func inputs(_ names: [String]) -> [InputFile] {
        names.flatMap { name -> [InputFile] in
            guard FileIdentity(path: name)?.kind == .directory else {
                return [InputFile(path: name, relativeDirectory: nil)]
            }
            guard isRecursive else { return isOutputDirectory(name) ? [] : [Self.unsearchedDirectory(name)] }
            return files(in: name.utf8.last == UInt8(ascii: "/") ? String(name.dropLast()) : name, relative: ".")
        }
    }

    private static func unsearchedDirectory(_ path: String) -> InputFile {
        let error = ImageError(
            .unreadable, "the input is a directory", remedy: "use --recursive to blur the images in it", file: path)
        return InputFile(path: path, relativeDirectory: nil, error: error)
    }

    private func isOutputDirectory(_ path: String) -> Bool { CanonicalPath.of(path) == outputDirectory }

    private func files(in directory: String, relative: String) -> [InputFile] {
        guard let names = Directories.names(in: directory.isEmpty ? "/" : directory) else {
            let error = ImageError(
                .unreadable, "the directory cannot be listed", remedy: "check its permissions", file: directory)
            return [InputFile(path: directory, relativeDirectory: relative, error: error)]
        }
        return names.flatMap { name -> [InputFile] in
            let path = "\(directory)/\(name)"
            switch FileIdentity(linkPath: path)?.kind {
            case .directory:
                if isOutputDirectory(path) { return [] }
                return files(in: path, relative: relative == "." ? name : "\(relative)/\(name)")
            case .regular, .symbolicLink:
                // Symbolic links to directories are not followed, because they could form a cycle
                guard PathName.fileExtension(of: name).flatMap(ImageFormat.init(fileExtension:)) != nil,
                    FileIdentity(path: path)?.kind != .directory
                else { return [] }
                return [InputFile(path: path, relativeDirectory: relative)]
            default: return []
            }
        }
    }
}
