internal import VarBlurJSON

extension BlurJob {
    /// The job of a command line: options with their names and values, as a line of `varblur batch` has them.
    ///
    /// ```swift
    /// let job = try BlurJob(options: ["preset": "caption", "resize": "640x", "jpeg-quality": "80"])
    /// ```
    ///
    /// The names and the values are those of `docs/command-line.md`, without dashes; options without a value have `yes` or `no`. All
    /// others override the settings of a `preset`. As with the command, the output contains a digest unless `no-digest` is `yes`.
    ///
    /// - Parameter options: the values by the names of the options; all others have their defaults.
    /// - Throws: an error with the code `invalidSettings` for an unknown name, for a value that its option does not have, or for options
    ///   that exclude each other.
    /// - Complexity: O(length of the texts).
    public init(options: [String: String]) throws(ImageError) {
        do throws(UsageError) {
            self = try JobRequest(options).job(output: nil, defaultThreads: nil, imagesAtOnce: 1)
        } catch {
            throw error.imageError()
        }
    }
}

extension JobRequest {
    /// The request of options by their names.
    fileprivate init(_ options: [String: String]) throws(UsageError) {
        self.init()
        var given = options
        if let name = options[Preset.optionName] {
            let entries = Dictionary(uniqueKeysWithValues: JobOptions.all.map { ($0.name, $0) })
            let chosen = options.compactMap { name, value in entries[name].map { ChosenOption($0, value) } }
            for (name, value) in try Preset.named(name).settings {
                guard let setting = entries[name].map({ ChosenOption($0, value) }) else { continue }
                if !chosen.contains(where: { $0.replaces(setting) }) { given[name] = value }
            }
        }
        // in the order of the list, so that the job does not depend on that of a dictionary
        for option in JobOptions.all where option.scope.contains(.batchLine) {
            if let text = given.removeValue(forKey: option.name) { try set(option, text) }
        }
        if let unknown = given.keys.min() {
            throw UsageError(
                "unknown option '\(Quotation.of(unknown))'",
                remedy: OtherNames.remedy(forUnknown: unknown, in: .batchLine, JobOptions.all))
        }
        try validate()
    }

    private mutating func set(_ option: OptionEntry, _ text: String) throws(UsageError) {
        do throws(InvalidValue) {
            if option.isFlag, try !OptionEntry.isOn(text) { return }
            if case .job(let body) = try option.change(text) { body(&self) }
            names.append(option.name)
        } catch {
            throw .invalidValue(text, of: option, named: "'\(option.name)'", error)
        }
    }
}
