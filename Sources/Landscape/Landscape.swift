public import VariableBlur

/// A landscape that looks like a photograph and shows what a blur does wrong.
///
/// Smooth sky shows banding and seams, ridges and water show halos, twigs on top and grass at the bottom show edges,
/// and grain shows what else is done to every pixel. It is computed for every size anew, so that a large one has
/// more detail, and comes out the same on every machine.
public struct Landscape: Sendable {
    /// Pixels in a row, at least 1.
    public let width: Int
    /// Rows, at least 1.
    public let height: Int
    /// The grain's standard deviation, in codes of 8 bits.
    public let grain: Float

    private let sky = Sky()
    private let mountains = Mountains()
    private let meadow = Meadow()
    private let pines: Pines
    private let branches: Branches

    /// A landscape of a size.
    public init(width: Int, height: Int, grain: Float = 4) {
        self.width = width
        self.height = height
        self.grain = grain
        let aspect = Float(width) / Float(height)
        pines = Pines(aspect: aspect)
        branches = Branches(aspect: aspect)
    }

    /// Renders the picture as RGB of 8 bits.
    ///
    /// - Throws: ``VariableBlur/BlurError`` if the size is impossible or memory is short.
    /// - Complexity: O(`width` × `height`), about a microsecond a pixel.
    public func rendered() throws(BlurError) -> PixelBuffer {
        var image = try PixelBuffer(width: width, height: height, format: PixelFormat(.rgb))
        let noise = Noise(seed: 0x6AA1)
        for y in 0..<height {
            for x in 0..<width {
                // The grain of film is mostly in brightness.
                let common = noise.normal(x, y, 3)
                let color = color(x, y)
                for channel in 0..<3 {
                    let own = noise.normal(x, y, channel)
                    let code = color[channel] * 255 + grain * (0.9 * common + 0.435_89 * own)
                    image[x, y, channel] = Int(min(max(code.rounded(), 0), 255))
                }
            }
        }
        return image
    }

    /// The color of a pixel without grain, 0 to 1.
    private func color(_ x: Int, _ y: Int) -> SIMD3<Float> {
        let pixel = 1 / Float(height)
        let place = SIMD2((Float(x) + 0.5) * pixel, (Float(y) + 0.5) * pixel)
        var color = backdrop(place, pixel)
        if let (green, coverage) = pines.color(place, pixel) { color = mix(color, green, coverage) }
        if let (brown, coverage) = branches.color(place, pixel) { color = mix(color, brown, coverage) }
        return color
    }

    private func backdrop(_ place: SIMD2<Float>, _ pixel: Float) -> SIMD3<Float> {
        let shore = meadow.shore(place.x)
        let far = place.y < Water.surface ? distance(place, pixel) : reflection(place, pixel)
        guard place.y > shore - pixel else { return far }
        return mix(far, meadow.color(place, pixel), ramp(shore - pixel / 2, shore + pixel / 2, place.y))
    }

    private func distance(_ place: SIMD2<Float>, _ pixel: Float) -> SIMD3<Float> {
        mountains.color(place, pixel, behind: sky.color(place))
    }

    /// The scenery above the water, mirrored and broken by ripples.
    private func reflection(_ place: SIMD2<Float>, _ pixel: Float) -> SIMD3<Float> {
        let mirrored = distance(Water.mirrored(place), pixel * 2)
        return Water.tinted(mirrored, at: place)
    }
}
