internal import Hummingbird
internal import NIOCore
internal import ServiceLifecycle
internal import Synchronization

/// Notices whether the page is open, and ends the program a while after it has been closed.
///
/// An open page keeps a stream of events open. Browsers stop timers of pages in the background, but not streams.
final class Presence: Service {
    private struct State {
        var openPageCount = 0
        /// When the last page was closed; `nil` until then.
        var closing: ContinuousClock.Instant?
    }

    /// The time after the page has been closed: it may only be loaded again.
    private static let patience = Duration.seconds(60)
    private static let heartbeat = Duration.seconds(2)

    private let state = Mutex(State())

    /// Returns when the page has been closed for a while.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled, !self.isOver { try? await Task.sleep(for: Self.heartbeat) }
        }
    }

    /// Whether the page has been closed for a while.
    var isOver: Bool {
        state.withLock { $0.openPageCount == 0 && $0.closing.map { $0.duration(to: .now) > Self.patience } ?? false }
    }

    /// A stream without events, which lasts as long as the page is open.
    var events: Reply {
        Reply(
            stream: ResponseBody { writer in
                self.state.withLock { $0.openPageCount += 1 }
                defer {
                    self.state.withLock { state in
                        state.openPageCount -= 1
                        state.closing = .now
                    }
                }
                await self.beat(&writer)
                try await writer.finish(nil)
            }, type: "text/event-stream")
    }

    /// Writes a comment now and then, which fails when the page is gone.
    private func beat(_ writer: inout any ResponseBodyWriter) async {
        var isOpen = true
        while isOpen, !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                try await writer.write(ByteBuffer(string: ":\n\n"))
                try await cancelWhenGracefulShutdown { try await Task.sleep(for: Self.heartbeat) }
            } catch {
                isOpen = false
            }
        }
    }
}
