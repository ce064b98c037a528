/// The options that select inputs and name outputs.
struct FileOptions: Sendable, Hashable {
    var outputDirectory: String?
    var isRecursive = false
    /// Whether symbolic links in searched directories are followed.
    var followsLinks = false
    var suffix: NameTemplate?
    var nameTemplate: NameTemplate?
    var isInPlace = false
    var isDryRun = false

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
        if let template = suffix ?? nameTemplate { return .derived(template) }
        return outputDirectory == nil ? .named : .derived(nil)
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
        guard isRecursive || !followsLinks else {
            throw UsageError(
                "--follow-links requires --recursive", remedy: "add --recursive, or leave out --follow-links")
        }
        if isRecursive, case .named = naming {
            throw UsageError(
                "--recursive requires --out-dir, --suffix, --name-template, or --in-place", remedy: "add one of them")
        }
    }
}
