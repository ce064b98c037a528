internal import VarBlurCodecs

/// The options that select inputs and name outputs.
package struct FileOptions: Sendable, Hashable {
    var outputDirectory: String?
    var isRecursive = false
    /// Whether symbolic links in searched directories are followed.
    var followsLinks = false
    var suffix: NameTemplate?
    var nameTemplate: NameTemplate?
    var isInPlace = false
    /// Lists of further inputs, which add up.
    var lists: [FileList] = []
    /// What follows the names under which replaced files are kept; `nil` to keep none.
    var backupSuffix: String?
    /// The widths of several outputs for each input; empty for one output of the size that the other options set.
    var widths: [Int] = []
    /// The formats of several outputs for each input; empty for one output.
    var formats: [ImageFormat] = []
    package var isDryRun = false

    /// How outputs are named.
    enum Naming {
        /// One input and one output are given.
        case named
        /// Outputs replace their inputs.
        case inPlace
        /// Outputs are named after their inputs.
        case derived(NameTemplate?)
    }

    var naming: Naming {
        if isInPlace { return .inPlace }
        if let template { return .derived(template) }
        return outputDirectory == nil && formats.isEmpty ? .named : .derived(nil)
    }

    /// The names of outputs; `nil` for those of the inputs.
    private var template: NameTemplate? {
        if let nameTemplate { return nameTemplate }
        return widths.isEmpty ? suffix : (suffix ?? .sameName).addingWidth
    }

    /// Whether the last of two names may be meant as that of an output: no option names outputs, or further inputs.
    var mayNameOutput: Bool {
        outputDirectory == nil && suffix == nil && nameTemplate == nil && lists.isEmpty && !isRecursive
    }

    /// Checks the options that constrain each other.
    func validate() throws(UsageError) {
        guard suffix == nil || nameTemplate == nil else {
            throw UsageError(
                "--suffix and --name-template cannot be combined",
                remedy: "include the suffix in the name template instead")
        }
        guard !isInPlace || (outputDirectory == nil && suffix == nil && nameTemplate == nil) else {
            throw UsageError(
                "--in-place cannot be combined with --out-dir, --suffix, or --name-template",
                remedy: "leave out --in-place or the others")
        }
        guard isInPlace || backupSuffix == nil else {
            throw UsageError("--backup requires --in-place", remedy: "leave out --backup: the input stays as it is")
        }
        if !lists.isEmpty, case .named = naming {
            throw UsageError(
                "--files-from requires --out-dir, --suffix, or --name-template", remedy: "add one of them")
        }
        try validateOutputs()
        guard isRecursive || !followsLinks else {
            throw UsageError(
                "--follow-links requires --recursive", remedy: "add --recursive, or leave out --follow-links")
        }
        if isRecursive, case .named = naming {
            throw UsageError(
                "--recursive requires --out-dir, --suffix, or --name-template", remedy: "add one of them")
        }
    }

    /// Checks that the outputs of an input can have different names.
    private func validateOutputs() throws(UsageError) {
        guard !widths.isEmpty || nameTemplate?.containsSize != true else {
            throw UsageError(
                "{width} and {height} in a name template require --widths", remedy: "add --widths, or leave them out")
        }
        guard !widths.isEmpty || !formats.isEmpty else { return }
        guard !isInPlace else {
            throw UsageError(
                "--in-place cannot be combined with \(option: "widths") or \(option: "formats"): an input is replaced by one output",
                remedy: "use --out-dir, or a name template")
        }
        guard let template else { return }
        guard widths.count <= 1 || template.containsSize else {
            throw UsageError(
                "the outputs of several widths would have the same name",
                remedy: "use a name template with {width}, such as '{dir}/{name}-{width}{ext}'")
        }
        guard formats.count <= 1 || template.containsExtension else {
            throw UsageError(
                "the outputs of several formats would have the same name",
                remedy: "use a name template with {ext}, such as '{dir}/{name}-{width}{ext}'")
        }
    }
}
