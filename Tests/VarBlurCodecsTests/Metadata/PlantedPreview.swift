import Foundation
import TestSupport

/// A preview of the unblurred image that tests hide in metadata, and its encodings.
enum PlantedPreview {
    /// What the preview consists of; the number of bytes is a multiple of three, as Base64 encodes them.
    private static let mark = FileEditing.preview

    static let bytes: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [0, 1] + (0..<60).flatMap { _ in mark } + [0xFF, 0xD9]

    static let base64 = Data(bytes).base64EncodedString()
    /// Base64 without the beginning of a JPEG file.
    static let headlessBase64 = String(base64.dropFirst(16))
    static let hexadecimal = bytes.map { hexadecimal($0) }.joined()
    static let decimal = bytes.map { String($0) }.joined(separator: " ")

    static func lines(_ text: String, of length: Int) -> String { parts(text, of: length).joined(separator: "\n") }

    static func parts(_ text: String, of length: Int) -> [String] {
        let characters = Array(text)
        return stride(from: 0, to: characters.count, by: length).map {
            String(characters[$0..<min($0 + length, characters.count)])
        }
    }

    static func utf16(_ text: String, littleEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { littleEndian ? [UInt8($0 & 0xFF), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }

    static func utf32(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { FileEditing.bigEndian(Int($0.value), 4) }
    }

    private static func hexadecimal(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    /// Parts of the preview in all encodings that the tests use, without blanks.
    private static let traces: [Data] = {
        let shortMark = Array(mark.prefix(12))
        let encoded = [
            Data(shortMark).base64EncodedString(), shortMark.map { hexadecimal($0) }.joined(),
            shortMark.map { hexadecimal($0).uppercased() }.joined(), shortMark.map { String($0) }.joined(),
        ]
        return ([shortMark] + encoded.map { Array($0.utf8) }).map { Data($0.filter { $0 != 0x20 }) }
    }()

    /// Whether bytes contain a part of the preview, plain or encoded.
    static func leavesTrace(in bytes: [UInt8]) -> Bool {
        // Blanks divide encoded data, and zeros are the other halves of characters in UTF-16.
        let data = Data(bytes.filter { $0 != 0x20 && $0 != 0x0A && $0 != 0 })
        return traces.contains { data.range(of: $0) != nil }
    }
}
