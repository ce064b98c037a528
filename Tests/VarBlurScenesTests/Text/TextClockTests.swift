import Testing
import VarBlur

@testable import VarBlurScenes

@Suite("The time of texts")
struct TextClockTests {
    /// Waits until the clock of the system has moved.
    private func work() {
        let start = Instant.now
        while Instant.now == start {}
    }

    @Test("is that of all texts of a picture, and of the one that another thread is busy with")
    func sum() {
        let (short, long) = (TextClock(longestTime: .zero), TextClock(longestTime: .seconds(1_000_000)))
        #expect(!short.isOver)
        short.measure {
            work()
            #expect(short.isOver && short.total == .zero)
        }
        let total = short.total
        #expect(short.isOver && total > .zero)
        short.measure(work)
        #expect(short.total > total)
        short.reset()
        #expect(!short.isOver && short.total == .zero)
        long.measure(work)
        #expect(!long.isOver && long.total > .zero)
    }

    @Test("counts texts with a mistake, too")
    func mistakes() {
        struct Mistake: Error {}
        let clock = TextClock(longestTime: .zero)
        #expect(throws: Mistake.self) {
            try clock.measure { () throws(Mistake) in
                work()
                throw Mistake()
            }
        }
        #expect(clock.isOver && clock.total > .zero)
    }

    @Test("is measured for layouts and for drawing, and begins anew with each picture")
    func renderer() throws {
        let renderer = try SceneRenderer()
        let layers = (1...3).map { SceneLayer(.text(TextLayer("A text", size: .pixels(Double(10 * $0))))) }
        var totals: [Duration] = []
        for count in [3, 0] {
            let scene = Scene(canvas: SceneCanvas(width: 200, height: 50), layers: Array(layers.prefix(count)))
            _ = try renderer.render(scene)
            totals.append(renderer.textClock.total)
        }
        #expect(totals[0] > .zero && totals[1] == .zero)
    }
}
