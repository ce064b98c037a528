internal import VarBlurLibC
internal import VarBlur
internal import VarBlurCodecs

/// The tasks of a run, no two of which write the same file.
struct TaskPlan {
    let options: JobRequest
    /// The number of images to process at once.
    let imagesAtOnce: Int
    /// The number of threads per image unless an option sets it; `nil` for one per processor.
    let defaultThreads: Int?
    private(set) var tasks: [ImageTask] = []
    /// The paths of inputs that are skipped because they are outputs of other inputs.
    private(set) var skippedInputs: [String] = []
    /// The number of symbolic links in directories that are skipped.
    private(set) var skippedLinkCount = 0
    /// The number of files in directories that are skipped because files of their format are not written.
    private(set) var unwrittenCount = 0
    /// Whether no file is replaced, because some of those that are named cannot be read: the tasks are those of the latter.
    private(set) var isRefused = false

    /// Plans a run.
    ///
    /// - Parameters:
    ///   - arguments: the names on the command line.
    ///   - listed: the names in lists of files, which follow.
    ///   - files: what the names mean.
    ///   - options: the options of each job.
    ///   - run: the options of the run.
    /// - Throws: an error of the arguments as a whole; that of an input is its result.
    init(
        _ arguments: [String], listed: [String], files: FileOptions, options: JobRequest, run: RunOptions
    ) throws(UsageError) {
        let names = arguments + listed
        if names.isEmpty && !files.lists.isEmpty {
            self.init(options, (1, nil))
            return
        }
        switch files.naming {
        case .named:
            try Self.validatePair(names, files, options, run)
            self.init(options, (1, nil))
            tasks = [try pair(names[0], names[1])]
        case .inPlace:
            let found = try Self.inputsInPlace(names, files, options)
            self.init(options, Self.concurrency(run, imageCount: found.inputs.count))
            skippedLinkCount = found.skippedLinkCount
            var unreadable: [ImageTask] = []
            for input in found.inputs {
                guard !isUnwritten(input, output: input.path) else { continue }
                let task = try inPlaceTask(input, backupSuffix: files.backupSuffix)
                tasks.append(task)
                if input.found == nil && task.error != nil { unreadable.append(task) }
            }
            // the wrong name may be one of several mistakes, and a replaced file is lost
            if !unreadable.isEmpty { (isRefused, tasks) = (unreadable.count < tasks.count, unreadable) }
        case .derived(let template):
            try Self.checkSeparators(arguments, files, options, run)
            let found = try Self.inputs(names, files)
            self.init(options, Self.concurrency(run, imageCount: found.inputs.count))
            skippedLinkCount = found.skippedLinkCount
            try planDerivedOutputs(found.inputs, files, template)
        }
        for index in tasks.indices { tasks[index].radiusRemedy = options.radiusRemedy }
    }

    private init(_ options: JobRequest, _ concurrency: (imagesAtOnce: Int, threadsPerImage: Int?)) {
        self.options = options
        (imagesAtOnce, defaultThreads) = concurrency
    }

    /// Divides the processors among the images that are processed at once.
    private static func concurrency(_ run: RunOptions, imageCount: Int) -> (imagesAtOnce: Int, threadsPerImage: Int?) {
        let imagesAtOnce = run.imagesAtOnce(of: imageCount)
        return (imagesAtOnce, imagesAtOnce == 1 ? nil : max(1, BlurExecution().threadCount / imagesAtOnce))
    }
}

extension TaskPlan {
    /// Whether a file was found in a directory, and its output would have a format of which no files are written; counts it.
    private mutating func isUnwritten(_ input: InputFile, output: String) -> Bool {
        guard input.found != nil, input.error == nil, options.output.format == nil,
            let format = ImageFormat(ofPath: output) ?? ImageFormat(ofPath: input.path),
            !ImageFormat.written.contains(format)
        else { return false }
        unwrittenCount += 1
        return true
    }
}

// MARK: - One input and one output

