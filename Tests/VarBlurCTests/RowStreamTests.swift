import CVarBlur
import TestSupport
import Testing
import VarBlurC

@testable import VarBlur

@Suite("Streams of rows in C")
struct RowStreamTests {
    /// The rows that the functions read, and those that they have written.
    private final class Stream {
        let rows: [[UInt8]]
        var (readCount, result): (Int, [[UInt8]]) = (0, [])
        /// The most rows that were read but not written.
        var greatestDistance = 0
        /// The number of the call from which on functions fail.
        var end = Int.max

        init(_ bytes: [UInt8], rowBytes: Int) {
            rows = stride(from: 0, to: bytes.count, by: rowBytes).map { Array(bytes[$0..<$0 + rowBytes]) }
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> Stream {
            guard let context else { fatalError("the context is missing") }
            return Unmanaged<Stream>.fromOpaque(context).takeUnretainedValue()
        }

        private var isAtEnd: Bool { readCount + result.count >= end }

        func apply(_ blur: CBlur, _ layout: varblur_layout, _ run: varblur_run? = nil) throws(CFailure) {
            let read: varblur_read_row = { context, row in
                let stream = Stream.of(context)
                if stream.isAtEnd { return 7 }
                stream.rows[stream.readCount].withUnsafeBytes { bytes in
                    if let row, let base = bytes.baseAddress { row.copyMemory(from: base, byteCount: bytes.count) }
                }
                stream.readCount += 1
                return 0
            }
            let write: varblur_write_row = { context, row in
                let stream = Stream.of(context)
                if stream.isAtEnd { return -3 }
                stream.greatestDistance = max(stream.greatestDistance, stream.readCount - stream.result.count)
                stream.result.append(Array(UnsafeRawBufferPointer(start: row, count: stream.rows[0].count)))
                return 0
            }
            var (layout, run) = (layout, run ?? .standard)
            let context = Unmanaged.passUnretained(self).toOpaque()
            try called { varblur_apply_rows(blur.pointer, &layout, read, write, context, &run, $0, $1) }
        }
    }

    private static func bytes(_ size: Size, _ format: PixelFormat) throws -> [UInt8] {
        try PixelBuffer.noise(size, format).bytes.withUnsafeBytes { Array($0) }
    }

