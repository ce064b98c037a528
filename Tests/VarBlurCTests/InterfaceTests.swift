import CVarBlur
import TestSupport
import Testing
import VarBlurC

@testable import VarBlur

@Suite("The C library")
struct InterfaceTests {
    /// Settings through the interface, and the same in Swift.
    struct Setting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let c: @Sendable () throws -> CBlur
        let swift: @Sendable () throws -> ProgressiveBlur
    }

    private static let settings: [Setting] = [
        Setting(testDescription: "defaults", c: { try CBlur() }, swift: { try ProgressiveBlur() }),
        Setting(
            testDescription: "left", c: { try CBlur { ($0.sides, $0.max_radius, $0.start_offset) = (4, 7, 0.25) } },
            swift: { try ProgressiveBlur(maximumRadius: 7, direction: .left, startOffset: 0.25) }),
        Setting(
            testDescription: "two sides",
            c: { try CBlur(easing: "smoothstep") { ($0.sides, $0.max_radius, $0.min_radius) = (9, 9, 1) } },
            swift: {
                ProgressiveBlur(
                    field: .maximum([
                        try BlurGradient(maximumRadius: 9, minimumRadius: 1, easing: .smoothstep).field,
                        try BlurGradient(maximumRadius: 9, minimumRadius: 1, direction: .right, easing: .smoothstep)
                            .field,
                    ]))
            }),
        Setting(
            testDescription: "ramp",
            c: { try CBlur(ramp: "linear-blur(0px 20%, 6px)", easing: "ease-in") { $0.edges = 2 } },
            swift: {
                ProgressiveBlur(
                    field: try BlurGradient("linear-blur(0px 20%, 6px)").eased(.easeIn).field, edges: .mirror)
            }),
        Setting(
            testDescription: "center and area",
            c: { try CBlur(ramp: "radial-blur(0px, 8px) area-blur(circle(9px), 5px, feather 3px)") { $0.edges = 1 } },
            swift: {
                ProgressiveBlur(
                    field: .maximum([
                        try BlurGradient("radial-blur(0px, 8px)").field,
                        try BlurArea("area-blur(circle(9px), 5px, feather 3px)").field,
                    ]), edges: .clamp)
            }),
        Setting(
            testDescription: "linear light", c: { try CBlur { $0.light = CInt(VARBLUR_LINEAR_GAMMA.rawValue) } },
            swift: {
                var blur = try ProgressiveBlur()
                blur.light = .linear(try TransferCurve(gamma: 2.2))
                return blur
            }),
        Setting(
            testDescription: "PQ", c: { try CBlur { $0.light = CInt(VARBLUR_LINEAR_PQ.rawValue) } },
            swift: {
                var blur = try ProgressiveBlur()
                blur.light = .linear(.pq)
                return blur
            }),
        Setting(
            testDescription: "HLG", c: { try CBlur { $0.light = CInt(VARBLUR_LINEAR_HLG.rawValue) } },
            swift: {
                var blur = try ProgressiveBlur()
                blur.light = .linear(.hlg)
                return blur
            }),
        Setting(
            testDescription: "mosaic", c: { try CBlur { $0.mosaic = 7 } },
            swift: {
                var blur = try ProgressiveBlur()
                blur.mosaic = .pixels(7)
                return blur
            }),
        Setting(
            testDescription: "look",
            c: {
                try CBlur {
                    ($0.saturation, $0.tint_red, $0.tint_blue, $0.tint_opacity) = (1.5, 1, 0.25, 0.4)
                    ($0.grain, $0.dither) = (2, 1)
                }
            },
            swift: {
                var blur = try ProgressiveBlur()
                blur.look = try BlurLook(
                    tint: BlurLook.Tint(red: 1, green: 0, blue: 0.25, opacity: 0.4), saturation: 1.5, grain: 2,
                    dithers: true)
                return blur
            }),
    ]

    private static let formats: [(varblur_format, ChannelLayout)] = [
        (VARBLUR_GRAY, .gray), (VARBLUR_GRAY_ALPHA, .grayAlpha), (VARBLUR_RGB, .rgb), (VARBLUR_BGR, .bgr),
        (VARBLUR_RGBA, .rgba), (VARBLUR_BGRA, .bgra),
    ]

    private static func bytes(_ image: borrowing PixelBuffer) -> [UInt8] { image.bytes.withUnsafeBytes { Array($0) } }

    @Test("pixels equal those of the library for Swift, in place and into other memory", arguments: settings)
    func equality(setting: Setting) throws {
        let (c, swift) = (try setting.c(), try setting.swift())
        for size in [Size(40, 36), Size(131, 40)] {
            for (number, (format, channels)) in Self.formats.enumerated() {
                for flags in [0, 0x100, 0x200] as [UInt32] where flags != 0x200 || channels.hasAlpha {
                    let pixels = PixelFormat(
                        channels, flags == 0x100 ? .sixteen : .eight, alpha: flags == 0x200 ? .premultiplied : .straight
                    )
                    let image = try PixelBuffer.noise(size, pixels, seed: UInt64(number))
                    let result = Self.bytes(try swift.blurred(image))
                    let layout = varblur_layout(size.width, size.height, format, varblur_format(rawValue: flags))
                    // twice, because the first image of a size prepares those after it
                    for _ in 0..<2 {
                        var bytes = Self.bytes(image)
                        #expect(try c.applied(bytes, layout, count: bytes.count) == result)
                        try c.apply(&bytes, layout)
                        #expect(bytes == result, "\(size) \(format) \(flags)")
                    }
                }
            }
        }
    }

    @Test("masks and mattes are copied from rows with padding, and stretched")
    func masks() throws {
        let samples: [Float] = [0, 0.5, 9, 1, 2, 9]
        let mask = try AlphaMask(width: 2, height: 2, samples: [0, 0.5, 1, 1] as [Float], isInverted: true)
        let matte = try AlphaMask(width: 1, height: 3, samples: [0, 90, 255] as [UInt8])
        let expected = ProgressiveBlur(
            field: .mask(try MaskRamp(mask, maximumRadius: 8, minimumRadius: 1)), matte: matte)
        let blur = try samples.withUnsafeBytes { samples in
            try ([0, 90, 255] as [UInt8]).withUnsafeBytes { matte in
                try CBlur {
                    ($0.max_radius, $0.min_radius) = (8, 1)
                    $0.mask = varblur_mask(
                        samples: samples.baseAddress, width: 2, height: 2, stride: 12, bits: 32, is_inverted: 1)
                    $0.matte = varblur_mask(
                        samples: matte.baseAddress, width: 1, height: 3, stride: 0, bits: 8, is_inverted: 0)
                }
            }
        }
        let image = try PixelBuffer.noise(Size(50, 40), PixelFormat(.rgba))
        let result = try blur.applied(Self.bytes(image), varblur_layout(50, 40, VARBLUR_RGBA), count: 8000)
        #expect(result == Self.bytes(try expected.blurred(image)))
    }

    @Test("regions, strides, and odd addresses; padding is kept")
    func regions() throws {
        let blur = try CBlur { $0.sides = 8 }
        let image = try PixelBuffer.noise(Size(90, 70), PixelFormat(.rgb, .sixteen))
        let whole = Self.bytes(try ProgressiveBlur(direction: .right).blurred(image))
        let layout = varblur_layout(90, 70, VARBLUR_RGB, VARBLUR_16_BITS, stride: 547)
        let bytes = Self.bytes(image)
        let padded: [UInt8] = (0..<70).flatMap { row -> [UInt8] in
            Array(bytes[row * 540..<(row + 1) * 540]) + [7, 7, 7, 7, 7, 7, 7]
        }
        var run = varblur_run.standard
        (run.x, run.y, run.width, run.height, run.threads) = (50, 20, 33, 11, 1)
        let part: [UInt8] = try blur.applied(padded, layout, count: 2211, stride: 201, run)
        var inPlace = padded
        try blur.apply(&inPlace, layout, run)
        for row in 0..<11 {
            let first: Int = (row + 20) * 540 + 300
            let expected: ArraySlice<UInt8> = whole[first..<first + 198]
            let computed: ArraySlice<UInt8> = part[row * 201..<(row + 1) * 201]
            #expect(computed.prefix(198) == expected)
            #expect(computed.suffix(3) == [0, 0, 0])
            let start: Int = (row + 20) * 547 + 300
            #expect(inPlace[start..<start + 198] == expected)
            inPlace.replaceSubrange(start..<start + 198, with: padded[start..<start + 198])
        }
        #expect(inPlace == padded)
    }

    @Test("one blur in 16 threads, with sizes that are prepared and others")
    func threads() throws {
        let blur = try CBlur { $0.max_radius = 6 }
        let sizes = [Size(16, 16), Size(17, 9), Size(64, 64), Size(100, 90), Size(5, 3)]
        let images = try sizes.map { Self.bytes(try PixelBuffer.noise($0, PixelFormat(.rgba))) }
        let expected = try sizes.map {
            Self.bytes(try ProgressiveBlur(maximumRadius: 6).blurred(PixelBuffer.noise($0, PixelFormat(.rgba))))
        }
        let wrong = Failures()
        Threads.run(16) { thread in
            for round in 0..<60 {
                let index = (thread + round) % sizes.count
                let layout = varblur_layout(sizes[index].width, sizes[index].height, VARBLUR_RGBA)
                let result = try? blur.applied(images[index], layout, count: images[index].count)
                if result != expected[index] { wrong.count() }
            }
        }
        #expect(wrong.total == 0)
    }

    @Test("a flag cancels a blur")
    func cancellation() throws {
        var flag: CInt = 0
        let layout = varblur_layout(300, 300, VARBLUR_RGBA)
        var bytes = [UInt8](repeating: 9, count: 360_000)
        try withUnsafePointer(to: &flag) { flag in
            var run = varblur_run.standard
            run.cancel = flag
            try CBlur().apply(&bytes, layout, run)
        }
        flag = 5
        let failure = withUnsafePointer(to: &flag) { flag in
            var run = varblur_run.standard
            run.cancel = flag
            return #expect(throws: CFailure.self) { try CBlur().apply(&bytes, layout, run) }
        }
        #expect(failure?.status == CInt(VARBLUR_CANCELLED.rawValue))
    }

    @Test("the memory estimate is an upper bound, with any number of threads", arguments: settings)
    func memory(setting: Setting) throws {
        var run = varblur_run.standard
        for size in [Size(16, 16), Size(30, 128), Size(700, 500), Size(1600, 900), Size(3, 4000)] {
            let blur = try setting.c()
            let layout = varblur_layout(size.width, size.height, VARBLUR_RGBA)
            var bytes = [UInt8](repeating: 9, count: size.width * size.height * 4)
            for threads in [1, 2] as [CInt] {
                run.threads = threads
                let estimate = try blur.memory(layout, run)
                let meter = MemoryMeter()
                try meter.measure { () throws(CFailure) in try blur.apply(&bytes, layout, run) }
                #expect(meter.peak <= estimate, "\(size), \(threads) threads")
                // the second blur of a small image is prepared
                #expect(meter.peak > estimate / 60 || meter.peak == 0, "\(meter.peak) of \(estimate), \(size)")
            }
        }
    }

    @Test("versions agree")
    func version() throws {
        #expect(
            varblur_version() == VARBLUR_VERSION_MAJOR * 10_000 + VARBLUR_VERSION_MINOR * 100 + VARBLUR_VERSION_PATCH)
        let text = "\(VARBLUR_VERSION_MAJOR).\(VARBLUR_VERSION_MINOR).\(VARBLUR_VERSION_PATCH)"
        #expect(try Program.varblur.run(["--version"]).text == text + "\n")
    }
}
