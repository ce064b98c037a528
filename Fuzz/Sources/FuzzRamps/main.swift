import CFuzzDriver
import Foundation
import VariableBlur

/// Parses a text as ramps and as an easing; what is accepted must be printed to a text of the same meaning.
func parse(_ text: String) -> (ramps: [BlurGradient], easing: Easing) {
    var ramps: [BlurGradient] = []
    do {
        ramps = try BlurGradient.list(text)
        for ramp in ramps {
            let printed = ramp.description
            precondition((try? BlurGradient(printed)) == ramp, "'\(printed)' is another ramp")
        }
    } catch {
        precondition(!error.message.isEmpty && error.offset <= text.utf8.count, "no message, or no position")
        precondition(
            error.excerpt.caret.utf8.count <= error.excerpt.text.utf8.count + 1, "the caret is outside the text")
    }
    do {
        let easing = try Easing(text)
        precondition((try? Easing(easing.description)) == easing, "'\(easing)' is another easing")
        return (ramps, easing)
    } catch {
        precondition(!error.message.isEmpty && error.offset <= text.utf8.count, "no message, or no position")
        return (ramps, .ease)
    }
}

/// Blurs a small image; the radii must be finite and inside their bounds.
func blurImage(_ ramps: [BlurGradient], _ easing: Easing) {
    let (width, height) = (9, 7)
    guard let fields = try? ramps.prefix(4).map({ try $0.eased(easing).field }) else { return }
    let field = BlurField.maximum(fields)
    let radii = field.radii(width: width, height: height)
    for row in 0..<height {
        for column in 0..<width {
            let radius = field.radius(column: column, row: row, width: width, height: height)
            // sums of changes between stops are rounded
            let slack = 1e-9 * max(radii.upperBound, 1)
            precondition(
                radius >= radii.lowerBound - slack && radius <= radii.upperBound + slack, "\(radius) in \(radii)")
        }
    }
    guard let image = try? PixelBuffer(width: width, height: height, format: PixelFormat(.gray)) else { return }
    _ = try? ProgressiveBlur(field: field).blurred(image).width
}

/// An input is a text, and optionally a second one after a zero byte: ramps, and their easing.
func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let parts = UnsafeBufferPointer(start: bytes, count: count).split(separator: 0, maxSplits: 1)
    guard let first = parts.first else { return 0 }
    let ramps = parse(String(decoding: first, as: UTF8.self)).ramps
    let easing = parts.count > 1 ? parse(String(decoding: parts[1], as: UTF8.self)).easing : .linear
    if !ramps.isEmpty { blurImage(ramps, easing) }
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
