import CVarBlurPlatform
import Foundation
import TestSupport
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    private func digest(_ bytes: [UInt8], pieces: [Int]) -> String {
        var hash = sha256()
        sha256_start(&hash)
        var rest = bytes[...]
        for piece in pieces + [bytes.count] {
            let part = Array(rest.prefix(piece))
            sha256_add(&hash, part, part.count)
            rest = rest.dropFirst(piece)
        }
        var digest = [UInt8](repeating: 0, count: Int(SHA256_SIZE))
        sha256_finish(&hash, &digest)
        return digest.map { String(format: "%02x", $0) }.joined()
    }

    @Test("matches the examples of the standard")
    func examples() {
        #expect(
            digest(Array("abc".utf8), pieces: [])
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(digest([], pieces: []) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            digest(long, pieces: [1, 62, 63, 64, 65, 1000])
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test("matches Python for all lengths up to 299, added in pieces")
    func lengths() throws {
        let python = try #require(Program.python)
        let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let script = """
            import hashlib
            b = bytes((i * 7) & 255 for i in range(300))
            for n in range(300): print(hashlib.sha256(b[:n]).hexdigest())
            """
        let expected = try python.run(["-c", script]).text.split(separator: "\n").map(String.init)
        for count in 0..<300 {
            #expect(digest(Array(bytes[..<count]), pieces: [count / 3, count / 2]) == expected[count], "\(count)")
        }
    }

    @Test("is the same with and without the SHA instructions")
    func kernels() {
        guard sha256_has_x86_instructions() else { return }
        var random = SplitMix64(seed: 3)
        for count in 0..<20 {
            let bytes = (0..<64 * count).map { _ in UInt8.random(in: 0...255, using: &random) }
            var states = [[UInt32]](
                repeating: (0..<8).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }, count: 2)
            sha256_blocks_portable(&states[0], bytes, count)
            sha256_blocks_x86(&states[1], bytes, count)
            #expect(states[0] == states[1])
        }
    }
}
