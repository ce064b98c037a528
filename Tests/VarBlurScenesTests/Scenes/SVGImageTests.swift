import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

/// Whether librsvg is installed.
enum SVGSupport {
    static let isAvailable: Bool = {
        findProgram()
        var resources = SceneResources()
        resources.files["a.svg"] = Array("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>".utf8)
        return
            (try? SceneRenderer(resources).render(
                Scene(canvas: SceneCanvas(), layers: [SceneLayer(.image(ImageLayer("a.svg")))])))
            != nil
    }()

    /// Lets the process of the tests find `varblur-svg`, which is beside the command and not beside the test runner.
    static func findProgram() {
        HelperProgram.svg.prepare(in: Program.varblur.url.deletingLastPathComponent().path)
    }
}

@Suite("SVG files in scenes", .enabled(if: SVGSupport.isAvailable))
struct SVGImageTests {
    /// A file of 40×20 pixels: green, with a blue square at its top left corner.
    private static let square = file(
        #"width="40" height="20""#,
        #"<rect width="40" height="20" fill="lime"/><rect width="10" height="10" fill="blue"/>"#)

    private static func file(_ members: String, _ content: String) -> String {
        #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" \#(members)>\#(content)</svg>"#
    }

    private static func picture(
        of svg: String, canvas: String = #""width":40,"height":20"#, members: String = "",
        limits: SceneLimits = SceneLimits(),
        directory: String = "."
    ) throws -> PixelBuffer {
        var resources = SceneResources(directory: directory)
        resources.files["a.svg"] = Array(svg.utf8)
        let json = #"{"canvas":{\#(canvas)},"layers":[{"type":"image","image":"a.svg"\#(members)}]}"#
        return try SceneRenderer(resources, limits: limits).render(try Scene(json))
    }

    private static func color(_ picture: borrowing PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
        (0..<4).map { picture[x, y, $0] }
    }

    private static let (green, blue, none) = ([0, 255, 0, 255], [255, 0, 0, 255], [0, 0, 0, 0])

    @Test("a file is drawn at the size of the output, and gives the canvas its own", arguments: [1, 2, 5])
    func scale(scale: Int) throws {
        let picture = try Self.picture(of: Self.square, canvas: "\"scale\":\(scale)")
        #expect(picture.width == 40 * scale && picture.height == 20 * scale)
        for y in 0..<20 * scale {
            for x in 0..<40 * scale {
                let expected = x < 10 * scale && y < 10 * scale ? Self.blue : Self.green
                #expect(Self.color(picture, x, y) == expected, "\(x), \(y)")
            }
        }
    }

    @Test("fits and positions are those of other images")
    func fits() throws {
        // 40×20 pixels in 40×40
        for (members, y, expected) in [
            (#","fit":"contain""#, 5, Self.none), (#","fit":"contain""#, 12, Self.blue),
            (#","fit":"contain""#, 25, Self.green),
            (#","fit":"fill""#, 18, Self.blue), (#","fit":"fill""#, 22, Self.green),
            (#","fit":"cover","position":"leading""#, 18, Self.blue),
            (#","fit":"cover","position":"trailing""#, 5, Self.green),
            (#","fit":"none","position":"top""#, 5, Self.blue), (#","fit":"none","position":"top""#, 25, Self.none),
        ] {
            let picture = try Self.picture(of: Self.square, canvas: #""width":40,"height":40"#, members: members)
            #expect(Self.color(picture, 5, y) == expected, "\(members), \(y)")
        }
    }

    @Test(
        "the size is that of the file, or else of its view box; units are those of CSS",
        arguments: [
            (#"viewBox="0 0 30 12""#, 30, 12), (#"width="1in" height="72pt""#, 96, 96),
            (#"width="50" height="25" viewBox="0 0 10 5""#, 50, 25),
            (#"width="100%" height="100%" viewBox="0 0 8 9""#, 8, 9),
        ])
    func sizes(members: String, width: Int, height: Int) throws {
        let picture = try Self.picture(of: Self.file(members, ""), canvas: "\"background\":\"#fff\"")
        #expect(picture.width == width && picture.height == height)
    }

    @Test("a layer with an SVG file is clipped, rotated, and translucent like others")
    func layers() throws {
        let picture = try Self.picture(
            of: Self.square, canvas: #""width":40,"height":40"#,
            members: #","width":40,"height":20,"rotation":90,"opacity":0.5,"shape":"rectangle""#)
        // the top left corner becomes the top right one
        let color = Self.color(picture, 25, 5)
        #expect(abs(color[0] - 128) <= 1 && color[1] == 0 && abs(color[3] - 128) <= 1, "\(color)")
        #expect(Self.color(picture, 5, 20) == Self.none)
    }

    @Test("references to other files and to the network have no effect")
    func references() throws {
        let files = try TemporaryDirectory()
        let red = try PixelBuffer.make(TestSupport.Size(8, 8), PixelFormat(.rgb)) { _, _, channel in
            channel == 0 ? 255 : 0
        }
        try files.write(try red.encoded(.png), to: "red.png")
        try files.write(
            Array(Self.file(#"width="8" height="8""#, #"<rect id="r" width="8" height="8" fill="red"/>"#).utf8),
            to: "red.svg")
        try files.write(Array("rect { fill: red }".utf8), to: "red.css")
        let path = files.url.path
        for name in ["red.png", "\(path)/red.png", "file://\(path)/red.png", "http://localhost/red.png"] {
            let svg = Self.file(#"width="8" height="8""#, #"<image xlink:href="\#(name)" width="8" height="8"/>"#)
            let picture = try Self.picture(of: svg, canvas: #""width":8,"height":8"#, directory: path)
            #expect(Self.color(picture, 4, 4) == Self.none, "\(name)")
        }
        let style = "<style>@import url(\"file://\(path)/red.css\");</style>"
        let entity = "<!DOCTYPE svg [<!ENTITY x SYSTEM \"file://\(path)/red.svg\">]>"
        for svg in [
            Self.file(#"width="8" height="8""#, style + #"<rect width="8" height="8" fill="lime"/>"#),
            Self.file(
                #"width="8" height="8""#,
                #"<rect width="8" height="8" fill="lime"/><use xlink:href="\#(path)/red.svg#r"/>"#),
            entity + Self.file(#"width="8" height="8""#, #"<rect width="8" height="8" fill="lime"/>&x;"#),
        ] {
            // a file that refers to others may also be refused
            let color = try? Self.color(
                Self.picture(of: svg, canvas: #""width":8,"height":8"#, directory: path), 4, 4)
            #expect(color == Self.green || color == nil && svg.contains("ENTITY"), "\(svg)")
        }
    }

    @Test(
        "files that are none, that are damaged, compressed, or without a size are mistakes of the layer",
        arguments: [
            ("plain text", "is not an SVG file"), ("", "is not an SVG file"), ("\u{1F}\u{8B}", "is not an SVG file"),
            ("<svg", "cannot be drawn"), ("<html></html>", "cannot be drawn"),
            (#"<svg xmlns="http://www.w3.org/2000/svg"></svg>"#, "no size"),
            (#"<svg xmlns="http://www.w3.org/2000/svg" width="0" height="10"></svg>"#, "no valid size"),
            (#"<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="10"></svg>"#, "no valid size"),
            ("<svg>" + String(repeating: " ", count: SVGFile.greatestByteCount), "larger than the limit"),
            (
                #"<svg xmlns="http://www.w3.org/2000/svg">"# + String(repeating: "<g>", count: 100_000),
                "cannot be drawn"
            ),
        ])
    func mistakes(svg: String, message: String) throws {
        let error = #expect(throws: SceneError.self) { () throws in _ = try Self.picture(of: svg) }
        #expect(error?.problems.map(\.path) == ["layers[0].image"])
        #expect(
            error?.description.contains(message) == true && error?.description.contains("a.svg") == true,
            "\(error?.description ?? "")")
    }

    @Test("texts get the fonts of the system, and images in the file are drawn")
    func contents() throws {
        let red = try PixelBuffer.make(TestSupport.Size(8, 8), PixelFormat(.rgb)) { _, _, channel in
            channel == 0 ? 255 : 0
        }
        let uri = "data:image/png;base64," + Data(try red.encoded(.png)).base64EncodedString()
        let svg = Self.file(#"width="8" height="8""#, #"<image xlink:href="\#(uri)" width="8" height="8"/>"#)
        let color = try Self.color(Self.picture(of: svg, canvas: #""width":8,"height":8"#), 4, 4)
        #expect(color == [0, 0, 255, 255], "\(color)")
        let text = Self.file(
            #"width="40" height="20""#, #"<text x="2" y="16" font-family="DejaVu Sans" font-size="16">HH</text>"#)
        let picture = try Self.picture(of: text)
        let ink = (0..<20).reduce(0) { sum, y in sum + (0..<40).count { picture[$0, y, 3] > 128 } }
        #expect(ink > 60 && ink < 400, "\(ink)")
    }

    @Test("the memory of a drawing counts", arguments: [1, 100])
    func memory(depth: Int) throws {
        let groups = String(repeating: #"<g opacity="0.9">"#, count: depth)
        let svg = Self.file(
            #"width="1500" height="1500""#,
            groups + #"<rect width="1500" height="1500"/>"# + String(repeating: "</g>", count: depth))
        var limits = SceneLimits()
        (limits.memory, limits.images.memory) = (200 << 20, 200 << 20)
        let result = Result { () throws(SceneError) in
            var resources = SceneResources()
            resources.files["a.svg"] = Array(svg.utf8)
            let json = #"{"canvas":{"width":1500,"height":1500},"layers":[{"type":"image","image":"a.svg"}]}"#
            return try SceneRenderer(resources, limits: limits).render(try Scene(json))[750, 750, 3]
        }
        switch result {
        case .success(let alpha): #expect(depth == 1 && abs(alpha - 230) <= 1, "\(alpha)")
        case .failure(let error):
            #expect(depth == 100 && error.code == .overLimit && error.description.contains("memory"), "\(error)")
        }
    }

    @Test("a file that takes too long is given up")
    func time() throws {
        // noise that is computed again and again
        let filter =
            #"<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence numOctaves="9" baseFrequency="0.5"/></filter>"#
        let rectangle = #"<rect width="600" height="600" filter="url(#f)"/>"#
        let svg = Self.file(#"width="600" height="600""#, filter + String(repeating: rectangle, count: 4))
        var limits = SceneLimits()
        limits.images.time = .milliseconds(200)
        let start = ContinuousClock.now
        let error = #expect(throws: SceneError.self) { () throws in
            _ = try Self.picture(of: svg, canvas: #""width":600,"height":600"#, limits: limits)
        }
        #expect(
            error?.code == .timeout && error?.description.contains("too long") == true, "\(error?.description ?? "")")
        #expect(ContinuousClock.now - start < .seconds(20))
    }

    @Test(
        "a file is the mask and the matte of a blur, as an image of its pixels is",
        arguments: ["mask", "matte"], [true, false])
    func mask(member: String, isOpaque: Bool) throws {
        // a gray background makes the file opaque, so that its luma counts
        let background = #"<rect width="40" height="20" fill="rgb(64,64,64)"/>"#
        let svg = Self.file(
            #"width="40" height="20""#,
            (isOpaque ? background : "")
                + #"<rect width="10" height="10" fill="lime"/><rect x="20" width="20" height="20" fill="white"/>"#)
        for (scale, place) in [(1, ""), (2, ""), (2, #","width":20,"height":10"#)] {
            var resources = SceneResources()
            resources.files["a.svg"] = Array(svg.utf8)
            resources.files["photo.png"] = try PixelBuffer.noise(TestSupport.Size(80, 40)).encoded(.png)
            // the same drawing as an image of pixels
            let size = place.isEmpty ? #""width":40,"height":20"# : #""width":20,"height":10"#
            let drawing =
                #"{"canvas":{\#(size),"scale":\#(scale)},"layers":[{"type":"image","image":"a.svg","fit":"fill"}]}"#
            let drawn = try SceneRenderer(resources).render(try Scene(drawing))
            let pixels = try PixelBuffer.make(TestSupport.Size(drawn.width, drawn.height), PixelFormat(.rgba)) {
                // the colors of translucent pixels do not count
                drawn[$0, $1, [2, 1, 0, 3][$2]]
            }
            resources.files["a.png"] = try pixels.encoded(.png)
            let pictures = try ["a.svg", "a.png"].map { name in
                let json =
                    #"{"canvas":{"width":40,"height":20,"scale":\#(scale)},"layers":[{"type":"image","image":"photo.png"},"#
                    + #"{"type":"blur","radius":6,"\#(member)":"\#(name)"\#(place)}]}"#
                return try SceneRenderer(resources).render(try Scene(json)).sampleValues()
            }
            #expect(pictures[0] == pictures[1], "\(scale) \(place)")
        }
    }

    @Test("a mask takes effect where it is white or opaque, and mistakes name its member")
    func maskedBlur() throws {
        var resources = SceneResources()
        resources.files["a.svg"] = Array(
            Self.file(#"viewBox="0 0 4 2""#, #"<rect width="2" height="2" fill="black"/>"#).utf8)
        let photo = try PixelBuffer.noise(TestSupport.Size(40, 20), PixelFormat(.rgb))
        resources.files["photo.png"] = try photo.encoded(.png)
        let json =
            #"{"layers":[{"type":"image","image":"photo.png"},{"type":"blur","radius":6,"mask":"a.svg"}]}"#
        let picture = try SceneRenderer(resources).render(try Scene(json))
        func changed(_ columns: Range<Int>) -> Int {
            columns.reduce(0) { count, x in
                count + (0..<20).count { y in (0..<3).contains { picture[x, y, 2 - $0] != photo[x, y, $0] } }
            }
        }
        #expect(changed(0..<19) > 300 && changed(21..<40) == 0, "\(changed(0..<19)) \(changed(21..<40))")
        resources.files["a.svg"] = Array("<svg".utf8)
        let error = #expect(throws: SceneError.self) { () throws in
            try SceneRenderer(resources).check(try Scene(json))
        }
        #expect(error?.problems.map(\.path) == ["layers[1].mask"])
    }

    @Test("the digest of a scene depends on the contents of its SVG files")
    func digest() throws {
        func digest(_ svg: String) throws -> String {
            var resources = SceneResources()
            resources.files["a.svg"] = Array(svg.utf8)
            let scene = try Scene(#"{"layers":[{"type":"image","image":"a.svg"}]}"#)
            return try SceneRenderer(resources).digest(of: scene, settings: "").description
        }
        #expect(try digest(Self.square) == digest(Self.square))
        #expect(try digest(Self.square) != digest(Self.square.replacing("blue", with: "navy")))
    }
}
