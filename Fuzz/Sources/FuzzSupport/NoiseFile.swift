import Foundation
import VarBlur
import VarBlurCodecs

/// A small image of noise as a file.
///
/// - Parameters:
///   - encoding: the encoding of the file.
///   - format: the format of its pixels, with 8 bits per sample.
///   - width: the width in pixels.
///   - height: the height in pixels.
///   - directory: an existing directory for a temporary file.
/// - Returns: the bytes of the file.
/// - Throws: an error if the file cannot be written or read.
public func noiseFile(
    _ encoding: ImageEncoding, _ format: PixelFormat, width: Int, height: Int, in directory: URL
) throws -> [UInt8] {
    var image = try PixelBuffer(width: width, height: height, format: format)
    var state: UInt64 = 1
    for y in 0..<height {
        for x in 0..<width {
            for channel in 0..<format.channels.count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                image[x, y, channel] = Int(state >> 56)
            }
        }
    }
    let path = directory.appending(path: "image").path
    let plan = EncodingPlan(width: width, height: height, pixelFormat: format, encoding: encoding)
    try image.write(plan, to: .file(path: path), existing: .replace)
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
}