extension TaskPlan {
    /// Checks that no name is a further value of an option whose values are separated by commas.
    private static func checkSeparators(
        _ names: [String], _ files: FileOptions, _ options: JobRequest, _ run: RunOptions
    ) throws(UsageError) {
        let sides = BlurDirection.allCases.map(\.rawValue)
        // the second of two names may be that of an output
        for name in names.prefix(names.count == 2 ? 1 : 16) where FileIdentity(path: name) == nil {
            let isNumber = !name.isEmpty && name.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            if isNumber && name.utf8.count < 6, !files.widths.isEmpty || run.quiet {
                throw UsageError(
                    "'\(name)' is not a file",
                    remedy: files.widths.isEmpty
                        ? quality(name, names.filter { !$0.isSame(as: name) }, files, options)
                        : "separate numbers by commas: --widths 320,\(name)")
            }
            if let format = ImageFormat.written(name) {
                throw UsageError(
                    "'\(name)' is not a file",
                    remedy: "for the format, write: --format \(format.rawValue); -f is --force")
            }
            if sides.contains(where: { $0.isSame(as: name) }) {
                throw UsageError("'\(name)' is not a file", remedy: "separate sides by commas: --direction top,bottom")
            }
        }
    }

    /// What to do about a number that is meant as the quality of the outputs.
    private static func quality(
        _ number: String, _ names: [String], _ files: FileOptions, _ options: JobRequest
    ) -> UsageText {
        let format = options.output.format ?? names.last.flatMap(PathName.fileExtension).flatMap(ImageFormat.written)
        let formats = files.formats.isEmpty ? [format ?? .jpeg] : files.formats
        guard OptionTable.standard[name: "quality"]?.formats.contains(where: formats.contains) ?? false else {
            return "-q is --quiet; \(formats[0].name) files are lossless, and have no quality"
        }
        return "-q is --quiet; for the quality, write: --quality \(number)"
    }

    private static func validatePair(
        _ names: [String], _ files: FileOptions, _ options: JobRequest, _ run: RunOptions
    ) throws(UsageError) {
        if let name = names.first, let error = Subcommand.error(forMissingFile: name) { throw error }
        if let unit = names.first(where: { $0.isSame(as: "px") || $0.isSame(as: "%") }), FileIdentity(path: unit) == nil
        {
            throw UsageError(
                "'\(unit)' is not a file", remedy: "write a number and its unit without a space, such as 10\(unit)")
        }
        if names.count > 1 { try checkSeparators(names, files, options, run) }
        switch names.count {
        case 0:
            throw UsageError(
                "no files are given", remedy: "specify an input and an output")
        case 1:
            throw UsageError(
                "no output is given",
                remedy: "specify an output too ('-' is standard output), or use --out-dir or --suffix")
        case 2: break
        default:
            let formats = run.report == nil ? "" : "; the formats of --json are document and lines"
            throw UsageError(
                "more than two files are given",
                remedy:
                    "specify one input and one output; several inputs require --out-dir or --suffix\(formats)"
            )
        }
        if names[0].isSame(as: "-") {
            try StandardStreams.refuseTerminal(
                STDIN_FILENO, remedy: "specify an input file, or redirect with '< in.png'")
        }
        if names[1].isSame(as: "-") {
            try StandardStreams.refuseTerminal(
                STDOUT_FILENO, remedy: "specify an output file, or redirect with '> out.png'")
        }
    }

    private func pair(_ input: String, _ output: String) throws(UsageError) -> ImageTask {
        try OutputFormat.checkPrefix(output)
        var error: ImageError?
        if FileIdentity(path: input)?.kind == .directory {
            error = ImageError(
                .unreadable, "the input is a directory",
                remedy: "to blur the images in it, use --recursive and --out-dir",
                file: input)
        } else if !output.isSame(as: "/") && FileIdentity(path: output)?.kind == .directory {
            error = ImageError(
                .cannotCreate, "the output is a directory", remedy: "specify an output file, or use --out-dir",
                file: output)
        } else if output.utf8.last == UInt8(ascii: "/") {
            error = ImageError(
                .cannotCreate, "the output is not a file", remedy: "specify an output file, or use --out-dir",
                file: output)
        }
        var task = ImageTask(
            source: input.isSame(as: "-") ? .standardInput : .file(path: input),
            target: output.isSame(as: "-") ? .standardOutput : .file(path: output),
            job: try options.job(output: output, defaultThreads: nil, imagesAtOnce: 1), input: input, output: output,
            error: error)
        task.isPair = true
        return task
    }
}

