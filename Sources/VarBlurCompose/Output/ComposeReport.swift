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

    var digestValue: JSONValue? { digest.map { .string($0.description) } }
}

/// What a request has written, or would write.
struct ComposeReport: Sendable {
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

    /// Notes that all outputs but those of some pictures are left as they are.
    mutating func skipAll(but pictures: [ComposePicture]) {
        skipped = Set(sizes.indices).subtracting(pictures.map(\.scaleIndex))
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

    /// The digest of the only picture, if there is one, for programs.
    var digest: JSONValue? { picture?.digestValue }

    /// The format, the sizes, and the outputs as members for programs.
    var properties: JSONValue {
        let scales = request.options.scales
        let byteCount = written.values.reduce(0) { $0 + $1.byteCount }
        return [
            "format": format, "width": (sizes.first?.width).map { .integer($0) },
            "height": (sizes.first?.height).map { .integer($0) },
            "frames": request.options.frames.map { .integer($0) },
            "memory": request.isDryRun ? .integer(memory) : nil,
            "bytesOut": request.isDryRun ? nil : .integer(byteCount),
            "outputs": scales.count > 1 ? .array(scales.enumerated().map(outputValue)) : nil,
        ]
    }

    /// The report about the output in one of several scales.
    private func outputValue(_ index: Int, _ scale: Double) -> JSONValue {
        [
            "status": .string(status(skipped.contains(index))), "output": .string(output.path(scale: scale)),
            "scale": .decimal(scale), "width": .integer(sizes[index].width), "height": .integer(sizes[index].height),
            "bytesOut": request.isDryRun ? nil : .integer(written[index]?.byteCount ?? 0),
            "digest": written[index]?.digestValue,
        ]
    }

    private func status(_ isSkipped: Bool) -> String { isSkipped ? "skipped" : request.isDryRun ? "planned" : "ok" }
}
