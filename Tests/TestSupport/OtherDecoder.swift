import Foundation

/// An image as another program decodes it.
package struct OtherImage: Sendable {
    package let width: Int
    package let height: Int
    package let channels: Int
    /// 16 bits each, 8-bit samples times 257; PNG always as RGBA.
    package let samples: [UInt16]
    package let profile: [UInt8]

    /// Decodes files with Python and Pillow; what cannot be decoded is `nil`.
    package static func decode(_ paths: [String]) throws -> [OtherImage?] {
        guard let python = Program.python,
            let script = Bundle.module.url(
                forResource: "decode", withExtension: "py", subdirectory: "Resources")
        else { throw MissingProgram() }
        let outcome = try python.run([script.path], input: Data(paths.joined(separator: "\n").utf8))
        guard outcome.status == 0 else { throw MissingProgram(complaint: outcome.errors) }
        var rest = outcome.output[...]
        return try paths.map { _ in try next(in: &rest) }
    }

    package struct MissingProgram: Error { var complaint = "no Python with Pillow" }

    private struct Header: Decodable {
        let width: Int?
        let height: Int?
        let channels: Int?
        let icc: String?
        let bytes: Int
    }

    private static func next(in data: inout Data) throws -> OtherImage? {
        guard let lineEnd = data.firstIndex(of: 0x0A) else {
            throw MissingProgram(complaint: "the output ended")
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
        return OtherImage(
            width: width, height: height, channels: channels, samples: samples, profile: profile)
    }
}