// MARK: - Replaced inputs

extension TaskPlan {
    private static func inputsInPlace(
        _ names: [String], _ files: FileOptions, _ options: JobRequest
    ) throws(UsageError) -> InputSearch.Result {
        guard !names.isEmpty else {
            if let suffix = files.backupSuffix, FileIdentity(path: suffix) != nil {
                throw UsageError(
                    "no files are given: '\(Quotation.of(suffix))' is the suffix of --backup",
                    remedy: "write: --backup .orig \(Quotation.of(suffix))")
            }
            throw UsageError(
                "no files are given", remedy: "specify the files to blur")
        }
        guard !names.contains(where: { $0.isSame(as: "-") }) else {
            throw UsageError(
                "standard input cannot be blurred in place",
                remedy: "specify an output instead, or '-' for standard output")
        }
        guard options.output.format == nil else {
            throw UsageError(
                "\(option: "format") cannot be combined with --in-place: files keep their format",
                remedy: "leave out --format, or use --out-dir")
        }
        guard options.existing != .skip else {
            throw UsageError(
                "\(option: "if-exists") skip cannot be combined with --in-place: the output always exists",
                remedy: "use --if-exists skip-same to skip images that have been blurred before")
        }
        var result = InputSearch(files).inputs(names)
        var paths: Set<[UInt8]> = []
        var inputs: [InputFile] = []
        for input in result.inputs {
            if paths.insert(SystemPath.bytes(PathName.withoutLinks(input.path))).inserted {
                inputs.append(input)
            } else if input.found?.followsLinks != true {
                throw UsageError(
                    "'\(ImageError.printable(input.path))' is listed twice and would be blurred twice",
                    remedy: "name it once")
            }
            // otherwise several links lead to a file
        }
        result.inputs = inputs
        return result
    }

    private func inPlaceTask(_ input: InputFile, backupSuffix: String?) throws(UsageError) -> ImageTask {
        var job = try options.job(output: nil, defaultThreads: defaultThreads, imagesAtOnce: imagesAtOnce)
        job.backupSuffix = backupSuffix
        var error = input.error
        if error == nil && input.found == nil {
            do throws(ImageError) { try input.source.checkReadable() } catch let failure { error = failure }
        }
        return ImageTask(
            source: input.source, target: .input, job: job, input: input.path, output: input.path, error: error)
    }
}

// MARK: - Outputs named after their inputs

extension TaskPlan {
    private static func inputs(_ names: [String], _ files: FileOptions) throws(UsageError) -> InputSearch.Result {
        guard !names.isEmpty else {
            throw UsageError(
                "no files are given", remedy: "specify at least one input")
        }
        guard !names.contains(where: { $0.isSame(as: "-") }) else {
            throw UsageError(
                "standard input has no name to base the output name on",
                remedy: files.widths.isEmpty && files.formats.isEmpty
                    ? "specify an output file instead" : "write it to a file first")
        }
        if names.count == 2, files.mayNameOutput, FileIdentity(path: names[1]) == nil {
            // only these two options derive names on their own
            let option = files.widths.isEmpty ? "--formats" : "--widths"
            throw UsageError(
                "'\(ImageError.printable(names[1]))' does not exist; with \(option), all files are inputs",
                remedy: "name the outputs with --name-template, or use --out-dir")
        }
        return InputSearch(files).inputs(names)
    }

