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
        return try SceneRenderer(resources).render(Scene(json: Array(json.utf8)))
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
        let json = "{\"canvas\":{\"width\":40,\"height\":30},\"layers\":[\(Self.group)]}"
        let whole = try SceneRenderer(resources).render(Scene(json: Array(json.utf8)))
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
