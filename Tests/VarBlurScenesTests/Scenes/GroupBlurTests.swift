import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("Blurs of single images and of groups")
struct GroupBlurTests {
    private static let photo = #""type":"image","image":"a.png","width":40,"height":30"#
    private static let blur = #""radius":6,"direction":"bottom","startOffset":0.2"#

    /// The picture of layers on a canvas of 80×60 pixels, with a photo of two colors.
    private func picture(_ layers: String, page: String = "white") throws -> PixelBuffer {
        let photo = try PixelBuffer.make(TestSupport.Size(40, 30), PixelFormat(.rgb)) { x, y, channel in
            [x < 20 ? 220 : 30, 40 + 4 * y, 90][channel]
        }
        var resources = SceneResources()
        resources.files["a.png"] = try photo.encoded(.png)
        let json = #"{"canvas":{"width":80,"height":60,"background":"\#(page)"},"layers":[\#(layers)]}"#
        return try SceneRenderer(resources).render(Scene(json))
    }

    private static let group = "{\(photo)},{\"type\":\"blur\",\(blur)}"

    private static let stack = "\"type\":\"stack\",\"axis\":\"depth\",\"width\":40,\"height\":30"

    @Test(
        "the pixels around an image have no effect on its own blur, nor on that of its group",
        arguments: [
            ("\(photo),\"blur\":{\(blur)}", 1200), ("\(photo),\"rotation\":90,\"blur\":{\(blur)}", 1200),
            ("\(photo),\"blur\":{\(blur)},\"shape\":{\"type\":\"rectangle\",\"cornerRadius\":8}", 1100),
            ("\(photo),\"offsetX\":3.4,\"blur\":{\(blur),\"edges\":\"mirror\"}", 1170),
            ("\(stack),\"layers\":[\(group)]", 1200), ("\(stack),\"opacity\":0.99,\"layers\":[\(group)]", 1200),
            (
                "\(stack),\"layers\":[\(group)],\"maskedBy\":[{\"type\":\"shape\",\"shape\":\"circle\",\"fill\":\"black\"}]",
                600
            ),
            ("\(stack),\"background\":[\(group)],\"layers\":[]", 1200),
        ])
    func surroundings(layer: String, count: Int) throws {
        let white = try picture("{\(layer)}")
        let black = try picture("{\(layer)}", page: "black")
        var independent = 0
        for y in 0..<60 {
            for x in 0..<80 {
                let isIndependent = (0..<3).allSatisfy { abs(white[x, y, $0] - black[x, y, $0]) <= 4 }
                if isIndependent { independent += 1 }
            }
        }
        #expect((count...1200).contains(independent), "\(independent)")
    }

    @Test("an image is blurred as a canvas of its size is")
    func canvas() throws {
        let own = try picture("{\(Self.photo),\"blur\":{\(Self.blur)}}")
        let group = try picture(
            "{\"type\":\"stack\",\"axis\":\"depth\",\"width\":40,\"height\":30,\"layers\":[\(Self.group)]}")
        var resources = SceneResources()
        let photo = try PixelBuffer.make(TestSupport.Size(40, 30), PixelFormat(.rgb)) { x, y, channel in
            [x < 20 ? 220 : 30, 40 + 4 * y, 90][channel]
        }
        resources.files["a.png"] = try photo.encoded(.png)
        let whole = try SceneRenderer(resources).render(Scene(40, 30, Self.group))
        for y in 0..<30 {
            for x in 0..<40 {
                for channel in 0..<3 {
                    #expect(own[x + 20, y + 15, channel] == whole[x, y, channel])
                    #expect(abs(group[x + 20, y + 15, channel] - whole[x, y, channel]) <= 2)
                }
            }
        }
    }

    @Test("a blur without layers below it in its group blurs what is behind the group")
    func behind() throws {
        let blur = "\"type\":\"blur\",\(Self.blur),\"width\":30,\"height\":20"
        let plain = try picture("{\(Self.photo)},{\(blur)}")
        for group in [
            "{\"type\":\"stack\",\"axis\":\"depth\",\"layers\":[{\(blur)}]}",
            "{\"type\":\"stack\",\"width\":30,\"height\":20,\"layers\":[],\"background\":[{\(blur)}]}",
        ] {
            #expect(try [UInt8](picture("{\(Self.photo)},\(group)")) == [UInt8](plain))
        }
    }

    /// Blurs that overlap, with radii of 0 to 6, and a stack of one.
    private static let blurs = [
        #"{"type":"blur","radius":3,"direction":null,"width":30,"height":20,"offsetX":-8}"#,
        ##"{"type":"blur","radius":4,"direction":null,"width":30,"height":20,"offsetX":6,"tint":"#00ff0080"}"##,
        #"{"type":"blur","radius":5,"direction":"top"}"#, #"{"type":"blur","radius":6,"direction":"bottom"}"#,
        #"{"type":"blur","radius":0,"direction":null,"width":70,"height":50}"#,
        #"{"type":"stack","axis":"depth","layers":[{"type":"blur","radius":2,"direction":null,"width":50,"height":40}]}"#,
    ]

