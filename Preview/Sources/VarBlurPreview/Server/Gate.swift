internal import HTTPTypes
internal import Hummingbird
internal import Synchronization

/// Decides which requests are answered: those of the page itself.
///
/// Other pages in the same browser can send requests to this server, and can give its address a name of their own (DNS rebinding). So
/// the name by which the server is called, the page that sends the request, and the secret in the path have to be right.
final class Gate: Sendable {
    /// The secret in the address.
    let token: String
    private let boundPort = Mutex(0)

    init() { token = Self.randomText() }

    /// A text that nobody can guess: 26 of 32 letters are 130 bits.
    static func randomText() -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
        return String((0..<26).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
    }

    /// The port at which the server listens.
    var port: Int {
        get { boundPort.withLock(\.self) }
        set { boundPort.withLock { $0 = newValue } }
    }

    /// The address of the page.
    var address: String { "http://127.0.0.1:\(port)/\(token)/" }

    private var hosts: [String] { ["127.0.0.1:\(port)", "localhost:\(port)"] }

    /// The path of a request below the secret; `nil` if the request is refused.
    func path(of request: Request) -> Substring? {
        guard let host = request.head.authority, hosts.contains(host) else { return nil }
        let origins = request.headers[values: .origin]
        guard origins.allSatisfy({ origin in hosts.contains { origin == "http://\($0)" } }) else { return nil }
        // browsers tell which page sends a request; only the page itself may write
        if request.method != .get {
            guard origins.count == 1, let site = HTTPField.Name("Sec-Fetch-Site") else { return nil }
            guard request.headers[values: site].allSatisfy({ $0 == "same-origin" }) else { return nil }
        }
        let path = request.head.path ?? ""
        guard path.utf8.first == UInt8(ascii: "/") else { return nil }
        let parts = path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isToken(parts[0]) else { return nil }
        return parts[1]
    }

    /// Compares all bytes, so that the time does not tell how many of them are right.
    private func isToken(_ text: Substring) -> Bool {
        guard text.utf8.count == token.utf8.count else { return false }
        return zip(text.utf8, token.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
