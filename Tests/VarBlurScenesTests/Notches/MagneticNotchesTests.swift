import Testing
import VarBlurScenes

@Suite("Magnetic notches")
struct MagneticNotchesTests {
    private static let list = [
        Notch("max", .fractional(fraction: 0.9)), Notch("min", .absolute(pixels: 100)),
        Notch("medium", .fractional(fraction: 0.5)), Notch("tall", .absolute(pixels: 5000)),
    ]

    private func notches(disabled: Set<String> = ["tall"]) throws -> MagneticNotches {
        try MagneticNotches(Self.list, disabled: disabled, length: 800)
    }

    @Test(
        "have extents in pixels or as fractions, limited to the canvas",
        arguments: [("min", 100), ("medium", 400), ("max", 720), ("tall", 800), ("none", nil)] as [(String, Double?)])
    func extents(name: String, extent: Double?) throws {
        #expect(try notches().extent(of: name) == extent)
    }

    @Test(
        "attract a released overlay",
        arguments: [
            // extent, velocity, disabled, notch
            (100, 0, ["tall"], "min"), (249, 0, ["tall"], "min"), (250, 0, ["tall"], "min"),
            (251, 0, ["tall"], "medium"),
            (250, 1, ["tall"], "medium"), (250, -1, ["tall"], "min"), (300, 900, ["tall"], "medium"),
            (300, 1300, ["tall"], "max"), (500, -1200, ["tall"], "min"), (720, -600, ["tall"], "max"),
            (720, -700, ["tall"], "medium"), (-500, 0, ["tall"], "min"), (9000, 0, ["tall"], "max"),
            (400, 1e9, ["tall"], "max"), (400, -1e9, ["tall"], "min"), (9000, 0, [], "tall"),
            (400, 0, ["medium", "tall"], "min"), (411, 0, ["medium", "tall"], "max"),
            (700, 0, ["max", "tall", "medium"], "min"),
            (400, 0, ["min", "max", "tall", "medium"], nil),
        ] as [(Double, Double, Set<String>, String?)])
    func attraction(extent: Double, velocity: Double, disabled: Set<String>, notch: String?) throws {
        #expect(try notches(disabled: disabled).nearest(to: extent, velocity: velocity) == notch)
    }

    @Test(
        "give the progress between two of them",
        arguments: [
            (100, nil, nil, 0), (410, nil, nil, 0.5), (720, nil, nil, 1), (0, nil, nil, 0), (900, nil, nil, 1),
            (250, "min", "medium", 0.5), (500, "min", "medium", 1), (560, "medium", nil, 0.5),
            (250, "medium", "min", 0.5),
            (100, "medium", "min", 1), (600, "min", "tall", 5.0 / 7), (400, "min", "nothing", nil),
            (399, "medium", "medium", 0), (400, "medium", "medium", 1),
        ] as [(Double, String?, String?, Double?)])
    func progress(extent: Double, first: String?, last: String?, expected: Double?) throws {
        let found = try notches().progress(at: extent, from: first, to: last)
        #expect(found == nil && expected == nil || abs((found ?? -1) - (expected ?? -1)) < 1e-12)
    }

    @Test("limit extents to the enabled notches")
    func limits() throws {
        #expect(try notches().range == 100...720)
        #expect(try [50, 300, 800].map { try notches().limited($0) } == [100, 300, 720])
        let none = try notches(disabled: ["min", "max", "medium", "tall"])
        #expect(none.range == nil && none.limited(900) == 800 && none.limited(-4) == 0)
        #expect(none.progress(at: 5) == nil)
        #expect(try notches().enabled.map(\.name) == ["min", "medium", "max"])
    }

    @Test(
        "with mistakes are refused",
        arguments: [
            (
                [Notch("a", .absolute(pixels: 1)), Notch("a", .absolute(pixels: 2))], [], 10,
                "two notches have the name a"
            ),
            ([Notch("a", .absolute(pixels: -1))], [], 10, "the notch a is at -1.0 px"),
            ([Notch("a", .absolute(pixels: .infinity))], [], 10, "the notch a is at inf px"),
            ([Notch("a", .fractional(fraction: 1.5))], [], 10, "the notch a is at the fraction 1.5"),
            ([Notch("a", .fractional(fraction: .nan))], [], 10, "the notch a is at the fraction nan"),
            ([Notch("a", .absolute(pixels: 1))], ["b"], 10, "there is no notch b to disable"),
            ([], [], 0, "the length of the canvas is 0.0"),
        ] as [([Notch], Set<String>, Double, String)])
    func mistakes(list: [Notch], disabled: Set<String>, length: Double, message: String) {
        do throws(NotchError) {
            _ = try MagneticNotches(list, disabled: disabled, length: length)
            Issue.record("the notches were accepted")
        } catch {
            #expect(error.description.hasPrefix(message))
        }
    }
}
