import TestSupport
import Testing

@testable import VarBlur

@Suite("A resize")
struct ResizeSizeTests {
    private static func placement(
        _ size: String, of image: (Int, Int), _ fit: Resize.Fit? = nil, at position: String = "center",
        enlarges: Bool = true
    ) throws -> ResizePlacement {
        var resize = try Resize(size)
        if let fit { resize.fit = fit }
        resize.position = try BlurGradient.Position(position)
        if !enlarges { resize.enlarges = false }
        return try resize.placement(width: image.0, height: image.1)
    }

    @Test(
        "has the size of the nearest whole numbers",
        arguments: [
            ("640x480", 4000, 3000, 640, 480), ("640x480", 3000, 4000, 360, 480), ("640x", 4000, 2250, 640, 360),
            ("x480", 4000, 2250, 853, 480), ("50%", 101, 33, 51, 17), ("50%x25%", 101, 33, 51, 8),
            ("25%", 5, 1000, 1, 250), ("50%x", 5, 1000, 3, 500), ("x50%", 5, 1001, 3, 501),
            ("397x183", 805, 408, 361, 183), ("397x183!", 805, 408, 397, 183), ("246x195", 506, 150, 246, 73),
            ("100x", 9999, 3, 100, 1), ("1x1", 7, 5000, 1, 1), ("640×480", 1280, 960, 640, 480),
            ("640X480", 320, 240, 640, 480), ("640x480>", 320, 240, 320, 240), ("640x480>", 1280, 240, 640, 120),
            ("640x480^", 1280, 240, 2560, 480), ("640x480^>", 1280, 240, 1280, 240), ("640x>", 320, 240, 320, 240),
            ("x480>", 320, 240, 320, 240), ("640x480!>", 320, 960, 320, 480), ("150%>", 320, 240, 320, 240),
            ("720x588", 2725, 2225, 720, 588),
        ])
    func size(_ text: String, _ width: Int, _ height: Int, _ resultWidth: Int, _ resultHeight: Int) throws {
        let placement = try Self.placement(text, of: (width, height))
        #expect((placement.width, placement.height) == (resultWidth, resultHeight))
        #expect(placement.target == PixelRegion(x: 0, y: 0, width: resultWidth, height: resultHeight))
        #expect(placement.source == .init(x: 0, y: 0, width: Double(width), height: Double(height)))
    }

    @Test(
        "that covers a box keeps the part at its position",
        arguments: [
            ("100x100", 400, 200, "center", true, 100, 100, 100.0, 0.0, 200.0, 200.0),
            ("100x100", 400, 200, "left", true, 100, 100, 0, 0, 200, 200),
            ("100x100", 400, 200, "25% 100%", true, 100, 100, 50, 0, 200, 200),
            ("100x100", 200, 400, "bottom", true, 100, 100, 0, 200, 200, 200),
            // 30 px of the result are cut off, which are 60 of the image; a gap is not possible
            ("100x100", 400, 200, "-30px 0px", true, 100, 100, 60, 0, 200, 200),
            ("100x100", 400, 200, "30px 0px", true, 100, 100, 0, 0, 200, 200),
            ("400x400", 300, 500, "center", false, 300, 400, 0, 50, 300, 400),
            ("400x400", 300, 500, "center", true, 400, 400, 0, 100, 300, 300),
            ("3x2", 7, 7, "center", true, 3, 2, 0, 7.0 / 6, 7, 14.0 / 3),
        ])
    func covers(
        _ text: String, _ width: Int, _ height: Int, _ position: String, _ enlarges: Bool, _ resultWidth: Int,
        _ resultHeight: Int, _ x: Double, _ y: Double, _ sourceWidth: Double, _ sourceHeight: Double
    ) throws {
        let placement = try Self.placement(text, of: (width, height), .cover, at: position, enlarges: enlarges)
        #expect((placement.width, placement.height) == (resultWidth, resultHeight))
        #expect(!placement.hasBars)
        let source = placement.source
        for (value, expected) in zip(
            [source.x, source.y, source.width, source.height], [x, y, sourceWidth, sourceHeight])
        {
            #expect(abs(value - expected) < 1e-9, "\(source)")
        }
    }

