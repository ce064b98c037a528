internal import VarBlurCodecs

/// Finds the input files of a run.
struct InputSearch {
    let isRecursive: Bool
    /// Whether symbolic links in the named directories are followed.
    let followsLinks: Bool
    /// The output directory, which is not searched unless nothing else is named.
    let outputDirectory: FileIdentity.Key?

    init(_ files: FileOptions) {
        (isRecursive, followsLinks) = (files.isRecursive, files.followsLinks)
        outputDirectory = files.outputDirectory.flatMap { FileIdentity(path: $0)?.key }
    }

    /// The input files, and the links that were not followed.
    struct Result {
        /// In the order of the names and then of their paths; what directory links lead to comes last.
        var inputs: [InputFile] = []
        var skippedLinkCount = 0
    }

    /// The named files and the image files in the named directories.
    func inputs(_ names: [String]) -> Result {
        var result = Result()
        // files beside which their outputs are written are inputs nevertheless
        let isSearched = names.allSatisfy { FileIdentity(path: $0)?.key == outputDirectory }
        let excluded = isSearched ? nil : outputDirectory
        for name in names {
            guard let identity = FileIdentity(path: name), identity.kind == .directory else {
                result.inputs.append(InputFile(path: name))
                continue
            }
            if isRecursive {
                var search = TreeSearch(name, followsLinks: followsLinks, excluding: excluded)
                search.run()
                result.inputs += search.result.inputs
                result.skippedLinkCount += search.result.skippedLinkCount
            } else if identity.key != excluded {
                result.inputs.append(Self.unsearchedDirectory(name))
            }
        }
        return result
    }

    private static func unsearchedDirectory(_ path: String) -> InputFile {
        let error = ImageError(
            .unreadable, "the input is a directory", remedy: "use --recursive to blur the images in it", file: path)
        return InputFile(path: path, error: error)
    }
}
