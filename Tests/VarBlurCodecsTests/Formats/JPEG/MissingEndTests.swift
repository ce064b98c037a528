import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("JPEG files without an end marker")
struct MissingEndTests {
    private func run(_ file: [UInt8], _ change: (inout BlurJob) throws -> Void = { _ in }) throws -> BlurJob.Report {
        try BlurJob(radius: 5, format: .png, change).run(from: .bytes(file))
    }

    private static let styles = ["4:2:0", "4:4:4", "gray"].compactMap { FramedPlaneTests.styles[$0] }

    /// What may follow the data in place of the end marker, besides another image.
    private static let trailers: [[UInt8]] = [
        [], Array("no marker, but data of a camera".utf8), [0x71, 0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 0xFF],
    ]

    @Test("are decoded with a warning if all of their data is there", arguments: [false, true])
    func complete(isProgressive: Bool) throws {
        for var style in Self.styles {
            style.isProgressive = isProgressive
            let format = PixelFormat(style.color == .gray ? .gray : .rgb)
            let whole = try TestContent.natural.image(Size(83, 67), format).encoded(.jpeg(style, quality: 85))
            let expected = try run(whole)
            for trailer in Self.trailers + [whole] {
                let file = whole.dropLast(2) + trailer
                for allowsDamage in [false, true] {
                    let report = try run(Array(file)) { $0.limits.allowsDamage = allowsDamage }
                    #expect(report.bytes == expected.bytes)
                    let warnings = report.notices.filter { $0.contains("the decoder warns") }
                    #expect(warnings.count == 1 && !report.notices.joined().contains("missing pixels"))
                }
                let kept = try run(Array(file)) { ($0.output.format, $0.blur.reach) = (nil, .percent(30)) }
                #expect(try PixelBuffer.decoded(kept.bytes).height == 67)
            }
        }
    }

    @Test("are decoded with a warning by everything that reads files", arguments: [false, true])
    func readers(isProgressive: Bool) throws {
        for var style in Self.styles {
            style.isProgressive = isProgressive
            let format = PixelFormat(style.color == .gray ? .gray : .rgb)
            let whole = try TestContent.natural.image(Size(83, 67), format).encoded(.jpeg(style, quality: 85))
            for file in [whole.dropLast(2), whole.dropLast(2) + whole].map({ Array($0) }) {
                for output in [ImageFormat.png, .jpeg] {
                    func small(_ file: [UInt8]) throws -> BlurJob.Report {
                        try run(file) { ($0.output.format, $0.resize) = (output, try Resize("20x")) }
                    }
                    let report = try small(file)
                    #expect(try report.bytes == small(whole).bytes && report.notices.contains { $0.contains("warns") })
                }
                let outputs = try ["20x", "30x"].map { BlurJob.Output(resize: try Resize($0)) }
                let results = try BlurJob().run(from: .bytes(file), to: outputs).map { try $0.get() }
                let expected = try BlurJob().run(from: .bytes(whole), to: outputs).map { try $0.get().bytes }
                #expect(results.map(\.bytes) == expected && results.allSatisfy { !$0.notices.isEmpty })
                #expect(try AlphaMask(file: file.span.bytes) == AlphaMask(file: whole.span.bytes))
            }
        }
    }

    @Test("are damaged if data is missing, or was never written", arguments: [false, true])
    func incomplete(isProgressive: Bool) throws {
        for var style in Self.styles {
            style.isProgressive = isProgressive
            let format = PixelFormat(style.color == .gray ? .gray : .rgb)
            let whole = try TestContent.natural.image(Size(83, 67), format).encoded(.jpeg(style, quality: 85))
            let scans = whole.indices.dropLast(2).filter { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA }
            var counts = [whole.count * 2 / 3, whole.count / 2, whole.count - 40]
            // progressive files may end between two scans
            counts += scans.dropFirst()
            for count in counts {
                let files = [
                    Array(whole[..<count]),
                    whole[..<count] + [UInt8](repeating: 0, count: whole.count - count), whole[..<count] + whole,
                ]
                for file in files {
                    let error = #expect(throws: ImageError.self) { try run(file) }
                    #expect(error?.code == .damaged, "\(count) of \(whole.count)")
                    let tolerated = try run(file) { $0.limits.allowsDamage = true }
                    #expect(tolerated.notices.contains { $0.contains("missing pixels") })
                }
            }
        }
    }

    @Test("are damaged if another image follows data with arithmetic coding, which does not tell where it ends")
    func arithmeticCoding() throws {
        let directory = try TemporaryDirectory()
        try directory.write(TestContent.natural.image(Size(83, 67)).encoded(.jpeg(quality: 85)), to: "a.jpg")
        let jpegtran = try #require(Program(named: "jpegtran"))
        let paths = (directory.path("a.jpg"), directory.path("b.jpg"))
        #expect(try jpegtran.run(["-arithmetic", "-outfile", paths.1, paths.0]).status == 0)
        let whole = try directory.read("b.jpg")
        #expect(try run(Array(whole.dropLast(2))).notices.count == 1)
        for count in [whole.count * 2 / 3, whole.count - 40] {
            let error = #expect(throws: ImageError.self) { try run(Array(whole[..<count]) + whole) }
            #expect(error?.code == .damaged)
        }
    }
}
