internal import ArgumentParser
internal import VariableBlurCodecs

/// The exit statuses of the program, numbered as in sysexits.h where that file has a matching status.
enum ExitStatus {
    /// Some of several images failed.
    static let someFailed = ExitCode(1)
    /// A damaged input was blurred because of `--allow-damaged`.
    static let damaged = ExitCode(3)
    static let usage = ExitCode(64)
    static let badData = ExitCode(65)
    static let noInput = ExitCode(66)
    /// A program that this one needs is not installed.
    static let unavailable = ExitCode(69)
    static let internalFault = ExitCode(70)
    static let outOfMemory = ExitCode(71)
    static let cannotCreate = ExitCode(73)
    static let inputOutput = ExitCode(74)
    static let timeout = ExitCode(75)
    /// The status that a shell reports for a program ended by SIGPIPE.
    static let brokenPipe = ExitCode(141)

    /// The exit status of a run whose only image fails with an error.
    static func code(for error: ImageError) -> ExitCode {
        switch error.code {
        case .invalidSettings, .malformedLine: usage
        case .notAnImage, .damaged, .unsupported, .overLimit: badData
        case .unreadable: noInput
        case .outOfMemory: outOfMemory
        case .timeout: timeout
        case .exists, .cannotCreate: cannotCreate
        case .inputOutput: inputOutput
        case .brokenPipe: brokenPipe
        default: internalFault
        }
    }
}
