internal import ArgumentParser
internal import CFuzzDriver
internal import Foundation
internal import VariableBlur
internal import VariableBlurCodecs

/// The arguments in an input, a line each, of any bytes.
func arguments(_ input: [UInt8]) -> [String] {
    input.split(separator: 0x0A, maxSplits: 40, omittingEmptySubsequences: false).map { line in
        let path = line.map { CChar(bitPattern: $0) } + [0]
        return path.withUnsafeBufferPointer { SystemPath.text($0.baseAddress.unsafelyUnwrapped) }
    }
}

/// The options of an image, and paths.
enum ImageArguments: ArgumentSource {
    static let scope = OptionScope.batchLine
    static let pathHelp: ArgumentHelp? = ""
}

/// Reads arguments as the command does.
///
/// An error must have a message and the exit status for invalid usage. Valid arguments must be usable for an image, and
/// must mean the same to the reader without the parser.
func readOptions(_ arguments: [String]) {
    let plain = PlainArguments(arguments, scope: ImageArguments.scope)
    let request: CommandRequest
    do {
        request = try CommandArguments<ImageArguments>.parse(arguments).request
    } catch {
        let status = CommandArguments<ImageArguments>.exitCode(for: error).rawValue
        precondition(status == 0 || status == 64, "status \(status)")
        precondition(!CommandArguments<ImageArguments>.fullMessage(for: error).isEmpty, "no message")
        precondition(plain.map { (try? $0.request.validate()) == nil } ?? true, "only the parser refuses it")
        return
    }
    precondition(plain.map { $0.request == request } ?? true, "the parser reads it differently")
    blurSomething(request.job.blur)
}

func blurSomething(_ settings: BlurSettings) {
    var settings = settings
    // the time of the reference engine grows with the radius
    settings.engine = .fast
    do {
        let blur = try settings.progressiveBlur(width: 9, height: 7)
        let image = try PixelBuffer(width: 9, height: 7, format: PixelFormat(.gray))
        _ = try blur.blurred(image, execution: settings.execution).width
    } catch {
        precondition(!error.message.isEmpty, "no message")
    }
}

func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    readOptions(arguments([UInt8](UnsafeBufferPointer(start: bytes, count: count))))
    return 0
}

var count = CommandLine.argc
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&count, &words, test))
