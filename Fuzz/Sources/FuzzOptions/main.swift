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

/// What the command and the lines of a batch have in common.
struct ImageOptions: ParsableArguments {
    @OptionGroup var blur: BlurOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var limits: LimitOptions
    @Argument var files: [String] = []
}

/// Reads arguments as the command does.
///
/// What is wrong has to be said, with the status for wrong usage; what is accepted has to suit an image.
func readOptions(_ arguments: [String]) {
    let options: ImageOptions
    do {
        options = try ImageOptions.parse(arguments)
        try options.blur.validateTogether()
    } catch {
        let status = ImageOptions.exitCode(for: error).rawValue
        precondition(status == 0 || status == 64, "status \(status)")
        precondition(!ImageOptions.fullMessage(for: error).isEmpty, "no message")
        return
    }
    _ = (options.limits.limits, options.output.settings)
    blurSomething(options.blur.settings)
}

func blurSomething(_ settings: BlurSettings) {
    var settings = settings
    // the exact definition takes as long as the radius is large
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
