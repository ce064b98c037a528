import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

@Suite("Crops and positions of images")
struct FramedImageTests {
    /// A picture of a scene with one image; `canvas` and `members` are JSON.
    private func picture(_ file: [UInt8], _ canvas: String, _ members: String = "") throws -> PixelBuffer {
        var resources = SceneResources()
        resources.files["a.png"] = file
        let json = #"{"canvas":{\#(canvas)},"layers":[{"type":"image","image":"a.png"\#(members)}]}"#
        return try SceneRenderer(resources).render(Scene(json))
    }

    /// The channels of a pixel as red, green and blue.
    private static func color(_ picture: borrowing PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
        (0..<3).map { picture[x, y, 2 - $0] }
    }

    /// An image of 64×48 pixels with a color for each quarter.
    private func quarters() throws -> PixelBuffer {
        try PixelBuffer.make(TestSupport.Size(64, 48), PixelFormat(.rgb)) { x, y, channel in
            [200, x < 32 ? 0 : 255, y < 24 ? 0 : 255][channel]
        }
    }

    @Test(
        "pixels outside of a crop have no effect, however it is scaled",
        arguments: ["32x24+32+24", "50%x50%+50%+50%"], [(9, 7), (32, 24), (150, 40)])
    func crop(crop: String, size: (Int, Int)) throws {
        let file = try quarters().encoded(.png)
        let drawn = try picture(
            file, #""width":\#(size.0),"height":\#(size.1)"#, #","fit":"fill","crop":"\#(crop)""#)
        for y in 0..<size.1 {
            for x in 0..<size.0 { #expect(Self.color(drawn, x, y) == [200, 255, 255], "\(x), \(y)") }
        }
    }

    @Test("a canvas without a size has that of the first image's crop")
    func canvasSize() throws {
        let file = try quarters().encoded(.png)
        let drawn = try picture(file, "", #","crop":"20x10+22+19""#)
        #expect(drawn.width == 20 && drawn.height == 10)
        #expect(Self.color(drawn, 9, 4) == [200, 0, 0] && Self.color(drawn, 10, 5) == [200, 255, 255])
    }

    @Test("a position is the point of the image that lies at the same point of the area")
    func focus() throws {
        // each pixel tells its column and row
        let image = try PixelBuffer.make(TestSupport.Size(100, 60), PixelFormat(.rgb)) { x, y, channel in
            [2 * x, 3 * y, 0][channel]
        }
        let file = try image.encoded(.png)
        let size = #""width":20,"height":12"#
        func corner(_ position: String) throws -> [Int] {
            let drawn = try picture(file, size, #","fit":"none","position":"\#(position)""#)
            let pixel = Self.color(drawn, 0, 0)
            return [pixel[0] / 2, pixel[1] / 3]
        }
        #expect(try corner("30% 75%") == [24, 36])
        #expect(try corner("right") == [80, 24])
        #expect(try corner("trailing") == [80, 24])
        #expect(try corner("bottom left") == [0, 48])
        #expect(try corner("bottomLeading") == [0, 48])
        #expect(try corner("-7px -5px") == [7, 5])
        // a pixel of the scene has two of the output on each side; the first is a quarter before its middle
        let enlarged = try picture(file, size + #","scale":2"#, #","fit":"none","position":"-7px -5px""#)
        let pixel = Self.color(enlarged, 0, 0)
        #expect(abs(Double(pixel[0]) - 13.5) <= 1 && abs(Double(pixel[1]) - 14.25) <= 1, "\(pixel)")
        // the image is 40 pixels wide and shows 20 of them
        let covering = try picture(file, #""width":20,"height":24"#, #","position":"0% 50%""#)
        let other = try picture(file, #""width":20,"height":24"#, #","position":"100% 50%""#)
        #expect(Self.color(covering, 0, 0)[0] < 6 && Self.color(other, 19, 0)[0] > 190)
        // an image that covers the area leaves no gap
        let gap = try picture(file, #""width":20,"height":24"#, #","position":"15px 0%""#)
        #expect(gap.sampleValues() == covering.sampleValues())
    }

    @Test("mistakes are named")
    func mistakes() throws {
        let file = try quarters().encoded(.png)
        let mistakes = [
            (#""crop":"65x10+0+0""#, "layers[0].crop", "not inside the image of 64×48 pixels"),
            (#""crop":"10x10+60+0""#, "layers[0].crop", "not inside"), (#""crop":"10x10""#, "layers[0].crop", "+40+0"),
            (#""crop":7"#, "layers[0].crop", "not a number"),
            (#""position":"topp""#, "layers[0].position", "mean 'top'"),
            (#""position":"30% 1e9px""#, "layers[0].position", "30% 70%"),
            (#""position":[0.3,0.7]"#, "layers[0].position", "30% 70%"),
        ]
        for (members, path, message) in mistakes {
            let error = #expect(throws: SceneError.self) { () throws in
                _ = try picture(file, #""width":20,"height":20"#, "," + members)
            }
            #expect(error?.problems.map(\.path) == [path], "\(members)")
            #expect(error?.description.contains(message) == true, "\(members): \(error?.description ?? "")")
        }
    }

    @Test("documents keep them")
    func documents() throws {
        for (text, written) in [
            ("30% 70%", "30% 70%"), ("top left", "topLeading"), ("50% 50%", "center"), ("12px 0%", "12px 0"),
        ] {
            let document =
                #"{"canvas":{},"layers":[{"type":"image","image":"a","crop":"9x8+1+2","position":"\#(text)"}]}"#
            let animation = try SceneAnimation(document)
            for value in ["9x8+1+2", written] { #expect(animation.json.contains("\"\(value)\""), "\(animation.json)") }
            #expect(try SceneAnimation(animation.json) == animation)
        }
    }

    @Test("a picture has the pixels of a job that crops and resizes the image", arguments: 1...8)
    func sameAsJob(orientation: Int) throws {
        // neither side is a multiple of 8
        let image = try TestContent.natural.image(TestSupport.Size(501, 339), PixelFormat(.rgb))
        let jpegs = try [false, true].map { isProgressive in
            try image.encoded(.jpeg(JPEGStyle(.yCbCr, isProgressive: isProgressive), quality: 90))
        }
        let files = try jpegs.map { FileEditing.oriented($0, orientation) } + [image.encoded(.webP(.lossless))]
        var job = BlurJob(radius: 0, format: .png)
        for file in files {
            for (width, height) in [(60, 44), (30, 40), (100, 90), (600, 350)] {
                for crop in [nil, "71%x63%+11%+9%"] {
                    job.crop = try crop.map { try Crop($0) }
                    job.resize = try Resize("\(width)x\(height)!")
                    let expected = try PixelBuffer.decoded(job.run(from: .bytes(file)).bytes)
                    let members = crop.map { #","crop":"\#($0)""# } ?? ""
                    let drawn = try picture(
                        file, #""width":\#(width),"height":\#(height)"#, #","fit":"fill""# + members)
                    let difference = drawn.exceptions { x, y, channel in
                        channel == 3 || drawn[x, y, channel] == expected[x, y, 2 - channel]
                    }
                    #expect(difference == nil, "\(width)×\(height) \(crop ?? ""): \(difference ?? "")")
                }
            }
        }
    }
}
