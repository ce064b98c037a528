public import VarBlur

/// A synthetic photograph of a mountain lake that makes the artifacts of a blur visible.
///
/// The smooth sky reveals banding and seams. The ridges and the water reveal halos. The twigs of the trees and the grass
/// reveal errors at the edges. The scene is procedural: a larger image has more detail, and a given size has the same
/// pixels in each run.
public struct Landscape: Sendable {
    /// The width in pixels, at least 1.
    public let width: Int
    /// The height in pixels, at least 1.
    public let height: Int
    /// The time of day.
    public let time: TimeOfDay
    /// Whether a person stands on the near bank.
    public let hasPerson: Bool

    /// Creates a landscape.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, at least 1.
    ///   - height: The height in pixels, at least 1.
    ///   - time: The time of day.
    ///   - hasPerson: Whether a person stands on the near bank.
    public init(width: Int, height: Int, time: TimeOfDay = .day, hasPerson: Bool = false) {
        self.width = width
        self.height = height
        self.time = time
        self.hasPerson = hasPerson
    }

    /// Renders the landscape as an 8-bit RGB image, on all processors.
    ///
    /// - Throws: ``VarBlur/BlurError`` if the size is invalid or memory runs out.
    /// - Complexity: O(`width` × `height`), about 3 microseconds per pixel, and 3 seconds for the terrain, on one processor.
    public func rendered() async throws(BlurError) -> PixelBuffer {
        var image = try PixelBuffer(width: width, height: height, format: PixelFormat(.rgb))
        let scene = await Scene(width: width, height: height, time: time, hasPerson: hasPerson)
        let count = (width + Scene.stripWidth - 1) / Scene.stripWidth
        await withTaskGroup(of: (Int, [UInt8]).self) { group in
            for number in 0..<count { group.addTask { (number, scene.strip(number)) } }
            for await (number, samples) in group {
                let first = number * Scene.stripWidth
                let stripWidth = min(Scene.stripWidth, width - first)
                for (index, sample) in samples.enumerated() {
                    let (pixel, channel) = (index / 3, index % 3)
                    image[first + pixel % stripWidth, pixel / stripWidth, channel] = Int(sample)
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
        guard hasPerson else { return matte }
        let pixel = 1 / Float(height)
        let person = Person(aspect: Float(width) / Float(height), atmosphere: Atmosphere(time))
        for y in 0..<height {
            for x in 0..<width {
                let point = SIMD2((Float(x) + 0.5) - Float(width) / 2, Float(y) + 0.5) * pixel
                matte[x, y, 0] = Int((person.coverage(point, pixel: pixel) * 255).rounded())
            }
        }
        return matte
    }
}
