#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VarBlurJSON

/// The body of a request.
enum Body {
    /// The maximum length of settings.
    private static let maximumTextByteCount = 1 << 20
    /// The least number of bytes per second at which bodies have to arrive, after a time of grace.
    private static let leastBytesPerSecond: Int64 = 1 << 20
    private static let grace: Int64 = 10

    /// The bytes of the body.
    ///
    /// - Throws: a refusal before anything is read, if the length is not known or exceeds the limit.
    static func bytes(of request: Request, limit: Int, _ context: PreviewContext) async throws(Refusal) -> [UInt8] {
        let lengths = request.headers[values: .contentLength]
        guard lengths.count == 1, let length = Int(lengths[0]), length >= 0 else { throw .lengthRequired }
        guard length <= limit else { throw .tooLarge }
        let channel = context.channel
        let seconds = grace + Int64(length) / leastBytesPerSecond
        let deadline = channel.eventLoop.scheduleTask(in: .seconds(seconds)) { channel.close(promise: nil) }
        defer { deadline.cancel() }
        var bytes: [UInt8] = []
        // the length is not trusted with memory
        bytes.reserveCapacity(min(length, 16 << 20))
        do {
            for try await part in request.body { bytes.append(contentsOf: part.readableBytesView) }
        } catch {
            throw .timeout
        }
        guard bytes.count == length else { throw .badRequest }
        return bytes
    }

    /// The value that a body describes in JSON.
    static func json<Value: Decodable>(
        _ type: Value.Type, of request: Request, _ context: PreviewContext
    ) async throws(Refusal) -> Value {
        let bytes = try await bytes(of: request, limit: maximumTextByteCount, context)
        do {
            // Foundation has no limits for what makes comparisons slow
            _ = try JSONParser.value(of: bytes)
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw .badRequest
        }
    }

    /// The name of a file in a query such as `name=photo.jpg`, without the path that some browsers add.
    static func name(_ query: Substring) -> String {
        let name = value("name", query).removingURLPercentEncoding ?? ""
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        return String(
            last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(200).map(Character.init))
    }

    /// The identifier of the picture that the page shows, in a query such as `shown=p1`; empty without one.
    static func shownPicture(_ query: Substring) -> String { value("shown", query) }

    private static func value(_ name: String, _ query: Substring) -> String {
        let item = query.split(separator: "&").first { $0.hasPrefix(name + "=") }
        return item.map { String($0.dropFirst(name.utf8.count + 1)) } ?? ""
    }

    /// The name of the page that sends a request, which other pages do not have; empty without one.
    static func page(_ request: Request) -> String { HTTPField.Name("X-Page").flatMap { request.headers[$0] } ?? "" }

    /// Whether a query asks for what is intact of a damaged file.
    static func allowsDamage(_ query: Substring) -> Bool { query.split(separator: "&").contains("damaged=allow") }
}

extension String {
    /// The text without the escapes of URLs; `nil` if it is not UTF-8.
    fileprivate var removingURLPercentEncoding: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(Substring(digits), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
