package import VarBlurCodecs

/// The exit statuses of the program, numbered as in sysexits.h where that file has a matching status.
///
/// A status is thrown at the end of a run that has shown its errors.
package enum ExitStatus: Int32, Error {
    /// Some of several images failed.
    case someFailed = 1
    /// A damaged input was blurred because of `--allow-damaged`.
    case damaged = 3
    case usage = 64
    case badData = 65
    case noInput = 66
    /// A program that this one needs is not installed.
    case unavailable = 69
    case internalFault = 70
    case outOfMemory = 71
    case cannotCreate = 73
    case inputOutput = 74
    case timeout = 75
    /// The status that a shell reports for a program ended by SIGPIPE.
    case brokenPipe = 141

    /// The exit status of a run that does not begin because of an error.
    static func code(for error: UsageError) -> ExitStatus { error.isUnreadableFile ? noInput : usage }

    /// The exit status of a run whose only image fails with an error.
    package static func code(for error: ImageError) -> ExitStatus {
        switch error.code {
        case .invalidSettings, .malformedLine: usage
        case .notAnImage, .damaged, .unsupported, .overLimit: badData
        case .unreadable: noInput
        case .unavailable: unavailable
        case .outOfMemory: outOfMemory
        case .timeout: timeout
        case .exists, .cannotCreate: cannotCreate
        case .inputOutput: inputOutput
        case .brokenPipe: brokenPipe
        default: internalFault
        }
    }
}
