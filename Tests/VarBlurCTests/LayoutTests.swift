import CVarBlur
import Foundation
import TestSupport
import Testing
import VarBlurC

@testable import VarBlur

@Suite("Planes, floating-point samples, and rows in C")
struct LayoutTests {
    // MARK: Planes

    /// The planes of an image of noise, and the file of a video with it as its only frame.
    private struct Frame {
        var planes: [[UInt8]]
        var strides: [Int]
        let header: [UInt8]

        init(_ space: String, _ width: Int, _ height: Int, _ planes: [Size], bytes: Int, padding: Int) {
            var random = SplitMix64(seed: 5)
            header = Array("YUV4MPEG2 W\(width) H\(height) F25:1 Ip C\(space)\nFRAME\n".utf8)
            strides = planes.map { $0.width * bytes + padding }
            self.planes = planes.map { plane in
                (0..<plane.height * (plane.width * bytes + padding)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
            }
        }

        /// The bytes of the planes without padding.
        func tight(padding: Int) -> [[UInt8]] {
            zip(planes, strides).map { plane, stride in
                Swift.stride(from: 0, to: plane.count, by: stride).flatMap { plane[$0..<$0 + stride - padding] }
            }
        }
    }

    @Test(
        "are blurred as the command blurs videos",
        arguments: [
            ("420jpeg", 2, 2, 8), ("422", 2, 1, 8), ("444", 1, 1, 8), ("411", 4, 1, 8), ("440", 1, 2, 8),
            ("mono", 1, 1, 8),
            ("420p16", 2, 2, 16), ("422p16", 2, 1, 16),
        ] as [(String, Int, Int, Int)])
    func planes(space: String, x: Int, y: Int, bits: Int) throws {
        let (width, height, padding) = (45, 37, 3 * bits / 8)
        let chroma = Size((width + x - 1) / x, (height + y - 1) / y)
        let sizes = [Size(width, height)] + (space == "mono" ? [] : [chroma, chroma])
        var frame = Frame(space, width, height, sizes, bytes: bits / 8, padding: padding)
        let video = Data(frame.header + frame.tight(padding: padding).flatMap { $0 })
        let outcome = try Program.varblur.run(
            ["--y4m", "--no-settings", "--max-radius", "6", "--direction", "left", "--start-offset", "0.3"],
            input: video)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let blur = try CBlur { ($0.max_radius, $0.sides, $0.start_offset) = (6, 4, 0.3) }
        let paddings = frame.planes
        try blur.apply(&frame.planes, frame.strides, size: Size(width, height), bits: bits, x: x, y: y)
        #expect(Data(frame.header + frame.tight(padding: padding).flatMap { $0 }) == outcome.output)
        for (plane, (before, stride)) in zip(frame.planes, zip(paddings, frame.strides)) {
            for row in Swift.stride(from: stride, through: plane.count, by: stride) {
                #expect(plane[row - padding..<row] == before[row - padding..<row])
            }
        }
    }

    @Test("Cb and Cr in one plane are blurred like those in two")
    func interleaved() throws {
        let size = Size(50, 41)
        let frame = Frame("420", 50, 41, [size, Size(25, 21), Size(25, 21)], bytes: 1, padding: 0)
        let blur = try CBlur(ramp: "radial-blur(0px 20%, 9px)")
        var separate = frame.planes
        try blur.apply(&separate, frame.strides, size: size, bits: 8, x: 2, y: 2)
        var together = [frame.planes[0], zip(frame.planes[1], frame.planes[2]).flatMap { [$0, $1] }]
        try blur.apply(&together, [0, 0], size: size, bits: 8, x: 2, y: 2)
        #expect(together == [separate[0], zip(separate[1], separate[2]).flatMap { [$0, $1] }])
        #expect(separate[1] != frame.planes[1])
    }

