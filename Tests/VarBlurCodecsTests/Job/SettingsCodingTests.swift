import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Settings as JSON")
struct SettingsCodingTests {
    private func coded<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private func keys(_ value: some Encodable) throws -> Set<String> {
        let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        return Set((object as? [String: Any] ?? [:]).keys)
    }

    @Test("blur settings survive a round trip, except the threads")
    func blur() throws {
        var settings = BlurSettings()
        (settings.maximumRadius, settings.minimumRadius) = (.percent(5), .pixels(1.5))
        (settings.directions, settings.startOffset, settings.edges) = ([.left, .top], -0.25, .mirror)
        settings.easing = .easeIn
        #expect(try coded(settings) == settings)
        settings.execution = BlurExecution(threadCount: 3, instructionSet: .portable)
        #expect(try coded(settings).execution == BlurExecution())
        settings.execution = BlurExecution()
        settings.mask = try AlphaMask(width: 1, height: 2, samples: [0, 1] as [UInt16])
        settings.matte = try AlphaMask(width: 2, height: 1, samples: [3, 4] as [UInt8], isInverted: true)
        settings.light = .linear
        settings.reach = .percent(33)
        settings.mosaic = .percent(4)
        settings.look = try BlurLook(
            tint: BlurLook.Tint(red: 0.1, green: 0.2, blue: 0.3, opacity: 0.4), saturation: 2, grain: 3, dithers: true)
        settings.look.channelOrder = .bgr
        settings.gradients = [try BlurGradient("linear-blur(30deg, 0, 5%)").eased(.sine)]
        settings.areas = [try BlurArea("area-blur(polygon(0 0, 9px 0, 4px 30%), 5%, feather 2px)").eased(.ease)]
        #expect(try coded(settings) == settings)
        let fields: [BlurField] = [.area(settings.areas[0]), .gradient(settings.gradients[0]), .maximum([])]
        #expect(try coded(BlurField.maximum(fields)) == .maximum(fields))
        #expect(try coded([BlurArea.Shape.circle()]) == [.circle()])
        // the execution is left out
        #expect(try keys(settings).count == Mirror(reflecting: settings).children.count - 1)
    }

    @Test("output settings survive a round trip")
    func output() throws {
        #expect(try coded(OutputSettings()) == OutputSettings())
        var settings = OutputSettings()
        (settings.format, settings.jpegQuality, settings.jpegIsProgressive) = (.jpeg, 81, true)
        (settings.jpegSmoothing, settings.avifQuality, settings.avifSpeed) = (.on, 40, 8)
        (settings.pngCompression, settings.stripping, settings.isDurable) = (.small, .safe, false)
        (settings.background, settings.webPQuality) = (RGBColor(red: 1, green: 2, blue: 3), .lossy(70))
        (settings.quality, settings.keepsTime, settings.facts) = (64, true, [.thumbHash])
        (settings.jpegOptimizesCodes, settings.jxlQuality, settings.jxlEffort) = (true, 70, 3)
        #expect(try coded(settings) == settings)
        #expect(try keys(settings).count == Mirror(reflecting: settings).children.count)
    }

    @Test("the quality of WebP is a number or a text")
    func webPQuality() throws {
        func decoded(_ value: String) throws -> WebPQuality? {
            try JSONDecoder().decode(OutputSettings.self, from: Data(#"{"webPQuality":\#(value)}"#.utf8)).webPQuality
        }
        #expect(try decoded("70") == .lossy(70))
        #expect(try decoded(#""lossless""#) == .lossless)
        for value in ["7.5", #""best""#, "{}", "[]", "true", #"{"lossy":70}"#] {
            #expect(throws: DecodingError.self, "\(value)") { try decoded(value) }
        }
        for (quality, text) in [(WebPQuality.lossy(70), "70"), (.lossless, #""lossless""#)] {
            #expect(String(decoding: try JSONEncoder().encode(quality), as: UTF8.self) == text)
        }
    }

    @Test("limits survive a round trip, with the time in seconds")
    func limits() throws {
        #expect(try coded(ImageLimits()) == ImageLimits())
        var limits = ImageLimits()
        (limits.pixels, limits.side, limits.inputBytes, limits.scans, limits.segments) = (1, 2, 3, 4, 5)
        (limits.chunks, limits.warnings, limits.memory, limits.metadata, limits.imagesAtOnce) = (6, 7, 8, 9, 10)
        (limits.time, limits.allowsDamage) = (.milliseconds(1500), true)
        #expect(try coded(limits) == limits)
        // which limit of the system applies is found out, not set
        let settings = Mirror(reflecting: limits).children.filter { $0.label != "memorySource" }
        #expect(try keys(limits).count == settings.count)
        let text = String(decoding: try JSONEncoder().encode(limits), as: UTF8.self)
        #expect(text.contains(#""time":1.5"#))
    }

    @Test("a missing key means the default, and a wrong value is an error")
    func partial() throws {
        func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
            try JSONDecoder().decode(type, from: Data(text.utf8))
        }
        #expect(try decoded(BlurSettings.self, "{}") == BlurSettings())
        #expect(try decoded(OutputSettings.self, "{}") == OutputSettings())
        #expect(try decoded(ImageLimits.self, "{}") == ImageLimits())
        let settings = try decoded(BlurSettings.self, #"{"maximumRadius":{"pixels":7},"directions":["right"]}"#)
        #expect(settings.maximumRadius == .pixels(7) && settings.direction == .right)
        // lengths may also be objects
        let fraction = try decoded(BlurSettings.self, #"{"maximumRadius":{"axisFraction":0.05},"minimumRadius":"2px"}"#)
        #expect(fraction.maximumRadius == .percent(5) && fraction.minimumRadius == .pixels(2))
        for text in [#"{"maximumRadius":7}"#, #"{"maximumRadius":{}}"#, #"{"directions":["up"]}"#] {
            #expect(throws: DecodingError.self) { try decoded(BlurSettings.self, text) }
        }
        // a single side has the name of its property
        #expect(try decoded(BlurSettings.self, #"{"direction":"bottom"}"#).directions == [.bottom])
        let sides = try decoded(BlurSettings.self, #"{"direction":"bottom","directions":["left","top"]}"#)
        #expect(sides.directions == [.left, .top])
        #expect(throws: DecodingError.self) { try decoded(BlurSettings.self, #"{"direction":"up"}"#) }
        let both = #"{"maximumRadius":{"pixels":7,"axisFraction":0.1}}"#
        #expect(throws: DecodingError.self) { try decoded(BlurSettings.self, both) }
        for time in ["-1", "1e300"] {
            #expect(throws: DecodingError.self) { try decoded(ImageLimits.self, #"{"time":\#(time)}"#) }
        }
    }
}
