internal import CVarBlurPlatform
internal import CVarBlur
internal import VarBlurLibC
internal import VarBlurJSON

/// A job with image files, which the command performs in a process of its own.
struct FileJob {
    /// What the command answers.
    struct Outcome {
        /// The content of the only output, if it is not a file.
        var output: [UInt8]?
        var result: JSONValue
        /// Why the job failed.
        var failure: CallError?
    }

    /// A JSON object.
    private let value: JSONValue
    private let input: UnsafeRawBufferPointer?

    /// The options that name files.
    private static let fileOptions = ["mask", "matte", "emit-mask"]
    /// What these options may have in place of a file: what the input knows of itself.
    private static let photoPlanes: [JSONValue] = ["photo", "photo:depth"]

    /// Reads the text of a job: a JSON object, and the content of its input, or `nil` if it names a file.
    init(_ text: String, input: UnsafeRawBufferPointer?) throws(CallError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.value(of: Array(text.utf8)) } catch {
            throw CallError(
                VARBLUR_INVALID_TEXT, "job cannot be read as JSON: \(error.cause) at byte \(error.offset + 1)")
        }
        guard case .object = value else {
            throw CallError(VARBLUR_INVALID_TEXT, #"job is no JSON object, such as {"options": {"max-radius": "5%"}}"#)
        }
        guard value["input"] == nil || input == nil else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "the job names an input, but input is not NULL")
        }
        guard value["input"] != nil || input != nil else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "the job names no input, and input is NULL")
        }
        (self.value, self.input) = (value, input)
    }

    /// Performs the job with a command, of which this is the path or the name.
    func perform(_ command: String) throws(CallError) -> Outcome {
        let (request, answer, errors) = (try MemoryFile(), try MemoryFile(), try ErrorPipe())
        try request.append(["arguments": .strings(arguments)])
        // the bytes of the input follow the text of the message
        let content = input.map { ["base64": Message.reference(toByteCount: $0.count)] as JSONValue }
        var job: JSONValue = ["input": content]
        job.append(value)
        if value["output"] == nil && value["outputs"] == nil { job.append(["output": ["inline": .null]]) }
        try request.append(job, input, number: 1)
        request.rewind()
        let status = try run(command, [request.descriptor, answer.descriptor, errors.inlet])
        answer.rewind()
        let result: JSONValue?
        do throws(Message.Failure) { result = try Message(from: answer.descriptor)?.value() } catch {
            throw CallError(VARBLUR_FAILED, "the command gave an answer that is not understood: \(error.cause)")
        }
        guard let result else { throw Self.failure(status, errors.text()) }
        return outcome(result)
    }

    /// Whether the command needs to open files.
    private var namesFiles: Bool {
        let options = value["options"]?.array ?? [value["options"] ?? .null]
        return input == nil
            || ([value] + (value["outputs"]?.array ?? [])).contains { $0["output"]?.string != nil }
            || Self.fileOptions.contains { name in
                let value = options.last { $0[name] != nil }?[name] ?? .null
                return value != .null && !Self.photoPlanes.contains(value)
            }
    }

    private var arguments: [String] {
        ["--quiet", "--no-settings", "--jobs=1", namesFiles ? "--sandbox=off" : "--sandbox=auto"]
    }

    /// Runs the command, and returns its status as `waitpid` does; `nil` if that is not known.
    private func run(_ command: String, _ streams: [CInt]) throws(CallError) -> CInt? {
        let texts: [UnsafeMutablePointer<CChar>?] = [strdup(command), strdup("batch"), strdup("--messages")]
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

    /// Why there is no answer, with what the command, or the system, has written about it.
    private static func failure(_ status: CInt?, _ errors: String) -> CallError {
        let signal = (status ?? 0) & 0x7F
        let end = signal == 0 ? "the command ended without a result" : "the command was ended by signal \(signal)"
        return CallError(VARBLUR_FAILED, errors.isEmpty ? end : "\(end): \(errors)")
    }
}

// MARK: - Answers

extension FileJob {
    /// The result without the content of its only output, that content, and the error in the result.
    private func outcome(_ value: JSONValue) -> Outcome {
        let failure = Self.error(value["error"])
        guard self.value["outputs"] == nil, let output = value["output"], case .bytes(let content)? = output["base64"]
        else { return Outcome(result: value, failure: failure) }
        let others = JSONValue.object((output.members ?? []).filter { $0.name != "base64" })
        // only this member: the id of a job is any value
        let result = (value.members ?? []).map { $0.name == "output" ? JSONValue.Member("output", others) : $0 }
        return Outcome(output: content, result: .object(result), failure: failure)
    }

    /// The error of a job, or of the command as a whole, as one of a call.
    private static func error(_ value: JSONValue?) -> CallError? {
        guard let message = value?["message"]?.string, let code = value?["code"]?.string else { return nil }
        let status =
            switch code {
            case "invalidSettings", "usage": VARBLUR_INVALID_SETTING
            case "malformedLine": VARBLUR_INVALID_TEXT
            case "outOfMemory": VARBLUR_OUT_OF_MEMORY
            default: VARBLUR_FAILED
            }
        return CallError(status, message)
    }
}
