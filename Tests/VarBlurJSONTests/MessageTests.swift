import Foundation
import TestSupport
import Testing
import VarBlurJSON

@Suite("Messages between our programs")
struct MessageTests {
    /// Writes data to a pipe in random parts, and then ends it.
    private static func reading<Result>(
        _ data: Data, seed: UInt64 = 1, _ body: (CInt) throws -> Result
    ) throws -> Result {
        let pipe = Pipe()
        let writer = Thread {
            var (random, rest) = (SplitMix64(seed: seed), data[...])
            while !rest.isEmpty {
                let count = Int.random(in: 1...max(rest.count / 3, 1), using: &random)
                pipe.fileHandleForWriting.write(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        defer { while !writer.isFinished { usleep(100) } }
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        // as a pipe of another program may be
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        return try body(descriptor)
    }

    private static func data(_ messages: [Message]) throws -> Data {
        let folder = try TemporaryDirectory()
        try Data().write(to: folder.url.appending(path: "file"))
        let file = try FileHandle(forWritingTo: folder.url.appending(path: "file"))
        for message in messages { #expect(message.write(to: file.fileDescriptor)) }
        try file.close()
        return try Data(contentsOf: folder.url.appending(path: "file"))
    }

    private static func value(depth: Int, _ random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &random) {
        case 0: return .null
        case 1: return .integer(Int.random(in: -9...9, using: &random))
        case 2: return .string(String(repeating: "é\"", count: Int.random(in: 0...3, using: &random)))
        case 3:
            let count = [0, 1, 200, 300_000].randomElement(using: &random) ?? 0
            return .bytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        case 4:
            return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value(depth: depth - 1, &random) })
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &random)).map { .init("m\($0)", value(depth: depth - 1, &random)) })
        }
    }

    @Test("Values with bytes arrive as they were, one after the other", arguments: 0..<12 as Range<UInt64>)
    func roundTrips(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let values = (0..<5).map { _ in Self.value(depth: 3, &random) }
        let messages = values.enumerated().map { Message($0.element, number: UInt32($0.offset) &* 0x4010_0201) }
        let data = try Self.data(messages)
        let frames = try #require(MessageFrame.all(in: data))
        #expect(frames.map(\.number) == messages.map(\.number) && frames.map(\.bytes) == messages.map(\.bytes))
        #expect(frames.map(\.text) == messages.map { String(decoding: $0.text, as: UTF8.self) })
        try Self.reading(data, seed: seed) { descriptor in
            for (message, value) in zip(messages, values) {
                let received = try #require(try Message(from: descriptor))
                #expect(try received == message && received.value() == value)
            }
            #expect(try Message(from: descriptor) == nil)
        }
    }

    @Test("What is no message is an error that tells why, at once", arguments: MessageFrame.broken.indices)
    func broken(index: Int) throws {
        let (name, data, cause) = MessageFrame.broken[index]
        try Self.reading(data) { descriptor in
            do {
                _ = try Message(from: descriptor)?.value()
                Issue.record("\(name) was read")
            } catch let failure as Message.Failure {
                #expect(failure.cause.contains(cause), "\(name): \(failure)")
                #expect((failure == .incomplete) == (cause == "incomplete"))
            }
        }
    }

    @Test("A message that is cut is incomplete wherever it is cut, and nothing is none")
    func cuts() throws {
        let data = MessageFrame(#"{"a":{"bytes":3}}"#, [1, 2, 3], number: 7).data
        for count in 0..<data.count {
            try Self.reading(data.prefix(count)) { (descriptor) throws in
                let result = Result { try Message(from: descriptor) }
                if count == 0 {
                    #expect(try result.get() == nil)
                } else {
                    #expect(throws: Message.Failure.incomplete) { try result.get() }
                }
            }
        }
    }

    @Test("The reader sets the limit for bytes, and no length is believed")
    func limits() throws {
        let data = MessageFrame("{}", Array(repeating: 0, count: 11)).data
        _ = try Self.reading(data) { try #require(try Message(from: $0, maximumByteCount: 11)) }
        #expect(throws: Message.Failure.self) {
            try Self.reading(data) { try Message(from: $0, maximumByteCount: 10) }
        }
        let announced = MessageFrame.head(text: 2, bytes: (1 << 40) - 1) + Data("{}".utf8)
        #expect(throws: Message.Failure.incomplete) { try Self.reading(announced) { try Message(from: $0) } }
    }

    @Test("A descriptor that is closed, or whose other end is, is an error")
    func closedDescriptors() throws {
        let message = Message(.object([]))
        #expect(throws: Message.Failure.self) { try Message(from: -1) }
        #expect(!message.write(to: -1))
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        signal(SIGPIPE, SIG_IGN)
        #expect(!message.write(to: pipe.fileHandleForWriting.fileDescriptor) && errno == EPIPE)
    }
}
