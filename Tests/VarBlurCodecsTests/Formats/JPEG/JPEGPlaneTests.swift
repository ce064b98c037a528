import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("JPEG to JPEG")
struct JPEGPlaneTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func path(_ name: String) -> String { directory.path(name) }

    /// The output of a job for a file.
    private func job(_ blur: ProgressiveBlur, threads: Int = 2) -> BlurJob {
        var job = BlurJob(radius: blur.maximumRadius)
        job.blur.minimumRadius = .pixels(blur.minimumRadius)
        (job.blur.direction, job.blur.edges) = (blur.direction, blur.edges)
        job.blur.startOffset = blur.startOffset
        job.blur.execution.threadCount = threads
        return job
    }

    static let samplings: [[(Int, Int)]] = [
        [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)],
        [(4, 1), (1, 1), (1, 1)], [(3, 1), (2, 1), (1, 1)], [(1, 1), (2, 2), (1, 2)],
    ]

    private func style(_ sampling: [(Int, Int)]) -> JPEGStyle {
        JPEGStyle(.yCbCr, sampling: sampling.map { JPEGStyle.Sampling($0.0, $0.1) })
    }

    private static let blurs: [(BlurDirection, EdgeMode, Double, Double)] = [
        (.top, .normalize, 9, 0), (.bottom, .clamp, 5, 0.6), (.left, .mirror, 12, -0.2), (.top, .wrap, 3, 0.5),
        (.right, .normalize, 4, 0.1),
    ]

    @Test("blurs each stored plane with the ramp of its own resolution", arguments: samplings.indices)
    func planes(sampling: Int) throws {
        for size in [Size(67, 45), Size(50, 81)] {
            let file = try StoredPlanes.file(style(Self.samplings[sampling]), size, .natural, divisor: 1)
            let header = try ImageHeader.of(file)
            let source = try StoredPlanes.read(file)
            let layout = try StoredPlanes.layout(header)
            for (direction, edges, radius, offset) in Self.blurs {
                let blur = try ProgressiveBlur(
                    maximumRadius: radius, direction: direction, startOffset: offset, edges: edges)
                let result = try StoredPlanes.read(job(blur).output(of: file))
                let expected = try source.enumerated().map { index, plane in
                    StoredPlanes.Plane(
                        try blur.blurred(plane.pixels, sampling: layout.components[index].sampling))
                }
                let encoded = try StoredPlanes.read(StoredPlanes.encode(expected, like: header))
                let clear = direction.isVertical && offset > 0.4 ? try Self.clearRows(file, blur) : []
                for (index, component) in layout.components.enumerated() {
                    let exact = BruteForceBlur(blur, sampling: component.sampling).exactSamples(
                        of: source[index].pixels)
                    for y in 0..<component.height {
                        let found = result[index].pixels.row(y)
                        if clear.contains(y / component.rowsPerSlice) {
                            #expect(found == source[index].pixels.row(y))
                            continue
                        }
                        #expect(found == encoded[index].pixels.row(y), "\(direction) \(edges) plane \(index) row \(y)")
                        let codingErrors = zip(found, expected[index].pixels.row(y)).map { abs($0 - $1) }
                        for x in 0..<component.width {
                            let error = abs(Double(found[x]) - exact[y * component.width + x])
                            #expect(error <= 0.9 + Double(codingErrors[x]) && codingErrors[x] < 4)
                        }
                    }
                }
            }
        }
    }

    @Test("keeps every coefficient of unblurred MCU rows", arguments: [BlurDirection.top, .bottom])
    func clearCoefficients(direction: BlurDirection) throws {
        var progressive = JPEGStyle(.yCbCr)
        progressive.isProgressive = true
        let styles =
            Self.samplings.map(style) + [
                progressive, JPEGStyle(.gray), JPEGStyle(.rgb), JPEGStyle(.cmyk), JPEGStyle(.ycck),
            ]
        for style in styles {
            for divisor in [2, 17] as [UInt16] {
                let file = try StoredPlanes.file(style, Size(93, 150), .whiteNoise, divisor: divisor)
                let blur = try ProgressiveBlur(maximumRadius: 6, direction: direction, startOffset: 0.5)
                let result = try job(blur).output(of: file)
                let (before, after) = (try StoredPlanes.coefficients(file), try StoredPlanes.coefficients(result))
                let clear = try Self.clearRows(file, blur)
                #expect(!clear.isEmpty && clear.count < before.count)
                for row in before.indices {
                    #expect(
                        (before[row] == after[row]) == clear.contains(row), "\(style.withoutQuantization) row \(row)")
                }
                var expected = try ImageHeader.of(file).jpegStyle
                // blocks would be visible with the steps of the input
                let smooth = expected?.quantization?.smooth
                if divisor == 17 { expected?.quantization = smooth }
                #expect(try ImageHeader.of(result).jpegStyle == expected)
            }
        }
    }

    /// The MCU rows in which no row has a radius large enough to have an effect.
    private static func clearRows(_ file: [UInt8], _ blur: ProgressiveBlur) throws -> [Int] {
        let header = try ImageHeader.of(file)
        let layout = try StoredPlanes.layout(header)
        return (0..<layout.count).filter { number in
            layout.components.indices.allSatisfy { index in
                let ratio = layout.components[index].sampling?.verticalRatio ?? 1
                return layout.rows(index, of: number).allSatisfy { row in
                    let v = min((Double(row) + 0.5) * ratio / Double(header.height), 1)
                    let distance = (blur.direction == .top ? v : 1 - v) / (1 - blur.startOffset)
                    return blur.maximumRadius * max(1 - distance, 0) <= 0.19 * ratio
                }
            }
        }
    }

    @Test("rejects fractional chroma sampling where pixels are needed")
    func fractionalSampling() throws {
        let fractional = style([(3, 1), (2, 1), (1, 1)])
        let file = try StoredPlanes.file(fractional, Size(67, 45), .natural, divisor: 1)
        var job = job(try ProgressiveBlur(maximumRadius: 4, edges: .transparent))
        job.output.background = RGBColor(red: 1, green: 2, blue: 3)
        for (format, allowsDamage) in [(ImageFormat.jpeg, false), (.jpeg, true), (.png, false)] {
            (job.output.format, job.limits.allowsDamage) = (format, allowsDamage)
            let error = #expect(throws: ImageError.self) { try job.output(of: file) }
            #expect(error?.code == .unsupported, "\(error?.description ?? "")")
        }
        let pixels = try PixelBuffer.noise(Size(9, 9)).encoded(.jpeg(fractional, quality: 90))
        #expect(try ImageHeader.of(pixels).jpegStyle?.sampling == JPEGStyle(.yCbCr).sampling)
    }

    @Test("keeps all coefficients with a radius of 0")
    func identity() throws {
        let file = try PixelBuffer.noise(Size(130, 77)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 80))
        let result = try job(ProgressiveBlur(maximumRadius: 0)).output(of: file)
        #expect(try StoredPlanes.coefficients(result) == StoredPlanes.coefficients(file))
    }

    @Test("writes the same bytes with any number of threads", arguments: BlurDirection.allCases)
    func threads(direction: BlurDirection) throws {
        let image = try TestContent.natural.image(Size(640, 480))
        for isProgressive in [false, true] {
            let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr, isProgressive: isProgressive), quality: 85))
            for offset in [0, 0.6] {
                let blur = try ProgressiveBlur(maximumRadius: 15, direction: direction, startOffset: offset)
                let one = try job(blur, threads: 1).output(of: file)
                for threads in 2...4 {
                    #expect(try job(blur, threads: threads).output(of: file) == one, "\(offset) \(threads) threads")
                }
            }
        }
    }

    @Test("keeps the quantization, transposed with the image; a specified quality replaces it")
    func quantization() throws {
        let table = (0..<64).map { UInt16(1 + $0) }
        var odd = JPEGStyle(.yCbCr)
        odd.quantization = JPEGQuantization(tables: [table, [UInt16](repeating: 3, count: 64), table])
        let image = try TestContent.natural.image(Size(64, 48))
        let file = try image.encoded(.jpeg(odd, quality: nil))
        #expect(try ImageHeader.of(file).jpegStyle?.quantization == odd.quantization)
        let turned = FileEditing.oriented(file, 6)
        let exact = BlurJob { $0.output.jpegSmoothing = .off }
        let result = try ImageHeader.of(exact.output(of: turned))
        #expect(result.width == 48 && result.jpegStyle?.quantization == odd.quantization?.transposed)
        #expect(odd.quantization?.transposed != odd.quantization)
        let job = BlurJob { $0.output.jpegQuality = 50 }
        let coarse = try ImageHeader.of(job.output(of: file)).jpegStyle?.quantization
        let usual = try ImageHeader.of(image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 50))).jpegStyle?.quantization
        #expect(coarse == usual)
    }

    @Test("writes progressive or baseline files as specified", arguments: [0, 0.6])
    func progression(offset: Double) throws {
        let image = try TestContent.natural.image(Size(100, 80))
        for isProgressive in [false, true] {
            let file = try image.encoded(.jpeg(JPEGStyle(.yCbCr, isProgressive: !isProgressive), quality: 85))
            var job = job(try ProgressiveBlur(maximumRadius: 5, startOffset: offset))
            let kept = try job.output(of: file)
            #expect(try ImageHeader.of(kept).jpegStyle?.isProgressive == !isProgressive)
            job.output.jpegIsProgressive = isProgressive
            let other = try job.output(of: file)
            #expect(try ImageHeader.of(other).jpegStyle?.isProgressive == isProgressive)
            #expect(try StoredPlanes.coefficients(other) == StoredPlanes.coefficients(kept))
        }
    }

    @Test("blurs files that redefine tables between scans")
    func changingTables() throws {
        let image = try TestContent.natural.image(Size(48, 64))
        let pixels = try (0..<64).flatMap { y in try image.copy().row(y).map { UInt8($0) } }
        try Data("P6 48 64 255\n".utf8 + pixels).write(to: URL(fileURLWithPath: path("in.ppm")))
        try Data("0;1;2;".utf8).write(to: URL(fileURLWithPath: path("scans")))
        let cjpeg = try #require(Program(named: "cjpeg"))
        let arguments = ["-quality", "90", "-scans", path("scans"), "-outfile", path("scans.jpg"), path("in.ppm")]
        #expect(try cjpeg.run(arguments).status == 0)
        let file = FileEditing.redefiningTables(
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: path("scans.jpg")))))
        let result = try job(ProgressiveBlur(maximumRadius: 4, startOffset: 0.5)).output(of: file)
        let before = try PixelBuffer.decoded(file)
        let after = try PixelBuffer.decoded(result)
        #expect(zip(before.row(60), after.row(60)).allSatisfy { abs($0 - $1) < 24 })
        #expect(before.row(0) != after.row(0))
    }
}
