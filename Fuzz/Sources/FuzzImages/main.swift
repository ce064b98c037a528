import Foundation
import CFuzzDriver
import VariableBlur
import VariableBlurCodecs

/// Keeps what an encoder writes.
final class Memory: ByteSink {
    var bytes: [UInt8] = []

    func write(_ bytes: RawSpan) throws(ImageError) {
        bytes.withUnsafeBytes { self.bytes.append(contentsOf: $0) }
    }
}

/// Decodes a file, blurs it with settings that a byte chooses, writes it, and reads that again, which has to succeed.
func blurAndReadAgain(_ file: [UInt8], settings: UInt8) throws {
    var limits = ImageLimits()
    (limits.pixels, limits.memory, limits.allowsDamage) = (1 << 16, 64 << 20, settings & 1 == 1)
    var decoder = try ImageDecoder(file.span.bytes, limits: limits)
    let header = decoder.header
    let image = try decoder.readImage()
    let radii = [0.0, 0.3, 2, 7, 40, 1e9]
    let blur = try ProgressiveBlur(
        maximumRadius: radii[Int(settings >> 1) % radii.count],
        direction: BlurDirection.allCases[Int(settings >> 3) % 4], startOffset: settings & 64 == 0 ? 0 : -0.5,
        edges: EdgeMode.allCases[Int(settings >> 2) % 5])
    let result = try blur.blurred(image)
    let isJPEG = header.format == .jpeg
    var plan = EncodingPlan(
        width: result.width, height: result.height, pixelFormat: result.format,
        encoding: isJPEG ? .jpeg(header.jpegStyle ?? JPEGStyle(.yCbCr), quality: 75) : .png, profile: header.profile)
    plan.metadata = header.metadata
    let sink = Memory()
    do {
        var encoder = try ImageEncoder(plan, to: sink)
        for y in 0..<result.height {
            let rowBytes = result.layout.bytesPerRow
            try encoder.writeRow(result.bytes.extracting(y * rowBytes..<(y + 1) * rowBytes))
        }
        try encoder.finish()
        var again = try ImageDecoder(sink.bytes.span.bytes)
        let second = try again.readImage()
        precondition(second.width == result.width && second.height == result.height)
    } catch {
        fatalError("what was written cannot be read: \(error)")
    }
}

func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    try? blurAndReadAgain(Array(input.dropFirst()), settings: input[0])
    return 0
}

var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&count, &arguments, test))
