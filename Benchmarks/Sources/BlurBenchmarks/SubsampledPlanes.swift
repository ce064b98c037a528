import VarBlur

/// The planes of a JPEG file with 4:2:0 subsampling: one of full size, two of half the width and height.
final class SubsampledPlanes {
    private var luma: PixelBuffer
    private var blueChroma: PixelBuffer
    private var redChroma: PixelBuffer
    private let sampling: PlaneSampling

    /// Uses the RGB channels as planes: the time does not depend on their meaning.
    init(_ image: borrowing PixelBuffer) throws {
        let (width, height) = (image.width, image.height)
        luma = try Self.plane(image, channel: 1, step: 1)
        blueChroma = try Self.plane(image, channel: 0, step: 2)
        redChroma = try Self.plane(image, channel: 2, step: 2)
        sampling = try PlaneSampling(imageWidth: width, imageHeight: height, horizontalRatio: 2, verticalRatio: 2)
    }

    func measure(
        _ name: String, _ blur: ProgressiveBlur, _ execution: BlurExecution, _ samples: Int
    ) throws -> Measurement {
        try Measurement.of(name, samples: samples) {
            try blur.blur(&luma, execution: execution)
            try blur.blur(&blueChroma, sampling: sampling, execution: execution)
            try blur.blur(&redChroma, sampling: sampling, execution: execution)
        }
    }

    private static func plane(_ image: borrowing PixelBuffer, channel: Int, step: Int) throws -> PixelBuffer {
        let (width, height) = ((image.width + step - 1) / step, (image.height + step - 1) / step)
        var plane = try PixelBuffer(width: width, height: height, format: PixelFormat(.gray))
        for y in 0..<height {
            for x in 0..<width { plane[x, y, 0] = image[x * step, y * step, channel] }
        }
        return plane
    }
}
