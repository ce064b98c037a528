internal import VarBlur

extension JPEGQuantization {
    /// The coefficients of the lowest frequencies, whose horizontal and vertical orders sum to at most 3: the first ten in zigzag
    /// order.
    private static let lowFrequencies = [0, 1, 8, 16, 9, 2, 3, 10, 17, 24]

    /// The least step that is visible at the borders of blocks in blurred parts.
    private static let leastVisibleStep = 4

    /// Whether blocks are visible in blurred parts: in files of a quality below about 90.
    var showsBlocks: Bool {
        // brightness in most color spaces; constants and the slowest changes along each axis
        [0, 1, 8].contains { tables[0][$0] >= Self.leastVisibleStep }
    }

    /// Tables whose steps for low frequencies are at most 3.
    ///
    /// On 20 photographs of quality 50 to 85, blurred by 8% of the height, the brightness changes at borders of blocks 1.2
    /// times as abruptly as without compression, but 2.2 times with the original steps. The files are twice as long.
    var smooth: JPEGQuantization { smooth(.ten) }

    /// Tables whose steps for some low frequencies are at most 3.
    func smooth(_ frequencies: SmoothFrequencies) -> JPEGQuantization {
        let tables = tables.map { table in
            var table = table
            for index in Self.lowFrequencies.prefix(frequencies.rawValue) {
                let step = table[index]
                table[index] = step % 3 == 0 ? 3 : step % 2 == 0 ? 2 : 1
            }
            return table
        }
        return JPEGQuantization(tables: tables) ?? self
    }

    /// The sum of the bits by which coefficients of the first table become longer: the logarithms of the quotients of steps, between
    /// powers of 2 by linear interpolation.
    fileprivate func addedBits(with frequencies: SmoothFrequencies) -> Double {
        zip(tables[0], smooth(frequencies).tables[0]).reduce(0) { sum, steps in
            let quotient = Double(steps.0 / steps.1)
            return sum + Double(quotient.exponent) + quotient.significand - 1
        }
    }
}

/// How many of the lowest frequencies get finer steps, if coefficients are kept.
enum SmoothFrequencies: Int, CaseIterable {
    case ten = 10
    case six = 6
    case three = 3

    /// By which fraction kept data becomes longer per added bit: the mean of 9 photographs with optimized Huffman tables.
    private var growth: Double {
        switch self {
        case .ten: 0.016
        case .six: 0.020
        case .three: 0.024
        }
    }

    /// The bits of a blurred sample: the most of 5 photographs of a megapixel, blurred by 20 pixels.
    private var bitsPerSample: Double {
        switch self {
        case .ten: 0.5
        case .six: 0.4
        case .three: 0.3
        }
    }

    /// The numbers of frequencies to try, from the most with which an output is likely to have at most a certain length; a second one in case
    /// that it is longer.
    ///
    /// - Parameters:
    ///   - quantization: the tables of the input.
    ///   - inputByteCount: the length of the input in bytes.
    ///   - sampleCount: the samples of all components.
    ///   - keptFraction: the part of the input that is kept.
    ///   - longest: the maximum length in bytes.
    /// - Returns: at most two; none if the output is likely to be longer in any case.
    static func choices(
        for quantization: JPEGQuantization, inputByteCount: Int, sampleCount: Int, keptFraction: Double, longest: Int
    ) -> [SmoothFrequencies] {
        let fitting = allCases.drop { frequencies in
            let factor = 1 + frequencies.growth * quantization.addedBits(with: frequencies)
            let kept = Double(inputByteCount) * keptFraction * factor
            return kept + Double(sampleCount) * (1 - keptFraction) * frequencies.bitsPerSample / 8 > Double(longest)
        }
        return Array(fitting.prefix(2))
    }
}

extension JPEGEncoding {
    /// The encoding with finer steps for low frequencies; `nil` if they are fine already, or the quality is given.
    var smooth: JPEGEncoding? { smooth(.ten) }

    /// The encoding with finer steps for some low frequencies; `nil` if they are fine already, or the quality is given.
    func smooth(_ frequencies: SmoothFrequencies) -> JPEGEncoding? {
        guard quality == nil, let tables = style.quantization, tables.smooth(frequencies) != tables else { return nil }
        var encoding = self
        encoding.style.quantization = tables.smooth(frequencies)
        return encoding
    }
}

extension ProgressiveBlur {
    /// The minimum radius in pixels that leaves little but low frequencies in a block.
    private static let smoothRadius = 4.0
    /// The least part of what is encoded that must be smooth.
    private static let leastSmoothFraction = 0.25
    /// The number of probed positions on each axis.
    private static let probeCount = 16

    /// Whether a considerable part of what is encoded is so strongly blurred that its blocks consist of low frequencies.
    ///
    /// - Parameters:
    ///   - fraction: the part of the image that is encoded.
    ///   - width: the width of the upright image in pixels.
    ///   - height: the height of the upright image in pixels.
    /// - Returns: whether at least a quarter of it has a radius of at least 4 pixels.
    func isSmooth(inFraction fraction: Double, width: Int, height: Int) -> Bool {
        let field = placedBehindMatte(width: width, height: height)
        guard field.maximumRadius >= Self.smoothRadius else { return false }
        let count = Self.probeCount
        var smoothCount = 0
        for index in 0..<count * count {
            let x = (Double(index % count) + 0.5) / Double(count) * Double(width)
            let y = (Double(index / count) + 0.5) / Double(count) * Double(height)
            if field.radius(x: x, y: y) >= Self.smoothRadius { smoothCount += 1 }
        }
        return smoothCount > 0 && Double(smoothCount) >= Self.leastSmoothFraction * fraction * Double(count * count)
    }
}
