import Foundation
import VarBlurJSON
import TestSupport
import Testing

@Suite("Base64")
struct Base64Tests {
    private static func bytes(_ count: Int) -> [UInt8] {
        var random = SplitMix64(seed: UInt64(count))
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    @Test("texts are those of Foundation, for all lengths and bytes")
    func likeFoundation() {
        for bytes in (0..<100).map(Self.bytes) + [Array(0...255), Self.bytes(200_000)] {
            let text = Data(bytes).base64EncodedString()
            #expect(Base64.text(of: bytes[...]) == text && Base64.textLength(byteCount: bytes.count) == text.utf8.count)
            #expect(Base64.bytes(of: Array(text.utf8)[...]) == bytes)
            #expect(JSONValue.bytes(bytes).text == "\"\(text)\"")
        }
    }

    @Test("a text is rejected unless it is the only one for its bytes")
    func rejected() {
        for text in [
            "A", "AA", "AAA", "A===", "AB==", "AAB=", "AA=A", "=AAA", "A=AA", "AA==AAAA", "AAA=AAAA", "AAAA=", "====",
            "AA A", "AAA\n", "AA-_", "AAA\u{0}", "AAAé",
        ] {
            #expect(Base64.bytes(of: Array(text.utf8)[...]) == nil, "\(text)")
        }
    }

    private func value(_ text: String, maximumLength: Int = .max) throws -> JSONValue {
        try JSONParser.value(of: Array(text.utf8), bytesPath: ("a", "b"), maximumLength: maximumLength)
    }

    @Test("a string at the path is bytes; slashes may be escaped, as some programs do")
    func path() throws {
        #expect(try value(#"{"a":{"b":"AP//"}}"#)["a"]?["b"] == .bytes([0, 0xFF, 0xFF]))
        #expect(try value(#"{"a" : { "b" : "AP\/\/" } }"#)["a"]?["b"] == .bytes([0, 0xFF, 0xFF]))
        #expect(try value(#"{"a":{"b":""}}"#)["a"]?["b"] == .bytes([]))
        for text in [
            #"{"b":"AAAA"}"#, #"{"a":"AAAA"}"#, #"{"c":{"b":"AAAA"}}"#, #"{"a":[{"b":"AAAA"}]}"#, #"[{"a":{"b":1}}]"#,
            #"{"a":{"c":{"b":"AAAA"}}}"#, #"{"a":{"b":null}}"#, #"{"a":{"B":"AAAA"}}"#, #"[[{"b":"AAAA"}]]"#,
        ] {
            #expect(try value(text) == JSONParser.value(of: Array(text.utf8)), "\(text)")
        }
        for text in [#"{"a":{"b":"A"}}"#, #"{"a":{"b":"A\u0041AA"}}"#, #"{"a":{"b":"AAA\"}}"#, #"{"a":{"b":"AAAA"#] {
            #expect(throws: JSONError.self, "\(text)") { try value(text) }
        }
    }

    @Test("the length is limited without the bytes at the path")
    func limit() throws {
        let text = #"{"a":{"b":"\#(String(repeating: "A", count: 4000))"},"c":"d"}"#
        let length = text.utf8.count - 4000
        for limit in 0...length + 1 {
            let result = Result { () throws(JSONError) in
                try JSONParser.value(of: Array(text.utf8), bytesPath: ("a", "b"), maximumLength: limit)
            }
            switch result {
            case .success(let value): #expect(limit >= length && value["c"] == .string("d"))
            case .failure(let error): #expect(limit < length && error.isTooLong, "\(limit): \(error)")
            }
        }
        let error = #expect(throws: JSONError.self) { try value("[ x        ]", maximumLength: 8) }
        #expect(error?.isTooLong == false && error?.offset == 2)
    }
}
