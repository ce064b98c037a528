import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs with radii of any shape")
struct FieldJobTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func blurred(_ file: [UInt8], _ job: BlurJob) throws -> [UInt8] {
        var job = job
        job.existing = .replace
        let target = OutputTarget.file(path: directory.path("out"))
        _ = try job.run(from: directory.source(file, "in"), to: target)
        return try directory.read("out")
    }

    private func job(_ texts: String..., edges: EdgeMode = .normalize) throws -> BlurJob {
        var job = BlurJob()
        job.blur.gradients = try texts.map { try BlurGradient($0) }
        job.blur.edges = edges
        return job
    }

    private static let stretches = "linear-blur(8px, 0px 15%, 0px 40%, 5px 50%, 0px 60%, 0px 85%, 8px)"

    @Test("keep the codes of all unblurred MCU rows of a JPEG file, in several stretches")
    func keptCodes() throws {
        var progressive = JPEGStyle(.yCbCr)
        progressive.isProgressive = true
        for style in [JPEGStyle(.yCbCr), progressive, JPEGStyle(.gray)] {
            let image = try TestContent.natural.image(Size(150, 640))
            let file =
                style.color == .gray
                ? try PixelBuffer.noise(Size(150, 640), PixelFormat(.gray)).encoded(.jpeg(style, quality: 80))
                : try image.encoded(.jpeg(style, quality: 80))
            let (before, after) = (
                try StoredPlanes.coefficients(file), try StoredPlanes.coefficients(blurred(file, job(Self.stretches)))
            )
            let rowHeight = 640 / before.count
            let changed = before.indices.filter { before[$0] != after[$0] }
            let expected = before.indices.filter { row in
                let center = (Double(row) + 0.5) * Double(rowHeight) / 640
                return center < 0.15 || center > 0.85 || abs(center - 0.5) < 0.1
            }
            // the rows in which a ramp ends may be clear or not
            #expect(changed.count > expected.count - 8 && changed.count < expected.count + 8)
            for row in changed { #expect(expected.contains { abs($0 - row) <= 1 }, "row \(row)") }
            #expect(changed.contains { abs($0 - before.count / 2) <= 1 })
            #expect(!changed.contains { abs($0 - before.count / 4) <= 1 || abs($0 - before.count * 3 / 4) <= 1 })
        }
    }

    @Test("with restart markers and one component are spliced as well", arguments: [0, 1, 7])
    func restarts(interval: Int) throws {
        let image = try TestContent.natural.image(Size(200, 800))
        let pixels = try (0..<800).flatMap { y in try image.copy().row(y).map { UInt8($0) } }
        _ = try directory.source(Array("P6 200 800 255\n".utf8) + pixels, "in.ppm")
        let cjpeg = try #require(Program(named: "cjpeg"))
        let arguments = interval == 0 ? ["-optimize"] : ["-restart", "\(interval)B"]
        #expect(
            try cjpeg.run(arguments + ["-outfile", directory.path("made.jpg"), directory.path("in.ppm")]).status == 0)
        let file = try directory.read("made.jpg")
        let result = try blurred(file, job(Self.stretches))
        let djpeg = try #require(Program(named: "djpeg"))
        let outcome = try djpeg.run(["-strict", "-outfile", directory.path("o.ppm"), directory.path("out")])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        let found = try PixelBuffer.decoded(result)
        let original = try PixelBuffer.decoded(file)
        for row in [200, 240, 280, 560, 620] { #expect(found.row(row) == original.row(row), "row \(row)") }
        for row in [10, 400, 790] { #expect(found.row(row) != original.row(row), "row \(row)") }
        let direct = try #require(try? StoredPlanes.coefficients(result))
        #expect(direct.count == (try StoredPlanes.coefficients(file)).count)
    }

    @Test("give the same bytes for gradients that equal a direction", arguments: BlurDirection.allCases)
    func equalities(direction: BlurDirection) throws {
        let texts: [BlurDirection: String] = [
            .top: "linear-blur(12px, 0px 60%)", .bottom: "linear-blur(to top, 12px, 0px 60%)",
            .left: "linear-blur(to right, 12px, 0px 60%)", .right: "linear-blur(to left, 12px, 0px 60%)",
        ]
        let expected = BlurJob(radius: 12) { ($0.blur.direction, $0.blur.startOffset) = (direction, 0.4) }
        let image = try TestContent.natural.image(Size(130, 170))
        for file in [try image.encoded(.png), try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 85))] {
            #expect(try blurred(file, job(texts[direction] ?? "")) == blurred(file, expected))
        }
    }

    @Test("blur several sides, with percentages of the axis or of the shorter side")
    func sides() throws {
        let image = try PixelBuffer.noise(Size(60, 90))
        var job = BlurJob()
        job.blur.maximumRadius = .percent(10)
        job.blur.startOffset = 0.6
        for (directions, radius) in [([BlurDirection.top, .bottom], 9.0), ([.right, .left], 6)] {
            job.blur.directions = directions
            let found = try PixelBuffer.decoded(blurred(image.encoded(.png), job))
            let ramps = try directions.map { direction in
                try BlurGradient(maximumRadius: radius, direction: direction, startOffset: 0.6).field
            }
            let expected = try ProgressiveBlur(field: .maximum(ramps)).blurred(image)
            #expect(found.sampleValues() == expected.sampleValues())
        }
        job.blur.directions = [.top, .left]
        let blur = try job.blur.progressiveBlur(width: 60, height: 90)
        #expect(blur.field.radii(width: 60, height: 90) == 0...6 && blur.field.variation == .betweenPixels)
    }

    @Test(
        "are streamed if they vary between rows, and planned with the memory of their greatest radius",
        arguments: EdgeMode.allCases)
    func memory(edges: EdgeMode) throws {
        let header = try ImageHeader.of(PixelBuffer.noise(Size(200, 3000)).encoded(.png))
        var settings = try job("linear-blur(0px, 40px 50%, 0px)", edges: edges).blur
        settings.easing = .ease
        let plan = try BlurPlan(header, BlurJob(settings), JobContext(ImageLimits()), inputByteCount: 0)
        #expect(plan.request.isStreamed)
        let ramp = try BlurPlan(header, BlurJob(), JobContext(ImageLimits()), inputByteCount: 0)
        let estimate = plan.memoryEstimate()
        #expect(estimate > ramp.memoryEstimate())
        // a greater radius needs more rows; if edges wrap, all of them, at all levels, in ring buffers of 4096 rows
        #expect(estimate < (edges == .wrap ? 60 : 40) * 200 * 3000, "\(estimate)")
    }
}
