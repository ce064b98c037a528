import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Entropy-coded data of a JPEG file with unblurred rows")
struct SpliceTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func blurred(
        _ file: [UInt8], _ direction: BlurDirection = .top, radius: Double = 6, offset: Double = 0.5,
        _ smoothing: JPEGSmoothing = .off
    ) throws -> [UInt8] {
        var job = BlurJob(radius: radius)
        job.output.jpegSmoothing = smoothing
        (job.blur.direction, job.blur.startOffset, job.existing) = (direction, offset, .replace)
        return try job.run(file, in: directory, "in.jpg", to: "out.jpg").file
    }

    /// A file that cjpeg encodes.
    private func file(_ size: Size, _ content: TestContent, _ arguments: [String]) throws -> [UInt8] {
        let image = try content.image(size)
        let pixels = try (0..<size.height).flatMap { y in try image.copy().row(y).map { UInt8($0) } }
        try directory.write(Array("P6 \(size.width) \(size.height) 255\n".utf8) + pixels, to: "in.ppm")
        let cjpeg = try #require(Program(named: "cjpeg"))
        let paths = (directory.path("made.jpg"), directory.path("in.ppm"))
        #expect(try cjpeg.run(arguments + ["-outfile", paths.0, paths.1]).status == 0)
        return try directory.read("made.jpg")
    }

    /// The segments of a file's header, and the entropy-coded data with everything after it.
    private struct Parts {
        var segments: [(marker: UInt8, contents: ArraySlice<UInt8>)] = []
        var entropyData: ArraySlice<UInt8> = []

        init(_ file: [UInt8]) {
            var offset = 2
            while offset + 4 <= file.count, segments.last?.marker != 0xDA {
                let end = offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
                segments.append((file[offset + 1], file[offset + 4..<end]))
                offset = end
            }
            entropyData = file[offset...]
        }

        func all(_ marker: UInt8) -> [UInt8] { segments.filter { $0.marker == marker }.flatMap(\.contents) }
    }

    /// The indices of the MCU rows whose dequantized coefficients differ.
    private func changedRows(_ before: [UInt8], _ after: [UInt8]) throws -> [Int] {
        let rows = (try StoredPlanes.coefficients(before), try StoredPlanes.coefficients(after))
        #expect(rows.0.count == rows.1.count)
        return rows.0.indices.filter { rows.0[$0] != rows.1[$0] }
    }

    static let kinds: [[String]] = [
        [], ["-optimize"], ["-restart", "1"], ["-restart", "2"], ["-restart", "1B"], ["-restart", "5B"],
        ["-restart", "7B", "-optimize"], ["-restart", "1000B"], ["-grayscale", "-restart", "3B"],
        ["-sample", "1x1", "-restart", "4B"], ["-sample", "2x1"], ["-sample", "1x2,1x1,1x1"], ["-rgb"],
        ["-restart", "13B", "-quality", "3"],
    ]

    @Test("is copied where nothing is blurred, with and without restart markers", arguments: kinds)
    func copiedData(arguments: [String]) throws {
        for (size, content) in [(Size(150, 131), TestContent.natural), (Size(90, 70), .whiteNoise)] {
            let file = try file(size, content, ["-quality", "90"] + arguments)
            let before = Parts(file)
            let same = Parts(try blurred(file, radius: 0))
            #expect(same.entropyData == before.entropyData && same.all(0xC4) == before.all(0xC4))
            #expect(same.all(0xDD) == before.all(0xDD))
            for direction in [BlurDirection.top, .bottom] {
                let result = try blurred(file, direction)
                let (parts, count) = (Parts(result), try StoredPlanes.coefficients(file).count)
                let changed = try changedRows(file, result)
                // Half of the rows; one more if the ramp ends within it, one less if its radius is too small to have an effect.
                #expect(changed == Array(direction == .top ? 0..<changed.count : count - changed.count..<count))
                #expect(abs(changed.count - count / 2) <= 1)
                #expect(parts.all(0xDD) == before.all(0xDD))
                // Optimized tables lack codes for the new rows, which are added.
                let added = parts.all(0xC4).count - before.all(0xC4).count
                #expect(arguments.contains("-optimize") ? added > 0 : parts.all(0xC4) == before.all(0xC4))
                let pixels = try PixelBuffer.decoded(result).sampleValues()
                let djpeg = try #require(Program(named: "djpeg"))
                let outcome = try djpeg.run(
                    ["-strict", "-outfile", directory.path("out.ppm"), directory.path("out.jpg")])
                #expect(outcome.status == 0 && outcome.errors.isEmpty)
                let others = try directory.read("out.ppm").suffix(pixels.count)
                #expect(others.elementsEqual(pixels.map { UInt8($0) }))
                guard direction == .bottom else { continue }
                // The bytes before the first changed row are the same.
                let share = Double(count - changed.count) / Double(count)
                let alike = zip(parts.entropyData, before.entropyData).prefix { $0 == $1 }.count
                #expect(Double(alike) > 0.6 * share * Double(before.entropyData.count))
            }
        }
    }

    @Test(
        "is encoded with finer steps for the same values, with and without restart markers",
        arguments: kinds.dropLast())
    func finerSteps(arguments: [String]) throws {
        for (size, content) in [(Size(150, 131), TestContent.natural), (Size(90, 70), .whiteNoise)] {
            let file = try file(size, content, ["-quality", "70"] + arguments)
            let steps = try #require(ImageHeader.of(file).jpegStyle?.quantization)
            for (direction, offset) in [(BlurDirection.top, 0.5), (.bottom, 0.5), (.left, 0.4), (.right, 0.6)] {
                let result = try blurred(file, direction, offset: offset, .on)
                #expect(try ImageHeader.of(result).jpegStyle?.quantization == steps.smooth)
                #expect(Parts(result).all(0xDD) == Parts(file).all(0xDD))
                // the DC table has all 12 symbols, unlike that of a merge
                #expect(Parts(result).segments.first { $0.marker == 0xC4 }?.contents.count == 1 + 16 + 12)
                let djpeg = try #require(Program(named: "djpeg"))
                let outcome = try djpeg.run(
                    ["-strict", "-outfile", directory.path("out.ppm"), directory.path("out.jpg")])
                #expect(outcome.status == 0 && outcome.errors.isEmpty)
                let changed = try changedRows(file, result)
                guard direction == .top || direction == .bottom else { continue }
                let count = try StoredPlanes.coefficients(file).count
                #expect(changed == Array(direction == .top ? 0..<changed.count : count - changed.count..<count))
                #expect(abs(changed.count - count / 2) <= 1)
            }
            let same = try blurred(file, radius: 0, .on)
            #expect(try changedRows(file, same).isEmpty)
            #expect(try ImageHeader.of(same).jpegStyle?.quantization == steps.smooth)
        }
    }

    /// Bars of 8 rows, every second of which is lighter by `difference`.
    private static func bars(_ difference: Int = 80, _ start: HandmadeJPEG = HandmadeJPEG()) -> HandmadeJPEG {
        var file = start
        for row in 0..<file.height / 8 {
            file.add(row == 0 ? 0 : row % 2 == 1 ? difference : -difference)
            for _ in 1..<file.blocksPerRow { file.add(0) }
        }
        return file
    }

    /// A file with a full AC table of 16-bit codes, without a code for the end of a block.
    private static func longCodes() -> HandmadeJPEG {
        var file = HandmadeJPEG()
        file.acTable = HandmadeJPEG.HuffmanTable(
            counts: [Int](repeating: 0, count: 15) + [255], symbols: Array(1...255))
        let zeros = file.acTable.bits(0xF0)
        for _ in 0..<file.height / 8 * file.blocksPerRow {
            file.add(0, ac: zeros + zeros + zeros + file.acTable.bits(0xE1, 1))
        }
        return file
    }

    @Test("is encoded again if the tables have no room for the new rows; the coefficients are kept")
    func fullTables() throws {
        for file in [Self.bars().file, Self.longCodes().file] {
            let result = try blurred(file)
            #expect(Parts(result).all(0xC4) != Parts(file).all(0xC4))
            let changed = try changedRows(file, result)
            #expect(changed == Array(0..<changed.count) && (7...8).contains(changed.count))
            #expect(try PixelBuffer.decoded(result).row(127) == PixelBuffer.decoded(file).row(127))
        }
    }

    @Test("keeps its steps if a coefficient has no valid code with finer ones")
    func largeCoefficients() throws {
        var dc = HandmadeJPEG()
        (dc.divisor, dc.width) = (13, 160)
        var ac = dc
        // the largest coefficients that still have codes with finer steps, and those that do not
        let bars = (Self.bars(157, dc).file, Self.bars(158, dc).file)
        func tables(_ file: [UInt8]) throws -> JPEGQuantization? { try ImageHeader.of(file).jpegStyle?.quantization }
        ac.acTable = .full([0, 7] + (1...14).map { $0 << 4 | 7 })
        // long enough for the output
        let comment = [UInt8](repeating: UInt8(ascii: "-"), count: 20000)
        func waves(_ value: Int) -> [UInt8] {
            var file = ac
            for _ in 0..<file.height / 8 * file.blocksPerRow {
                file.add(0, ac: file.acTable.bits(7, value) + file.acTable.bits(0))
            }
            return file.file
        }
        for pair in [bars, (waves(78), waves(79))] {
            let fitting = FileEditing.addingJPEGSegment(0xFE, comment, to: pair.0)
            let large = FileEditing.addingJPEGSegment(0xFE, comment, to: pair.1)
            for smoothing in [JPEGSmoothing.auto, .on] {
                let result = try blurred(fitting, radius: 30, offset: 0.3, smoothing)
                #expect(try tables(result) == tables(fitting)?.smooth)
                #expect(try !changedRows(fitting, result).contains(15))
            }
            let kept = try blurred(large, radius: 30, offset: 0.3, .auto)
            #expect(try kept == blurred(large, radius: 30, offset: 0.3))
            #expect(try tables(kept) == tables(large))
            // everything is encoded again
            #expect(try tables(blurred(large, radius: 30, offset: 0.3, .on)) == tables(large)?.smooth)
        }
    }

    @Test("is encoded again if the file can be read, but contains data that no encoder writes")
    func unusualFiles() throws {
        var wide = HandmadeJPEG()
        wide.dcTable = .full([0, 13, 7] + (1...6) + (8...12) + [14, 15])
        var twice = HandmadeJPEG()
        twice.acTable = .full([0, 0x1A, 0x1A] + (3...15).map { $0 << 4 | 10 })
        // DC coefficients that increase beyond the valid range, by valid differences.
        var rising = HandmadeJPEG()
        rising.dcTable = .init(
            counts: [0, 1, 5, 1, 1, 1, 1, 1, 1] + [Int](repeating: 0, count: 7), symbols: Array(0...11))
        rising.acTable = .init(counts: [1] + [Int](repeating: 0, count: 15), symbols: [0])
        for _ in 0..<rising.height / 8 {
            rising.add(1500)
            for _ in 1..<rising.blocksPerRow { rising.add(0) }
        }
        for file in [Self.bars(5000, wide).file, Self.bars(80, twice).file, rising.file] {
            let before = try PixelBuffer.decoded(file)
            let result = try blurred(file)
            let after = try PixelBuffer.decoded(result)
            #expect(zip(before.row(127), after.row(127)).allSatisfy { abs($0 - $1) < 2 })
            #expect(Parts(result).entropyData != Parts(file).entropyData)
        }
    }

    @Test("entropy-coded data is found after unusual scan parameters")
    func beginning() throws {
        var start = HandmadeJPEG()
        start.scanParameters = [0, 63, 0xFF]
        let file = Self.bars(80, start).file
        let result = try blurred(file, offset: 0.95)
        #expect(try changedRows(file, result) == [0])
        #expect(try PixelBuffer.decoded(result).row(127) == PixelBuffer.decoded(file).row(127))
    }

    @Test("with an invalid Huffman code is damaged if the decoder reports extraneous bytes")
    func invalidCodes() throws {
        var file = HandmadeJPEG()
        let run = file.acTable.bits(0xFA, 1 << 9)
        // Four runs of 15 zeros and a coefficient exceed the 63 AC coefficients of a block by one.
        for block in 0..<file.height / 8 * file.blocksPerRow {
            file.add(0, ac: block == 70 ? run + run + run + run : nil)
        }
        var extra = Self.bars()
        extra.extraData = [UInt8](repeating: 1, count: 20)
        #expect(try blurred(extra.file).isEmpty == false)
        file.extraData = extra.extraData
        for job in [{ try blurred(file.file) }, { try blurred(file.file, offset: 0) }] {
            #expect { try job() } throws: { ($0 as? ImageError)?.code == .damaged }
        }
    }

    @Test("entropy-coded data with detectable damage is not copied", arguments: [["-optimize"], ["-restart", "3B"]])
    func damage(arguments: [String]) throws {
        let file = try file(Size(40, 64), .natural, ["-quality", "60"] + arguments)
        let entropyData = Parts(file).entropyData
        var (accepted, rejected) = (0, 0)
        for index in entropyData.indices {
            var damaged = file
            damaged[index] ^= 1 << UInt8(index % 8)
            let isDecodable = (try? PixelBuffer.decoded(damaged)) != nil
            let result = try? blurred(damaged)
            #expect((result != nil) == isDecodable, "byte \(index)")
            if let result {
                #expect(try changedRows(damaged, result).allSatisfy { $0 < 3 })
                accepted += 1
            } else {
                rejected += 1
            }
        }
        #expect(accepted > 20 && rejected > 20)
        for length in entropyData.startIndex..<file.count - 2 {
            #expect(throws: ImageError.self) { try blurred(Array(file[..<length])) }
        }
    }

    @Test("may be followed by other bytes, which are not copied")
    func trailer() throws {
        let file = try file(Size(64, 64), .natural, [])
        #expect(try blurred(file + [0, 1, 0xFF, 0xC4, 3]) == blurred(file))
    }
}
