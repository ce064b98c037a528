internal import ArgumentParser
internal import VariableBlurCodecs

/// Derives output paths from input paths.
struct OutputNaming {
    private let outputDirectory: String?
    private let template: NameTemplate
    private let format: ImageFormat?
    /// Whether `{dir}` in the template includes the directory of an input that is named itself.
    private let keepsNamedDirectories: Bool

    init(files: FileOptions, template: NameTemplate?, format: ImageFormat?) throws {
        outputDirectory = files.outputDirectory
        self.template = template ?? .sameName
        keepsNamedDirectories = files.nameTemplate != nil
        self.format = format
    }

    /// The output path for an input.
    ///
    /// - Throws: `ValidationError` if the path would lie outside the output directory.
    func output(for input: InputFile) throws -> String {
        let path = template.path(values(for: input))
        guard let outputDirectory else { return path }
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        guard path.utf8.first != UInt8(ascii: "/"), !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
            throw ValidationError(
                "'\(ImageError.printable(path))' would be written outside --out-dir. "
                    + "Use {dir} only for inputs with relative paths without '..'.")
        }
        return outputDirectory.utf8.last == UInt8(ascii: "/") ? outputDirectory + path : "\(outputDirectory)/\(path)"
    }

    private func values(for input: InputFile) -> NameTemplate.Values {
        let path = input.path
        let last = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).last ?? path.utf8[...]
        let name = String(Substring(last))
        let fileExtension = PathName.fileExtension(of: name).map { ".\($0)" } ?? ""
        return NameTemplate.Values(
            directory: directory(for: input), name: String(Substring(name.utf8.dropLast(fileExtension.utf8.count))),
            fileExtension: outputExtension(for: fileExtension))
    }

    private func directory(for input: InputFile) -> String {
        let inputDirectory = PathName.directory(of: input.path)
        guard outputDirectory != nil else { return inputDirectory }
        if let relative = input.relativeDirectory { return relative }
        return keepsNamedDirectories ? inputDirectory : "."
    }

    /// The extension of the input, or that of the requested format if the two differ.
    private func outputExtension(for inputExtension: String) -> String {
        guard let format, ImageFormat(fileExtension: String(inputExtension.dropFirst())) != format else {
            return inputExtension
        }
        return format.defaultExtension
    }
}