    @Test("every member of planes is checked, and pixels stay as they are")
    func wrongPlanes() throws {
        let size = Size(16, 16)
        let planes = Frame("420", 16, 16, [size, Size(8, 8), Size(8, 8)], bytes: 1, padding: 0).planes
        func failure(
            _ status: varblur_status, _ part: String, _ blur: CBlur,
            _ change: (inout varblur_planes, inout varblur_run) -> Void
        ) {
            var copy = planes
            let failure = #expect(throws: CFailure.self) {
                try blur.apply(&copy, [0, 0, 0], size: size, bits: 8, x: 2, y: 2, change)
            }
            #expect(
                failure?.status == CInt(status.rawValue) && failure?.message.contains(part) ?? false,
                "\(failure as Any)")
            #expect(copy == planes)
        }
        let blur = try CBlur()
        failure(VARBLUR_INVALID_ARGUMENT, "size of planes", blur) { planes, _ in planes.size = 3 }
        failure(VARBLUR_INVALID_IMAGE, "0×16", blur) { planes, _ in planes.width = 0 }
        failure(VARBLUR_INVALID_ARGUMENT, "7", blur) { planes, _ in planes.bits = 7 }
        failure(VARBLUR_INVALID_ARGUMENT, "3", blur) { planes, _ in planes.vertical_ratio = 3 }
        failure(VARBLUR_INVALID_ARGUMENT, "samples[0]", blur) { planes, _ in planes.samples.0 = nil }
        failure(VARBLUR_INVALID_ARGUMENT, "samples[1]", blur) { planes, _ in planes.samples.1 = nil }
        failure(VARBLUR_INVALID_IMAGE, "overlap", blur) { planes, _ in planes.samples.2 = planes.samples.1 }
        failure(VARBLUR_INVALID_IMAGE, "rows of 7", blur) { planes, _ in planes.strides.1 = 7 }
        failure(VARBLUR_UNSUPPORTED, "region", blur) { _, run in (run.width, run.height) = (8, 8) }
        failure(VARBLUR_UNSUPPORTED, "looks", try CBlur { $0.grain = 1 }) { _, _ in }
        failure(VARBLUR_UNSUPPORTED, "linear light", try CBlur { $0.light = 1 }) { _, _ in }
        failure(VARBLUR_UNSUPPORTED, "transparent", try CBlur { $0.edges = 4 }) { _, _ in }
        #expect(varblur_apply_planes(blur.pointer, nil, nil, nil, 0) == 100)
        #expect(varblur_apply_planes(nil, nil, nil, nil, 0) == 100)
    }

    // MARK: Floating-point samples

    /// Samples from 0 to 1, most of which are no multiples of 1/65535.
    private static func samples(_ count: Int) -> [Float] {
        var random = SplitMix64(seed: 11)
        return (0..<count).map { _ in Float.random(in: 0...1, using: &random) }
    }

    /// The samples of the blurred image, by the definition: in steps of 1/65535, and unchanged within half a step.
    private static func expected(
        _ samples: [Float], _ size: Size, _ channels: ChannelLayout, _ blur: ProgressiveBlur
    ) throws -> [Float] {
        func step(_ sample: Float) -> Int { Int((sample * 65535).rounded(.toNearestOrEven)) }
        let image = try PixelBuffer.make(size, PixelFormat(channels, .sixteen)) { x, y, channel in
            step(samples[(y * size.width + x) * channels.count + channel])
        }
        return zip(samples, try blur.blurred(image).sampleValues()).map { sample, value in
            step(sample) == value ? sample : Float(Double(value) / 65535)
        }
    }

    @Test(
        "floating-point samples equal those of 16 bits, and are kept where nothing is blurred",
        arguments: [(VARBLUR_GRAY, .gray), (VARBLUR_RGB, .rgb), (VARBLUR_RGBA, .rgba)]
            as [(varblur_format, ChannelLayout)])
    func floats(format: varblur_format, channels: ChannelLayout) throws {
        let size = Size(70, 55)
        let samples = Self.samples(size.width * size.height * channels.count)
        let blur = try CBlur { ($0.max_radius, $0.start_offset) = (9, 0.4) }
        let expected = try Self.expected(
            samples, size, channels, ProgressiveBlur(maximumRadius: 9, direction: .top, startOffset: 0.4))
        let layout = varblur_layout(size.width, size.height, format, VARBLUR_FLOAT)
        var result = samples.bytes
        try blur.apply(&result, layout)
        #expect(result == expected.bytes)
        // the lower two fifths are sharp
        let kept = 34 * size.width * channels.count
        #expect(expected[kept...] == samples[kept...] && expected[..<kept] != samples[..<kept])

        // a region into other memory, with padding and odd addresses
        let stride = size.width * channels.count * 4 + 5
        let padded = (0..<size.height).flatMap { row -> [UInt8] in
            let count = size.width * channels.count
            return Array(samples[row * count..<(row + 1) * count]).bytes + [1, 2, 3, 4, 5]
        }
        var run = varblur_run.standard
        (run.x, run.y, run.width, run.height) = (7, 20, 31, 21)
        let part = try blur.applied(
            padded, varblur_layout(size.width, size.height, format, VARBLUR_FLOAT, stride: stride),
            count: 31 * 21 * channels.count * 4, run)
        for row in 0..<21 {
            let start = ((row + 20) * size.width + 7) * channels.count
            let count = 31 * channels.count
            #expect(
                Array(part[row * count * 4..<(row + 1) * count * 4]) == Array(expected[start..<start + count]).bytes)
        }
    }

    @Test("samples that are no numbers from 0 to 1 count as the nearest, and keep their bits where nothing is blurred")
    func strangeFloats() throws {
        let strange: [Float] = [.nan, -.infinity, .infinity, -1, 2, -0.0, .leastNonzeroMagnitude, 0.5]
        let size = Size(8, 40)
        let samples: [Float] = (0..<40).flatMap { _ in strange }
        let blur = try CBlur { ($0.max_radius, $0.start_offset) = (4, 0.5) }
        var result = samples.bytes
        try blur.apply(&result, varblur_layout(8, 40, VARBLUR_GRAY, VARBLUR_FLOAT))
        let clean = samples.map { $0.isNaN ? 0 : min(max($0, 0), 1) }
        var cleanResult = clean.bytes
        try blur.apply(&cleanResult, varblur_layout(8, 40, VARBLUR_GRAY, VARBLUR_FLOAT))
        #expect([UInt8](result[640...]) == [Float](samples[160...]).bytes)
        // within a step of 0 and 1, samples are unchanged
        let (values, cleanValues) = (result.floats, cleanResult.floats)
        for index in 0..<160 where values[index].bitPattern != samples[index].bitPattern {
            #expect(values[index] == cleanValues[index] && (0...1).contains(values[index]), "\(size) \(index)")
        }
        #expect(values[..<80].filter { (0.01...0.99).contains($0) }.count > 70)
    }

    @Test("errors of floating-point images, their memory, and cancellation")
    func floatErrors() throws {
        let blur = try CBlur()
        var bytes = [UInt8](repeating: 0, count: 16 * 16 * 4)
        for (layout, part) in [
            (varblur_layout(16, 16, VARBLUR_GRAY, VARBLUR_FLOAT, VARBLUR_16_BITS), "cannot be combined"),
            (varblur_layout(16, 16, VARBLUR_GRAY, VARBLUR_FLOAT, stride: 63), "rows of 63 bytes"),
            (varblur_layout(16, 16, VARBLUR_GRAY, VARBLUR_FLOAT, stride: .max / 9), "16×16"),
        ] {
            let failure = #expect(throws: CFailure.self) { try blur.apply(&bytes, layout) }
            #expect(failure?.message.contains(part) ?? false, "\(failure as Any)")
        }
        let layout = varblur_layout(400, 300, VARBLUR_RGBA, VARBLUR_FLOAT)
        var large = Self.samples(480_000).bytes
        var run = varblur_run.standard
        run.threads = 1
        let meter = MemoryMeter()
        let estimate = try blur.memory(layout, run)
        try meter.measure { () throws(CFailure) in try blur.apply(&large, layout, run) }
        #expect(meter.peak <= estimate && meter.peak >= 960_000)
        let before = large
        var flag: CInt = 1
        let failure = withUnsafePointer(to: &flag) { flag in
            run.cancel = flag
            return #expect(throws: CFailure.self) { try blur.apply(&large, layout, run) }
        }
        #expect(failure?.status == CInt(VARBLUR_CANCELLED.rawValue) && large == before)
    }
}

