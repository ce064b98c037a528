public import VarBlur

/// A synthetic landscape that looks like a photograph and makes the artifacts of a blur visible.
///
/// The smooth sky reveals banding and seams. The ridges and the water reveal halos. The twigs at the top and the grass
/// at the bottom reveal errors at the edges. The grain reveals unintended changes of single pixels. The scene is
/// procedural: a larger image has more detail, and a given size has the same pixels on every machine.
public struct Landscape: Sendable {
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int
    /// The standard deviation of the grain, in 8-bit sample values (0 to 255).
    public let grain: Float

    private let sky = Sky()
    private let mountains = Mountains()
    private let meadow = Meadow()
    private let pines: Pines
    private let branches: Branches
    private let person: Person?

    /// Creates a landscape.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
    ///   - grain: The standard deviation of the grain, in 8-bit sample values (0 to 255); 0 renders no grain.
    ///   - hasPerson: Whether a person stands on the near bank.
    public init(width: Int, height: Int, grain: Float = 4, hasPerson: Bool = false) {
        self.width = width
        self.height = height
        self.grain = grain
        let aspect = Float(width) / Float(height)
        pines = Pines(aspect: aspect)
        branches = Branches(aspect: aspect)
        person = hasPerson ? Person(aspect: aspect) : nil
    }

    /// Renders the landscape as an 8-bit RGB image.
    ///
    /// - Throws: ``VarBlur/BlurError`` if the size is invalid or memory runs out.
    /// - Complexity: O(`width` × `height`), about a microsecond per pixel.
    public func rendered() throws(BlurError) -> PixelBuffer {
        var image = try PixelBuffer(width: width, height: height, format: PixelFormat(.rgb))
        let noise = Noise(seed: 0x6AA1)
        for y in 0..<height {
            for x in 0..<width {
                // Like film grain, the noise varies mostly in brightness: the channels share most of it.
                let shared = noise.normal(x, y, 3)
                let color = color(x, y)
                for channel in 0..<3 {
                    let own = noise.normal(x, y, channel)
                    let value = color[channel] * 255 + grain * (0.9 * shared + 0.435_89 * own)
                    image[x, y, channel] = Int(min(max(value.rounded(), 0), 255))
                }
            }
        }
        return image
    }

    /// Renders a matte of the person as an 8-bit gray image: how much of every pixel the person covers.
    ///
    /// - Throws: ``VarBlur/BlurError`` if the size is invalid or memory runs out.
    /// - Complexity: O(`width` × `height`).
    public func renderedMatte() throws(BlurError) -> PixelBuffer {
        var matte = try PixelBuffer(width: width, height: height, format: PixelFormat(.gray))
        let pixel = 1 / Float(height)
        for y in 0..<height {
            for x in 0..<width {
                let point = SIMD2((Float(x) + 0.5) * pixel, (Float(y) + 0.5) * pixel)
                let covered = person?.color(point, pixel)?.1 ?? 0
                let twigs = branches.color(point, pixel)?.1 ?? 0
                matte[x, y, 0] = Int((covered * (1 - twigs) * 255).rounded())
            }
        }
        return matte
    }

    /// The color of a pixel without grain; components from 0 to 1.
    ///
    /// The scene is described in fractions of the image height, with the origin at the top left; `pixel` is the size of
    /// a pixel in that unit, over which edges are antialiased.
    private func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
        let pixel = 1 / Float(height)
        let point = SIMD2((Float(x) + 0.5) * pixel, (Float(y) + 0.5) * pixel)
        var color = background(point, pixel)
        if let (green, coverage) = pines.color(point, pixel) { color = mix(color, green, coverage) }
        if let (layer, coverage) = person?.color(point, pixel) { color = mix(color, layer, coverage) }
        if let (brown, coverage) = branches.color(point, pixel) { color = mix(color, brown, coverage) }
        return color
    }

    private func background(_ point: SIMD2<Float>, _ pixel: Float) -> SIMD3<Float> {
        let shore = meadow.shore(point.x)
        let distant = point.y < Water.surface ? scenery(point, pixel) : reflection(point, pixel)
        guard point.y > shore - pixel else { return distant }
        return mix(distant, meadow.color(point, pixel), ramp(shore - pixel / 2, shore + pixel / 2, point.y))
    }

    /// The mountains in front of the sky.
    private func scenery(_ point: SIMD2<Float>, _ pixel: Float) -> SIMD3<Float> {
        mountains.color(point, pixel, behind: sky.color(point))
    }

    /// The scenery above the water, mirrored and distorted by ripples.
    private func reflection(_ point: SIMD2<Float>, _ pixel: Float) -> SIMD3<Float> {
        let mirrored = scenery(Water.mirrored(point), pixel * 2)
        return Water.tinted(mirrored, at: point)
    }
}
