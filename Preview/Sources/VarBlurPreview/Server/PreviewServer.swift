internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import Synchronization

/// The web server of the page, which only this computer can reach.
struct PreviewServer {
    /// The time after which a connection is closed that sends no complete request.
    private static let idleTimeout = TimeAmount.seconds(20)
    /// The maximum number of connections at the same time.
    private static let maximumConnections = 256
    /// The maximum number of bytes of all headers of a request.
    private static let maximumHeaderByteCount = 16 << 10

    static let logger = Logger(label: "varblur-preview") { _ in SwiftLogNoOpLogHandler() }

    let application: Application<PreviewResponder>

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - site: what is served.
    ///   - presence: notices that the page is open.
    ///   - port: the port; 0 for any free one.
    ///   - onStart: called with the address of the page.
    init(site: any Site, presence: Presence, port: Int, onStart: @escaping @Sendable (String) -> Void) {
        let gate = Gate()
        let connections = Connections()
        let responder = PreviewResponder(gate: gate, connections: connections, site: site, presence: presence)
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: Self.maximumHeaderByteCount, maxHeaderListSize: Self.maximumHeaderByteCount,
            maxHeaderFieldCount: 64)
        let http = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionHandler(connections)], idleTimeout: Self.idleTimeout,
            httpDecoderConfiguration: decoder)
        application = Application(
            responder: responder,
            server: .http1(configuration: http),
            configuration: ApplicationConfiguration(
                address: .hostname("127.0.0.1", port: port),
                availableConnectionsDelegate: .maximum(Self.maximumConnections, logger: Self.logger)),
            onServerRunning: { channel in
                gate.port = channel.localAddress?.port ?? port
                onStart(gate.address)
            },
            logger: Self.logger)
    }
}

/// The context of a request: its connection.
struct PreviewContext: InitializableFromSource {
    let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }
}
