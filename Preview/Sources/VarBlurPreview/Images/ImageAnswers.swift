#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import NIOCore
internal import Synchronization
internal import VarBlurCodecs

/// Receives the answers of a process that works on a picture.
final class ImageAnswers: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    /// An answer, and the file that belongs to it.
    typealias Answer = (reply: ImageReply, file: ByteBuffer)

    private struct State {
        var waiting: [UInt32: EventLoopPromise<Answer>] = [:]
        var nextNumber: UInt32 = 1
        var received = ByteBuffer()
        /// Why the process has been told to end.
        var reason: ImageError?
        /// Why the process has ended.
        var end: ImageError?
    }

    /// The maximum number of bytes of a file in an answer.
    private static let maximumFileByteCount = Int(UInt32.max) - ImageMessageHead.maximumTextByteCount - 1024

    private let process: RunningImageProcess
    private let state = Mutex(State())

    init(of process: RunningImageProcess) { self.process = process }

    /// Expects one more answer; returns its number.
    func expect(_ promise: EventLoopPromise<Answer>) -> UInt32 {
        let (number, end) = state.withLock { state in
            defer { state.nextNumber += 1 }
            if state.end == nil { state.waiting[state.nextNumber] = promise }
            return (state.nextNumber, state.end)
        }
        if let end { promise.fail(end) }
        return number
    }

    /// Gives up waiting for an answer; returns whether it has not come yet.
    func giveUp(_ number: UInt32) -> Bool {
        state.withLock { state in
            guard state.waiting[number] != nil else { return false }
            state.reason = ImageError(
                .timeout, "the process that works on the image has not answered in time",
                remedy: "the image may be damaged")
            return true
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        let answers: [(EventLoopPromise<Answer>, Answer)]? = state.withLock { state in
            state.received.writeBuffer(&part)
            let answers = Self.takeAnswers(&state)
            if answers == nil { state.reason = ImageProcess.wrongAnswer }
            return answers
        }
        for (promise, answer) in answers ?? [] { promise.succeed(answer) }
        if answers == nil { context.close(promise: nil) }
    }

    /// Takes the complete answers from what has been received; `nil` if it is not understood.
    private static func takeAnswers(_ state: inout State) -> [(EventLoopPromise<Answer>, Answer)]? {
        var answers: [(EventLoopPromise<Answer>, Answer)] = []
        while state.received.readableBytes >= ImageMessageHead.byteCount {
            let bytes = state.received.readableBytesView.prefix(ImageMessageHead.byteCount)
            guard let head = ImageMessageHead(bytes, maximumFileByteCount: maximumFileByteCount) else { return nil }
            let byteCount = ImageMessageHead.byteCount + head.textByteCount + head.fileByteCount
            guard state.received.readableBytes >= byteCount else { break }
            state.received.moveReaderIndex(forwardBy: ImageMessageHead.byteCount)
            guard let text = state.received.readBytes(length: head.textByteCount),
                let file = state.received.readSlice(length: head.fileByteCount),
                let reply = try? JSONDecoder().decode(ImageReply.self, from: Data(text))
            else { return nil }
            if let promise = state.waiting.removeValue(forKey: head.number) { answers.append((promise, (reply, file))) }
        }
        // the bytes of an answer must not keep the others
        if state.received.readableBytes == 0 { state.received = ByteBuffer() }
        return answers
    }

    func channelInactive(context: ChannelHandlerContext) {
        Task.detached {
            let ending = await self.process.end()
            let (waiting, end) = self.state.withLock { state in
                let end = state.reason ?? ending
                state.end = end
                defer { state.waiting = [:] }
                return (state.waiting, end)
            }
            for promise in waiting.values { promise.fail(end) }
        }
        context.fireChannelInactive()
    }
}
