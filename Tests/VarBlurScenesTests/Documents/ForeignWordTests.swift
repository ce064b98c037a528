import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("Words of CSS, Figma, and SwiftUI")
struct ForeignWordTests {
    /// The message about a scene with one layer; empty if it is valid.
    static func message(_ layer: String) -> String {
        do {
            _ = try SceneAnimation(90, 60, "{\(layer)}")
            return ""
        } catch {
            return error.description
        }
    }

    private static let text = #""type":"text","text":"x","#

    @Test(
        "each of them leads to the member or the value here",
        arguments: [
            (text + #""x":1"#, "'offsetX'"), (text + #""y":1"#, "'offsetY'"), (text + #""margin":1"#, "'padding'"),
            (text + #""fontSize":1"#, "'size'"), (text + #""font-size":1"#, "'size'"),
            (text + #""fontFamily":"A""#, "'family'"),
            (text + #""rotate":4"#, "'rotation'"), (text + #""angle":4"#, "'rotation'"),
            (text + #""z-index":4"#, "in their order"),
            (text + #""color":"ff0000""#, "'#ff0000'"), (text + #""color":"fff""#, "'#fff'"),
            (text + #""tracking":1"#, "'letterSpacing'"),
            (text + #""textAlign":"left""#, "'textAlignment'"), (text + #""alpha":1"#, "'opacity'"),
            (#""type":"stack","layers":[],"gap":4"#, "'spacing'"),
            (#""type":"stack","layers":[],"axis":"row""#, "'horizontal'"),
            (#""type":"stack","layers":[],"rowGap":4"#, "'lineSpacing'"),
            (#""type":"stack","layers":[],"columnGap":4"#, "'spacing'"),
            (#""type":"stack","layers":[],"flexWrap":"wrap""#, "'wrap'"),
            (#""type":"stack","layers":[],"gridTemplateColumns":"1fr 1fr""#, "'columns'"),
            (#""type":"stack","layers":[],"direction":"column""#, "'axis'"),
            (#""type":"stack","layers":[],"direction":"rightToLeft""#, "'rtl'"), (#""type":"grid""#, "'stack'"),
            (text + #""dir":"rtl""#, "'direction'"), (text + #""line-height":20"#, "'lineHeight'"),
            (#""type":"stack","children":[]"#, "'layers'"),
            (#""type":"stack","layers":[],"alignItems":"center""#, "'contentAlignment'"),
            (#""type":"image","src":"a.jpg""#, "'image'"),
            (#""type":"image","image":"a.jpg","objectFit":"cover""#, "'fit'"),
            (#""type":"image","image":"a.jpg","fit":"scaleAspectFill""#, "'cover'"),
            (
                #""type":"shape","shape":"rectangle","cornerRadius":9"#,
                #""shape": {"type": "rectangle", "cornerRadius": 12}"#
            ),
            (#""type":"shape","shape":"circle","border":"red""#, "'stroke'"),
            (#""type":"shape","shape":"pill""#, "'capsule'"),
            (#""type":"rectangle","fill":"red""#, #""type": "shape""#), (#""type":"frame""#, "'stack'"),
            (#""type":"img""#, "'image'"),
            (#""type":"fill","paint":"linear-gradient(red, blue)""#, "a gradient is an object"),
            (#""type":"fill","paint":{"gradient":"linear","angle":90,"stops":["red","blue"]}"#, "'start' and 'end'"),
            (#""type":"fill","color":"red""#, "'paint'"), (#""type":"blur","easing":"easeInOut""#, "'ease-in-out'"),
            (#""type":"blur","easing":"EaseIn""#, "'ease-in'"), (#""type":"blur","radius":"-4""#, "-4 is negative"),
            (#""type":"blur","radius":"4""#, "write 4"),
            (#""type":"fill","paint":"red","opacity":"2""#, "must be 0 to 1"),
        ])
    func hints(layer: String, hint: String) {
        let message = Self.message(layer)
        #expect(message.split(separator: "\n").contains { $0.contains(hint) }, "\(message)")
    }

    @Test("all lead to words that exist, are not words of their own place, and are written as they are compared")
    func table() {
        let objects: [[String]] =
            SceneLayer.Kind.allCases.map { $0.documentation.map(\.name) + SceneLayer.members.map(\.name) }
            + [
                ColorGradient.documentation, SceneShadow.documentation, GlassItem.documentation,
                SceneDocument.documentation,
                SceneCanvas.documentation,
            ].map { $0.map(\.name) }
        let lists =
            objects + [
                SceneLayer.Kind.names, StackLayer.Axis.choices, ImageLayer.Fit.choices, SceneAlignment.choices,
                SceneDirection.choices,
                TextLayer.Overflow.choices, BlurDirection.choices, SceneBlendMode.choices, Easing.choices,
                QRCodeLayer.ErrorCorrection.choices,
                ["rectangle", "capsule", "ellipse", "cornerRadius", "hexagonBadge", "polygon"],
            ]
        for (ours, foreign) in ForeignWord.table {
            #expect(lists.contains { $0.contains(ours) }, "\(ours)")
            for word in foreign.split(separator: " ").map(String.init) {
                #expect(ForeignWord.normalized(word) == word)
                let places = lists.filter { $0.contains(ours) }
                #expect(places.contains { ForeignWord.hint(for: word, among: $0)?.isEmpty == false }, "\(word)")
                #expect(word != ours)
            }
        }
        #expect(ForeignWord.table.reduce(0) { $0 + $1.foreign.split(separator: " ").count } > 80)
    }

    @Test("what is valid but probably not meant is noted")
    func notices() throws {
        for (layer, notice) in [
            (#""type":"shape","shape":"circle""#, "layers[0]: a shape without 'fill' and 'stroke' is invisible"),
            (
                Self.text + #""family":"DejaVu Sans","size":20,"minSize":40"#,
                "layers[0].minSize: the smallest size, 40, has no"
            ),
            (#""type":"shape","shape":"circle","stroke":"red""#, ""),
            (Self.text + #""family":"DejaVu Sans","size":20,"minSize":20"#, ""),
        ] {
            let renderer = try SceneRenderer()
            try renderer.check(Scene(90, 60, "{\(layer)}"))
            #expect(renderer.notices.count == (notice.isEmpty ? 0 : 1))
            #expect(renderer.notices.allSatisfy { $0.hasPrefix(notice) }, "\(renderer.notices)")
        }
    }
}
