internal import VarBlurLibC
package import VarBlurJSON
package import VarBlurCodecs

/// The input of a job: a file, or bytes in the line.
package enum JobInputFile: Sendable {
    case path(String)
    case bytes([UInt8])

    /// The names of the members that contain bytes.
    static let bytesPath = ("input", "base64")

    /// The input that a member of a job describes.
    ///
    /// - Throws: an error for people, as part of a sentence.
    init(_ member: JSONValue?) throws(JobFileError) {
        switch member {
        case .string(let path)?: self = .path(try Self.checked(path, "input"))
        case .object(let members)?:
            guard members.count == 1, case .bytes(let bytes)? = member?["base64"] else {
                throw JobFileError(cause: #"'input' must be a path or {"base64": …}"#)
            }
            self = .bytes(bytes)
        default: throw JobFileError(cause: "'input' is missing or not a path")
        }
    }

    /// The path; `nil` for bytes.
    var path: String? { if case .path(let path) = self { path } else { nil } }

    /// What the task reads.
    var source: ImageSource {
        switch self {
        case .path(let path): .file(path: path)
        case .bytes(let bytes): .bytes(bytes)
        }
    }
}

/// The output of a job: a file, or bytes in the result.
package enum JobOutputFile: Sendable {
    case path(String)
    /// Bytes in this format; `nil` for that of the options, or else of the input.
    case bytes(ImageFormat?)

    /// The output that a member of a job describes.
    ///
    /// - Throws: an error for people, as part of a sentence.
    package init(_ member: JSONValue?, of input: JobInputFile) throws(JobFileError) {
        switch member {
        case .string(let path)?: self = .path(try JobInputFile.checked(path, "output"))
        case .object(let members)?:
            guard members.count == 1, let format = member?["inline"] else { throw Self.formatError }
            self = .bytes(try Self.format(format))
        case nil where input.path == nil: self = .bytes(nil)
        default: throw JobFileError(cause: "'output' is missing or not a path")
        }
    }

    private static func format(_ value: JSONValue) throws(JobFileError) -> ImageFormat? {
        switch value {
        case .null: return nil
        case .string(let name):
            guard let format = ImageFormat(rawValue: name), ImageFormat.written.contains(format) else {
                throw formatError
            }
            return format
        default: throw formatError
        }
    }

    private static var formatError: JobFileError {
        let names = ImageFormat.written.map { #""\#($0.rawValue)""# }.joined(separator: ", ")
        return JobFileError(cause: #"'output' must be a path or {"inline": FORMAT}, with \#(names), or null as FORMAT"#)
    }

    /// The format of the output, together with that of an option.
    ///
    /// - Throws: `UsageError` if both tell another one.
    package func format(_ requested: ImageFormat?) throws(UsageError) -> ImageFormat? {
        guard case .bytes(let format?) = self else { return requested }
        guard let requested, format != requested else { return format }
        throw UsageError(
            "the output \(format.rawValue) and \(option: "format") \(requested.rawValue) contradict each other",
            remedy: "leave out one of them")
    }

    /// The path; `nil` for bytes.
    package var path: String? { if case .path(let path) = self { path } else { nil } }

    /// Where the task writes.
    var target: OutputTarget {
        switch self {
        case .path(let path): .file(path: path)
        case .bytes: .memory
        }
    }
}

/// Why a member of a job describes no file.
package struct JobFileError: Error {
    /// The cause, as part of a sentence.
    package let cause: String

    package init(cause: String) { self.cause = cause }
}

extension JobInputFile {
    /// A path that a batch may use.
    ///
    /// - Throws: an error for people, as part of a sentence.
    package static func checked(_ path: String, _ name: String) throws(JobFileError) -> String {
        guard !path.isEmpty else { throw JobFileError(cause: "'\(name)' is missing or not a path") }
        guard !path.utf8.contains(0) else { throw JobFileError(cause: "'\(name)' contains a zero byte") }
        guard name == "input" ? !StandardStreams.areUsed(byInput: path) : !StandardStreams.areUsed(by: path) else {
            throw JobFileError(cause: "'\(name)' is a standard stream, which the batch itself uses")
        }
        return path
    }
}
