import TestSupport
import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The motion of glass")
struct GlassMotionTests {
    private let button = GlassPiece(
        id: "button", shape: .capsule, frame: SceneRectangle(x: 84, y: 236, width: 132, height: 52))

    private var motion: GlassMotion {
        let badges = (0..<2).map { GlassPictures.badge("badge\($0)", x: 102, y: 20 + 106 * Double($0)) }
        return GlassMotion(
            from: GlassContainer(pieces: [button], spacing: 30),
            to: GlassContainer(pieces: [button] + badges, spacing: 30))
    }

    @Test("begins and ends with the states")
    func ends() {
        #expect(motion.container(at: 0) == motion.start)
        #expect(motion.container(at: 1) == motion.end)
        #expect(motion.container(at: 1.05).pieces.map(\.id) == ["button", "badge0", "badge1"])
    }

    @Test("lets new pieces grow out of the nearest one without a jump, and shrink in reverse")
    func growth() throws {
        let picture = try GlassPictures.textured(width: 300, height: 300)
        let still = try GlassPictures.drawn(motion.start, on: picture)
        let first = try GlassPictures.drawn(motion.container(at: 0.001), on: picture)
        // hidden inside of the button, the badges change nothing but how the light falls on it
        let jump = GlassPictures.differences(still, first, width: 300)
        #expect(jump.allSatisfy { button.frame.contains(ScenePoint(x: Double($0.x), y: Double($0.y))) })
        #expect(motion.container(at: 0.001).pieces.allSatisfy { button.frame.union($0.frame) == button.frame })
        let last = try GlassPictures.drawn(motion.container(at: 0.9999), on: picture)
        let end = try GlassPictures.drawn(motion.end, on: picture)
        #expect(GlassPictures.differences(end, last, width: 300).allSatisfy { $0.difference < 12 })
        let reverse = GlassMotion(from: motion.end, to: motion.start)
        for progress in [0.125, 0.5, 0.75] {
            #expect(reverse.container(at: progress) == motion.container(at: 1 - progress))
        }
    }

    @Test("changes frames, corners, tints, spacing and material gradually")
    func numbers() {
        var (first, last) = (GlassPictures.badge("a", x: 0, y: 0), GlassPictures.badge("a", x: 100, y: 50))
        (first.shape, last.shape) = (.rectangle(cornerRadius: 8), .rectangle(cornerRadius: 24))
        last.tint = GlassTint(red: 0, green: 0, blue: 0, opacity: 0.5)
        let motion = GlassMotion(
            from: GlassContainer(pieces: [first], spacing: 10),
            to: GlassContainer(pieces: [last], spacing: 30, material: .clear))
        let middle = motion.container(at: 0.5)
        #expect(middle.pieces[0].frame == SceneRectangle(x: 50, y: 25, width: 96, height: 96))
        #expect(middle.pieces[0].shape == .rectangle(cornerRadius: 16))
        #expect(middle.pieces[0].tint == GlassTint(red: 0.5, green: 0.5, blue: 0.5, opacity: 0.32))
        #expect(middle.spacing == 20 && middle.material.blur == 2.75)
    }

    @Test("turns outlines into each other: in between, the area is in between")
    func outlines() throws {
        let frame = SceneRectangle(x: 0, y: 0, width: 100, height: 100)
        let shapes: [SceneShape] = [
            .hexagonBadge, .circle, .rectangle, .regularPolygon(sides: 3), .rectangle(cornerRadius: 20),
        ]
        func area(_ shape: SceneShape) -> Double {
            let points = shape.path(in: frame).flattened().flatMap(\.points)
            return abs(zip(points, points.dropFirst() + points.prefix(1)).reduce(0) { $0 + $1.0.cross($1.1) }) / 2
        }
        for first in shapes {
            for last in shapes where first != last {
                let change = ShapeChange(from: first, in: frame, to: last, in: frame)
                #expect(change.shape(at: 0, in: frame) == first && change.shape(at: 1, in: frame) == last)
                #expect(abs(area(change.shape(at: 1e-9, in: frame)) - area(first)) < 0.01 * area(first))
                #expect(abs(area(change.shape(at: 1 - 1e-9, in: frame)) - area(last)) < 0.01 * area(last))
                let middle = area(change.shape(at: 0.5, in: frame))
                #expect(middle > 0.93 * min(area(first), area(last)))
                #expect(middle < 1.02 * max(area(first), area(last)))
            }
        }
    }

    @Test("shows labels late, and those of resting pieces always")
    func labels() {
        #expect(motion.presence(of: "button", at: 0.3) == 1)
        #expect(motion.presence(of: "badge0", at: 0.3) == 0 && motion.presence(of: "badge0", at: 1) == 1)
        #expect(abs(motion.presence(of: "badge0", at: 0.7) - 0.5) < 1e-9)
        #expect(motion.presence(of: "nothing", at: 1) == 0)
        let reverse = GlassMotion(from: motion.end, to: motion.start)
        #expect(reverse.presence(of: "badge1", at: 0) == 1 && reverse.presence(of: "badge1", at: 0.7) == 0)
    }

    @Test("matches pieces with equal ids in their order")
    func duplicates() {
        let pieces = (0..<3).map { GlassPictures.badge("", x: 100 * Double($0), y: 0) }
        let same = GlassMotion(from: GlassContainer(pieces: pieces), to: GlassContainer(pieces: pieces))
        #expect(same.container(at: 0.5) == same.start)
    }

    @Test("takes well below a second of processor time for thirty frames")
    func speed() throws {
        let picture = try GlassPictures.textured(width: 300, height: 300)
        let seconds = try ProcessorTime.seconds {
            for frame in 0..<30 { _ = try GlassPictures.drawn(motion.container(at: Double(frame) / 29), on: picture) }
        }
        #expect(seconds < 8)
    }
}
