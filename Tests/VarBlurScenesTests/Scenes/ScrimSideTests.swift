import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The side of automatic scrims")
struct ScrimSideTests {
    private static let (width, height) = (240, 160)

    /// A picture like a photo: a bright part and a dark part, with blocks and noise.
    private static func photo(_ random: inout SplitMix64) -> [Int] {
        let (bright, dark) = (Int.random(in: 150...240, using: &random), Int.random(in: 20...120, using: &random))
        let horizon = Int.random(in: 30..<height - 30, using: &random)
        let isTilted = Bool.random(using: &random)
        var values: [Int] = []
        for y in 0..<height {
            for x in 0..<width {
                let isAbove = y + (isTilted ? x / 2 - width / 4 : 0) < horizon
                let level = (isAbove ? bright : dark) + Int.random(in: -12...12, using: &random)
                values += [level, level, min(level + 9, 255), 255]
            }
        }
        return values
    }

    private static func title(
        _ direction: TextScrim.Direction, _ placement: Placement, white: Double, startOffset: Double = 0.4
    ) -> SceneLayer {
        var text = TextLayer("Title", size: 24)
        (text.family, text.weight, text.color) = ("DejaVu Sans", 700, SceneColor(white: white))
        (text.minContrast, text.scrim.direction, text.scrim.startOffset) = (4.5, direction, startOffset)
        return SceneLayer(.text(text), placement: placement)
    }

    /// How much the scrims of a layer change a picture: the sum of the differences of all samples.
    private static func change(of layer: SceneLayer, on photo: [Int]) throws -> (sum: Int, notices: [String]) {
        let scene = Scene(canvas: SceneCanvas(width: width, height: height), layers: [layer])
        let surface = Surface(try CorpusPhotos.image(photo, width: width, height: height))
        let size = try CanvasSize(scene, SceneImages(SceneResources(), SceneLimits().images), SceneLimits())
        let drawing = try SceneDrawing(surface, size, SceneImages(SceneResources(), SceneLimits().images), TextEngine())
        // the text waits for layers above it, so that only its scrim is there
        try drawing.add(topLevel: layer, index: 0)
        let sum = unsafe surface.pixels.bytes.withUnsafeBytes { bytes in
            var sum = 0
            for (index, value) in photo.enumerated() { unsafe sum += abs(Int(bytes[index]) - value) }
            return sum
        }
        try drawing.finish()
        return (sum, drawing.notices)
    }

    @Test("changes the picture least, wherever the title is, and keeps the contrast", arguments: 0..<8)
    func least(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let photo = Self.photo(&random)
        var chosen: Set<Int> = []
        for _ in 0..<4 {
            let (x, y) = (Double.random(in: 5...150, using: &random), Double.random(in: 5...120, using: &random))
            let place = Placement(.topLeading, padding: Insets(top: .pixels(y), leading: .pixels(x)))
            let (white, offset) = (
                Bool.random(using: &random) ? 1.0 : 0, Double.random(in: 0...0.6, using: &random)
            )
            func change(_ direction: TextScrim.Direction) throws -> (sum: Int, notices: [String]) {
                let title = Self.title(direction, place, white: white, startOffset: offset)
                return try Self.change(of: title, on: photo)
            }
            let automatic = try change(.automatic)
            let sums = try [TextScrim.Direction.top, .bottom, .left, .right].map { try change($0).sum }
            let least = try #require(sums.min())
            // each sample is rounded
            #expect(Double(automatic.sum) <= 1.002 * Double(least) + 0.01 * Double(photo.count), "\(automatic) \(sums)")
            #expect(automatic.notices.isEmpty)
            if least > 0, let index = sums.firstIndex(of: automatic.sum) { chosen.insert(index) }
        }
        #expect(!chosen.isEmpty)
    }

    @Test("changes the picture less than from the top or the bottom below the texts of stacks, too")
    func stacks() throws {
        var random = SplitMix64(seed: 3)
        var (automatic, today) = (0, 0)
        for _ in 0..<8 {
            let photo = Self.photo(&random)
            let (x, y) = (Double.random(in: 5...150, using: &random), Double.random(in: 5...90, using: &random))
            let place = Placement(.topLeading, padding: Insets(top: .pixels(y), leading: .pixels(x)))
            func change(_ direction: TextScrim.Direction) throws -> Int {
                let texts = (0..<2).map { _ in Self.title(direction, Placement(), white: 1) }
                let change = try Self.change(
                    of: SceneLayer(.stack(StackLayer(.vertical, texts)), placement: place), on: photo)
                #expect(change.notices.isEmpty)
                return change.sum
            }
            let sums = try (change(.automatic), change(y + 14 < 80 ? .top : .bottom))
            #expect(Double(sums.0) <= 1.15 * Double(sums.1), "\(sums)")
            automatic += sums.0
            today += sums.1
        }
        #expect(Double(automatic) < 0.95 * Double(today), "\(automatic), \(today)")
    }

    @Test("leaves the sky beside a title as it is, also below several texts of a stack", arguments: [false, true])
    func sky(isInStack: Bool) throws {
        let place = Placement(.leading, padding: Insets(12))
        var layer = Self.title(.automatic, place, white: 1)
        if isInStack {
            let texts = (0..<3).map { _ in Self.title(.automatic, Placement(), white: 1) }
            layer = SceneLayer(.stack(StackLayer(.vertical, texts)), placement: place)
        }
        let fill = SceneLayer(.fill(FillLayer(.color(SceneColor(white: 0.8)))))
        let picture = try SceneRenderer().render(
            Scene(canvas: SceneCanvas(width: Self.width, height: Self.height), layers: [fill, layer]))
        for y in [0, 80, 159] {
            #expect(picture[235, y, 1] == 204 && picture[150, y, 1] == 204 && picture[3, y, 1] <= 118, "\(y)")
        }
    }

    @Test("is the nearer one of top and bottom if a picture is the same from all sides")
    func ties() throws {
        for (alignment, near, far) in [(SceneAlignment.top, 0, 119), (.bottom, 119, 0)] {
            let fill = SceneLayer(.fill(FillLayer(.color(.white))))
            let title = Self.title(.automatic, Placement(alignment, padding: Insets(6)), white: 1)
            let picture = try SceneRenderer().render(
                Scene(canvas: SceneCanvas(width: 400, height: 120), layers: [fill, title]))
            #expect(picture[399, near, 1] < 119 && picture[399, far, 1] == 255)
        }
    }
}