    @Test(
        "that is contained in a box lies between bars",
        arguments: [
            ("100x100", 400, 200, "center", true, 0, 25, 100, 50), ("100x100", 400, 200, "top", true, 0, 0, 100, 50),
            ("100x101", 400, 200, "center", true, 0, 26, 100, 50),
            ("100x100", 200, 400, "30% 70%", true, 15, 0, 50, 100),
            ("100x100", 200, 400, "8px 9px", true, 8, 0, 50, 100),
            ("100x100", 200, 400, "-8px", true, 0, 0, 50, 100), ("100x100", 20, 40, "right", false, 80, 30, 20, 40),
            ("100x100", 50, 50, "center", true, 0, 0, 100, 100),
        ])
    func contains(
        _ text: String, _ width: Int, _ height: Int, _ position: String, _ enlarges: Bool, _ x: Int, _ y: Int,
        _ targetWidth: Int, _ targetHeight: Int
    ) throws {
        let placement = try Self.placement(text, of: (width, height), .contain, at: position, enlarges: enlarges)
        #expect(placement.target == PixelRegion(x: x, y: y, width: targetWidth, height: targetHeight))
        #expect(placement.hasBars == (placement.target.width < placement.width || targetHeight < placement.height))
        #expect(placement.source == .init(x: 0, y: 0, width: Double(width), height: Double(height)))
    }

    @Test("stays within the image and the box, for any sizes")
    func bounds() throws {
        var random = SplitMix64(seed: 32)
        for _ in 0..<20_000 {
            func side() -> Int { Int.random(in: 1...(Bool.random(using: &random) ? 12 : 3000), using: &random) }
            let (width, height, boxWidth, boxHeight) = (side(), side(), side(), side())
            var resize = Resize(width: .pixels(Double(boxWidth)), height: .pixels(Double(boxHeight)))
            resize.fit = Resize.Fit.allCases.randomElement(using: &random)!
            resize.enlarges = Bool.random(using: &random)
            resize.position = .init(
                x: .percent(Double.random(in: -20...120, using: &random)),
                y: .pixels(Double.random(in: -90...90, using: &random)))
            let result = try resize.placement(width: width, height: height)
            let (source, target) = (result.source, result.target)
            let isInside =
                source.x >= 0 && source.y >= 0 && source.width > 0 && source.height > 0
                && source.x + source.width <= Double(width) + 1e-9 && source.y + source.height <= Double(height) + 1e-9
                && target.isInside(PixelRegion(x: 0, y: 0, width: result.width, height: result.height))
            let fitsBox = resize.fit == .outside || result.width <= boxWidth && result.height <= boxHeight
            let isSmall = resize.enlarges || target.width <= width && target.height <= height
            guard isInside, fitsBox, isSmall else {
                Issue.record("\(resize) of \(width)×\(height): \(result)")
                return
            }
        }
    }

    @Test(
        "is refused with the place of the mistake",
        arguments: [
            ("0x480", "a side must be 1 or more", 0), ("640x0", "a side must be 1 or more", 4),
            ("640", "an x must follow the width: 640x", 3), ("x", "a height must follow the x", 1),
            ("640x480<", "sizes that only enlarge are not supported", 7),
            ("10000@", Self.missing, 5),
            ("100x100@", "sizes in pixels of area are not supported", 7),
            ("640x480px", "nothing may follow a size but ^, !, or >", 7),
            ("12.5x10", "a number of pixels must be whole", 0),
            ("2000000000x1", "a size must be at most 1000000000", 0),
            (
                "", "a size is a width and a height such as 640x480, one of them such as 640x or x480, or a percentage",
                0
            ),
            (
                "-5x5",
                "a size is a width and a height such as 640x480, one of them such as 640x or x480, or a percentage", 0
            ),
        ])
    func mistakes(_ text: String, _ message: String, _ offset: Int) {
        #expect(throws: BlurTextError(message: message, text: text, offset: offset)) { try Resize(text) }
    }

    @Test("shows mistakes by their character, of which a multiplication sign is one")
    func places() throws {
        let error = try #require(throws: BlurTextError.self) { try Resize("640×480<") }
        #expect(error.description == "sizes that only enlarge are not supported (at character 8)")
        #expect(error.excerpt == ("640×480<", "       ^"))
        let crop = try #require(throws: BlurTextError.self) { try Crop("10×20+1") }
        #expect(crop.excerpt == ("10×20+1", "       ^"))
        let long = try #require(throws: BlurTextError.self) { try Resize("1×1!" + String(repeating: "×", count: 99)) }
        #expect(long.excerpt == ("1×1!" + String(repeating: "×", count: 68), "    ^"))
    }

    @Test("and a crop have texts that are parsed to the same, whatever the percentages")
    func texts() throws {
        for percent in [100, 12.5, 0.0001, 0.00001, 1.25e-9] {
            let length = BlurLength.percent(percent)
            let crop = Crop(width: length, height: .pixels(1_000_000_000), x: length, y: length)
            #expect(try Crop(crop.description) == crop)
            let resize = Resize(width: length, height: .pixels(3))
            #expect(try Resize(resize.sizeText) == resize)
        }
    }

