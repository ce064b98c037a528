/// What the lake reflects: the sky and the far shore, at a limited resolution, as waves blur it anyway.
struct Panorama: Sendable {
    private let width: Int
    private let height: Int
    /// The colors by columns.
    private let colors: [SIMD3<Float>]
    /// The distance of the far shore in each column, in meters.
    private let shores: [Float]
    private let left: Float
    private let pixel: Float
    private static let top: Float = -0.35
    private static let bottom = Camera.horizon + 0.012

    init(aspect: Float, pixel: Float, mountains: Mountains) async {
        let pixel = max(pixel, 1 / 800)
        self.pixel = pixel
        left = -aspect / 2 - 0.08
        width = Int((aspect + 0.16) / pixel) + 1
        height = Int((Self.bottom - Self.top) / pixel) + 1
        let (left, width, height) = (left, width, height)
        let columns = await concurrently(width) { column in
            let x = left + Float(column) * pixel
            let distances = mountains.column(x, top: Self.top, step: pixel, rows: height)
            let colors = (0..<height).map { row in
                let slope = Camera.slope(x, Self.top + Float(row) * pixel)
                return distances[row] > 0
                    ? mountains.color(slope, z: distances[row])
                    : mountains.sky.color(SIMD2(slope.x, max(slope.y, 0)))
            }
            return (distances.last { $0 > 0 } ?? 1500, colors)
        }
        shores = columns.map(\.0)
        colors = columns.flatMap(\.1)
    }

    /// The color in a direction above the horizon, as the water mirrors it.
    func reflection(_ slope: SIMD2<Float>) -> SIMD3<Float> {
        let x = min(max((slope.x * Camera.focalLength - left) / pixel, 0), Float(width) - 1.001)
        let column = Int(x)
        // The mirrored viewer stands as deep below the water as the viewer above it.
        let rise = slope.y - 2 * Camera.height / shores[column]
        let y = (Camera.horizon - rise * Camera.focalLength - Self.top) / pixel
        let clamped = min(max(y, 0), Float(height) - 1.001)
        let row = Int(clamped)
        let (u, v) = (x - Float(column), clamped - Float(row))
        let index = column * height + row
        return mix(
            mix(colors[index], colors[index + 1], v), mix(colors[index + height], colors[index + height + 1], v), u)
    }
}