    private mutating func planDerivedOutputs(
        _ inputs: [InputFile], _ files: FileOptions, _ template: NameTemplate?
    ) throws(UsageError) {
        let naming = OutputNaming(files: files, template: template)
        var outputs: [PlannedOutput] = []
        for input in inputs {
            if files.formats.isEmpty {
                if isUnwritten(input, output: naming.path(for: input, options.output.format)) { continue }
            }
            outputs += try self.outputs(of: input, files, naming)
        }
        skippedInputs = try OutputConflicts.removeOutputsFromInputs(&outputs)
        tasks = try outputs.map { output throws(UsageError) in
            try derivedTask(output, root: files.outputDirectory)
        }
    }

    /// The outputs of an input; with several widths, its header is read, because the names depend on its size.
    private func outputs(
        of input: InputFile, _ files: FileOptions, _ naming: OutputNaming
    ) throws(UsageError) -> [PlannedOutput] {
        var input = input
        var (sizes, notices): ([OutputWidths.Size?], [String]) = ([nil], [])
        if !files.widths.isEmpty {
            let widths = OutputWidths(files.widths, box: options.size.resize)
            do throws(ImageError) {
                if let error = input.error { throw error }
                (sizes, notices) = try self.sizes(of: input, widths)
            } catch {
                input.error = error
                // an image that fails has one result
                sizes = widths.widths.prefix(1).map { OutputWidths.Size(resize: nil, width: $0, height: 0) }
            }
        }
        let formats: [ImageFormat?] = files.formats.isEmpty ? [options.output.format] : files.formats
        var outputs: [PlannedOutput] = []
        for size in sizes {
            for format in input.error == nil ? formats : Array(formats.prefix(1)) {
                let name = try naming.output(for: input, format, size: size.map { ($0.width, $0.height) })
                outputs.append(PlannedOutput(input: input, output: name, format: format, size: size))
            }
        }
        outputs[0].notices = notices
        for index in outputs.indices.dropFirst() { outputs[index].isFurtherOutput = true }
        return outputs
    }

    /// The sizes of the outputs of an image, and a notice about those that are left out.
    private func sizes(
        of input: InputFile, _ widths: OutputWidths
    ) throws(ImageError) -> ([OutputWidths.Size?], notices: [String]) {
        var job = BlurJob()
        (job.turn, job.crop, job.limits) = (options.size.turn, options.size.crop, options.limits)
        guard FileIdentity(path: input.path)?.kind != .stream else {
            throw ImageError(
                .invalidSettings, "a pipe or a device is read only once, but names with widths depend on its contents",
                remedy: "use a file, or --resize", file: input.path)
        }
        let image = try job.croppedSize(of: input.source)
        do throws(BlurError) {
            let (sizes, dropped) = try widths.sizes(width: image.width, height: image.height)
            if dropped.isEmpty { return (sizes, []) }
            let own =
                dropped.count == widths.widths.count
                ? "; the output is \(sizes[0].width) pixels wide" : "; there is no such output"
            let notice =
                "the image of \(image.width)×\(image.height) pixels is not enlarged to a width of "
                + "\(dropped.map(String.init).list("or")) pixels\(own)"
            return (sizes, [notice])
        } catch {
            throw ImageError(.invalidSettings, error.message, file: input.path)
        }
    }

    private func derivedTask(_ planned: PlannedOutput, root: String?) throws(UsageError) -> ImageTask {
        let (input, output) = (planned.input, planned.output)
        let isKnown = ImageFormat(ofPath: output.path) != nil
        var options = options
        options.output.format = planned.format
        // With an unknown extension, the output has the requested format or that of the input.
        var job = try options.job(
            output: isKnown ? output.path : nil, defaultThreads: defaultThreads,
            imagesAtOnce: imagesAtOnce)
        if let size = planned.size { job.resize = size.resize }
        var task = ImageTask(
            source: input.source, target: output.target, job: job, input: input.path, output: output.path,
            root: root,
            error: input.error)
        (task.notices, task.isFurtherOutput) = (planned.notices, planned.isFurtherOutput)
        return task
    }
}
