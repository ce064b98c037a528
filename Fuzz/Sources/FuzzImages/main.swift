import CFuzzDriver
import Foundation
import VarBlur
import VarBlurCodecs

/// Decodes a file, blurs the image, encodes the result, and decodes it again, which must succeed.
///
/// The byte `settings` selects the settings of the blur.
func blurAndDecodeResult(_ file: [UInt8], settings: UInt8) throws {
    var limits = ImageLimits()
    (limits.pixels, limits.memory, limits.allowsDamage) = (1 << 16, 64 << 20, settings & 1 == 1)
    var decoder = try ImageDecoder(file.span.bytes, limits: limits)
    let header = decoder.header
    // lossless WebP files can be one pixel wider and higher than libwebp writes
    if header.format == .webP && max(header.width, header.height) > 16383 { return }
    let result = try blur(settings).blurred(try decoder.readImage())
    do {
        let bytes = try encode(result, as: header)
        var decoder = try ImageDecoder(bytes.span.bytes)
        let decoded = try decoder.readImage()
        precondition(decoded.width == result.width && decoded.height == result.height)
    } catch {
        fatalError("the output cannot be decoded: \(error)")
    }
}

/// The blur that the bits of a byte select.
func blur(_ settings: UInt8) throws -> ProgressiveBlur {
    let radii = [0.0, 0.3, 2, 7, 40, 1e9]
    return try ProgressiveBlur(
        maximumRadius: radii[Int(settings >> 1) % radii.count],
        direction: BlurDirection.allCases[Int(settings >> 3) % 4], startOffset: settings & 64 == 0 ? 0 : -0.5,
        edges: EdgeMode.allCases[Int(settings >> 2) % 5])
}

/// Encodes an image in the format of the input, with its metadata.
func encode(_ image: borrowing PixelBuffer, as header: ImageHeader) throws -> [UInt8] {
    let encoding: ImageEncoding =
        switch header.format {
        case .jpeg: .jpeg(header.jpegStyle ?? JPEGStyle(.yCbCr), quality: 75)
        case .webP: header.encoding ?? .webP(.default)
        default: .png
        }
    var plan = EncodingPlan(
        width: image.width, height: image.height, pixelFormat: image.format, encoding: encoding,
        profile: header.profile)
    plan.metadata = header.metadata
    let sink = MemorySink()
    var encoder = try ImageEncoder(plan, to: sink)
    let rowBytes = image.layout.bytesPerRow
    for y in 0..<image.height { try encoder.writeRow(image.bytes.extracting(y * rowBytes..<(y + 1) * rowBytes)) }
    try encoder.finish()
    return sink.bytes
}

func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let input = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    try? blurAndDecodeResult(Array(input.dropFirst()), settings: input[0])
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
