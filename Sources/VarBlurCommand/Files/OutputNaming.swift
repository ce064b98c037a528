internal import VarBlurCodecs

/// An output that is named after its input: a path below a directory.
struct DerivedOutput {
    /// The directory that the output must not leave.
    let tree: String
    let pathInTree: String
    /// The whole path.
    let path: String

    init(tree: String, path pathInTree: String, wholePath: String? = nil) {
        (self.tree, self.pathInTree) = (tree, pathInTree)
        path = wholePath ?? PathName.joined(tree, pathInTree)
    }

    /// A path whose directory is the tree.
    init(path: String) {
        (tree, pathInTree, self.path) = (PathName.directory(of: path), PathName.last(of: path), path)
    }

    var target: OutputTarget { .fileInTree(tree: tree, path: pathInTree) }
}

/// An output of an input, with its name.
struct PlannedOutput {
    let input: InputFile
    let output: DerivedOutput
    /// The format; `nil` for that of the input.
    let format: ImageFormat?
    /// The size; `nil` for the one that the options set.
    var size: OutputWidths.Size?
    /// Notices about the outputs of the input.
    var notices: [String] = []
    /// Whether the preceding output has the same input.
    var isFurtherOutput = false
}

/// Derives output paths from input paths.
struct OutputNaming {
    private let outputDirectory: String?
    private let template: NameTemplate
    /// Whether `{dir}` in the template includes the directory of an input that is named itself.
    private let keepsNamedDirectories: Bool

    init(files: FileOptions, template: NameTemplate?) {
        outputDirectory = files.outputDirectory
        self.template = template ?? .sameName
        keepsNamedDirectories = files.nameTemplate != nil
    }

    /// The output for an input.
    ///
    /// - Parameters:
    ///   - input: the input.
    ///   - format: the requested format; `nil` for that of the input.
    ///   - size: the size of the output, if the name contains it.
    /// - Returns: the path of the output.
    /// - Throws: `UsageError` if the path would lie outside the output directory.
    func output(
        for input: InputFile, _ format: ImageFormat?, size: (width: Int, height: Int)? = nil
    ) throws(UsageError) -> DerivedOutput {
        let path = path(for: input, format, size: size)
        if let outputDirectory {
            guard !Self.leadsOut(path) else {
                var values = values(for: input, format, size)
                values.directory = "."
                throw UsageError(
                    "'\(ImageError.printable(path))' would be written outside --out-dir",
                    remedy: Self.leadsOut(template.path(values))
                        ? "leave '..' and a '/' at the start out of the name template"
                        : "use {dir} only for inputs with relative paths without '..'")
            }
            return DerivedOutput(tree: outputDirectory, path: path)
        }
        // an output below the directory in which the input was found stays below that directory
        if let tree = input.tree, let names = PathName.components(of: path, below: tree) {
            let rest = names.joined(separator: "/")
            if !Self.leadsUp(rest) {
                return DerivedOutput(tree: PathName.withoutLeadingDot(tree), path: rest, wholePath: path)
            }
        }
        return DerivedOutput(path: path)
    }

    /// The path of an output, wherever it leads; without a size, placeholders of the size are left out.
    func path(for input: InputFile, _ format: ImageFormat?, size: (width: Int, height: Int)? = nil) -> String {
        template.path(values(for: input, format, size))
    }

    /// Whether a path leads out of the directory to which it is added.
    private static func leadsOut(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") || leadsUp(path) }

    private static func leadsUp(_ path: some StringProtocol) -> Bool {
        path.utf8.split(separator: UInt8(ascii: "/")).contains { $0.elementsEqual("..".utf8) }
    }

    private func values(
        for input: InputFile, _ format: ImageFormat?, _ size: (width: Int, height: Int)?
    ) -> NameTemplate.Values {
        var values = NameTemplate.Values(ofInput: input.path)
        values.directory = directory(for: input)
        values.fileExtension = Self.outputExtension(for: values.fileExtension, format)
        values.size = size
        return values
    }

    private func directory(for input: InputFile) -> String {
        let inputDirectory = PathName.directory(of: input.path)
        guard outputDirectory != nil else { return inputDirectory }
        if let found = input.found { return found.directory }
        return keepsNamedDirectories ? inputDirectory : "."
    }

    /// The extension of the input, or that of the requested format if the two differ.
    private static func outputExtension(for inputExtension: String, _ format: ImageFormat?) -> String {
        guard let format, ImageFormat(fileExtension: String(Substring(inputExtension.utf8.dropFirst()))) != format
        else {
            return inputExtension
        }
        return format.defaultExtension
    }
}
