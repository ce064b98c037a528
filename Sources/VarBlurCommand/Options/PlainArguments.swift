internal import VariableBlur
internal import VariableBlurCodecs

/// The arguments of a usual run, files and common options, read without the parser.
///
/// The parser finds out about every option by reflection, which takes longer than a small picture. It alone knows what is
/// rare, and what to say of what is wrong: then there is no value of this type, and the parser has the word.
struct PlainArguments {
    private(set) var files: [String] = []
    private(set) var request = JobRequest()
    private(set) var isQuiet = false
    private(set) var isVerbose = false
    private var isForced = false
    private var rule: IfExists?

    /// `nil` if the parser has to be asked.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument.utf8.first != UInt8(ascii: "-") || argument == "-" {
                files.append(argument)
            } else if !setFlag(argument) {
                guard let (name, text) = Self.option(argument, &rest), (try? set(name, text)) ?? false else {
                    return nil
                }
            }
        }
        guard !isForced || rule == nil || rule == .overwrite else { return nil }
        request.rule = isForced ? .overwrite : rule ?? .error
    }

    /// An option's name with its dashes, and its value.
    private static func option(_ argument: String, _ rest: inout ArraySlice<String>) -> (name: String, text: String)? {
        guard let sign = argument.firstIndex(of: "=") else {
            // what looks like an option is a value to some options only
            guard let next = rest.popFirst(), next.utf8.first != UInt8(ascii: "-") else { return nil }
            return (argument, next)
        }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }

    private mutating func setFlag(_ argument: String) -> Bool {
        switch argument {
        case "-f", "--force": isForced = true
        case "-q", "--quiet": isQuiet = true
        case "-v", "--verbose": isVerbose = true
        case "--no-fsync": request.output.isDurable = false
        case "--progressive": request.output.jpegIsProgressive = true
        case "--baseline": request.output.jpegIsProgressive = false
        default: return false
        }
        return true
    }

    /// Sets an option; returns whether it is known.
    private mutating func set(_ name: String, _ text: String) throws -> Bool {
        switch name {
        case "--max-radius": request.blur.maximumRadius = try LengthArgument.parse(text)
        case "--min-radius": request.blur.minimumRadius = try LengthArgument.parse(text)
        case "--direction": request.blur.direction = try choice(text)
        case "--start-offset": request.blur.startOffset = try FractionArgument.parse(text)
        case "--edges": request.blur.edges = try choice(text)
        case "--engine": request.blur.engine = try choice(text)
        case "--threads":
            request.blur.execution.threadCount = try CountArgument.threads(text)
            request.saysThreads = true
        case "--format": request.output.format = try known(ImageFormat(argument: text))
        case "--jpeg-quality": request.output.jpegQuality = try CountArgument.quality(text)
        case "--png-compression": request.output.pngCompression = try choice(text)
        case "--strip": request.output.stripping = try choice(text)
        case "--if-exists": rule = try choice(text)
        default: return false
        }
        return true
    }

    private func choice<Choice: RawRepresentable<String>>(_ text: String) throws -> Choice {
        try known(Choice(rawValue: text))
    }

    private func known<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw UnknownValue() }
        return value
    }

    private struct UnknownValue: Error {}
}

/// The usual run: an input, an output, and common options.
struct PlainRun: Performable {
    private let arguments: PlainArguments

    var isQuiet: Bool { arguments.isQuiet }
    var reportsToPrograms: Bool { false }

    /// `nil` if the parser has to be asked.
    init?(_ arguments: [String]) {
        guard let plain = PlainArguments(arguments), plain.files.count == 2, !plain.isQuiet || !plain.isVerbose,
            (try? plain.request.blur.validateTogether()) != nil
        else { return nil }
        self.arguments = plain
    }

    func perform(_ settings: EffectiveSettings) throws {
        let plan = try TaskPlan(pair: arguments.files, options: arguments.request)
        let report = RunReport(nil, isVerbose: arguments.isVerbose, settings: settings, taskCount: 1)
        if let status = TaskRun(plan.tasks, isDryRun: false, report: report).perform(imagesAtOnce: 1) { throw status }
    }
}
