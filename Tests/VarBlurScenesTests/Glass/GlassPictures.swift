import TestSupport
import VarBlur
import VarBlurScenes

/// Pictures for tests of glass, and differences between them.
enum GlassPictures {
    /// An opaque picture with details of several sizes, in premultiplied BGRA.
    static func textured(width: Int, height: Int) throws -> PixelBuffer {
        try PixelBuffer.make(TestSupport.Size(width, height), GlassContainer.pixelFormat) { x, y, channel in
            guard channel < 3 else { return 255 }
            let stripes = (x / 7 + y / 11 + channel) % 2 * 90
            return min(255, stripes + (x * (channel + 1) + y * 3) % 120 + (x * y) % 31)
        }
    }

    /// A picture of one premultiplied color.
    static func plain(width: Int, height: Int, _ color: [Int]) throws -> PixelBuffer {
        try PixelBuffer.make(TestSupport.Size(width, height), GlassContainer.pixelFormat) { _, _, channel in
            color[channel]
        }
    }

    /// A picture with glass drawn on it.
    static func drawn(
        _ container: GlassContainer, on picture: borrowing PixelBuffer, region: PixelRegion? = nil, threads: Int = 1
    ) throws -> [Int] {
        var copy = try picture.copy()
        try container.draw(on: &copy, region: region, execution: BlurExecution(threadCount: threads))
        return copy.sampleValues()
    }

    /// A badge of 96 pixels.
    static func badge(_ id: String, x: Double, y: Double, shape: SceneShape = .rectangle(cornerRadius: 24))
        -> GlassPiece
    {
        GlassPiece(id: id, shape: shape, frame: SceneRectangle(x: x, y: y, width: 96, height: 96))
    }

    /// The positions of the pixels that differ, with their greatest difference.
    static func differences(_ a: [Int], _ b: [Int], width: Int) -> [(x: Int, y: Int, difference: Int)] {
        stride(from: 0, to: a.count, by: 4).compactMap { index in
            let difference = (0..<4).map { abs(a[index + $0] - b[index + $0]) }.max() ?? 0
            return difference > 0 ? (index / 4 % width, index / 4 / width, difference) : nil
        }
    }
}
