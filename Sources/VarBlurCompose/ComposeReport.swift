internal import PlainJSON
internal import VarBlurCommand
internal import VarBlurCodecs

/// What was written.
struct WrittenPicture: Sendable {
    /// The size of all files.
    var byteCount = 0
    /// The digest of a single picture.
    var digest: JobDigest?
    /// The file, if it belongs to the report.
    var bytes: [UInt8]?
    /// Whether nothing was written, because all files had been written by others in the meantime.
    var isKept = false
}

/// The report of a request.
struct ComposeReport {
    private let request: ComposeRequest
    private let output: ComposeOutput
    /// The size of the picture in pixels.
    var size = (width: 0, height: 0)
    /// Whether all outputs were left as they are.
    var isSkipped = false
    var written = WrittenPicture()
    /// Notices, one sentence each, without a period.
    var notices: [String] = []
    /// The estimated memory of a dry run, in bytes.
    var memory = 0

    init(_ request: ComposeRequest, _ output: ComposeOutput) { (self.request, self.output) = (request, output) }

    /// The report as JSON.
    var value: JSONValue {
        typealias Member = JSONValue.Member
        let status = isSkipped ? "skipped" : request.isDryRun ? "planned" : "ok"
        var members: [Member] = [.init("version", .integer(1)), .init("status", .string(status))]
        if let path = request.scene.path { members.append(.init("scene", .string(path))) }
        if case .file(let path) = request.output { members.append(.init("output", .string(path))) }
        members += [
            .init("format", .string(output.formatName)), .init("width", .integer(size.width)),
            .init("height", .integer(size.height)),
        ]
        if let frames = request.frames { members.append(.init("frames", .integer(frames))) }
        members.append(
            request.isDryRun
                ? .init("memory", .integer(memory)) : .init("bytesOut", .integer(written.byteCount)))
        members.append(.init("warnings", .array(notices.map { .string($0) })))
        if let digest = written.digest { members.append(.init("digest", .string(digest.description))) }
        if let bytes = written.bytes {
            members.append(.init("picture", .object([.init("base64", .bytes(bytes))])))
        }
        return .object(members)
    }
}
