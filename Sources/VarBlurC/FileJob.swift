internal import CVarBlurPlatform
internal import CVarBlur
internal import VarBlurLibC
internal import VarBlurJSON

/// A job with image files, which the command performs in a process of its own.
struct FileJob {
    /// What the command answers.
    struct Outcome {
        var output: ByteBlock?
        var result: ByteBlock?
        /// Why the job failed.
        var failure: CallError?
    }

    private let members: [JSONValue.Member]
    private let input: UnsafeRawBufferPointer?

    /// The options that name files.
    private static let fileOptions = ["mask", "matte", "emit-mask"]

    /// Reads the text of a job: a JSON object, and the content of its input, or `nil` if it names a file.
    init(_ text: String, input: UnsafeRawBufferPointer?) throws(CallError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.value(of: Array(text.utf8)) } catch {
            throw CallError(VARBLUR_INVALID_TEXT, "job is no JSON: \(error.cause) at byte \(error.offset + 1)")
        }
        guard case .object(let members) = value else {
            throw CallError(VARBLUR_INVALID_TEXT, #"job is no JSON object, such as {"options": {"max-radius": "5%"}}"#)
        }
        guard value["input"] == nil || input == nil else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "the job names an input, but input is not NULL")
        }
        guard value["input"] != nil || input != nil else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "the job names no input, and input is NULL")
        }
        (self.members, self.input) = (members, input)
    }

    private subscript(name: String) -> JSONValue? { JSONValue.object(members)[name] }

    /// Performs the job with a command, of which this is the path or the name.
    func perform(_ command: String) throws(CallError) -> Outcome {
        let (line, answer, messages) = (try MemoryFile(), try MemoryFile(), try MemoryFile())
        try write(to: line)
        let status = try run(command, [line.descriptor, answer.descriptor, messages.descriptor])
        let text = try answer.contents()
        guard text.size > 0 else { throw Self.failure(status, try messages.contents()) }
        if text.bytes.last == UInt8(ascii: "\n") { text.end(at: text.size - 1) }
        return try outcome(text)
    }

    private func write(to line: MemoryFile) throws(CallError) {
        guard let input else { return try finish(line, JSONValue.object(members).text) }
        try line.append(#"{"input":{"base64":""#)
        try line.append(base64: input)
        let rest = JSONValue.object(members).text
        try finish(line, "\"}\(members.isEmpty ? "" : ",")\(rest.dropFirst())")
    }

    private func finish(_ line: MemoryFile, _ text: String) throws(CallError) {
        try line.append(text + "\n")
        line.rewind()
    }

    /// Whether the command needs to open files.
    private var namesFiles: Bool {
        let options = self["options"] ?? .null
        let outputs: [JSONValue] = if case .array(let outputs)? = self["outputs"] { outputs } else { [] }
        return input == nil
            || ([.object(members)] + outputs).contains { if case .string? = $0["output"] { true } else { false } }
            || Self.fileOptions.contains { options[$0] != nil }
    }

    private var arguments: [String] {
        var arguments = [
            "batch", "--quiet", "--no-settings", "--jobs=1", namesFiles ? "--sandbox=off" : "--sandbox=auto",
        ]
        // only the command itself can allow longer lines
        switch self["options"]?["max-input"] {
        case .number(let limit)?, .string(let limit)?: arguments.append("--max-input=\(limit)")
        default: break
        }
        return arguments
    }

    /// Runs the command, and returns its status as `waitpid` does; `nil` if that is not known.
    private func run(_ command: String, _ streams: [CInt]) throws(CallError) -> CInt? {
        let texts = ([command] + arguments).map { strdup($0) }
        defer { for text in texts { VarBlurLibC.free(text) } }
        var process: CInt = 0
        let error = process_start(command, texts + [nil], streams, true, &process)
        guard error == 0 else {
            let cause = String(cString: strerror(error))
            throw CallError(VARBLUR_NO_COMMAND, "cannot start '\(command)': \(cause); install varblur, or set command")
        }
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            // a handler of the caller may have taken the status, after the process has ended
            if errno != EINTR { return nil }
        }
        return status
    }

    /// Why there is no answer.
    private static func failure(_ status: CInt?, _ messages: ByteBlock) -> CallError {
        let text = String(decoding: messages.bytes.suffix(1 << 12), as: UTF8.self)
        let line = text.split(separator: "\n").last.map { $0.hasPrefix("varblur: ") ? $0.dropFirst(9) : $0 }
        let signal = (status ?? 0) & 0x7F
        let end = signal == 0 ? "the command ended without a result" : "the command was ended by signal \(signal)"
        return CallError(VARBLUR_FAILED, line.map { "\(end): \($0)" } ?? end)
    }
}

// MARK: - Answers

extension FileJob {
    /// The result without the content of its only output, that content, and the error in the result.
    private func outcome(_ text: ByteBlock) throws(CallError) -> Outcome {
        let contents = Self.contents(in: text.bytes)
        var (rest, end): ([UInt8], Int) = ([], 0)
        for range in contents {
            rest += text.bytes[end..<range.lowerBound]
            end = range.upperBound
        }
        rest += text.bytes[end...]
        guard let value = try? JSONParser.value(of: rest), case .object(let members) = value else {
            throw Self.unknownAnswer
        }
        var outcome = Outcome(result: text, failure: Self.error(value["error"]))
        if self["outputs"] == nil, let content = contents.first {
            guard let output = try ByteBlock.decoded(.init(rebasing: text.bytes[content])) else {
                throw Self.unknownAnswer
            }
            outcome.output = output
            outcome.result = try ByteBlock(JSONValue.object(members.map(Self.withoutContent)).text)
        }
        return outcome
    }

    private static let unknownAnswer = CallError(VARBLUR_FAILED, "the command gave an answer that is not understood")

    /// Where the contents of outputs are in a result.
    private static func contents(in text: UnsafeRawBufferPointer) -> [Range<Int>] {
        // within strings, quotation marks are escaped, so this is always a member
        let start = Array(#""base64":""#.utf8)
        var (ranges, position): ([Range<Int>], Int) = ([], 0)
        while let quote = text[position...].firstIndex(of: start[0]) {
            position = quote + 1
            guard text[quote...].starts(with: start) else { continue }
            let first = quote + start.count
            guard let end = text[first...].firstIndex(of: UInt8(ascii: "\"")) else { break }
            ranges.append(first..<end)
            position = end + 1
        }
        return ranges
    }

    private static func withoutContent(_ member: JSONValue.Member) -> JSONValue.Member {
        guard member.name == "output", case .object(let members) = member.value else { return member }
        return JSONValue.Member(member.name, .object(members.filter { $0.name != "base64" }))
    }

    /// The error of a job, as one of a call.
    private static func error(_ value: JSONValue?) -> CallError? {
        guard let value, case .string(let message)? = value["message"], case .string(let code)? = value["code"] else {
            return nil
        }
        let status =
            switch code {
            case "invalidSettings": VARBLUR_INVALID_SETTING
            case "malformedLine": VARBLUR_INVALID_TEXT
            case "outOfMemory": VARBLUR_OUT_OF_MEMORY
            default: VARBLUR_FAILED
            }
        let name = "line 1: "
        return CallError(status, message.hasPrefix(name) ? String(message.dropFirst(name.count)) : message)
    }
}
