#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Why a request is not answered.
enum Refusal: String, Error {
    case badRequest = "The request is not understood."
    case forbidden = "Only the page itself may send requests. Open the address that varblur preview has printed."
    case notFound = "There is no such file."
    case methodNotAllowed = "This is not done by this method."
    case lengthRequired = "The length of the data must be given."
    case tooLarge = "The file is larger than the limit."
    case timeout = "The data did not arrive in time."

    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .badRequest: .badRequest
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .methodNotAllowed: .methodNotAllowed
        case .lengthRequired: .lengthRequired
        case .tooLarge: .contentTooLarge
        case .timeout: .requestTimeout
        }
    }
}

/// An answer: a body and its type.
///
/// Errors of settings and images are answers like others, with the status 200: they are part of normal use.
struct Reply: Sendable {
    private var status = HTTPResponse.Status.ok
    private let type: String
    private let body: ResponseBody
    /// Further header fields.
    private(set) var fields: [(name: String, value: String)] = []

    init(_ bytes: [UInt8], type: String, fields: [(name: String, value: String)] = []) {
        self.init(ByteBuffer(bytes: bytes), type: type, fields: fields)
    }

    init(_ bytes: ByteBuffer, type: String, fields: [(name: String, value: String)] = []) {
        (self.type, self.fields) = (type, fields)
        body = ResponseBody(byteBuffer: bytes)
    }

    init(stream: ResponseBody, type: String) { (body, self.type) = (stream, type) }

    init(refusal: Refusal) {
        self.init(
            Array((refusal.rawValue + "\n").utf8), type: "text/plain; charset=utf-8", fields: [("Connection", "close")])
        status = refusal.status
    }

    init(json value: some Encodable) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = (try? encoder.encode(value)) ?? Data("null".utf8)
        self.init([UInt8](data), type: "application/json")
    }

    /// An object with a further member, whose value is JSON already.
    init(json object: some Encodable, adding json: [UInt8], as name: String) {
        let data = (try? JSONEncoder().encode(object)) ?? Data("{}".utf8)
        self.init(data.dropLast() + Array(",\"\(name)\":".utf8) + json + Array("}".utf8), type: "application/json")
    }

    /// An answer without contents, to a request that a later one has replaced.
    static let replaced: Reply = {
        var reply = Reply([], type: "text/plain")
        reply.status = .noContent
        return reply
    }()

    /// The header fields for warnings about a picture, as sentences for people.
    static func warningFields(_ warnings: [String]) -> [(name: String, value: String)] {
        let text = warnings.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " ")
        return text.isEmpty ? [] : [("X-Problem", PercentEncoding.text(text))]
    }

    private struct Problem: Encodable {
        let error: String
        let isDamaged: Bool
    }

    /// A message about settings or an image, for people.
    ///
    /// - Parameters:
    ///   - text: the message.
    ///   - isDamaged: whether it is about a damaged file of which a part could be shown.
    /// - Returns: an object with the message.
    static func problem(_ text: String, isDamaged: Bool = false) -> Reply {
        Reply(json: Problem(error: text, isDamaged: isDamaged))
    }

    /// The header fields of every response: nothing is loaded from elsewhere, embedded elsewhere, or stored.
    private static let safety: [(String, String)] = [
        (
            "Content-Security-Policy",
            """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
            base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'
            """
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"), ("Cache-Control", "no-store"),
    ]

    var response: Response {
        var headers = HTTPFields()
        for (name, value) in Self.safety + [("Content-Type", type)] + fields {
            if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
        }
        return Response(status: status, headers: headers, body: status == .noContent ? ResponseBody() : body)
    }
}
