#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif
internal import NIOCore
internal import NIOPosix
internal import ServiceLifecycle
internal import Synchronization
internal import UnixSignals

/// Ends the program on a signal, whatever it is doing.
final class Ending: Service {
    /// The time after which the process ends even if requests are still being answered.
    private static let patience = TimeAmount.seconds(4)

    private let hasBegun = Mutex(false)
    private let beginning: AsyncStream<Never>

    /// Waits for signals from now on.
    init() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        beginning = stream
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        Task.detached {
            for await _ in signals { break }
            self.begin()
            continuation.finish()
        }
    }

    /// Whether the program is about to end, so that nobody wants to know what goes wrong.
    var isNear: Bool { hasBegun.withLock(\.self) }

    /// Returns when a signal has arrived, or when another service has ended.
    func run() async throws {
        await cancelWhenGracefulShutdown { for await _ in self.beginning {} }
        begin()
    }

    private func begin() {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst else { return }
        ChildProcess.endAll()
        // an event loop does not wait for the threads that blur
        _ = MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: Self.patience) { Self.end() }
    }

    /// Ends the process at once.
    static func end() -> Never {
        Browser.removeLaunchFile()
        _exit(0)
    }
}
