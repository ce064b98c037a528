internal import ArgumentParser
internal import VariableBlurCodecs

/// Names outputs after inputs.
struct OutputNames {
    private let directory: String?
    private let template: NameTemplate
    private let isTemplateGiven: Bool
    private let format: ImageFormat?
    private let keepsNamedDirectories: Bool

    init(files: FileOptions, template: NameTemplate?, format: ImageFormat?) throws {
        directory = files.outputDirectory
        self.template = template ?? .same
        isTemplateGiven = template != nil
        keepsNamedDirectories = files.nameTemplate != nil
        self.format = format
    }

    /// The path of the output for an input.
    func output(for input: FoundInput) throws -> String {
        let path = template.path(values(for: input))
        guard let directory else { return path }
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        guard path.utf8.first != UInt8(ascii: "/"), !parts.contains(where: { $0.elementsEqual("..".utf8) }) else {
            throw ValidationError(
                "'\(ImageError.printable(path))' would lie outside --out-dir; use {dir} only with relative inputs.")
        }
        return directory.utf8.last == UInt8(ascii: "/") ? directory + path : "\(directory)/\(path)"
    }

    private func values(for input: FoundInput) -> NameTemplate.Values {
        let path = input.path
        let last = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true).last ?? path.utf8[...]
        let name = String(Substring(last))
        let fileExtension = PathName.fileExtension(of: name).map { ".\($0)" } ?? ""
        return NameTemplate.Values(
            directory: directory(for: input), name: String(Substring(name.utf8.dropLast(fileExtension.utf8.count))),
            fileExtension: self.fileExtension(fileExtension))
    }

    private func directory(for input: FoundInput) -> String {
        let own = PathName.directory(of: input.path)
        guard directory != nil else { return own }
        if let below = input.directoryBelow { return below }
        return keepsNamedDirectories ? own : "."
    }

    /// The output's extension: the input's, unless it belongs to another format.
    private func fileExtension(_ old: String) -> String {
        guard let format, ImageFormat(fileExtension: String(old.dropFirst())) != format else { return old }
        return format.defaultExtension
    }

    /// Leaves out inputs that are outputs of other inputs, and returns them.
    ///
    /// - Throws: a complaint if two inputs have the same output, or an input would be its own output.
    static func removeOwnOutputs(_ planned: inout [(input: FoundInput, output: String)]) throws -> [String] {
        var canonical = CanonicalPath()
        var inputs: [String: Int] = [:]
        for (index, pair) in planned.enumerated() { inputs[canonical.file(pair.input.path)] = index }
        var own: Set<Int> = []
        for (index, pair) in planned.enumerated() {
            guard let other = inputs[canonical.file(pair.output)] else { continue }
            guard planned[other].input.path != pair.input.path, other != index else {
                throw ValidationError(
                    "'\(ImageError.printable(pair.input.path))' would be its own output; use --in-place to replace inputs."
                )
            }
            own.insert(other)
        }
        let left = own.sorted().map { planned[$0].input.path }
        planned = planned.enumerated().filter { !own.contains($0.offset) }.map(\.element)
        var outputs: [String: String] = [:]
        for pair in planned {
            if let first = outputs.updateValue(pair.input.path, forKey: canonical.file(pair.output)) {
                throw ValidationError(
                    "'\(ImageError.printable(first))' and '\(ImageError.printable(pair.input.path))' would both be written to "
                        + "'\(ImageError.printable(pair.output))'. Name them with --name-template '{dir}/{name}{ext}', "
                        + "or in two runs.")
            }
        }
        return left
    }
}
