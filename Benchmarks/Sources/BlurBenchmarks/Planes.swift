import VariableBlur

/// The planes of a picture as JPEG files with 4:2:0 sampling have them: one of full size, two of half the width and height.
final class Planes {
    private var full: PixelBuffer
    private var half: PixelBuffer
    private var otherHalf: PixelBuffer
    private let sampling: PlaneSampling

    /// Takes the channels for planes; what they mean does not matter to the time.
    init(_ picture: borrowing PixelBuffer) throws {
        let (width, height) = (picture.width, picture.height)
        full = try Self.plane(picture, channel: 1, step: 1)
        half = try Self.plane(picture, channel: 0, step: 2)
        otherHalf = try Self.plane(picture, channel: 2, step: 2)
        sampling = try PlaneSampling(imageWidth: width, imageHeight: height, horizontalRatio: 2, verticalRatio: 2)
    }

    func measure(
        _ name: String, _ blur: ProgressiveBlur, _ execution: BlurExecution, _ samples: Int
    ) throws -> Measurement {
        try Measurement.of(name, samples: samples) {
            try blur.blur(&full, execution: execution)
            try blur.blur(&half, sampling: sampling, execution: execution)
            try blur.blur(&otherHalf, sampling: sampling, execution: execution)
        }
    }

    private static func plane(_ picture: borrowing PixelBuffer, channel: Int, step: Int) throws -> PixelBuffer {
        let (width, height) = ((picture.width + step - 1) / step, (picture.height + step - 1) / step)
        var plane = try PixelBuffer(width: width, height: height, format: PixelFormat(.gray))
        for y in 0..<height {
            for x in 0..<width { plane[x, y, 0] = picture[x * step, y * step, channel] }
        }
        return plane
    }
}
