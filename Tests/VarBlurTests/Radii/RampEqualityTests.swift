import TestSupport
import Testing

@testable import VarBlur

@Suite("Gradients that equal ramps from one side")
struct RampEqualityTests {
    private static let ramps: [(text: String, direction: BlurDirection, offset: Double)] = [
        ("linear-blur(20px, 0px)", .top, 0), ("linear-blur(to bottom, 0px, 20px)", .bottom, 0),
        ("linear-blur(to right, 20px, 0px)", .left, 0), ("linear-blur(to right, 0px, 20px)", .right, 0),
        ("linear-blur(to top, 20px, 0px)", .bottom, 0), ("linear-blur(to left, 20px, 0px 75%)", .right, 0.25),
        ("linear-blur(20px, 0px 70%)", .top, 1 - 0.7), ("linear-blur(0px 40%, 20px)", .bottom, 0.4),
        ("linear-blur(20px, 0px 125%)", .top, -0.25),
    ]

    @Test("give the same bytes", arguments: ramps.indices)
    func sides(index: Int) throws {
        let (text, direction, offset) = Self.ramps[index]
        let field = try BlurGradient(text).field
        #expect(field.variation == (direction.isVertical ? .betweenRows : .betweenColumns))
        for format in [PixelFormat(.rgb), PixelFormat(.rgba, .sixteen)] {
            let image = try PixelBuffer.noise(Size(83, 61), format)
            for edges in [EdgeMode.normalize, .wrap] {
                let found = try ProgressiveBlur(field: field, edges: edges).blurred(image)
                let expected = try ProgressiveBlur(
                    maximumRadius: 20, direction: direction, startOffset: offset, edges: edges)
                #expect(found.sampleValues() == (try expected.blurred(image).sampleValues()))
            }
        }
    }

    @Test("have the settings of the ramp if they begin at its side", arguments: ramps.indices)
    func settings(index: Int) throws {
        let (text, direction, offset) = Self.ramps[index]
        let blur = ProgressiveBlur(field: try BlurGradient(text).field)
        guard text.contains("20px, 0px") else { return }
        #expect(blur.maximumRadius == 20 && blur.minimumRadius == 0 && blur.direction == direction)
        #expect(abs(blur.startOffset - offset) < 1e-15)
    }

    @Test("stops that describe a ramp in another way give it within rounding")
    func redundantStops() throws {
        let image = try TestContent.natural.image(Size(60, 70))
        let expected = try ProgressiveBlur(maximumRadius: 12, startOffset: 0.5).blurred(image).sampleValues()
        let field = try BlurGradient("linear-blur(12px, 6px 25%, 0px 50%, 0px)").field
        let found = try ProgressiveBlur(field: field).blurred(image).sampleValues()
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test("a mask that was rendered gives the same picture within 1", arguments: [SampleDepth.eight, .sixteen])
    func renderedMask(depth: SampleDepth) throws {
        let image = try TestContent.natural.image(Size(50, 200))
        let field = try BlurGradient("linear-blur(14px, 0px 40%, 0px 60%, 14px)").field
        let mask = try field.rendered(width: 50, height: 200, depth: .sixteen)
        let samples = (0..<200).flatMap { mask.row($0).map { UInt16($0) } }
        let read = BlurField.mask(
            try MaskRamp(AlphaMask(width: 50, height: 200, samples: samples), maximumRadius: 14))
        #expect(read.variation == .betweenRows)
        let expected = try ProgressiveBlur(field: field).blurred(image).sampleValues()
        let found = try ProgressiveBlur(field: read).blurred(image).sampleValues()
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test("a blur of two sides equals both ramps apart, and keeps what is between them")
    func twoSides() throws {
        let image = try PixelBuffer.noise(Size(64, 300))
        let both = try [BlurDirection.top, .bottom].map { direction in
            try BlurGradient(maximumRadius: 9, direction: direction, startOffset: 0.7).field
        }
        let found = try ProgressiveBlur(field: .maximum(both)).blurred(image)
        for (direction, rows) in [(BlurDirection.top, 0..<150), (.bottom, 150..<300)] {
            let expected = try ProgressiveBlur(maximumRadius: 9, direction: direction, startOffset: 0.7).blurred(image)
            for row in rows { #expect(found.row(row) == expected.row(row), "row \(row)") }
        }
        for row in 95..<205 { #expect(found.row(row) == image.row(row)) }
    }

    @Test("streamed, in place, in regions and on any number of threads, the bytes are the same")
    func paths() throws {
        let field = try BlurGradient("linear-blur(0px 10%, 25px 30% 40%, 0px 50% 60%, 7px, 0px 95%)").eased(.sine).field
        let blur = ProgressiveBlur(field: field, edges: .mirror)
        let image = try PixelBuffer.noise(Size(1500, 700), PixelFormat(.gray))
        let expected = try blur.blurred(image, execution: BlurExecution(threadCount: 1))
        #expect(
            try blur.blurred(image, execution: BlurExecution(threadCount: 3)).sampleValues() == expected.sampleValues())
        var inPlace = try image.copy()
        try blur.blur(&inPlace)
        #expect(inPlace.sampleValues() == expected.sampleValues())
        let region = try blur.blurred(image, region: PixelRegion(x: 100, y: 200, width: 64, height: 300))
        for row in 0..<300 { #expect(region.row(row) == Array(expected.row(row + 200)[100..<164])) }
        let rows = try RowBlur(blur, width: image.width, height: image.height, format: image.format)
        #expect(rows.blurred(image) == expected.sampleValues())
    }

    @Test(
        "transposed images and directions give the transposed result",
        arguments: ["0px 20%, 9px 50%, 3px", "9px, 0px 40%, 9px"])
    func transposed(stops: String) throws {
        let image = try PixelBuffer.noise(Size(90, 60))
        let transposed = try image.rearranged(Size(60, 90)) { x, y in (y, x) }
        let found = try ProgressiveBlur(field: BlurGradient("linear-blur(to right, \(stops))").field).blurred(image)
        let vertical = try ProgressiveBlur(field: BlurGradient("linear-blur(\(stops))").field).blurred(transposed)
        let expected = try vertical.rearranged(Size(90, 60)) { x, y in (y, x) }
        #expect(found.sampleValues() == expected.sampleValues())
    }
}
