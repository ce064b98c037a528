import TestSupport
import Testing

@testable import VarBlur

@Suite("What holds exactly behind a matte")
struct MatteInvariantTests {
    private static let fields = ["linear-blur(12px, 0px)", "linear-blur(to right, 2px, 9px)", "radial-blur(0px, 20px)"]

    private func blur(_ text: String, _ matte: AlphaMask?, edges: EdgeMode = .normalize) throws -> ProgressiveBlur {
        ProgressiveBlur(field: .maximum(try BlurField.list(text)), edges: edges, matte: matte)
    }

    @Test("threads, instruction sets, regions, and in-place blurs do not change a byte", arguments: EdgeMode.allCases)
    func execution(edges: EdgeMode) throws {
        let size = Size(430, 390)
        for format in [PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.cmyk), PixelFormat(.grayAlpha, .sixteen)] {
            let image = try PixelBuffer.noise(size, format, seed: 9)
            for (text, shape) in zip(Self.fields, [MatteModel.Shape.disk, .veil, .hole]) {
                let blur = try blur(text, shape.matte(200, 190), edges: edges)
                try blur.expectSameBytes(of: image, in: PixelRegion(x: 70, y: 61, width: 200, height: 251))
            }
        }
    }

    /// A matte that leaves most of an image clear, so that the engine on rows blurs it first.
    private static func spot() throws -> AlphaMask {
        try AlphaMask(
            width: 40, height: 40,
            samples: (0..<1600).map { index -> UInt8 in
                let (x, y) = (Double(index % 40) - 18, Double(index / 40) - 22)
                return UInt8(min(max((4 - (x * x + y * y).squareRoot()) / 3, 0), 1) * 255)
            })
    }

    @Test(
        "if rows are blurred first, the result is within the bound, and the same for every execution",
        arguments: EdgeMode.allCases)
    func rows(edges: EdgeMode) throws {
        let size = Size(830, 690)
        let matte = try Self.spot()
        let fields: [(text: String, sigma: (_ x: Int, _ y: Int) -> Double)] = [
            ("linear-blur(12px, 0px)", { _, y in 12 * (1 - (Double(y) + 0.5) / 690) }),
            ("linear-blur(to right, 2px, 9px)", { x, _ in 2 + 7 * (Double(x) + 0.5) / 830 }),
            ("linear-blur(4px, 1px)", { _, y in 4 - 3 * (Double(y) + 0.5) / 690 }),
            ("linear-blur(13px, 13px)", { _, _ in 13 }),
        ]
        for format in [PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.grayAlpha, .sixteen)] {
            let image = try TestContent.natural.image(size, format)
            for (text, sigma) in fields {
                let blur = try blur(text, matte, edges: edges)
                try #require(try needsRows(blur, image))
                let expected = try blur.blurred(image, execution: BlurExecution(threadCount: 1))
                let model = MatteModel(image, matte: matte.model, edges: edges, sigma: sigma)
                var random = SplitMix64(seed: 3)
                let pixels = (0..<120).map { _ in
                    // half of them around the matte
                    Bool.random(using: &random)
                        ? (Int.random(in: 250..<500, using: &random), Int.random(in: 270..<500, using: &random))
                        : (Int.random(in: 0..<830, using: &random), Int.random(in: 0..<690, using: &random))
                }
                #expect(model.worstError(of: expected, at: pixels) <= 0.25, "\(text)")
                let threaded = try blur.blurred(image, execution: BlurExecution(threadCount: 3))
                #expect(threaded.sampleValues() == expected.sampleValues())
                let region = PixelRegion(x: 170, y: 161, width: 300, height: 251)
                try blur.expectSameBytes(of: image, as: expected, in: region)
                var cropped = try image.copy()
                try cropped.withUnsafeMutablePixels { pixels throws(BlurError) in
                    let task = try Self.task(blur, pixels.layout)
                    try unsafe FastBlur.blur(
                        pixels.readOnly, region: region, into: pixels.cropped(to: region), task: task)
                }
                let changed = cropped.exceptions { x, y, channel in
                    let isInside = (170..<470).contains(x) && (161..<412).contains(y)
                    return cropped[x, y, channel] == (isInside ? expected[x, y, channel] : image[x, y, channel])
                }
                #expect(changed == nil)
            }
        }
    }

    @Test("rows are blurred first unless radii vary along both axes, or little is uncovered")
    func rowsFirst() throws {
        let image = try PixelBuffer.noise(Size(830, 690), PixelFormat(.rgb), seed: 4)
        for text in ["linear-blur(4px, 4px)", "linear-blur(4px, 1px)"] {
            #expect(try needsRows(blur(text, Self.spot()), image))
            #expect(try !needsRows(blur(text, Self.spot().inverted), image))
        }
        #expect(try !needsRows(blur("radial-blur(0px, 20px)", Self.spot()), image))
    }

    private static func task(_ blur: ProgressiveBlur, _ layout: PixelLayout) throws(BlurError) -> BlurTask {
        let sampling = PlaneSampling(whole: layout)
        return BlurTask(
            field: blur.field.placed(width: layout.width, height: layout.height), matte: blur.placedMatte(sampling),
            edges: blur.edges, sampling: sampling, execution: BlurExecution())
    }

    private func needsRows(_ blur: ProgressiveBlur, _ image: borrowing PixelBuffer) throws -> Bool {
        var copy = try image.copy()
        return try unsafe copy.withUnsafeMutablePixels { pixels throws(BlurError) in
            try unsafe FieldBlur(
                pixels.readOnly, region: pixels.layout.bounds, into: pixels, task: Self.task(blur, pixels.layout)
            ).needsRows
        }
    }

    @Test("pixels keep their bytes where the matte is 1, and where the radius is 0", arguments: PixelFormat.all)
    func kept(format: PixelFormat) throws {
        let image = try PixelBuffer.noise(Size(300, 200), format, seed: 8)
        let matte = try MatteModel.Shape.disk.matte(300, 200)
        let result = try blur("linear-blur(4px, 0px 70%)", matte).blurred(image)
        var changed = 0
        let model = MatteModel(image, matte: matte.model, edges: .normalize) { _, _ in 0 }
        let wrong = result.exceptions { x, y, channel in
            if result[x, y, channel] == image[x, y, channel] { return true }
            changed += 1
            return y < 142 && model.coverage[y * 300 + x] < 1
        }
        #expect(wrong == nil && changed > 10_000)
    }

    @Test("a clear matte changes nothing beyond the error of the engine, and a whole one leaves the image as it is")
    func extremes() throws {
        let image = try TestContent.natural.image(Size(300, 200))
        let clear = try AlphaMask(width: 1, height: 1, samples: [0] as [UInt8])
        for edges in EdgeMode.allCases {
            for text in Self.fields {
                let without = try blur(text, nil, edges: edges).blurred(image)
                let behind = try blur(text, clear, edges: edges).blurred(image)
                let wrong = behind.exceptions { x, y, channel in
                    abs(behind[x, y, channel] - without[x, y, channel]) <= 1
                }
                #expect(wrong == nil)
                let whole = try blur(text, clear.inverted, edges: edges).blurred(image)
                #expect(whole.sampleValues() == image.sampleValues())
            }
        }
    }

    @Test("constant images stay constant")
    func constants() throws {
        for depth in SampleDepth.integers {
            for value in [1, 77, Int(depth.fullScale)] {
                let image = try PixelBuffer.make(Size(200, 150), PixelFormat(.rgb, depth)) { _, _, _ in value }
                for shape in MatteModel.Shape.allCases {
                    for edges in EdgeMode.allCases where edges != .transparent {
                        for text in Self.fields {
                            let result = try blur(text, shape.matte(64, 50), edges: edges).blurred(image)
                            #expect(Set(result.sampleValues()) == [value], "\(shape) \(edges) \(text)")
                        }
                    }
                }
            }
        }
    }

    @Test("looks change the background in proportion to what is visible of it, in both engines alike")
    func looks() throws {
        let image = try TestContent.natural.image(Size(260, 180))
        let matte = try MatteModel.Shape.softDisk.matte(130, 90)
        let tint = try BlurLook.Tint(red: 1, green: 0.5, blue: 0, opacity: 0.6)
        for light in [BlurLight.encoded, .linear] {
            for text in ["linear-blur(8px, 8px)", "linear-blur(to left, 8px, 0px)", "linear-blur(0px, 0px)"] {
                var blur = try blur(text, matte)
                blur.light = light
                let plain = try blur.blurred(image)
                blur.look = try BlurLook(tint: tint)
                let fast = try blur.blurred(image)
                let reference = try blur.reference(of: image)
                let model = MatteModel(image, matte: matte.model, edges: .normalize) { _, _ in 0 }
                let field = blur.field.placed(width: 260, height: 180)
                let wrong = fast.exceptions { x, y, channel in
                    let alpha = field.alpha(column: x, row: y)
                    let strength = 0.6 * alpha * (1 - model.coverage[y * 260 + x])
                    let before = Double(plain[x, y, channel])
                    let color = [255, 127.5, 0][channel]
                    let expected = before + (color - before) * strength
                    return abs(Double(fast[x, y, channel]) - expected) <= 1.1
                        && abs(fast[x, y, channel] - reference[x, y, channel]) <= 1
                }
                #expect(wrong == nil, "\(text) \(light)")
                #expect(fast.sampleValues() != plain.sampleValues())
            }
        }
    }

    @Test("planes with subsampled chroma are blurred like the whole image")
    func planes() throws {
        let size = Size(320, 240)
        let image = try TestContent.natural.image(size, PixelFormat(.gray))
        let half = try PixelBuffer.make(Size(160, 120), PixelFormat(.gray)) { x, y, _ in
            (image[2 * x, 2 * y, 0] + image[2 * x + 1, 2 * y, 0] + image[2 * x, 2 * y + 1, 0]
                + image[2 * x + 1, 2 * y + 1, 0] + 2) / 4
        }
        let blur = try blur("linear-blur(16px, 10px)", MatteModel.Shape.disk.matte(320, 240))
        let sampling = try PlaneSampling(imageWidth: 320, imageHeight: 240, horizontalRatio: 2, verticalRatio: 2)
        let whole = try blur.blurred(image)
        let plane = try blur.blurred(half, sampling: sampling)
        let model = MatteModel(half, matte: (320, 240, MatteModel.Shape.values(.disk, 320, 240)), edges: .normalize) {
            _, _ in 0
        }
        let wrong = plane.exceptions { x, y, _ in
            // pixels behind the edge of the subject differ, because their chroma is composited as a whole
            let mean =
                Double(
                    whole[2 * x, 2 * y, 0] + whole[2 * x + 1, 2 * y, 0] + whole[2 * x, 2 * y + 1, 0]
                        + whole[2 * x + 1, 2 * y + 1, 0]) / 4
            let coverage = model.coverage[y * 160 + x]
            return coverage > 0 && coverage < 1 || abs(Double(plane[x, y, 0]) - mean) <= 2
        }
        #expect(wrong == nil)
    }

    @Test("the memory in use is within the estimate")
    func memory() throws {
        for (size, radius) in [(Size(640, 480), 30.0), (Size(2000, 300), 4), (Size(90, 1500), 200)] {
            for (format, direction) in [
                (PixelFormat(.gray), BlurDirection.top), (PixelFormat(.rgba), .left),
                (PixelFormat(.rgb, .sixteen), .left),
            ] {
                let field = try BlurGradient(maximumRadius: radius, direction: direction).field
                let blur = ProgressiveBlur(field: field, matte: try MatteModel.Shape.disk.matte(64, 48))
                let memory = try blur.memory(size, format)
                #expect(memory.estimate >= memory.inUse + memory.image, "\(size) \(format.channels)")
            }
        }
    }
}
