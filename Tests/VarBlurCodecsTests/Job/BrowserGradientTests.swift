import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// A gradient in the two notations: radii in px are gray values of the browser's colors.
private struct Case {
    let size: Size
    let isRadial: Bool
    let geometry: String
    let stops: [(radius: Int, positions: String)]

    var blur: String {
        let stops = stops.map { "\($0.radius)px \($0.positions)" }
        return "\(isRadial ? "radial" : "linear")-blur(\((geometry.isEmpty ? [] : [geometry]) + stops))"
            .replacing("[", with: "").replacing("]", with: "").replacing("\"", with: "")
    }

    var css: String {
        let colors = stops.map { stop in
            let digits = String(stop.radius, radix: 16)
            let pair = digits.count == 1 ? "0" + digits : digits
            return "#\(pair)\(pair)\(pair) \(stop.positions)"
        }
        let arguments = ((geometry.isEmpty ? [] : [geometry]) + colors).joined(separator: ", ")
        return "\(isRadial ? "radial" : "linear")-gradient(\(arguments))"
    }
}

/// Compares the radii of gradients with the colors that Chromium paints for the CSS gradients of the same arguments.
@Suite("Gradients as a browser paints them")
struct BrowserGradientTests {
    private static let browser = ["chromium", "chromium-browser", "google-chrome"].lazy.compactMap {
        Program(named: $0)
    }.first

    private static let sizes = [
        Size(1, 1), Size(2, 3), Size(7, 5), Size(16, 16), Size(31, 64), Size(64, 31), Size(100, 1), Size(1, 90),
        Size(97, 61), Size(60, 120), Size(120, 40), Size(5, 110), Size(128, 128), Size(77, 78), Size(33, 20),
        Size(150, 75),
    ]

    private static let stopLists: [[(Int, String)]] = [
        [(0, ""), (255, "")], [(255, "20%"), (0, "70%")], [(10, ""), (200, "30%"), (40, ""), (255, "")],
        [(0, "60%"), (100, "20%"), (255, "")], [(50, "10% 40%"), (220, "40% 80%")], [(0, "-20%"), (255, "130%")],
        [(30, "5px"), (250, "22px"), (90, "")], [(200, ""), (0, "50%"), (0, ""), (120, "95%")],
    ]

    private static let linear = [
        "", "to top", "to right", "to left", "to top right", "to bottom left", "to left top", "to bottom right",
        "30deg", "-75deg", "0.4turn", "135deg", "200grad", "1rad",
    ]

    private static let radial = [
        "", "circle", "closest-side", "farthest-side", "closest-corner", "circle closest-side at 30% 40%",
        "circle farthest-side at 10px 80%", "circle closest-corner at 20% 90%", "at top right", "at 120% -10%",
        "circle 25px", "ellipse 30px 40%", "15px at 50% 20%", "20% 35px at bottom",
    ]

    private static var cases: [Case] {
        sizes.enumerated().flatMap { index, size in
            [(false, linear), (true, radial)].flatMap { isRadial, geometries in
                geometries.enumerated().map { number, geometry in
                    let stops = stopLists[(index + number) % stopLists.count]
                    return Case(
                        size: size, isRadial: isRadial, geometry: geometry,
                        stops: stops.map { (radius: $0.0, positions: $0.1) })
                }
            }
        }
    }

    private static let cell = 152
    private static let columns = 14

    /// A page with a cell for each case.
    private func page(_ cases: [Case]) -> String {
        let boxes = cases.enumerated().map { index, item in
            let (x, y) = (index % Self.columns * Self.cell, index / Self.columns * Self.cell)
            return "<div style=\"left:\(x)px;top:\(y)px;width:\(item.size.width)px;height:\(item.size.height)px;"
                + "background:\(item.css)\"></div>"
        }
        return "<!doctype html><style>html,body{margin:0;background:#fff}div{position:absolute}</style>"
            + boxes.joined(separator: "\n")
    }

    @Test("have its positions, sizes and stops", .enabled(if: browser != nil))
    func positions() throws {
        let browser = try #require(Self.browser)
        let directory = try TemporaryDirectory()
        let cases = Self.cases
        try Data(page(cases).utf8).write(to: URL(fileURLWithPath: directory.path("page.html")))
        let height = (cases.count + Self.columns - 1) / Self.columns * Self.cell
        let outcome = try browser.run(
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--force-device-scale-factor=1",
                "--force-color-profile=srgb", "--user-data-dir=\(directory.path("profile"))",
                "--window-size=\(Self.columns * Self.cell),\(height)", "--screenshot=\(directory.path("page.png"))",
                "file://\(directory.path("page.html"))",
            ], environment: ["HOME": directory.url.path])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let painted = try PixelBuffer.decoded(
            directory.read("page.png"))
        for (index, item) in cases.enumerated() {
            let (x, y) = (index % Self.columns * Self.cell, index / Self.columns * Self.cell)
            let worst = try worstDifference(item, painted, x: x, y: y)
            #expect(worst <= 1, "\(item.size) \(item.css) \(item.blur)")
        }
    }

    /// The greatest difference inside a cell, away from steps.
    private func worstDifference(_ item: Case, _ painted: borrowing PixelBuffer, x: Int, y: Int) throws -> Double {
        let field = try BlurGradient(item.blur).field
        let (width, height) = (item.size.width, item.size.height)
        let shifts = [(0.0, 0.0), (0.01, 0), (-0.01, 0), (0, 0.01), (0, -0.01)]
        let placed = field.placed(width: width, height: height)
        var worst = 0.0
        for row in 0..<height {
            for column in 0..<width {
                // a center closer to a step than 0.01 px may have the radius of either side
                let radii = shifts.map { dx, dy in
                    placed.radius(x: Double(column) + 0.5 + dx, y: Double(row) + 0.5 + dy)
                }
                let value = Double(painted[x + column, y + row, 0])
                let (least, greatest) = (radii.min() ?? 0, radii.max() ?? 0)
                guard greatest - least < 20 else { continue }
                worst = max(worst, abs(value - radii[0]))
            }
        }
        return worst
    }
}