    @Test(
        "equal the image in memory",
        arguments: [
            (VARBLUR_RGB, 0, .rgb), (VARBLUR_BGRA, 0x200, .rgba), (VARBLUR_GRAY, 0x100, .gray),
            (VARBLUR_CMYK, 0, .cmyk),
        ] as [(varblur_format, UInt32, ChannelLayout)], [0, 2, 3])
    func equality(format: (varblur_format, UInt32, ChannelLayout), edges: CInt) throws {
        let size = Size(61, 300)
        let pixels = PixelFormat(format.2, format.1 == 0x100 ? .sixteen : .eight)
        let bytes = try Self.bytes(size, pixels)
        let blur = try CBlur(ramp: "linear-blur(5px, 0px 40% 60%, 3px)") {
            $0.edges = edges
            if format.2 != .cmyk { ($0.saturation, $0.tint_red, $0.tint_opacity) = (1.4, 0.9, 0.2) }
        }
        let layout = varblur_layout(size.width, size.height, format.0, varblur_format(rawValue: format.1))
        let stream = Stream(bytes, rowBytes: size.width * pixels.bytesPerPixel)
        try stream.apply(blur, layout)
        #expect(stream.result.flatMap { $0 } == (try blur.applied(bytes, layout, count: bytes.count)))
        #expect(stream.readCount == 300)
        // few rows are in memory
        if edges != 3 { #expect(stream.greatestDistance < 80, "\(stream.greatestDistance)") }
    }

    @Test("memory does not depend on the height")
    func memory() throws {
        var peaks: [Int] = []
        for height in [300, 3000] {
            let bytes = [UInt8](repeating: 7, count: 1200 * height)
            let stream = Stream(bytes, rowBytes: 1200)
            let blur = try CBlur { $0.sides = 2 }
            let meter = MemoryMeter()
            try meter.measure { () throws(CFailure) in try stream.apply(blur, varblur_layout(400, height, VARBLUR_RGB))
            }
            peaks.append(meter.peak)
        }
        #expect(peaks[0] > 0 && peaks[1] < peaks[0] * 2, "\(peaks)")
    }

    @Test("end when a function fails, whichever call it is, or when the flag is set")
    func failures() throws {
        let bytes = try Self.bytes(Size(20, 30), PixelFormat(.gray))
        let (blur, layout) = (try CBlur(), varblur_layout(20, 30, VARBLUR_GRAY))
        for end in 0..<60 {
            let stream = Stream(bytes, rowBytes: 20)
            stream.end = end
            let failure = #expect(throws: CFailure.self) { try stream.apply(blur, layout) }
            #expect(failure?.status == CInt(VARBLUR_CANCELLED.rawValue))
            #expect(["the function read returned 7", "the function write returned -3"].contains(failure?.message))
            #expect(stream.readCount + stream.result.count == end)
        }
        var flag: CInt = 1
        withUnsafePointer(to: &flag) { flag in
            var run = varblur_run.standard
            run.cancel = flag
            let failure = #expect(throws: CFailure.self) { try Stream(bytes, rowBytes: 20).apply(blur, layout, run) }
            #expect(failure?.message == "the blur was cancelled")
        }
    }

    @Test("blurs and images that are no streams are errors before a row is read")
    func unsupported() throws {
        let stream = Stream(try Self.bytes(Size(20, 30), PixelFormat(.gray)), rowBytes: 20)
        let (gray, standard) = (varblur_layout(20, 30, VARBLUR_GRAY), try CBlur())
        var run = varblur_run.standard
        (run.width, run.height) = (3, 3)
        let matte: [UInt8] = [255]
        let covered = try matte.withUnsafeBytes { matte in
            try CBlur {
                $0.matte = varblur_mask(
                    samples: matte.baseAddress, width: 1, height: 1, stride: 0, bits: 8, is_inverted: 0)
            }
        }
        let cases: [(CBlur, varblur_layout, varblur_run?, varblur_status)] = [
            (try CBlur { $0.sides = 4 }, gray, nil, VARBLUR_UNSUPPORTED),
            (try CBlur(ramp: "radial-blur(0px, 3px)"), gray, nil, VARBLUR_UNSUPPORTED),
            (covered, gray, nil, VARBLUR_UNSUPPORTED),
            (try CBlur { $0.fade = 1 }, gray, nil, VARBLUR_UNSUPPORTED),
            (standard, varblur_layout(20, 30, VARBLUR_GRAY, VARBLUR_FLOAT), nil, VARBLUR_UNSUPPORTED),
            (standard, gray, run, VARBLUR_UNSUPPORTED),
            (standard, varblur_layout(20, 30, VARBLUR_GRAY, stride: 24), nil, VARBLUR_INVALID_IMAGE),
        ]
        for (number, (blur, layout, run, status)) in cases.enumerated() {
            let failure = #expect(throws: CFailure.self) { try stream.apply(blur, layout, run) }
            #expect(failure?.status == CInt(status.rawValue), "\(number)")
        }
        var layout = gray
        #expect(varblur_apply_rows(standard.pointer, &layout, nil, nil, nil, nil, nil, 0) == 100)
        #expect(varblur_apply_rows(nil, &layout, { _, _ in 0 }, { _, _ in 0 }, nil, nil, nil, 0) == 100)
        #expect(varblur_apply_rows(standard.pointer, nil, { _, _ in 0 }, { _, _ in 0 }, nil, nil, nil, 0) == 100)
        #expect(stream.readCount == 0 && stream.result.isEmpty)
    }
}
