internal import VarBlurJSON
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

/// What a request has written, or would write.
struct ComposeReport: Sendable {
    private typealias Member = JSONValue.Member

    private let request: ComposeRequest
    private let output: ComposeOutput
    /// The sizes of the picture in pixels, in the order of the scales.
    var sizes: [(width: Int, height: Int)] = []
    /// The positions of the scales in which no file is written, because all of them exist.
    private var skipped: Set<Int> = []
    private var written: [Int: WrittenPicture] = [:]
    /// Notices, one sentence each, without a period.
    var notices: [String] = []
    /// The estimated memory of a dry run, in bytes.
    var memory = 0

    init(_ request: ComposeRequest, _ output: ComposeOutput) { (self.request, self.output) = (request, output) }

    /// Notes that all outputs but those of some frames are left as they are.
    mutating func skipAll(but frames: [ComposeFrame]) {
        skipped = Set(sizes.indices).subtracting(frames.map(\.scaleIndex))
    }

    /// Notes what was written in each scale.
    mutating func add(_ written: [Int: WrittenPicture]) {
        self.written = written
        for (index, picture) in written where picture.isKept { skipped.insert(index) }
    }

    /// Whether all outputs were left as they are.
    var isSkipped: Bool { skipped.count == sizes.count }

    /// The sizes for users.
    var sizesText: String { sizes.map { "\($0.width)×\($0.height)" }.joined(separator: ", ") }

    /// Skipped, planned, or done, for programs.
    var status: String { status(isSkipped) }

    /// The only picture, if there is one.
    private var picture: WrittenPicture? { request.options.scales.count < 2 ? written[0] : nil }

    /// An output in memory.
    var bytes: [UInt8]? { picture?.bytes }

    /// The name of the format, for programs.
    var format: JSONValue { .string(output.formatName) }

    /// The digest of the only picture, if there is one, as a member for programs.
    var digest: [JSONValue.Member] { picture.map(Self.digest) ?? [] }

    /// The format, the sizes, and the outputs as members for programs.
    var members: [JSONValue.Member] {
        let scales = request.options.scales
        var members = [Member("format", format)]
        if let size = sizes.first { members += Self.members(of: size) }
        if let frames = request.options.frames { members.append(.init("frames", .integer(frames))) }
        let byteCount = written.values.reduce(0) { $0 + $1.byteCount }
        members.append(request.isDryRun ? .init("memory", .integer(memory)) : .init("bytesOut", .integer(byteCount)))
        if scales.count > 1 { members.append(.init("outputs", .array(scales.enumerated().map(outputValue)))) }
        return members
    }

    /// The report about the output in one of several scales.
    private func outputValue(_ index: Int, _ scale: Double) -> JSONValue {
        var members = [
            Member("status", .string(status(skipped.contains(index)))),
            Member("output", .string(output.path(scale: scale))), Member("scale", .decimal(scale)),
        ]
        members += Self.members(of: sizes[index])
        if !request.isDryRun { members.append(.init("bytesOut", .integer(written[index]?.byteCount ?? 0))) }
        return .object(members + (written[index].map(Self.digest) ?? []))
    }

    private func status(_ isSkipped: Bool) -> String { isSkipped ? "skipped" : request.isDryRun ? "planned" : "ok" }

    private static func members(of size: (width: Int, height: Int)) -> [Member] {
        [Member("width", .integer(size.width)), Member("height", .integer(size.height))]
    }

    private static func digest(of picture: WrittenPicture) -> [Member] {
        picture.digest.map { [Member("digest", .string($0.description))] } ?? []
    }
}
