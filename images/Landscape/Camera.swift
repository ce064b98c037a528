/// The view: a level camera above the near bank, in meters; x to the right, y up from the lake, z ahead.
enum Camera {
    static let height: Float = 2.3
    /// The focal length in units of the picture's height.
    static let focalLength: Float = 1.42
    /// The position of the horizon in the picture, as a fraction of its height.
    static let horizon: Float = 0.585

    /// The direction of a point of the picture, in units of its height, from the middle of the left and right sides; its z is 1.
    @inline(__always)
    static func slope(_ x: Float, _ y: Float) -> SIMD2<Float> {
        SIMD2(x / focalLength, (horizon - y) / focalLength)
    }

    /// Where a point appears, in units of the picture's height.
    @inline(__always)
    static func project(_ point: SIMD3<Float>) -> SIMD2<Float> {
        SIMD2(point.x, height - point.y) * (focalLength / point.z) + SIMD2(0, horizon)
    }
}
