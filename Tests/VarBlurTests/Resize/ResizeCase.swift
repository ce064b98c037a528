import Foundation
import TestSupport
import VarBlur

/// A random resize: sizes, format, region, and light.
struct ResizeCase: CustomStringConvertible {
    let source: Size
    let target: Size
    let format: PixelFormat
    let region: SourceRegion
    let light: BlurLight
    private let contents: Contents
    private let seed: UInt64

    private enum Contents: CaseIterable {
        case noise, blackAndWhite, waves
    }

    /// Sizes at which other libraries computed wrong pixels.
    private static let knownSizes = [(Size(805, 408), Size(397, 183)), (Size(506, 150), Size(246, 195))]

    /// A case for each seed; the logarithms of sizes are distributed evenly up to that of `limit`.
    init(seed: Int, limit: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        func length() -> Int { Int(pow(Double(limit), Double.random(in: 0...1, using: &random))) }
        (source, target) =
            seed < Self.knownSizes.count
            ? Self.knownSizes[seed] : (Size(length(), length()), Size(length(), length()))
        format = PixelFormat.all[seed % PixelFormat.all.count]
        contents = Contents.allCases[seed / 7 % Contents.allCases.count]
        let canBeLinear = format.channels != .cmyk && format.channels != .chroma
        light = seed % 3 == 2 && canBeLinear ? .linear : .encoded
        func part(of length: Int) -> (Double, Double) {
            let start = Double.random(in: 0..<Double(length), using: &random)
            return (start, Double.random(in: 0.3...max(1, Double(length) - start + 0.6), using: &random))
        }
        let ((x, width), (y, height)) = (part(of: source.width), part(of: source.height))
        region =
            seed % 4 == 3
            ? SourceRegion(x: x, y: y, width: width, height: height)
            : SourceRegion(wholeWidth: source.width, height: source.height)
        self.seed = random.next()
    }

    var description: String {
        "\(format.depth) \(format.channels) \(format.alpha) \(light.isLinear ? "linear" : "encoded") \(contents), "
            + "\(source) → \(target), \(region)"
    }

    /// The image to resize.
    func image() throws -> PixelBuffer {
        let noise = try PixelBuffer.noise(source, format, seed: seed)
        let full = Int(format.depth.fullScale)
        switch contents {
        case .noise: return noise
        case .blackAndWhite:
            return try PixelBuffer.make(source, format) { noise[$0, $1, $2] > full / 2 ? full : 0 }
        case .waves:
            return try PixelBuffer.make(source, format) { x, y, channel in
                Int(Double(full) / 2 * (1 + sin(Double(x + 3 * y + 50 * channel) / 20)) * 0.7)
            }
        }
    }

    /// Resizes the image.
    func resized(_ image: borrowing PixelBuffer, _ execution: BlurExecution = BlurExecution()) throws -> PixelBuffer {
        try image.resized(
            toWidth: target.width, height: target.height, from: region, light: light, execution: execution)
    }

    /// The largest error of the result, in steps of 8 bits.
    func largestError() throws -> Double {
        let image = try image()
        let result = try resized(image)
        let exact = ExactResize(image, width: target.width, height: target.height, from: region, light: light)
        return exact.largestError(of: result) * 255 / format.depth.fullScale
    }
}
