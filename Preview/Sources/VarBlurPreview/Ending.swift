internal import VarBlurLibC
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization
internal import UnixSignals

/// Ends the program on a signal, whatever it is doing.
final class Ending: Service {
    /// The time after which the process ends even if requests are still being answered.
    private static let patience = TimeAmount.seconds(4)

    private let state = Mutex((hasBegun: false, isInterrupted: false))
    private let beginning: AsyncStream<Never>

    /// Waits for signals from now on.
    init() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        beginning = stream
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        Task.detached {
            for await _ in signals { break }
            self.state.withLock { $0.isInterrupted = true }
            self.begin()
            continuation.finish()
        }
    }

    /// Whether a signal has arrived, so that nobody wants to know what goes wrong.
    var isInterrupted: Bool { state.withLock(\.isInterrupted) }

    /// Returns when a signal has arrived, or when another service has ended.
    func run() async throws {
        await cancelWhenGracefulShutdown { for await _ in self.beginning {} }
        begin()
    }

    private func begin() {
        let isFirst = state.withLock { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        MessageProcess.endAll()
        // an event loop does not wait for the threads that blur
        _ = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.patience) { Self.end() }
    }

    /// Ends the process at once.
    static func end() -> Never {
        Browser.removeLaunchFile()
        _exit(0)
    }
}
