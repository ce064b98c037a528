internal import ArgumentParser
internal import VariableBlurCodecs

/// The exit statuses, as sysexits.h numbers them where it has a number.
enum ExitStatus {
    static let someFailed = ExitCode(1)
    static let damaged = ExitCode(3)
    static let usage = ExitCode(64)
    static let badData = ExitCode(65)
    static let noInput = ExitCode(66)
    static let fault = ExitCode(70)
    static let outOfMemory = ExitCode(71)
    static let cannotCreate = ExitCode(73)
    static let inputOutput = ExitCode(74)
    static let timeout = ExitCode(75)
    /// What a shell reports of a program that SIGPIPE ended.
    static let brokenPipe = ExitCode(141)

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
        default: fault
        }
    }
}
