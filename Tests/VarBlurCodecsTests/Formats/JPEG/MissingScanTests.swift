import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Files with an end marker before their last scans, as some programs leave them when a download is interrupted.
@Suite("JPEG files without their last scans")
struct MissingScanTests {
    private static let notice = "the decoder warns: the last scans of the file are missing"
    private static let size = Size(96, 64)

    private func run(_ file: [UInt8], _ change: (inout BlurJob) throws -> Void = { _ in }) throws -> BlurJob.Report {
        try BlurJob(radius: 5, change).run(from: .bytes(file))
    }

    /// A file and its beginnings that end after a scan, with an end marker.
    private func files(_ whole: [UInt8]) -> [[UInt8]] {
        let markers = whole.indices.dropLast(2).filter { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA }
        // a scan ends at the next marker: that of tables, or of another scan
        let ends = markers.map { start in
            (start + 2..<whole.count - 1).first {
                whole[$0] == 0xFF && whole[$0 + 1] != 0 && !(0xD0...0xD7).contains(whole[$0 + 1])
            } ?? whole.count
        }
        return ends.map { whole[..<$0] + [0xFF, 0xD9] }
    }

    private func progressive(_ name: String) throws -> [[UInt8]] {
        var style = try #require(FramedPlaneTests.styles[name])
        style.isProgressive = true
        let format = PixelFormat(style.color == .gray ? .gray : .rgb)
        return files(try TestContent.natural.image(Self.size, format).encoded(.jpeg(style, quality: 60)))
    }

    @Test("are read with a warning, and as djpeg reads them", arguments: ["4:2:0", "4:4:4", "gray"], [false, true])
    func pixels(style: String, allowsDamage: Bool) throws {
        let (directory, djpeg) = (try TemporaryDirectory(), try #require(Program(named: "djpeg")))
        let files = try progressive(style)
        #expect(files.count > 3)
        for (index, file) in files.enumerated() {
            try directory.write(file, to: "in.jpg")
            let (input, output) = (directory.path("in.jpg"), directory.path("out.ppm"))
            #expect(try djpeg.run(["-pnm", "-outfile", output, input]).status == 0)
            let expected = try directory.read("out.ppm").suffix(
                Self.size.width * Self.size.height * (style == "gray" ? 1 : 3))
            let report = try run(file) {
                ($0.blur.maximumRadius, $0.output.format) = (.pixels(0), .png)
                $0.limits.allowsDamage = allowsDamage
            }
            #expect(try PixelBuffer.decoded(report.bytes).sampleValues() == expected.map { Int($0) }, "\(index)")
            #expect(report.notices.contains(Self.notice) == (index < files.count - 1) && !report.isDamaged)
        }
    }

    @Test(
        "are not copied without the smoothing that decoders give them", arguments: ["4:2:0", "4:4:4", "gray"],
        [ImageOrientation.up, .down])
    func keptData(style: String, turn: ImageOrientation) throws {
        let files = try progressive(style)
        for (index, file) in files.enumerated() {
            func output(_ format: ImageFormat) throws -> (BlurJob.Report, [Int]) {
                let report = try run(file) {
                    ($0.output.format, $0.turn, $0.blur.reach) = (format, turn, .percent(20))
                    if turn != .up { $0.blur.maximumRadius = .pixels(0) }
                }
                return (report, try PixelBuffer.decoded(report.bytes).sampleValues())
            }
            let ((kept, first), (_, second)) = (try output(.jpeg), try output(.png))
            #expect(kept.keepsData == (index == files.count - 1), "\(index)")
            #expect(kept.notices.contains(Self.notice) == (index < files.count - 1), "\(kept.notices)")
            let error = zip(first, second).reduce(0) { $0 + abs($1.0 - $1.1) }
            #expect(Double(error) / Double(first.count) < 4, "\(index)")
        }
    }

    @Test("are damaged if they have nothing of a component")
    func components() throws {
        let directory = try TemporaryDirectory()
        try directory.write(TestContent.natural.image(Self.size).encoded(.jpeg(quality: 85)), to: "a.jpg")
        let jpegtran = try #require(Program(named: "jpegtran"))
        for scans in [
            "0;\n1;\n2;\n", "0: 0 0 0 0;\n1: 0 0 0 0;\n2: 0 0 0 0;\n0: 1 63 0 0;\n1: 1 63 0 0;\n2: 1 63 0 0;\n",
        ] {
            try directory.write(Array(scans.utf8), to: "scans")
            let paths = ["scans", "b.jpg", "a.jpg"].map { directory.path($0) }
            #expect(try jpegtran.run(["-scans", paths[0], "-outfile", paths[1], paths[2]]).status == 0)
            for (index, file) in files(try directory.read("b.jpg")).enumerated() {
                guard index < 2 else {
                    #expect(try !run(file).isDamaged)
                    continue
                }
                let error = #expect(throws: ImageError.self) { try run(file) }
                #expect(error?.code == .damaged && error?.reason == .damagedPixels)
                let report = try run(file) { $0.limits.allowsDamage = true }
                #expect(
                    report.isDamaged && report.notices.contains { $0.contains("a component of the image is missing") })
            }
        }
    }
}
