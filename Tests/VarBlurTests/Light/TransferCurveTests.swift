import TestSupport
import Testing

@testable import VarBlur

@Suite("Transfer curves")
struct TransferCurveTests {
    private static var curves: [TransferCurve] {
        get throws {
            let table = (0..<1024).map { index in
                let square = index * index * 32_799 / (1023 * 1023)
                return UInt16(32 * index + square)
            }
            return [
                .sRGB, .bt709, try TransferCurve(gamma: 2.2), try TransferCurve(gamma: 1),
                try TransferCurve(table: [0, 65_535]), try TransferCurve(table: [0, 900, 9_000, 40_000, 65_535]),
                try TransferCurve(table: table),
                try TransferCurve(.init(g: 3, a: 1 / 1.16, b: 0.16 / 1.16, c: 0.1107, d: 0.08)), .pq, .hlg,
            ]
        }
    }

    @Test("the curve of sRGB is that of its standard")
    func standard() {
        let model = LightModel.sRGB
        for step in 0...1000 {
            let x = Double(step) / 1000
            #expect(abs(TransferCurve.sRGB.linear(x) - model.linear(x)) < 1e-12)
            #expect(abs(TransferCurve.sRGB.encoded(x) - model.encoded(x)) < 1e-4)
        }
        #expect(TransferCurve.sRGB.linear(0.5) > 0.2140 && TransferCurve.sRGB.linear(0.5) < 0.2141)
        #expect(abs(TransferCurve.bt709.linear(0.5) - 0.2597) < 1e-4)
    }

    @Test("the curves of high dynamic range are those of their standard")
    func highDynamicRange() {
        for (model, curve) in [(LightModel.pq, TransferCurve.pq), (.hlg, .hlg)] {
            for step in 0...1000 {
                let x = Double(step) / 1000
                // the constants of HLG have eight digits
                #expect(abs(curve.linear(x) - model.linear(x)) < 1e-7)
                #expect(abs(curve.encoded(x) - model.encoded(x)) < 1e-6)
            }
            #expect(curve.isHighDynamicRange)
        }
        // the levels of BT.2408: the reference white, and the peak of many displays
        #expect(abs(TransferCurve.pq.encoded(0.0203) - 0.58) < 0.001)
        #expect(abs(TransferCurve.pq.encoded(0.1) - 0.7518) < 0.0001)
        #expect(TransferCurve.hlg.linear(0.5) == 1.0 / 12 && abs(TransferCurve.hlg.linear(0.75) - 0.265) < 0.0001)
        #expect(!TransferCurve.sRGB.isHighDynamicRange)
    }

    @Test("encoding is the inverse")
    func inverse() throws {
        for curve in try Self.curves {
            for step in 0...4096 {
                let x = Double(step) / 4096
                #expect(abs(curve.encoded(curve.linear(x)) - x) < 1e-4, "\(curve.form) at \(x)")
            }
            #expect(curve.linear(.nan) == curve.linear(0) && curve.encoded(.nan) == curve.encoded(0))
            #expect(curve.linear(-.infinity) == curve.linear(0) && curve.encoded(.infinity) == curve.encoded(1))
            #expect(curve.linear(-1) == curve.linear(0) && curve.linear(2) == curve.linear(1))
        }
    }

    @Test("flat ends of a table are black and white")
    func flatEnds() throws {
        let curve = try TransferCurve(table: [0, 0, 0, 30_000, 65_535, 65_535])
        #expect(curve.encoded(0) == 0 && curve.encoded(1) == 1)
        #expect(abs(curve.encoded(30_000 / 65_535.0) - 0.6) < 1e-9)
    }

    @Test("curves that do not rise, and numbers out of range, are errors")
    func invalid() {
        let tables: [[UInt16]] = [[], [7], [65_535, 0], [0, 40_000, 30_000, 65_535], [0, 16_000], [9, 9, 9]]
        for table in tables {
            #expect(#expect(throws: BlurError.self) { try TransferCurve(table: table) }?.code == .invalidLight)
        }
        for gamma in [0, -1, 0.05, 11, .infinity, .nan] {
            #expect(#expect(throws: BlurError.self) { try TransferCurve(gamma: gamma) }?.code == .invalidLight)
        }
        for parameters in [
            TransferCurve.Parameters(g: 2, a: -1), .init(g: 2, a: 1, b: .nan), .init(g: 2, c: -1, d: 0.5),
            .init(g: 2, c: 9, d: 0.5), .init(g: 2, a: 1e9), .init(g: 2, a: 0.1),
        ] {
            #expect(#expect(throws: BlurError.self) { try TransferCurve(parameters) }?.code == .invalidLight)
        }
    }

    @Test("the fast engine uses integers only where they resolve every value")
    func resolution() throws {
        let resolved = try Self.curves.map { LightTables.usesIntegers([$0], PixelFormat(.gray)) }
        #expect(resolved.prefix(4) == [true, true, false, true] && resolved.suffix(2) == [false, false])
        #expect(!LightTables.usesIntegers([.sRGB], PixelFormat(.gray, .sixteen)))
        #expect(!LightTables.usesIntegers([.sRGB], PixelFormat(.rgba, .eight, alpha: .premultiplied)))
    }

    @Test("every color may have its own curve")
    func colors() throws {
        let curves = [TransferCurve.sRGB, try TransferCurve(gamma: 1), try TransferCurve(gamma: 2.2)]
        let image = try PixelBuffer.make(Size(120, 50)) { x, _, _ in x < 60 ? 0 : 255 }
        var blur = try ProgressiveBlur(maximumRadius: 8, minimumRadius: 8)
        blur.light = .linear(curves[0], curves[1], curves[2])
        let together = try blur.blurred(image)
        for (channel, curve) in curves.enumerated() {
            blur.light = .linear(curve)
            let alone = try blur.blurred(image)
            for x in 0..<120 { #expect(abs(together[x, 25, channel] - alone[x, 25, channel]) <= 1) }
        }
    }

    @Test("curves have names")
    func names() throws {
        #expect(
            try Self.curves.map(\.description) == [
                "sRGB", "BT.709", "exponent 2.2", "linear", "table of 2 numbers", "table of 5 numbers",
                "table of 1024 numbers", "parametric curve", "PQ", "HLG",
            ])
        let table = (0...4095).map { UInt16((TransferCurve.sRGB.linear(Double($0) / 4095) * 65535).rounded()) }
        #expect(try TransferCurve(table: table).description == "sRGB")
        #expect(try TransferCurve(gamma: 563.0 / 256).description == "exponent 2.199")
        #expect(BlurLight.encoded.description == "encoded" && BlurLight.linear.description == "sRGB")
        let (steep, steeper) = (try TransferCurve(gamma: 1.8), try TransferCurve(gamma: 2.4))
        #expect(BlurLight.linear(steep, .sRGB, steeper).description == "exponent 1.8, sRGB, exponent 2.4")
    }
}
