internal import ArgumentParser
internal import LibC
internal import VariableBlur
internal import VariableBlurCodecs

/// What the files on the command line come to: tasks of which no two write the same file.
struct TaskPlan {
    let options: JobRequest
    let imagesAtOnce: Int
    let defaultThreads: Int?
    private(set) var tasks: [ImageTask] = []
    /// Named files that are outputs of others, and are left out.
    private(set) var ownOutputs: [String] = []

    /// What an input and an output come to.
    private init(pair names: [String], options: JobRequest) throws {
        try Self.validatePair(names)
        self.init(options, (1, nil))
        tasks = [try pair(names[0], names[1])]
    }

    init(_ names: [String], files: FileOptions, options: JobRequest, run: RunOptions) throws {
        switch files.naming {
        case .named: try self.init(pair: names, options: options)
        case .inPlace:
            let inputs = try Self.inputsInPlace(names, files, options)
            self.init(options, Self.split(run, inputs.count))
            tasks = try inputs.map(inPlace)
        case .derived(let template):
            let inputs = try Self.inputs(names, files)
            self.init(options, Self.split(run, inputs.count))
            try derive(inputs, files, template)
        }
    }

    private init(_ options: JobRequest, _ shares: (imagesAtOnce: Int, threads: Int?)) {
        self.options = options
        (imagesAtOnce, defaultThreads) = shares
    }

    /// How many images to work on at once, and with how many threads each, so that all processors have work.
    private static func split(_ run: RunOptions, _ count: Int) -> (Int, Int?) {
        let jobs = run.imagesAtOnce(of: count)
        return (jobs, jobs == 1 ? nil : max(1, BlurExecution().threadCount / jobs))
    }

    private static func validatePair(_ names: [String]) throws {
        switch names.count {
        case 0: throw ValidationError("Name an input and an output.")
        case 1 where names[0] == "batch":
            throw ValidationError(
                "'varblur batch' takes its options behind it; a file called batch is written ./batch, with an output.")
        case 1:
            throw ValidationError(
                "Name an output too ('-' is standard output), or use --out-dir, --suffix or --in-place.")
        case 2: break
        default:
            throw ValidationError(
                "Name one input and one output; several inputs need --out-dir, --suffix or --in-place.")
        }
        if names[0] == "-" && isatty(STDIN_FILENO) == 1 {
            throw ValidationError("Standard input is a terminal. Name an input file, or redirect with '< in.png'.")
        }
        if names[1] == "-" && isatty(STDOUT_FILENO) == 1 {
            throw ValidationError(
                "Standard output is a terminal. Name an output file, or redirect with '> out.png'.")
        }
    }

    private func pair(_ input: String, _ output: String) throws -> ImageTask {
        let isDirectory = output != "/" && FileIdentity(path: output)?.kind == .directory
        let refusal = ImageError(
            .cannotCreate, "it is a directory", remedy: "give the output a file name, or use --out-dir", file: output)
        return ImageTask(
            source: input == "-" ? .standardInput : .file(path: input),
            target: output == "-" ? .standardOutput : .file(path: output, replacing: options.isReplacing),
            job: try options.job(output: output, defaultThreads: nil, imagesAtOnce: 1), input: input, output: output,
            refusal: isDirectory ? refusal : nil)
    }

    private static func inputsInPlace(
        _ names: [String], _ files: FileOptions, _ options: JobRequest
    ) throws -> [FoundInput] {
        guard !names.isEmpty else { throw ValidationError("Name the files to change.") }
        guard !names.contains("-") else { throw ValidationError("Standard input cannot be changed in place.") }
        guard options.output.format == nil else {
            throw ValidationError("--format does not go with --in-place, where every file keeps its format.")
        }
        guard options.existingOutputRule == .error || options.existingOutputRule == .overwrite else {
            throw ValidationError("--if-exists does not go with --in-place, where every output exists.")
        }
        let inputs = InputSearch(isRecursive: files.isRecursive, outputDirectory: nil).inputs(names)
        var seen: Set<String> = []
        for input in inputs where !seen.insert(PathName.withoutLinks(input.path)).inserted {
            throw ValidationError(
                "'\(ImageError.printable(input.path))' is named twice; it would be blurred twice.")
        }
        return inputs
    }

    private func inPlace(_ input: FoundInput) throws -> ImageTask {
        // the file is changed, not a link that leads to it
        let path = PathName.withoutLinks(input.path)
        var job = try options.job(output: nil, defaultThreads: defaultThreads, imagesAtOnce: imagesAtOnce)
        job.isInPlace = true
        job.existing = .asTheTargetSays
        return ImageTask(
            source: .file(path: input.path), target: .file(path: path, replacing: true), job: job, input: input.path,
            output: input.path, refusal: input.refusal)
    }

    private static func inputs(_ names: [String], _ files: FileOptions) throws -> [FoundInput] {
        guard !names.isEmpty else { throw ValidationError("Name the inputs.") }
        guard !names.contains("-") else {
            throw ValidationError("Standard input has no name that an output could be named after.")
        }
        let output = files.outputDirectory.map { CanonicalPath.of($0) }
        return InputSearch(isRecursive: files.isRecursive, outputDirectory: output).inputs(names)
    }

    private mutating func derive(_ inputs: [FoundInput], _ files: FileOptions, _ template: NameTemplate?) throws {
        let names = try OutputNames(files: files, template: template, format: options.output.format)
        var planned = try inputs.map { input in
            let output = try names.output(for: input)
            return (input: input, output: output)
        }
        ownOutputs = try OutputNames.removeOwnOutputs(&planned)
        let isReplacing = options.isReplacing
        tasks = try planned.map { input, output in
            let fileExtension = PathName.fileExtension(of: output)
            let known = fileExtension.flatMap(ImageFormat.init(fileExtension:)) != nil
            return ImageTask(
                source: .file(path: input.path), target: .file(path: output, replacing: isReplacing),
                // an extension that the input has already says nothing new of the output
                job: try options.job(
                    output: known ? output : nil, defaultThreads: defaultThreads, imagesAtOnce: imagesAtOnce),
                input: input.path, output: output, root: files.outputDirectory, refusal: input.refusal)
        }
    }
}
