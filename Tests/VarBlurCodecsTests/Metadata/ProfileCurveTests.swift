import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Transfer curves of color profiles")
struct ProfileCurveTests {
    private func light(_ profile: HandmadeProfile, isGray: Bool = false) -> BlurLight? {
        ICCProfile(bytes: profile.bytes).light(isGray: isGray)
    }

    private func curve(_ contents: [UInt8]) -> TransferCurve? { light(HandmadeProfile(curve: contents))?.curves.first }

    /// The greatest difference from a function.
    private func difference(_ curve: TransferCurve?, _ expected: (Double) -> Double) -> Double {
        guard let curve else { return .infinity }
        return (0...500).reduce(0) { max($0, abs(curve.linear(Double($1) / 500) - expected(Double($1) / 500))) }
    }

    @Test("exponents, tables and parametric curves are read")
    func kinds() throws {
        let power = try LightModel.gamma(2.2)
        #expect(difference(curve(HandmadeProfile.curve([]))) { $0 } < 1e-9)
        #expect(difference(curve(HandmadeProfile.curve([563])), power.linear) < 1e-3)
        let samples = (0..<1024).map { Int((LightModel.sRGB.linear(Double($0) / 1023) * 65_535).rounded()) }
        #expect(difference(curve(HandmadeProfile.curve(samples)), LightModel.sRGB.linear) < 1e-4)
        #expect(difference(curve(HandmadeProfile.parametric(0, [2.2])), power.linear) < 1e-4)
        let (a, b, c, d) = (1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
        #expect(difference(curve(HandmadeProfile.parametric(3, [2.4, a, b, c, d])), LightModel.sRGB.linear) < 1e-4)
        #expect(
            difference(curve(HandmadeProfile.parametric(4, [2.4, a, b, c, d, 0, 0])), LightModel.sRGB.linear) < 1e-4)
        #expect(
            difference(curve(HandmadeProfile.parametric(1, [2, 1.25, -0.25]))) {
                $0 < 0.2 ? 0 : (1.25 * $0 - 0.25) * (1.25 * $0 - 0.25)
            } < 1e-4)
        #expect(
            difference(curve(HandmadeProfile.parametric(2, [2, 1.25, -0.25, 0.05]))) {
                min(($0 < 0.2 ? 0 : (1.25 * $0 - 0.25) * (1.25 * $0 - 0.25)) + 0.05, 1)
            } < 1e-4)
    }

    @Test("every color has its own curve, and gray images have that of gray")
    func colors() {
        var profile = HandmadeProfile()
        for (signature, gamma) in [("rTRC", 256), ("gTRC", 512), ("bTRC", 768)] {
            profile.add(signature, HandmadeProfile.curve([gamma]))
        }
        #expect(light(profile)?.curves.map { $0.linear(0.5) } == [0.5, 0.25, 0.125])
        let gray = HandmadeProfile(isGray: true, curve: HandmadeProfile.curve([512]))
        #expect(light(gray, isGray: true)?.curves.map { $0.linear(0.5) } == [0.25])
        #expect(light(gray) == nil)
    }

    @Test("profiles without readable curves have none")
    func unreadable() {
        #expect(light(HandmadeProfile()) == nil)
        for contents in [
            Array("mft2".utf8) + [UInt8](repeating: 0, count: 60),
            HandmadeProfile.parametric(5, [2, 1, 0, 1, 0, 0, 0]),
            HandmadeProfile.parametric(4, [2.4, 1]), HandmadeProfile.curve([0]), HandmadeProfile.curve([9, 5, 1]),
            Array(HandmadeProfile.curve([1, 2, 3, 65_535]).dropLast(3)), HandmadeProfile.parametric(0, [-2]),
        ] {
            #expect(curve(contents) == nil)
        }
    }

    @Test("damaged profiles never trap")
    func damaged() {
        var random = SplitMix64(seed: 4)
        var colored = HandmadeProfile(curve: HandmadeProfile.curve([0, 9_000, 65_535]))
        colored.addPrimaries([[0.4, 0.2, 0], [0.3, 0.7, 0.1], [0.1, 0.1, 0.7]])
        let samples = colored.bytes
        let parametric = HandmadeProfile(curve: HandmadeProfile.parametric(3, [2.4, 0.9, 0.1, 0.1, 0.04])).bytes
        var readable = 0
        for original in [samples, parametric] {
            for count in 0...original.count {
                _ = ICCProfile(bytes: Array(original.prefix(count))).light(isGray: false)
            }
            for _ in 0..<4_000 {
                var bytes = original
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    bytes[Int.random(in: 128..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
                let profile = ICCProfile(bytes: bytes)
                if profile.light(isGray: Bool.random(using: &random)) != nil { readable += 1 }
                _ = (profile.codePoints, profile.formula)
            }
        }
        #expect(readable > 100)
    }

    @Test("transfer functions have the curves of their standards")
    func functions() throws {
        func linear(_ code: UInt8) -> Double? { TransferCurve.coded(code)?.linear(0.5) }
        let values: [(UInt8, Double)] = [
            (1, 0.2597), (4, 0.2176), (5, 0.1436), (6, 0.2597), (7, 0.2650), (8, 0.5), (13, 0.2140), (14, 0.2597),
            (16, 0.0092), (17, 0.1649), (18, 0.0833),
        ]
        for (code, expected) in values {
            #expect(abs((linear(code) ?? 0) - expected) < 0.0015, "\(code): \(linear(code) ?? 0)")
        }
        for code in [UInt8(0), 2, 3, 9, 10, 19, 255] { #expect(linear(code) == nil) }
    }

    @Test("the profiles of a corpus are read", .enabled(if: Corpus.directory != nil))
    func corpus() throws {
        var (readable, others) = (0, 0)
        for path in try Corpus.files("must-decode") {
            let header = try ImageHeader.of(Array(Data(contentsOf: URL(fileURLWithPath: path))))
            guard let profile = header.profile, header.pixelFormat.channels != .cmyk else { continue }
            let light = profile.light(isGray: header.pixelFormat.channels.isGray)
            if light != nil { readable += 1 } else { others += 1 }
        }
        #expect(readable > 3 * others, "\(readable) readable, \(others) not")
    }
}
