import CImageCodecs
import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("MCUs of a JPEG file that a blur leaves clear")
struct KeptMCUTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private static let face = "radial-blur(ellipse 30px 22px at 60px 70px, 9px 60%, 0px)"

    private func blurred(_ file: [UInt8], _ ramp: String, _ smoothing: JPEGSmoothing = .off) throws -> [UInt8] {
        var job = BlurJob()
        job.output.jpegSmoothing = smoothing
        switch try BlurField.list(ramp)[0] {
        case .area(let area): (job.blur.directions, job.blur.areas) = ([], [area])
        default: job.blur.gradients = [try BlurGradient(ramp)]
        }
        return try job.run(from: .bytes(file)).bytes
    }

    /// A block of a component, and whether the coefficients of its MCU may change.
    private struct Block: Hashable {
        let component: Int
        let column: Int
        let row: Int
    }

    /// The dequantized coefficients of all blocks.
    private func blocks(_ file: [UInt8]) throws -> [Block: [Int]] {
        let reader = try JPEGReader(FileContents.copy(of: file), JobContext(ImageLimits()))
        try reader.check(jpeg_reader_read_coefficients(reader.cReader))
        let layout = try StoredPlanes.layout(reader.header)
        var blocks: [Block: [Int]] = [:]
        for (index, component) in layout.components.enumerated() {
            for row in 0..<layout.count * component.rowsPerSlice / 8 {
                for (column, values) in StoredPlanes.blocks(reader, index, row).enumerated() {
                    blocks[Block(component: index, column: column, row: row)] = values
                }
            }
        }
        return blocks
    }

    /// The MCUs, as pairs of a column and a row, of which any sample has a radius large enough to have an effect.
    private func blurredMCUs(_ header: ImageHeader, _ ramp: String) throws -> Set<[Int]> {
        let field = try BlurField.list(ramp)[0].placed(width: header.width, height: header.height)
        var found: Set<[Int]> = []
        let layout = try StoredPlanes.layout(header)
        for (component, factors) in zip(layout.components, header.jpegStyle?.sampling ?? []) {
            let sampling = try #require(component.sampling)
            for y in 0..<component.height {
                for x in 0..<component.width {
                    let sigmas = sigmas(field, x, y, sampling)
                    if max(sigmas.0, sigmas.1) > 0.19 {
                        found.insert([x / (8 * factors.horizontal), y / component.rowsPerSlice])
                    }
                }
            }
        }
        return found
    }

    private func sigmas(_ field: any RadiusField, _ x: Int, _ y: Int, _ sampling: PlaneSampling) -> (Double, Double) {
        let radius = field.radius(
            x: sampling.x(ofColumn: x), y: sampling.y(ofRow: y))
        return (radius / sampling.horizontalRatio, radius / sampling.verticalRatio)
    }

    /// Checks that the dequantized coefficients of clear MCUs are those of the input, and that most others differ, with the steps of the
    /// input and with finer ones.
    private func check(_ file: [UInt8], _ ramp: String, _ name: String) throws {
        for smoothing in [JPEGSmoothing.off, .on] {
            try check(file, ramp, smoothing, "\(name), \(smoothing)")
        }
    }

    private func check(_ file: [UInt8], _ ramp: String, _ smoothing: JPEGSmoothing, _ name: String) throws {
        let result = try blurred(file, ramp, smoothing)
        let header = try ImageHeader.of(file)
        let (old, new) = (header.jpegStyle?.quantization, try ImageHeader.of(result).jpegStyle?.quantization)
        #expect(new == (smoothing == .on ? old?.smooth : old) && (smoothing == .off || new != old), "\(name)")
        let blurredMCUs = try blurredMCUs(header, ramp)
        let sampling = try #require(header.jpegStyle?.sampling)
        let (before, after) = (try blocks(file), try blocks(result))
        #expect(before.count == after.count)
        var (changed, blurredCount) = (0, 0)
        for (block, coefficients) in before {
            let factors = sampling[block.component]
            let isChanged = after[block] != coefficients
            if blurredMCUs.contains([block.column / factors.horizontal, block.row / factors.vertical]) {
                (changed, blurredCount) = (changed + (isChanged ? 1 : 0), blurredCount + 1)
            } else {
                #expect(!isChanged, "\(name), \(block)")
            }
        }
        #expect(changed > blurredCount / 3 && blurredCount < before.count * 3 / 4, "\(name)")
        // libjpeg cannot convert planes of a fractional sampling to pixels
        let widest = sampling.reduce(1) { max($0, $1.horizontal) }
        guard sampling.allSatisfy({ widest % $0.horizontal == 0 }) else { return }
        let djpeg = try #require(Program(named: "djpeg"))
        try directory.write(result, to: "out.jpg")
        let outcome = try djpeg.run(["-strict", "-outfile", directory.path("out.ppm"), directory.path("out.jpg")])
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(name)")
    }

    @Test(
        "keep their coefficients inside of blurred rows",
        arguments: [
            face, "linear-blur(to right, 0px 60%, 9px)", "linear-blur(30deg, 9px, 0px 50%)",
            "area-blur(xywh(30px 40px 70px 60px round 9px), 9px)",
            "area-blur(circle(30px at 60px 70px), 9px, feather 12px)",
            "area-blur(outside inset(10px) circle(20px at 0 0), 9px, feather 4px)",
        ])
    func styles(ramp: String) throws {
        var progressive = JPEGStyle(.yCbCr)
        progressive.isProgressive = true
        let wide = JPEGStyle(.yCbCr, sampling: [.init(2, 1), .init(1, 1), .init(1, 1)])
        let tall = JPEGStyle(.yCbCr, sampling: [.init(1, 2), .init(1, 1), .init(1, 1)])
        let odd = JPEGStyle(.yCbCr, sampling: [.init(3, 1), .init(2, 1), .init(1, 1)])
        for style in [
            JPEGStyle(.yCbCr), JPEGStyle(.gray), JPEGStyle(.rgb), JPEGStyle(.cmyk), JPEGStyle(.ycck), progressive, wide,
            tall, odd,
        ] {
            let file = try StoredPlanes.file(style, Size(173, 150), .whiteNoise, divisor: 9)
            try check(file, ramp, "\(style.color) \(style.sampling) \(style.isProgressive)")
        }
    }

    @Test("unblurred MCUs are copied with any restart interval", arguments: ["1B", "3B", "7B", "50B", "1", "2"])
    func restarts(interval: String) throws {
        let image = try TestContent.natural.image(Size(173, 150))
        let pixels = (0..<150).flatMap { y in image.row(y).map { UInt8($0) } }
        let source = directory.path("in.ppm")
        try Data(Array("P6 173 150 255\n".utf8) + pixels).write(to: URL(fileURLWithPath: source))
        let cjpeg = try #require(Program(named: "cjpeg"))
        for options in [[], ["-optimize"], ["-grayscale"], ["-progressive"], ["-arithmetic"]] {
            let arguments = options + ["-restart", interval, "-outfile", directory.path("in.jpg"), source]
            guard try cjpeg.run(arguments).status == 0 else { continue }
            let file = try directory.read("in.jpg")
            try check(file, Self.face, "\(options)")
        }
    }

    @Test("are all but one if a single MCU is blurred")
    func single() throws {
        let file = try StoredPlanes.file(JPEGStyle(.yCbCr), Size(160, 160), .whiteNoise, divisor: 5)
        let ramp = "radial-blur(circle 4px at 88px 72px, 3px 99%, 0px)"
        let (before, after) = (try blocks(file), try blocks(blurred(file, ramp)))
        let changed = before.keys.filter { before[$0] != after[$0] }
        #expect(!changed.isEmpty)
        for block in changed {
            let size = block.component == 0 ? 2 : 1
            #expect(block.column / size == 5 && block.row / size == 4)
        }
    }

    @Test("copied MCUs make files only a little longer")
    func size() throws {
        let image = try TestContent.natural.image(Size(400, 300))
        let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        let result = try blurred(file, "radial-blur(circle 20px at 50% 50%, 6px 90%, 0px)")
        #expect(result.count <= file.count + 200)
    }

    @Test("are kept in gray files with any sampling factors", arguments: [0x12, 0x21, 0x22, 0x41] as [UInt8])
    func graySampling(factors: UInt8) throws {
        for isProgressive in [false, true] {
            let style = JPEGStyle(.gray, isProgressive: isProgressive)
            let image = try TestContent.natural.image(Size(301, 203), PixelFormat(.gray))
            let file = try image.encoded(.jpeg(style, quality: 85))
            // the factors of the first component are ten bytes after the marker of the frame
            let frame = try #require(
                file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == (isProgressive ? 0xC2 : 0xC0) })
            var other = file
            #expect(other[frame + 11] == 0x11)
            other[frame + 11] = factors
            let pixels = try PixelBuffer.decoded(file).sampleValues()
            #expect(try PixelBuffer.decoded(other).sampleValues() == pixels)
            var job = BlurJob()
            job.writesDigest = false
            (job.blur.maximumRadius, job.blur.reach) = (.pixels(8), .percent(30))
            let (expected, report) = (
                try job.run(from: .bytes(file), to: .memory), try job.run(from: .bytes(other), to: .memory)
            )
            #expect(report.keepsData && expected.keepsData)
            let result = try PixelBuffer.decoded(report.bytes).sampleValues()
            #expect(try result == PixelBuffer.decoded(expected.bytes).sampleValues())
            #expect(result != pixels && result.suffix(301 * 120) == pixels.suffix(301 * 120))
            job.resize = try Resize("50%")
            #expect(try job.run(from: .bytes(file)).bytes == job.run(from: .bytes(other)).bytes)
        }
    }
}
