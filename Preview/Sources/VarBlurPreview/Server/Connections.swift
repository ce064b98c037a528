internal import NIOCore
internal import Synchronization

/// The connections that have not yet sent a request with the secret.
///
/// Any program of any user of this computer can connect. So only a limited number of such connections is kept, for a limited time: they
/// must not take the place of those of the page.
final class Connections: Sendable {
    /// The maximum number of connections without the secret.
    private static let maximumCount = 64
    /// The time within which the first request has to arrive.
    private static let patience = TimeAmount.seconds(10)

    /// Those without the secret, the oldest first.
    private let unknown = Mutex<[any Channel]>([])

    /// Adds a new connection, and closes the oldest one if there are too many without the secret.
    func add(_ channel: any Channel) {
        let oldest: (any Channel)? = unknown.withLock { unknown in
            unknown.append(channel)
            return unknown.count > Self.maximumCount ? unknown.removeFirst() : nil
        }
        oldest?.close(promise: nil)
        let deadline = channel.eventLoop.scheduleTask(in: Self.patience) {
            if self.remove(channel) { channel.close(promise: nil) }
        }
        channel.closeFuture.whenComplete { _ in
            deadline.cancel()
            self.remove(channel)
        }
    }

    /// Keeps a connection, whose request has the secret.
    func admit(_ channel: any Channel) { remove(channel) }

    /// Returns whether the connection was without the secret.
    @discardableResult
    private func remove(_ channel: any Channel) -> Bool {
        unknown.withLock { unknown in
            guard let index = unknown.firstIndex(where: { $0 === channel }) else { return false }
            unknown.remove(at: index)
            return true
        }
    }
}

/// Adds the connection to whose pipeline it belongs.
final class ConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let connections: Connections

    init(_ connections: Connections) { self.connections = connections }

    func handlerAdded(context: ChannelHandlerContext) { connections.add(context.channel) }
}