extension [Float] {
    fileprivate var bytes: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}

extension [UInt8] {
    fileprivate var floats: [Float] {
        withUnsafeBytes { bytes in
            stride(from: 0, to: count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
        }
    }
}

extension CBlur {
    /// Blurs planes in place, of which there are one, two, or three.
    func apply(
        _ planes: inout [[UInt8]], _ strides: [Int], size: Size, bits: Int, x: Int, y: Int,
        _ change: (inout varblur_planes, inout varblur_run) -> Void = { _, _ in }
    ) throws(CFailure) {
        // one block of memory, in which planes are at odd addresses
        var memory: [UInt8] = []
        for plane in planes { memory += [0] + plane }
        let counts = planes.map(\.count)
        let start: [Int] = counts.indices.map { counts[..<$0].reduce(0, +) + $0 }
        let error = memory.withUnsafeMutableBytes { memory -> CFailure? in
            func plane(_ index: Int) -> UnsafeMutableRawPointer? {
                index < counts.count ? memory.baseAddress.map { $0 + start[index] + 1 } : nil
            }
            func stride(_ index: Int) -> Int { index < strides.count ? strides[index] : 0 }
            var image = varblur_planes(
                size: MemoryLayout<varblur_planes>.size, width: size.width, height: size.height, bits: CInt(bits),
                horizontal_ratio: CInt(x), vertical_ratio: CInt(y), samples: (plane(0), plane(1), plane(2)),
                strides: (stride(0), stride(1), stride(2)))
            var run = varblur_run.standard
            change(&image, &run)
            do throws(CFailure) {
                try called { varblur_apply_planes(pointer, &image, &run, $0, $1) }
                return nil
            } catch {
                return error
            }
        }
        for index in counts.indices {
            let first = start[index] + 1
            planes[index] = [UInt8](memory[first..<first + counts[index]])
        }
        if let error { throw error }
    }
}
