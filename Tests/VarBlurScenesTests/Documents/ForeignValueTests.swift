import TestSupport
import Testing
import VarBlurJSON

@testable import VarBlurScenes

@Suite("Hints on what CSS, Figma, and SwiftUI call otherwise")
struct ForeignValueTests {
    private static let text = #""type":"text","text":"x","#
    private static let shape = #""type":"shape","shape":"circle","fill":"red","#
    private static let image = #""type":"image","image":"a.png","#
    private static let stack = #""type":"stack","layers":[],"#

    /// Members of a layer, and a part of the hint; without a hint, they are valid.
    private static let rows: [(layer: String, hint: String)] = [
        // what works
        (text + #""weight":"bold""#, ""), (text + #""weight":700"#, ""), (text + #""alignment":"center""#, ""),
        (image + #""fit":"cover""#, ""), (text + #""color":"transparent""#, ""), (text + ##""color":"#fff8""##, ""),
        (text + #""color":"rgba(0, 0, 0, .5)""#, ""), (text + #""color":"hsl(200deg 50% 50%)""#, ""),
        (#""type":"blur","easing":"ease""#, ""), (#""type":"blur","easing":"cubic-bezier(0.2, 0, 0, 1)""#, ""),
        (text + #""width":"100%""#, ""), (text + #""padding":{"top":8}"#, ""), (text + #""anchor":"bottom""#, ""),
        // members
        (text + #""fontWeight":700"#, "'weight'"), (text + #""bold":true"#, "'weight'"),
        (text + #""textAlign":"center""#, "'textAlignment'"), (text + #""lineHeight":1.2"#, #""1.2em""#),
        (text + #""maxLines":2"#, "'lines'"), (text + #""foregroundColor":"red""#, "'color'"),
        (text + #""textTransform":"uppercase""#, "'text'"), (text + #""whiteSpace":"nowrap""#, "'lines'"),
        (text + #""fontStyle":"italic""#, "'italic'"), (text + #""tint":"red""#, "'color'"),
        (text + #""borderRadius":8"#, #""maskedBy": [{"type": "shape""#), (text + #""border":"red""#, "'stroke'"),
        (text + #""textShadow":{}"#, "'shadow'"), (text + #""shadowRadius":4"#, #""shadow": {"radius": 4"#),
        (text + #""backdropFilter":"blur(4px)""#, "'blur' or 'glass'"),
        (text + #""position":"absolute""#, "'alignment'"),
        (text + #""right":4"#, #""alignment": "bottomTrailing""#), (text + #""transform":"x""#, "'rotation'"),
        (text + #""offset":4"#, "'offsetX' and 'offsetY'"), (text + #""zIndex":4"#, "in their order"),
        (text + #""visible":true"#, "'hidden'"), (text + #""name":"a""#, "'id'"), (text + #""duration":2"#, "'timing'"),
        (text + #""paddingLeft":4"#, #""padding": {"leading": 12}"#), (text + #""marginTop":4"#, "'contentPadding'"),
        (text + #""maxWidth":4"#, "'width'"), (text + #""flexGrow":1"#, "'width'"),
        (shape + #""backgroundColor":"red""#, "'background'"), (shape + #""borderWidth":2"#, "'strokeWidth'"),
        (shape + #""tintColor":"red""#, "'fill'"), (shape + #""cornerRadius":9"#, #""cornerRadius": 12"#),
        (shape + #""aspectRatio":1"#, "'width' and 'height'"), (shape + #""size":9"#, "'width' and 'height'"),
        (shape + #""mask":[]"#, "'maskedBy'"), (image + #""objectFit":"cover""#, "'fit'"),
        (image + #""objectPosition":"left""#, "'position'"), (image + #""clipShape":"circle""#, "'shape'"),
        (image + #""filter":"blur(4px)""#, "'blur'"), (image + #""foregroundColor":"red""#, "'fill'"),
        (image + #""border":"red""#, "'stroke'"), (stack + #""justifyContent":"center""#, "'contentAlignment'"),
        (stack + #""gap":8"#, "'spacing'"), (stack + #""flexDirection":"row""#, "'axis'"),
        (stack + #""overflow":"hidden""#, "maskedBy"), (stack + #""cornerRadius":8"#, "maskedBy"),
        (#""type":"fill","gradient":{}"#, "'paint'"), (#""type":"fill","paint":"red","boxShadow":1"#, "'stack'"),
        (#""type":"qrCode","text":"a","level":"H""#, "'errorCorrection'"),
        (#""type":"overlay","detents":[],"notches":[{"name":"a","extent":1}]"#, "'notches'"),
        (#""type":"overlay","notches":[{"name":"a","extent":1}],"edge":"top""#, "'side'"),
        // values
        (text + #""rotation":"45deg""#, "write 45"), (text + #""rotation":"0.5turn""#, "write 180"),
        (text + #""opacity":"50%""#, "write 0.5"), (text + #""lineSpacing":"120%""#, "write 1.2"),
        (text + #""lines":"2""#, "write 2"), (text + #""weight":"700""#, "write 700"),
        (text + #""size":"12px""#, "write 12"), (text + #""size":"1.5rem""#, "write 24"),
        (text + #""size":"12pt""#, "write 16"), (text + #""width":"50vw""#, #"write "50%""#),
        (text + #""width":"calc(100% - 48px)""#, #"write "100% - 48""#),
        (text + #""width":"auto""#, "leave the member out"),
        (text + #""padding":"10px 20px""#, #"{"top": 10, "leading": 20, "bottom": 10, "trailing": 20}"#),
        (text + #""padding":[1,2,3,4]"#, #"{"top": 1, "leading": 4, "bottom": 3, "trailing": 2}"#),
        (text + #""alignment":"flex-start""#, "'leading'"), (text + #""alignment":"top left""#, "'topLeading'"),
        (text + #""textAlignment":"left""#, "'leading'"), (text + #""textAlignment":"justify""#, "'leading'"),
        (text + #""verticalAlignment":"middle""#, "'center'"), (text + #""overflow":"hidden""#, "'clip'"),
        (text + ##""background":"#fff""##, ##"write [{"type": "fill", "paint": "#fff"}]"##),
        (text + #""background":{"type":"fill"}"#, "in brackets"),
        (text + #""blendMode":"color-dodge""#, "'colorDodge'"),
        (text + #""shadow":"0 2px 4px #000""#, #"such as {"color":"#), (text + #""shadow":true"#, #""radius":4"#),
        (text + #""color":"0xff0000""#, "'#ff0000'"), (text + #""color":"Color.red""#, "'red'"),
        (text + #""fill":"automatic""#, "'color' of a text"),
        (shape + #""stroke":"1px solid red""#, "'strokeWidth'"), (shape + #""stroke":"none""#, "leave the member out"),
        (shape + #""strokeDash":4"#, "write [4]"), (image + #""fit":"scale-down""#, "'contain'"),
        (image + #""fit":"stretch""#, "'fill'"), (image + #""blur":8"#, #"such as {"radius":20"#),
        (stack + #""axis":"row""#, "'horizontal'"), (stack + #""axis":"column-reverse""#, "'vertical'"),
        (stack + #""contentAlignment":"space-between""#, "'spacing'"),
        (stack + #""contentAlignment":"stretch""#, "'width' or the 'height'"),
        (stack + #""contentAlignment":"baseline""#, "'baseline'"),
        (#""type":"blur","easing":"easeOutCubic""#, "'ease-out'"), (#""type":"blur","direction":"up""#, "'top'"),
        (#""type":"qrCode","text":"a","errorCorrection":"H""#, "'high'"), (#""type":"svg""#, "'image'"),
        (#""type":"label""#, "'text'"), (#""type":"divider""#, "'fill'"), (#""type":"circle""#, #""type": "shape""#),
    ]

    @Test("lead to members and values that exist, or work", arguments: rows)
    func hints(layer: String, hint: String) {
        let message = ForeignWordTests.message(layer)
        #expect(hint.isEmpty ? message.isEmpty : message.contains(hint), "\(message)")
        for line in message.split(separator: "\n") { checkNames(in: String(line)) }
    }

    /// Whether all words of a hint are those of the schema.
    private func checkNames(in line: String) {
        guard let start = line.firstIndex(of: ";") else { return }
        let hint = line[start...]
        for match in hint.matches(of: /'([^' ]+)'|"([A-Za-z$]+)":/) {
            let word = String(match.1 ?? match.2 ?? "")
            #expect(Self.names.contains(word) || SceneColor(css: word) != nil, "\(word): \(line)")
        }
    }

    /// The members and the words of the schema.
    private static let names: Set<String> = {
        var names: Set<String> = []
        func add(_ schema: JSONValue) {
            switch schema {
            case .array(let values): for value in values { add(value) }
            case .object(let members):
                for member in members {
                    if member.name == "properties", case .object(let properties) = member.value {
                        names.formUnion(properties.map(\.name))
                    }
                    if ["enum", "examples"].contains(member.name), case .array(let values) = member.value {
                        for case .string(let word) in values { names.insert(word) }
                    }
                    if member.name == "const", case .string(let word) = member.value { names.insert(word) }
                    add(member.value)
                }
            default: break
            }
        }
        add(SceneSchema.value)
        return names
    }()

    @Test("of the document lead to its members")
    func documents() {
        for (json, hint) in [
            (#"{"width":90,"layers":[]}"#, "'canvas'"), (#"{"background":"red","layers":[]}"#, "'canvas'"),
            (#"{"children":[]}"#, "'layers'"), (#"{"canvas":{"width":"90px"},"layers":[]}"#, "write 90"),
            (#"{"canvas":{"size":[1,2]},"layers":[]}"#, "'width' and 'height'"),
            (#"{"canvas":{"backgroundColor":"red"},"layers":[]}"#, "'background'"),
            (#"{"animation":{},"layers":[]}"#, "'motion'"), (#"{"fonts":"a.ttf","layers":[]}"#, #"write ["a.ttf"]"#),
            (#"{"motion":{"easing":"spring"},"layers":[]}"#, "'spring'"),
        ] {
            let error = #expect(throws: SceneError.self) { () throws in try SceneAnimation(json) }
            #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
            for line in (error?.description ?? "").split(separator: "\n") { checkNames(in: String(line)) }
        }
    }

    @Test("are never more than a line, whatever is written")
    func noise() {
        var random = SplitMix64(seed: 2)
        let parts = ["px", "%", "1", "calc(", ")", " ", "e9", "-", ".", "deg", "∞", "solid", "0x", "#", "\u{1}", "\n"]
        let members = ["color", "rotation", "width", "padding", "lines", "background", "shadow", "alignment"]
        for _ in 0..<400 {
            let value = (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            let layer =
                Self.text
                + "\"\(members.randomElement(using: &random) ?? "")\":\(JSONValue.string(value.joined()).text)"
            #expect(ForeignWordTests.message(layer).split(separator: "\n").count <= 1)
        }
    }
}
