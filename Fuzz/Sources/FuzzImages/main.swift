import Foundation
import CFuzzDriver
import VariableBlur
import VariableBlurCodecs

/// A sink that keeps the encoded bytes in memory.
final class EncodedFile: ByteSink {
    var bytes: [UInt8] = []

    func write(_ bytes: RawSpan) throws(ImageError) {
        bytes.withUnsafeBytes { self.bytes.append(contentsOf: $0) }
    }
}

/// Decodes an image, blurs it with settings selected by a byte, encodes the result and decodes it again.
///
/// The input may be invalid; the encoded result must be valid.
func roundTrip(_ file: [UInt8], settings: UInt8) throws {
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
    let encoded = EncodedFile()
    do {
        var encoder = try ImageEncoder(plan, to: encoded)
        for y in 0..<result.height {
            let rowBytes = result.layout.bytesPerRow
            try encoder.writeRow(result.bytes.extracting(y * rowBytes..<(y + 1) * rowBytes))
        }
        try encoder.finish()
        var decoder = try ImageDecoder(encoded.bytes.span.bytes)
        let decoded = try decoder.readImage()
        precondition(decoded.width == result.width && decoded.height == result.height)
    } catch {
        fatalError("the encoded image cannot be decoded: \(error)")
    }
}

/// Tests one input; called by libFuzzer.
func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    try? roundTrip(Array(input.dropFirst()), settings: input[0])
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
