import Foundation
import Testing
import VarBlur

@Suite("Settings of a blur")
struct ProgressiveBlurSettingsTests {
    @Test("default to 20 px from the top, normalized")
    func defaults() throws {
        let blur = try ProgressiveBlur()
        #expect(blur.maximumRadius == 20 && blur.minimumRadius == 0 && blur.startOffset == 0)
        #expect(blur.direction == .top && blur.edges == .normalize)
    }

    @Test("reject radii that are negative or not finite", arguments: [-1, -0.001, .infinity, .nan])
    func radiusRange(radius: Double) {
        let error = #expect(throws: BlurError.self) { try ProgressiveBlur(maximumRadius: radius) }
        #expect(error?.code == .invalidRadius)
        #expect(error?.message == "the maximum radius is \(radius) px; it must be 0 or more, and finite")
    }

    @Test("reject a minimum above the maximum")
    func minimumAboveMaximum() {
        let error = #expect(throws: BlurError.self) {
            try ProgressiveBlur(maximumRadius: 3, minimumRadius: 4.5)
        }
        #expect(error?.message == "the minimum radius (4.5 px) is larger than the maximum radius (3 px)")
    }

    @Test("decode to what was encoded")
    func codable() throws {
        let blur = try ProgressiveBlur(
            maximumRadius: 7.25, minimumRadius: 0.5, direction: .right, startOffset: -0.125, edges: .mirror)
        let decoded = try JSONDecoder().decode(ProgressiveBlur.self, from: JSONEncoder().encode(blur))
        #expect(decoded == blur)
    }

    @Test("blurs with any field survive encoding and decoding")
    func codableFields() throws {
        let mask = try AlphaMask(width: 2, height: 1, samples: [0, 40] as [UInt8], isInverted: true)
        let deep = try AlphaMask(width: 1, height: 2, samples: [0, 40_000] as [UInt16])
        let float = try AlphaMask(width: 1, height: 1, samples: [0.25] as [Float])
        var fields = try [mask, deep, float].map { mask in
            BlurField.mask(try MaskRamp(mask, maximumRadius: 9, minimumRadius: 1, easing: .sine))
        }
        fields += try ["linear-blur(30deg, 1px, 5% 20px)", "radial-blur(circle at top, 1px, 2px)"].flatMap { text in
            let gradient = try BlurGradient(text)
            return [gradient.field, try gradient.eased(.easeOut).field]
        }
        fields.append(try BlurGradient(maximumRadius: 3, startOffset: 0.123, easing: .smoothstep).field)
        for field in fields + [.maximum(fields)] {
            let blur = ProgressiveBlur(field: field, edges: .clamp)
            #expect(try JSONDecoder().decode(ProgressiveBlur.self, from: JSONEncoder().encode(blur)) == blur)
        }
    }

    @Test(
        "decoding validates fields",
        arguments: [
            #"{"field":{}}"#, #"{"field":"linear-blur(1px)"}"#, #"{"field":["linear-blur(1px, 2px)", 3]}"#,
            #"{"field":{"text":"linear-blur(1px, 2px)","easing":"fast"}}"#,
            #"{"field":{"mask":{"width":2,"height":1,"eight":[1]},"maximumRadius":1}}"#,
            #"{"field":{"mask":{"width":1,"height":1,"eight":[1]},"maximumRadius":-1}}"#,
        ])
    func invalidFields(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ProgressiveBlur.self, from: Data(json.utf8))
        }
    }

    @Test("fields are encoded as their texts")
    func fieldText() throws {
        let ramp = try ProgressiveBlur(maximumRadius: 12, direction: .left, startOffset: 0.25).field
        let both = BlurField.maximum([ramp, try BlurGradient("radial-blur(0px, 3%)").eased(.sine).field])
        let text = String(decoding: try JSONEncoder().encode(both), as: UTF8.self)
        #expect(text.contains(#""linear-blur(90deg, 12px, 0 75%)""#))
        #expect(text.contains(#""radial-blur(0, 3%)""#) && text.contains(#""sine""#))
        #expect(
            try JSONDecoder().decode(BlurField.self, from: Data(#""linear-blur(20px, 0)""#.utf8))
                == ProgressiveBlur().field)
    }

    @Test("missing keys decode as defaults")
    func partialJSON() throws {
        let blur = try JSONDecoder().decode(ProgressiveBlur.self, from: Data(#"{"direction":"left"}"#.utf8))
        #expect(try blur == ProgressiveBlur(direction: .left))
    }

    @Test("every setting of an initializer is a key")
    func settingKeys() throws {
        func decoded(_ end: String) throws -> ProgressiveBlur {
            let start = #"{"maximumRadius":9,"minimumRadius":1,"direction":"left","easing":"smoothstep""#
            let json = #"\#(start),"edges":"clamp",\#(end)}"#
            return try JSONDecoder().decode(ProgressiveBlur.self, from: Data(json.utf8))
        }
        let offset = try ProgressiveBlur(
            maximumRadius: 9, minimumRadius: 1, direction: .left, startOffset: 0.25, easing: .smoothstep, edges: .clamp)
        #expect(try decoded(#""startOffset":0.25"#) == offset)
        let reach = try ProgressiveBlur(
            maximumRadius: 9, minimumRadius: 1, direction: .left, reach: .percent(40), easing: .smoothstep,
            edges: .clamp)
        #expect(try decoded(#""reach":"40%""#) == reach)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ProgressiveBlur.self, from: Data(#"{"easing":"fast"}"#.utf8))
        }
    }

    @Test(
        "decoding validates",
        arguments: [#"{"maximumRadius":-1}"#, #"{"startOffset":1}"#, #"{"direction":"up"}"#])
    func invalidJSON(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ProgressiveBlur.self, from: Data(json.utf8))
        }
    }

    @Test("compare and hash by value")
    func hashable() throws {
        let blurs: Set = [
            try ProgressiveBlur(), try ProgressiveBlur(), try ProgressiveBlur(direction: .left),
        ]
        #expect(blurs.count == 2)
    }
}