    @Test("between blurred bars has a text that says whether the radius is the default")
    func bars() throws {
        let bars: [(Resize.Bars, String)] = [
            (.blurredImage(), "blur"), (.blurredImage(brightness: 0.8), "blur(auto, 0.8)"),
            (.blurredImage(radius: .percent(5), brightness: 0.8), "blur(5%, 0.8)"),
            (.blurredImage(radius: .zero), "blur(0)"),
        ]
        for (bars, text) in bars {
            #expect(bars.text == text)
            #expect(try Resize.Bars(text) == bars)
        }
        #expect(try Resize.Bars("blur(auto)") == .blurredImage())
        #expect(throws: BlurTextError(message: "a radius must be 0 or more", text: "blur(-1px)", offset: 5)) {
            try Resize.Bars("blur(-1px)")
        }
    }

    private static let missing =
        "a size is a width and a height such as 640x480, one of them such as 640x or x480, or a percentage"

    @Test("needs two sides to cover or contain")
    func oneSide() throws {
        for fit in [Resize.Fit.cover, .contain] {
            #expect(throws: BlurError(.invalidSize, "the fit \(fit.rawValue) needs a width and a height")) {
                try Self.placement("640x", of: (10, 10), fit)
            }
        }
        #expect(throws: BlurError(.invalidSize, "a resize needs a width or a height")) {
            try Resize(width: nil, height: nil).placement(width: 3, height: 3)
        }
        #expect(throws: BlurError.self) { try Self.placement("99999999x", of: (10, 10)) }
    }

    @Test(
        "refuses positions that are not finite, and bars out of range, with every fit", arguments: Resize.Fit.allCases)
    func numbers(_ fit: Resize.Fit) throws {
        var resize = Resize(width: .pixels(100), height: .pixels(50), fit: fit)
        func expectError(_ part: String) {
            let error = #expect(throws: BlurError.self) { try resize.placement(width: 10, height: 10) }
            #expect(error?.code == .invalidSize && error?.message.contains(part) ?? false, "\(error as Any)")
        }
        for number in [Double.nan, .infinity, -.infinity] {
            for length in [BlurLength.pixels(number), .percent(number)] {
                for position in [BlurGradient.Position(x: length, y: .zero), .init(x: .zero, y: length)] {
                    resize.position = position
                    expectError("the position of a resize is \(number)")
                }
            }
        }
        resize.position = .init(x: .percent(1e300), y: .pixels(-1e300))
        _ = try resize.placement(width: 10, height: 10)
        for brightness in [9, -1, Double.nan, .infinity] {
            resize.bars = .blurredImage(brightness: brightness)
            expectError("the brightness of bars must be from 0 to 1")
        }
        for radius in [-1, Double.nan, .infinity] {
            resize.bars = .blurredImage(radius: .pixels(radius))
            expectError("the radius of bars is \(radius)")
        }
        resize.bars = .blurredImage(radius: .zero, brightness: 0)
        _ = try resize.placement(width: 10, height: 10)
    }

    @Test("regions are compared without overflow")
    func regions() {
        let (image, ends) = (PixelRegion(x: 0, y: 0, width: 9, height: 9), [Int.min, -1, 0, 1, 9, 10, .max])
        for x in ends {
            for width in ends {
                let isInside = x >= 0 && width >= 1 && x <= 9 && width <= 9 - x
                #expect(PixelRegion(x: x, y: 0, width: width, height: 9).isInside(image) == isInside)
                #expect(PixelRegion(x: 0, y: x, width: 9, height: width).isInside(image) == isInside)
                let other = PixelRegion(x: x, y: 0, width: width, height: 9)
                #expect(image.isInside(other) == (-9...0 ~= x && width >= 9 && width - 9 >= -x))
            }
        }
    }

    @Test(
        "has a text",
        arguments: ["640x480 inside", "640x fill", "x50% inside", "640x480 inside at 10px 20% no-enlarge"])
    func text(_ text: String) throws {
        let words = text.split(separator: " ").map(String.init)
        var resize = try Resize(words[0])
        resize.fit = try #require(Resize.Fit(rawValue: words[1]))
        if let at = words.firstIndex(of: "at") {
            resize.position = try BlurGradient.Position("\(words[at + 1]) \(words[at + 2])")
        }
        resize.enlarges = words.last != "no-enlarge"
        #expect(resize.description == text)
    }
}

