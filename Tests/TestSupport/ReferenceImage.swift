import Foundation

/// An image decoded by an independent decoder.
package struct ReferenceImage: Sendable {
    package let width: Int
    package let height: Int
    package let channels: Int
    /// 16-bit sample values (8-bit samples times 257), in row order with interleaved channels; PNG always as RGBA.
    package let samples: [UInt16]
    /// The ICC profile, or no bytes if the file has none.
    package let profile: [UInt8]

    /// Decodes files with a Python script that uses Pillow, and its own decoder for small PNG files.
    ///
    /// - Parameter paths: The paths of PNG and JPEG files.
    /// - Returns: The image of each file, or `nil` if the file cannot be decoded.
    /// - Throws: ``DecoderFailure`` if the decoder is missing or fails as a whole.
    package static func decode(_ paths: [String]) throws -> [ReferenceImage?] {
        guard let python = Program.python,
            let script = Bundle.module.url(
                forResource: "decode", withExtension: "py", subdirectory: "Resources")
        else { throw DecoderFailure() }
        let outcome = try python.run([script.path], input: Data(paths.joined(separator: "\n").utf8))
        guard outcome.status == 0 else { throw DecoderFailure(cause: outcome.errors) }
        var rest = outcome.output[...]
        return try paths.map { _ in try next(in: &rest) }
    }

    /// The decoder is missing or failed.
    package struct DecoderFailure: Error { var cause = "Python with Pillow is not installed" }

    private struct Header: Decodable {
        let width: Int?
        let height: Int?
        let channels: Int?
        let icc: String?
        let bytes: Int
    }

    private static func next(in data: inout Data) throws -> ReferenceImage? {
        guard let lineEnd = data.firstIndex(of: 0x0A) else {
            throw DecoderFailure(cause: "the decoder's output is incomplete")
        }
        let header = try JSONDecoder().decode(Header.self, from: data[..<lineEnd])
        let body = data[(lineEnd + 1)...].prefix(header.bytes)
        data = data[body.endIndex...]
        guard let width = header.width, let height = header.height, let channels = header.channels else {
            return nil
        }
        let bytes = [UInt8](body)
        let samples = (0..<bytes.count / 2).map { UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8 }
        let digits = Array(header.icc ?? "")
        let profile = stride(from: 0, to: digits.count, by: 2).map {
            UInt8(String(digits[$0...$0 + 1]), radix: 16) ?? 0
        }
        return ReferenceImage(
            width: width, height: height, channels: channels, samples: samples, profile: profile)
    }

    /// The largest difference from other samples; `nil` if their number is another one.
    package func largestDifference(from others: [UInt16]) -> Int? {
        guard others.count == samples.count else { return nil }
        return zip(others, samples).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
}
