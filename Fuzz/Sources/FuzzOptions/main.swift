import CFuzzDriver
import Foundation
import VarBlurCommand
import VarBlur
import VarBlurCodecs

/// Splits an input into arguments, one per line, which may contain any bytes.
func arguments(_ input: [UInt8]) -> [[UInt8]] {
    input.split(separator: 0x0A, maxSplits: 40, omittingEmptySubsequences: false).map(Array.init)
}

/// Parses arguments as the command does.
///
/// Rejected arguments need a message and the exit status for wrong usage; accepted ones must blur an image.
func parse(_ arguments: [[UInt8]]) {
    do {
        blurImage(try CommandLineTool.parseJob(bytes: arguments).blur)
    } catch {
        precondition(error.exitStatus == 0 || error.exitStatus == 64, "status \(error.exitStatus)")
        precondition(!error.message.isEmpty, "no message")
    }
}

/// Blurs a small image; settings that do not fit its size need a message.
func blurImage(_ settings: BlurSettings) {
    do {
        let blur = try settings.progressiveBlur(width: 9, height: 7)
        let image = try PixelBuffer(width: 9, height: 7, format: PixelFormat(.gray))
        _ = try blur.blurred(image, execution: settings.execution).width
    } catch {
        precondition(!error.message.isEmpty, "no message")
    }
}

func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    parse(arguments([UInt8](UnsafeBufferPointer(start: bytes, count: count))))
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
