import Foundation

/// A message between our programs, written and read without their code.
package struct MessageFrame: Hashable, Sendable {
    package var number: UInt32 = 0
    package var text: String
    package var bytes: [UInt8] = []

    package init(_ text: String, _ bytes: [UInt8] = [], number: UInt32 = 0) {
        (self.text, self.bytes, self.number) = (text, bytes, number)
    }

    /// The message with arguments for a program.
    package static func arguments(_ arguments: [String]) throws -> MessageFrame {
        let data = try JSONSerialization.data(withJSONObject: ["arguments": arguments])
        return MessageFrame(String(decoding: data, as: UTF8.self))
    }

    /// A head that announces lengths.
    package static func head(number: UInt32 = 0, text: UInt32, bytes: UInt64) -> Data {
        func digits(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
        }
        return Data(digits(UInt64(number), 4) + digits(UInt64(text), 4) + digits(bytes, 8))
    }

    package var data: Data {
        Self.head(number: number, text: UInt32(text.utf8.count), bytes: UInt64(bytes.count)) + Data(text.utf8)
            + Data(bytes)
    }

    /// All messages in some data; `nil` if it does not consist of them.
    package static func all(in data: Data) -> [MessageFrame]? {
        var (rest, messages) = ([UInt8](data)[...], [MessageFrame]())
        while !rest.isEmpty {
            guard rest.count >= 16 else { return nil }
            func number(_ range: Range<Int>) -> Int {
                range.reduce(0) { $0 << 8 | Int(rest[rest.startIndex + $1]) }
            }
            let (head, length, count) = (number(0..<4), number(4..<8), number(8..<16))
            rest = rest.dropFirst(16)
            guard rest.count >= length + count else { return nil }
            let text = String(decoding: rest.prefix(length), as: UTF8.self)
            messages.append(
                MessageFrame(text, Array(rest.dropFirst(length).prefix(count)), number: UInt32(head)))
            rest = rest.dropFirst(length + count)
        }
        return messages
    }

    /// The members of the text; none if it is not an object.
    package var members: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
    }

    /// What a program that has lost its way may send, and what the one that gets it has to call it.
    package static let broken: [(name: String, data: Data, cause: String)] = [
        ("a part of a head", Data([0, 0, 0, 1, 0]), "incomplete"),
        ("a head", head(number: 1, text: 5, bytes: 0), "incomplete"),
        ("a part of a text", head(number: 1, text: 50, bytes: 9) + Data("{\"a\"".utf8), "incomplete"),
        ("a part of the bytes", head(number: 1, text: 2, bytes: 9) + Data("{}abc".utf8), "incomplete"),
        ("bytes that do not come", head(number: 1, text: 2, bytes: 1 << 31) + Data("{}".utf8), "incomplete"),
        ("a long text", head(number: 1, text: .max, bytes: 0) + Data("{}".utf8), "more than the limit"),
        ("many bytes", head(number: 1, text: 2, bytes: .max) + Data("{}".utf8), "more than the limit"),
        ("a text that is not JSON", MessageFrame("{\"a\":", number: 1).data, "not JSON"),
        ("a text that is not UTF-8", head(number: 1, text: 3, bytes: 0) + Data([0x22, 0xFF, 0x22]), "not JSON"),
        ("bytes that nobody needs", MessageFrame("{}", [1], number: 1).data, "does not fit its bytes"),
        ("bytes that are missing", MessageFrame(#"{"a":{"bytes":2}}"#, [1], number: 1).data, "does not fit its bytes"),
        ("less than no bytes", MessageFrame(#"{"a":{"bytes":-1}}"#, [1], number: 1).data, "does not fit its bytes"),
        ("other output", Data("varblur: error: this is a text for a person\n".utf8), "more than the limit"),
    ]
}