    @Test("blurs alone in a group change what is behind it as they do outside of it, in any order", arguments: 0..<8)
    func overlapping(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let blurs = Self.blurs.shuffled(using: &random).prefix(2 + seed % 4).joined(separator: ",")
        let flat = try [UInt8](picture("{\(Self.photo)},\(blurs)"))
        #expect(try flat != [UInt8](picture("{\(Self.photo)}")))
        for group in [
            #""type":"stack","axis":"depth","width":80,"height":60,"layers":[\#(blurs)]"#,
            #""type":"stack","width":80,"height":60,"layers":[],"background":[\#(blurs)]"#,
            #""type":"stack","axis":"depth","width":80,"height":60,"layers":[{"type":"stack","axis":"depth","layers":[\#(blurs)]}]"#,
        ] {
            #expect(try [UInt8](picture("{\(Self.photo)},{\(group)}")) == flat, "\(blurs)")
        }
    }

    @Test("a blur of what is behind a group stays if another one blurs the group")
    func apart() throws {
        let left = #"{"type":"blur","radius":3,"direction":null,"width":16,"height":20,"offsetX":-10}"#
        let fill = #"{"type":"fill","paint":"red","width":10,"height":10,"offsetX":30}"#
        let right = #"{"type":"blur","radius":2,"direction":null,"width":16,"height":14,"offsetX":30}"#
        let pair = #"{"type":"stack","axis":"depth","width":80,"height":60,"layers":[\#(fill),\#(right)]}"#
        let alone = try picture("{\(Self.photo)},\(left)")
        let backed = #"{"type":"shape","shape":"circle","width":9,"height":9,"offsetX":-10,"background":[\#(left)]}"#
        let shown = try picture("{\(Self.photo)},\(backed)")
        for (layers, expected) in [
            ("\(left),\(fill),\(right)", [UInt8](alone)), ("\(fill),\(left),\(right)", [UInt8](alone)),
            ("\(left),\(pair)", [UInt8](alone)), ("\(backed),\(fill),\(right)", [UInt8](shown)),
        ] {
            let group = try picture(
                #"{\#(Self.photo)},{"type":"stack","axis":"depth","width":80,"height":60,"layers":[\#(layers)]}"#)
            // beyond the other blur
            let columns = 0..<55
            for y in 0..<60 {
                let row = 4 * 80 * y
                let bytes = row + 4 * columns.lowerBound..<row + 4 * columns.upperBound
                #expect([UInt8](group)[bytes] == expected[bytes], "row \(y) of \(layers)")
            }
            #expect([UInt8](group) != expected)
        }
    }

    @Test("blend modes in a group work under a blur", arguments: ["multiply", "screen", "difference", "plusLighter"])
    func blending(mode: String) throws {
        let fill = ##"{"type":"fill","paint":"#ffcc00","width":60,"height":40,"blendMode":"\##(mode)"}"##
        let blur = #"{"type":"blur","radius":2,"direction":null,"width":20,"height":20}"#
        let flat = try picture(fill, page: "#40a0ff")
        let group = try picture(
            #"{"type":"stack","axis":"depth","width":80,"height":60,"layers":[\#(fill),\#(blur)]}"#, page: "#40a0ff")
        #expect([UInt8](group) == [UInt8](flat))
    }

    @Test("looks have the same effect with a radius of 0, on the whole canvas and on a part of it")
    func looks() throws {
        for (direction, isEven) in [("null", true), (#""top""#, false), (#""bottom""#, false)] {
            let blur = ##""type":"blur","radius":0,"direction":\##(direction),"tint":"#00ff00""##
            let whole = try picture("{\(blur)}", page: "#ff0000")
            let part = try picture(#"{\#(blur),"width":78}"#, page: "#ff0000")
            let greens = (0..<60).map { whole[40, $0, 1] }
            #expect(isEven ? greens == Array(repeating: 255, count: 60) : Set(greens).count > 40, "\(greens)")
            #expect((0..<60).allSatisfy { abs(part[40, $0, 1] - greens[$0]) <= 1 }, "\(direction)")
        }
    }

    @Test("mistakes and masks of the blur of an image have its path")
    func mistakes() throws {
        for (blur, path) in [
            (#"{"radius":-1}"#, "layers[0].blur.radius"), (#"{"type":"blur"}"#, "layers[0].blur.type"),
            (#"{"mask":"none.png"}"#, "layers[0].blur.mask"),
        ] {
            let error = #expect(throws: SceneError.self) { () throws in
                _ = try picture("{\(Self.photo),\"blur\":\(blur)}")
            }
            #expect(error?.problems.map(\.path) == [path])
        }
    }
}
