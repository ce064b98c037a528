internal import VarBlurLibC
package import VarBlurJSON
package import VarBlurCodecs

/// A line of a batch, as far as it is understood: the members that images and scenes have in common.
package struct BatchLine: Sendable {
    private let line: LineReader.Line
    /// What an error recommends if it knows nothing better.
    private let example: String
    /// The names of the members that are files, in the order of the result.
    private let fileNames: [String]
    private let containsImages: Bool
    /// The members.
    package private(set) var value = JSONValue.null
    /// What the result begins with.
    private(set) var id = JSONValue.null
    private var paths: [String: String] = [:]
    /// The settings in effect, for the result.
    package var settings = JSONValue.null

    /// - Parameters:
    ///   - line: the line.
    ///   - example: a line that is correct.
    ///   - fileNames: the names of the members that are files, in the order of the result.
    ///   - containsImages: whether lines may contain images in base64, and so be longer.
    package init(_ line: LineReader.Line, example: String, fileNames: [String], containsImages: Bool) {
        (self.line, self.example, self.fileNames) = (line, example, fileNames)
        self.containsImages = containsImages
    }

    /// The maximum length of a line in bytes, apart from the bytes of its input in base64.
    package static let maximumTextLength = 1 << 20

    /// Reads the members; those before an error are kept for the result.
    ///
    /// - Throws: an error with the code `malformedLine`.
    package mutating func read() throws(ImageError) {
        let value = try parsed()
        // Long texts are not kept: many results may wait for an earlier one
        let id = value["id"] ?? .null
        guard id.text.utf8.count <= BatchOptions.maximumIDLength else {
            throw malformed("'id' is longer than \(BatchOptions.maximumIDLength) bytes")
        }
        self.id = id
        for name in fileNames { paths[name] = try path(name, in: value) }
        guard case .object = value else { throw malformed("the line is not a JSON object") }
        self.value = value
    }

    private func parsed() throws(ImageError) -> JSONValue {
        if let mistake = line.mistake { throw malformed(mistake, CSVRows.example) }
        if let message = line.message {
            guard message.text.count <= Self.maximumTextLength else { throw tooLong }
            return try message.checkedValue()
        }
        guard let bytes = line.bytes else {
            guard containsImages else { throw tooLong }
            throw malformed("the line is longer than the maximum input allows", "raise --max-input of the batch")
        }
        do throws(JSONError) {
            return try JSONParser.value(
                of: bytes, bytesPath: JobInputFile.bytesPath, maximumLength: Self.maximumTextLength)
        } catch  where error.isTooLong {
            throw tooLong
        } catch {
            throw malformed("invalid JSON: \(error.cause) at byte \(error.offset + 1)")
        }
    }

    private var tooLong: ImageError { malformed("the line is longer than \(Self.maximumTextLength) bytes") }

    /// The path that a member contains; `nil` if it is not a string.
    ///
    /// - Throws: an error with the code `malformedLine` if it is too long.
    func path(_ name: String, in value: JSONValue) throws(ImageError) -> String? {
        guard let path = value[name]?.string else { return nil }
        // A character stands for at least a quarter of its bytes
        let isShort = path.utf8.count < 4 * Int(PATH_MAX) && SystemPath.bytes(path).count < Int(PATH_MAX)
        guard isShort else { throw malformed("'\(name)' is longer than \(PATH_MAX - 1) bytes") }
        return path
    }

    /// The files that a body reads from the members.
    ///
    /// - Throws: an error with the code `malformedLine`.
    package func files<Files>(_ body: () throws(JobFileError) -> Files) throws(ImageError) -> Files {
        do throws(JobFileError) { return try body() } catch { throw malformed(error.cause) }
    }

    /// Refuses members with other names.
    ///
    /// - Throws: an error with the code `malformedLine`.
    package func checkNames(_ names: [String]) throws(ImageError) {
        guard let members = value.members else { return }
        for member in members where !names.contains(where: { $0.isSame(as: member.name) }) {
            let other = Self.otherNames.first { other in
                other.names.contains { $0.isSame(as: member.name) } && names.contains(other.field)
            }?.field
            let meant = other ?? Suggestion.closest(to: member.name, among: names)
            let isOption = JobOptions.all.contains { $0.name.isSame(as: member.name) }
            if other == nil && isOption && names.contains("options") {
                throw malformed(
                    "unknown field '\(member.name)'", "it is an option: write it into the object 'options' of the line")
            }
            let suggestion = meant.map { "; did you mean '\($0)'?" } ?? ""
            throw malformed("unknown field '\(Quotation.of(member.name))'\(suggestion)")
        }
    }

    /// What fields are called in other programs.
    private static let otherNames: [(names: [String], field: String)] = [
        (["in", "src", "source", "from", "file", "image"], "input"),
        (["out", "dst", "dest", "to", "target"], "output"),
        (["settings", "params", "parameters", "opts"], "options"),
    ]

    /// The path of a file; `nil` if the member is missing or something else.
    func path(_ name: String) -> String? { paths[name] }

    /// The name of the line in errors; empty for a message, whose sender knows what it is about.
    package var name: String { line.message == nil ? "line \(line.number)" : "" }

    /// The error of a line that is not a job.
    package func malformed(_ cause: String, _ remedy: String? = nil) -> ImageError {
        ImageError(.malformedLine, cause, remedy: remedy ?? example, file: name)
    }

    /// The members that the results of all batches begin with.
    package var members: JSONValue { ["id": id, "line": .integer(line.number)] }

    /// The result of a line that is not a job.
    package func outcome(of error: ImageError) -> BatchOutcome {
        var value: JSONValue = ["version": .integer(ResultDocument.version)]
        value.append(members)
        value.append(["status": "error"])
        for name in fileNames { value.append([name: path(name).map { .string($0) } ?? .null]) }
        value.append(["ms": 0, "settings": settings, "error": ResultDocument.error(error)])
        return BatchOutcome(value: value, isFailure: true)
    }
}

/// The result of a line of a batch.
package struct BatchOutcome: Sendable {
    /// The line to write.
    let value: JSONValue
    /// The size of an output that it contains, in bytes.
    let byteCount: Int
    let isFailure: Bool
    let isSkipped: Bool
    /// The lines that `--verbose` prints.
    let summaries: [String]

    package init(
        value: JSONValue, byteCount: Int = 0, isFailure: Bool = false, isSkipped: Bool = false, summaries: [String] = []
    ) {
        (self.value, self.byteCount, self.isFailure) = (value, byteCount, isFailure)
        (self.isSkipped, self.summaries) = (isSkipped, summaries)
    }
}
