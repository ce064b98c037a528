import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Several outputs from one decode")
struct OutputSetTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static var job: BlurJob {
        BlurJob { ($0.blur.maximumRadius, $0.writesDigest) = (.percent(5), true) }
    }

    private static func output(
        _ size: String?, _ format: ImageFormat? = nil, to target: OutputTarget = .memory, fit: Resize.Fit? = nil
    ) throws -> BlurJob.Output {
        var output = BlurJob.Output(resize: try size.map { try Resize($0) }, target: target)
        output.settings.format = format
        if let fit { output.resize?.fit = fit }
        return output
    }

    /// The file of a job for a single output.
    private func single(_ output: BlurJob.Output, _ file: [UInt8], _ job: BlurJob) throws -> BlurJob.Report {
        var job = job
        (job.resize, job.output) = (output.resize, output.settings)
        return try job.run(from: .bytes(file))
    }

    private func expectSingleFiles(_ outputs: [BlurJob.Output], _ file: [UInt8], _ job: BlurJob) throws {
        let results = try job.run(from: .bytes(file), to: outputs)
        #expect(results.count == outputs.count)
        let hasLossy = outputs.contains { $0.settings.format == .jpeg }
        for (output, result) in zip(outputs, results) {
            var output = output
            if hasLossy, output.settings.format == .webP { output.settings.webPQuality = .default }
            let (report, expected) = (try result.get(), try single(output, file, job))
            #expect(report.bytes == expected.bytes, "\(output)")
            #expect(report.digest == expected.digest && report.digest != nil)
            #expect((report.width, report.height) == (expected.width, expected.height))
            #expect(report.format == expected.format && report.notices == expected.notices)
            #expect(report.radii == expected.radii && report.outputBytes == expected.bytes.count)
        }
    }

    @Test(
        "are the files of single jobs",
        arguments: [PixelFormat(.rgb), PixelFormat(.gray), PixelFormat(.rgb, .sixteen)],
        [1, 6])
    func equality(format: PixelFormat, orientation: Int) throws {
        let image = try TestContent.natural.image(Size(600, 401), format).encoded(.png)
        let file = orientation == 1 ? image : FileEditing.oriented(image, orientation)
        var outputs: [BlurJob.Output] = []
        for format in [ImageFormat.png, .jpeg, .webP] {
            outputs += [
                try Self.output("200x", format), try Self.output("90x90", format, fit: .cover),
                try Self.output("120x120", format, fit: .contain), try Self.output(nil, format),
            ]
        }
        for direction in [BlurDirection.top, .left] {
            for threads in [1, 2] {
                var job = Self.job
                (job.blur.direction, job.blur.execution.threadCount) = (direction, threads)
                try expectSingleFiles(outputs, file, job)
            }
        }
    }

    @Test("differ in background, crop, light, and look as single jobs do")
    func settings() throws {
        let file = try TestContent.natural.image(Size(300, 200), PixelFormat(.rgba, .sixteen)).encoded(.png)
        var job = Self.job
        job.crop = try Crop("250x150+40+30")
        (job.blur.light, job.blur.edges) = (.linear, .transparent)
        job.blur.look = try BlurLook(saturation: 1.5, grain: 2, dithers: true)
        var outputs = try [ImageFormat.png, .webP, .jpeg].map { try Self.output("80x80", $0, fit: .contain) }
        for color in [RGBColor(red: 9, green: 200, blue: 100), RGBColor(red: 0, green: 0, blue: 0)] {
            for index in outputs.indices where index < 3 {
                var output = outputs[index]
                output.settings.background = color
                outputs.append(output)
            }
        }
        outputs[2].settings.background = RGBColor(red: 1, green: 2, blue: 3)
        outputs[0].settings.stripping = .all
        try expectSingleFiles(outputs, file, job)
    }

    @Test("of a JPEG are computed from the reduction that suits the largest")
    func reduction() throws {
        let image = try TestContent.natural.image(Size(1600, 1200))
        let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))
        var job = Self.job
        job.writesDigest = false
        // both sizes suit the same reduction
        let outputs = try [Self.output("200x", .png), Self.output("190x", .webP)]
        for (output, result) in zip(outputs, try job.run(from: .bytes(file), to: outputs)) {
            #expect(try result.get().bytes == single(output, file, job).bytes)
        }
        let results = try job.run(
            from: .bytes(file), to: [Self.output("100x", .png), Self.output("800x", .png)])
        let small = try PixelBuffer.decoded(results[0].get().bytes)
        let expected = try PixelBuffer.decoded(single(Self.output("100x", .png), file, job).bytes)
        let report = small.exceptions { abs(small[$0, $1, $2] - expected[$0, $1, $2]) <= 24 }
        #expect(report == nil, "\(report ?? "")")
        // the large output is decoded without a reduction in both cases
        #expect(try results[1].get().bytes == single(Self.output("800x", .png), file, job).bytes)
    }

    /// Sizes and formats of outputs.
    private static let sets: [[(size: String?, format: ImageFormat)]] = [
        [("800x", .png), ("100x", .png)], [("800x", .png), ("200x", .jpeg), ("100x", .webP)],
        [(nil, .jpeg), ("200x", .jpeg)], [(nil, .webP), ("200x", .jpeg)], [("320x", .jpeg), ("320x", .webP)],
        [("200x", .jpeg), ("100x", .jpeg)],
    ]

    @Test("of a JPEG do not depend on which of the others exist already", arguments: sets.indices)
    func rerun(index: Int) throws {
        let image = try TestContent.natural.image(Size(1600, 1200))
        let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 95))
        var job = Self.job
        job.existing = .skipSame
        let names = Self.sets[index].indices.map { "\($0)" }
        let outputs = try zip(names, Self.sets[index]).map { name, output in
            try Self.output(output.size, output.format, to: .file(path: directory.path(name)))
        }
        for result in try job.run(from: .bytes(file), to: outputs) { #expect(try !result.get().isSkipped) }
        let whole = try names.map { try directory.read($0) }
        for subset in 1..<1 << names.count {
            let removed = names.indices.filter { subset >> $0 & 1 == 1 }
            for index in removed { try FileManager.default.removeItem(atPath: directory.path(names[index])) }
            for (index, result) in try job.run(from: .bytes(file), to: outputs).enumerated() {
                #expect(try result.get().isSkipped == !removed.contains(index))
                #expect(try directory.read(names[index]) == whole[index], "\(removed)")
            }
        }
        // a file of another set has the same digest only if it has the same pixels
        for (output, bytes) in zip(outputs, whole) {
            let alone = try single(output, file, Self.job)
            let digest = try ImageHeader.of(bytes).metadata.digest
            let isSame = digest == alone.digest?.description
            let pixels = try PixelBuffer.decoded(bytes).sampleValues()
            #expect(try !isSame || pixels == PixelBuffer.decoded(alone.bytes).sampleValues(), "\(output)")
        }
    }

    @Test(
        "of a JPEG as JPEGs look like those of single jobs, whatever the sampling and the color",
        arguments: [
            JPEGStyle(.gray), JPEGStyle(.rgb, hasAdobeMarker: true), JPEGStyle(.yCbCr),
            JPEGStyle(.yCbCr, sampling: [.init(1, 1), .init(1, 1), .init(1, 1)]),
            JPEGStyle(.yCbCr, sampling: [.init(2, 1), .init(1, 1), .init(1, 1)], isProgressive: true),
        ])
    func jpegs(style: JPEGStyle) throws {
        let channels: ChannelLayout = style.color == .gray ? .gray : .rgb
        let file = try TestContent.natural.image(Size(640, 480), PixelFormat(channels)).encoded(
            .jpeg(style, quality: 92))
        var outputs = try ["300x", "290x", "100x100>"].map { try Self.output($0) }
        outputs.append(try Self.output(nil))
        outputs.append(try Self.output("80x80", fit: .contain))
        for index in outputs.indices { outputs[index].settings.jpegQuality = 92 }
        for threads in [1, 2] {
            var job = Self.job
            job.blur.execution.threadCount = threads
            let results = try job.run(from: .bytes(file), to: outputs)
            for (output, result) in zip(outputs, results) {
                let (report, expected) = (try result.get(), try single(output, file, job))
                #expect((report.width, report.height, report.format) == (expected.width, expected.height, .jpeg))
                let first = try PixelBuffer.decoded(report.bytes)
                let second = try PixelBuffer.decoded(expected.bytes)
                let sum = zip(first.sampleValues(), second.sampleValues()).reduce(0) { $0 + abs($1.0 - $1.1) }
                let mean = Double(sum) / Double(first.width * first.height * first.format.channels.count)
                #expect(mean < 2, "\(output): \(mean)")
            }
        }
    }

    @Test("of the size of the input keep its data")
    func keptData() throws {
        var job = Self.job
        (job.blur.maximumRadius, job.blur.startOffset) = (.pixels(3), 0.7)
        let image = try TestContent.natural.image(Size(640, 480))
        for file in [try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90)), try image.encoded(.png)] {
            let outputs = try [Self.output(nil), Self.output("100x", .webP), Self.output("200x", .webP)]
            let results = try job.run(from: .bytes(file), to: outputs)
            #expect(try results[0].get().bytes == single(outputs[0], file, job).bytes)
            #expect(try results[1].get().width == 100)
        }
    }

    @Test("fail one by one")
    func failures() throws {
        let file = try TestContent.natural.image(Size(300, 200), PixelFormat(.rgba)).encoded(.png)
        try directory.write([1], to: "exists.png")
        func target(_ name: String) -> OutputTarget { .file(path: directory.path(name)) }
        let outputs = try [
            Self.output("100x", .png, to: target("a.png")), Self.output("100x", .png, to: target("exists.png")),
            Self.output("100x", .jpeg, to: target("alpha.jpg")), Self.output("100x", .webP, to: target("none/a.webp")),
            Self.output("100x", .png, to: target("a.png")), Self.output("50x", .webP, to: target("b.webp")),
            Self.output("30000x30000!", .webP, to: target("c.webp")), Self.output("50x", .png, to: .input),
        ]
        let results = try Self.job.run(from: .bytes(file), to: outputs)
        let codes = results.map { result in
            if case .failure(let error) = result { error.code } else { nil as ImageError.Code? }
        }
        let expected: [ImageError.Code?] = [
            nil, .exists, .unsupported, .cannotCreate, .invalidSettings, nil, .overLimit, .invalidSettings,
        ]
        #expect(codes == expected)
        #expect(try directory.names() == ["a.png", "b.webp", "exists.png"])
        #expect(try directory.read("exists.png") == [1])
        #expect(try directory.read("a.png") == single(outputs[0], file, Self.job).bytes)
        if case .failure(let error) = results[1] { #expect(error.file == directory.path("exists.png")) }
        let preflights = try Self.job.preflight(from: .bytes(file), to: [outputs[2], outputs[3]])
        if case .failure(let error) = preflights[0] { #expect(error.code == .unsupported) } else { Issue.record() }
    }

    @Test("are skipped one by one, and nothing is read if all are")
    func skipping() throws {
        let file = try TestContent.natural.image(Size(300, 200)).encoded(.png)
        try directory.write(file, to: "in.png")
        let input = ImageSource.file(path: directory.path("in.png"))
        let outputs = try [("a", "100x"), ("b", "50x")].map { name, size in
            try Self.output(size, .webP, to: .file(path: directory.path(name)))
        }
        func skipped(_ rule: ExistingOutput, from source: ImageSource) throws -> [Bool] {
            var job = Self.job
            job.existing = rule
            return try job.run(from: source, to: outputs).map { try $0.get().isSkipped }
        }
        #expect(try skipped(.fail, from: input) == [false, false])
        #expect(try skipped(.skip, from: .file(path: directory.path("missing"))) == [true, true])
        #expect(try skipped(.skipSame, from: input) == [true, true])
        try directory.write([1], to: "a")
        #expect(try skipped(.skip, from: input) == [true, true])
        #expect(try Self.job.preflight(from: .bytes(file), to: [Self.output("60x")])[0].get().width == 60)
        #expect(try skipped(.skipSame, from: input) == [false, true])
        #expect(try directory.read("a") == single(outputs[0], file, Self.job).bytes)
    }

    @Test("do not appear if the input is damaged, or the memory does not suffice")
    func wholeFailures() throws {
        let file = try TestContent.natural.image(Size(400, 300)).encoded(.png)
        let outputs = try [("a", "100x"), ("b", "200x")].map { name, size in
            try Self.output(size, .png, to: .file(path: directory.path(name)))
        }
        let damaged = #expect(throws: ImageError.self) {
            try Self.job.run(from: .bytes(Array(file.dropLast(100))), to: outputs)
        }
        #expect(damaged?.code == .damaged)
        var job = Self.job
        job.limits.memory = try job.preflight(from: .bytes(file), to: outputs)[0].get().memory - 1
        let limited = #expect(throws: ImageError.self) { try job.run(from: .bytes(file), to: outputs) }
        #expect(limited?.code == .overLimit)
        #expect(try directory.names().isEmpty)
        job.limits.memory += 1
        #expect(try job.run(from: .bytes(file), to: outputs).allSatisfy { (try? $0.get()) != nil })
        job.alphaTarget = .file(path: directory.path("mask.png"))
        let mask = #expect(throws: ImageError.self) { try job.run(from: .bytes(file), to: outputs) }
        #expect(mask?.code == .invalidSettings)
        #expect(try Self.job.run(from: .bytes(file), to: []).isEmpty)
    }

    @Test("are lossy beside lossy ones, also in the format of the input")
    func losses() throws {
        let file = try TestContent.natural.image(Size(60, 40)).encoded(.webP(.lossless))
        func isLossless(_ formats: [ImageFormat?]) throws -> [Bool] {
            let outputs = try formats.map { try Self.output(nil, $0) }
            let results = try Self.job.run(from: .bytes(file), to: outputs)
            return try results.map { try ImageHeader.of($0.get().bytes).isLossless }
        }
        #expect(try isLossless([nil, .png]) == [true, true])
        #expect(try isLossless([.jpeg, nil]) == [false, false])
        #expect(try isLossless([.webP, nil, .jpeg]) == [false, false, false])
    }

    @Test("are withdrawn even if they could not be completed after they have appeared")
    func withdrawal() throws {
        var isThere = false
        let member = PlannedOutput(try Self.output(nil), for: .bytes([]), Self.job)
        member.opened = JobOutput(
            sink: MemorySink(), label: .memory, held: nil, copy: nil,
            commit: { () throws(ImageError) in
                isThere = true
                throw ImageError(.inputOutput, "the directory could not be written to disk")
            }, withdraw: { isThere = false })
        member.written = .skipped()
        member.complete(StageTimingCollector())
        #expect(member.error?.code == .inputOutput && isThere)
        member.withdraw()
        #expect(!isThere)
    }

    @Test("can be made asynchronously, and with a mask from a file")
    func asynchronous() async throws {
        let file = try TestContent.natural.image(Size(400, 300)).encoded(.png)
        var job = Self.job
        job.maskSource = .image(.bytes(try TestContent.natural.image(Size(40, 30), PixelFormat(.gray)).encoded(.png)))
        let outputs = try [Self.output("100x", .png), Self.output("64x", .jpeg)]
        try expectSingleFiles(outputs, file, job)
        let results = try await job.run(from: .bytes(file), to: outputs)
        #expect(try results[1].get().bytes == single(outputs[1], file, job).bytes)
    }
}
