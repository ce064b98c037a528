@testable import VarBlur

/// The background of an image with a matte, in double precision: see `ProgressiveBlur.matte`.
///
/// Each sample of a pixel is multiplied by 1 - coverage, and that weight follows as a further channel.
struct ReferenceBackground {
    let matte: PlacedMatte
    let sampling: PlaneSampling
    /// The number of channels without the weight.
    let channels: Int

    /// The coverage of a pixel.
    func coverage(column: Int, row: Int) -> Double {
        matte.coverage(x: sampling.x(ofColumn: column), y: sampling.y(ofRow: row))
    }

    /// The weighted samples of a row.
    func weighted(_ samples: [Double], row: Int) -> [Double] {
        (0..<samples.count / channels).flatMap { column in
            let weight = 1 - coverage(column: column, row: row)
            return samples[column * channels..<(column + 1) * channels].map { $0 * weight } + [weight]
        }
    }

    /// Puts a pixel in front of its background.
    ///
    /// - Parameters:
    ///   - sums: the blurred samples of the pixel.
    ///   - outside: the weight of the blur beyond transparent edges, where there is no matte.
    ///   - column: the pixel's column.
    ///   - row: the pixel's row.
    ///   - image: the weighted samples of the pixel's row.
    ///   - result: receives a sample for each channel.
    ///   - first: the index in `result` of the first channel.
    func composite(
        _ sums: [Double], outside: Double, column: Int, row: Int, over image: [Double],
        into result: inout [Double], from first: Int
    ) {
        let front = coverage(column: column, row: row)
        let total = sums[channels] + outside
        for channel in 0..<channels {
            let sample = front < 1 ? image[column * (channels + 1) + channel] / (1 - front) : 0
            result[first + channel] = total > 0 ? front * sample + (1 - front) * sums[channel] / total : sample
        }
    }
}
