internal import VarBlurCodecs

/// The files of masks: those that are read, and those that are written beside the outputs.
struct MaskFiles {
    private let options: JobRequest
    private var keys = FileKeys()
    private var used: Set<FileKeys.Key> = []

    init(_ options: JobRequest) { self.options = options }

    /// Adds the masks of a run to its tasks.
    ///
    /// - Throws: `UsageError` if a mask would be read twice from standard input, or written to a file of the run.
    mutating func add(to tasks: inout [ImageTask]) throws(UsageError) {
        try checkStandardInput(tasks)
        guard options.alphaPath != nil else { return }
        for task in tasks {
            for path in [task.input, task.output] where !path.isEmpty && !path.isSame(as: "-") {
                used.insert(keys.key(path))
            }
        }
        for case .some(let mask) in [options.maskPath, options.mattePath] where !mask.isSame(as: "-") {
            used.insert(keys.key(mask))
        }
        let isSingle = tasks.count <= 1
        for index in tasks.indices {
            let path = try alphaPath(for: tasks[index], isSingle: isSingle)
            guard used.insert(keys.key(path)).inserted else {
                throw UsageError(
                    "\(option: "emit-mask") would replace '\(ImageError.printable(path))', another file of this run",
                    remedy: "choose another file for \(option: "emit-mask")")
            }
            tasks[index].job.alphaTarget = .file(path: path)
        }
    }

    /// Checks that standard input is read once.
    private func checkStandardInput(_ tasks: [ImageTask]) throws(UsageError) {
        let masks = [("mask" as UsageText, options.maskPath), ("matte", options.mattePath)]
        let piped = masks.filter { $0.1?.isSame(as: "-") ?? false }.map(\.0)
        guard let name = piped.first else { return }
        guard piped.count == 1 else {
            throw UsageError("standard input cannot be both the mask and the matte")
        }
        guard tasks.count <= 1 else {
            throw UsageError("a \(name) from standard input can be used for a single image only")
        }
        guard !tasks.contains(where: { $0.input.isSame(as: "-") }) else {
            throw UsageError("standard input cannot be both the image and the \(name)")
        }
    }

    /// Where to write the mask of a task.
    private func alphaPath(for task: ImageTask, isSingle: Bool) throws(UsageError) -> String {
        guard let pattern = options.alphaPath, !pattern.isSame(as: "-") else {
            throw UsageError(
                "\(option: "emit-mask") requires a file")
        }
        let isPattern = pattern.utf8.contains(UInt8(ascii: "{"))
        guard isPattern || isSingle else {
            throw UsageError(
                "for several inputs, \(option: "emit-mask") requires a pattern such as '{dir}/{name}-mask.png'")
        }
        guard isPattern else { return pattern }
        guard !task.source.isInMemory else {
            throw UsageError(
                "an input in memory has no name to base the name of the mask on")
        }
        guard !task.input.isSame(as: "-") else {
            throw UsageError(
                "standard input has no name to base the name of the mask on")
        }
        let template: NameTemplate
        do throws(InvalidValue) {
            template = try NameTemplate(pattern)
        } catch {
            throw UsageError("the pattern of \(option: "emit-mask") is invalid", remedy: error.expected)
        }
        guard !template.containsSize else {
            throw UsageError(
                "the pattern of \(option: "emit-mask") is invalid", remedy: "use {dir}, {name}, and {ext}")
        }
        var values = NameTemplate.Values(ofInput: task.input)
        values.fileExtension = ".png"
        return template.path(values)
    }
}