@Suite("A position")
struct PositionTests {
    @Test(
        "is also a distance from each of two edges, in either order",
        arguments: [
            ("right 10% bottom 20%", 90.0, 80.0), ("bottom 20% right 10%", 90, 80), ("left 10% top 20%", 10, 20),
            ("top 0% right 0%", 100, 0), ("right 0px top 5%", 100, 5), ("right 110% bottom -20%", -10, 120),
        ])
    func edges(_ text: String, _ x: Double, _ y: Double) throws {
        #expect(try BlurGradient.Position(text) == .init(x: .percent(x), y: .percent(y)))
        #expect(try BlurGradient.Position("left 3px bottom 4%") == .init(x: .pixels(3), y: .percent(96)))
        let shape = try BlurArea.Shape("circle(10px at \(text))")
        #expect(shape == .circle(.length(.pixels(10)), at: try BlurGradient.Position(text)))
    }

    @Test(
        "is refused with the place of the mistake, and with the words for a direction of the compass",
        arguments: [
            ("right 10px bottom 20%", "a distance from the right or the bottom is given in %", 6),
            (
                "left 10% right 20%", "a position is a distance from the left or right, and one from the top or bottom",
                9
            ),
            ("left top 20%", "a position has one or two parts, or two edges with a distance from each", 9),
            ("center 10% top 20%", "a position has one or two parts, or two edges with a distance from each", 11),
            (
                "northeast",
                "a position is given in px or %, or as left, right, top, bottom or center; for northeast, write 'right top'",
                0
            ),
            (
                "south",
                "a position is given in px or %, or as left, right, top, bottom or center; for south, write 'bottom'", 0
            ),
            ("up", "a position is given in px or %, or as left, right, top, bottom or center", 0),
        ])
    func mistakes(_ text: String, _ message: String, _ offset: Int) {
        #expect(throws: BlurTextError(message: message, text: text, offset: offset)) { try BlurGradient.Position(text) }
    }
}

@Suite("A crop")
struct CropTests {
    @Test(
        "keeps whole pixels",
        arguments: [
            ("1200x800+40+0", 4000, 3000, 40, 0, 1200, 800), ("50%x50%+25%+0%", 101, 33, 25, 0, 51, 17),
            ("1%x1%+0+0", 10, 10, 0, 0, 1, 1), ("1%x1%+99%+99%", 10, 10, 9, 9, 1, 1), ("10×5+1+2", 11, 7, 1, 2, 10, 5),
            ("10x50%+1+50%", 11, 7, 1, 4, 10, 3),
        ])
    func regions(_ text: String, _ width: Int, _ height: Int, _ x: Int, _ y: Int, _ w: Int, _ h: Int) throws {
        let crop = try Crop(text)
        #expect(try crop.region(width: width, height: height) == PixelRegion(x: x, y: y, width: w, height: h))
        #expect(try Crop(crop.description) == crop)
    }

    @Test("next to another one neither overlaps it nor leaves a gap", arguments: 5...40)
    func tiles(width: Int) throws {
        for count in 2...5 {
            var end = 0
            for index in 0..<count {
                let part = 100 / Double(count)
                let crop = Crop(width: .percent(part), height: .percent(100), x: .percent(part * Double(index)))
                let region = try crop.region(width: width, height: 3)
                #expect(region.x == end)
                end = region.x + region.width
            }
            #expect(end == width)
        }
    }

    @Test("outside the image is refused", arguments: ["12x5+0+0", "10x8+0+0", "1x1+11+0", "10x7+2+0", "60%x1+50%+0"])
    func outside(_ text: String) throws {
        let message = "the crop \(text) is not inside the image of 11×7 pixels"
        #expect(throws: BlurError(.outsideImage, message)) { try Crop(text).region(width: 11, height: 7) }
    }

    @Test(
        "is refused with the place of the mistake",
        arguments: [
            ("640x480", "a crop ends with its distances from the left and the top edge, as in +40+0", 7),
            ("640x480+1", "a crop ends with two distances; that from the top edge is missing", 9),
            ("640+1+1", "an x and the height must follow the width", 3), ("0x5+0+0", "a side must be 1 or more", 0),
            ("5x5-1+0", "a crop must not begin outside the image", 3), ("5x5+0+0!", "nothing may follow a crop", 7),
            ("5x5+0.5+0", "a number of pixels must be whole", 4),
        ])
    func mistakes(_ text: String, _ message: String, _ offset: Int) {
        #expect(throws: BlurTextError(message: message, text: text, offset: offset)) { try Crop(text) }
    }
}
