import VarBlur

@testable import VarBlurScenes

/// A picture of layers, for comparisons.
struct DrawnScene {
    let width: Int
    /// The samples: blue, green, red, and alpha of each pixel.
    let bytes: [UInt8]

    /// Draws layers over a canvas of 96×72 pixels, or of another size.
    init(
        _ layers: [SceneLayer], width: Int = 96, height: Int = 72, background: SceneColor = .clear
    ) throws {
        var canvas = SceneCanvas(width: width, height: height)
        canvas.background = background
        let picture = try SceneRenderer().render(Scene(canvas: canvas, layers: layers))
        self.width = width
        bytes = unsafe picture.bytes.withUnsafeBytes { Array($0) }
    }

    /// The samples of a pixel.
    subscript(x: Int, y: Int) -> [Int] { bytes[4 * (y * width + x)..<4 * (y * width + x) + 4].map { Int($0) } }

    /// The alpha of a pixel.
    func alpha(_ x: Int, _ y: Int) -> Int { self[x, y][3] }

    /// The greatest difference to the mixture of two pictures, at a fraction of the way between them.
    func difference(from first: DrawnScene, to last: DrawnScene, at fraction: Double) -> Double {
        bytes.indices.map { index in
            let (a, b) = (Double(first.bytes[index]), Double(last.bytes[index]))
            return abs(Double(bytes[index]) - (a + (b - a) * fraction))
        }.max() ?? 0
    }
}

extension Placement {
    /// A placement at the top left corner of the area.
    static func at(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Placement {
        Placement(
            .topLeading, padding: Insets(top: .pixels(y), leading: .pixels(x)), width: .pixels(width),
            height: .pixels(height))
    }
}

extension SceneLayout {
    /// The layout on a canvas, without image files.
    static func of(width: Double, height: Double) throws -> SceneLayout {
        let renderer = try SceneRenderer()
        return SceneLayout(
            canvas: SceneSize(width: width, height: height), text: renderer.text, images: renderer.images)
    }
}
