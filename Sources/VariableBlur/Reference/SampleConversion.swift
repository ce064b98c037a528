/// Between the codes of an image and the numbers that are blurred.
///
/// Straight color is multiplied by its alpha before it is blurred, and the result divided by the blurred alpha before
/// either is rounded; otherwise the color of transparent pixels would bleed.
struct SampleConversion {
    let format: PixelFormat

    /// Reads one row of the turned image.
    func load(
        _ row: Int, of frame: CanonicalFrame, from image: UnsafePixels,
        into samples: inout MutableSpan<Double>
    ) {
        switch format.depth {
        case .eight: unsafe load(UInt8.self, row, of: frame, from: image, into: &samples)
        case .sixteen: unsafe load(UInt16.self, row, of: frame, from: image, into: &samples)
        }
    }

    /// Writes one row of the turned image.
    func store(_ samples: Span<Double>, row: Int, of frame: CanonicalFrame, into image: UnsafeMutablePixels) {
        switch format.depth {
        case .eight: unsafe store(samples, as: UInt8.self, row, of: frame, into: image)
        case .sixteen: unsafe store(samples, as: UInt16.self, row, of: frame, into: image)
        }
    }

    private func load<Code: FixedWidthInteger & BitwiseCopyable>(
        _: Code.Type, _ row: Int, of frame: CanonicalFrame, from image: UnsafePixels,
        into samples: inout MutableSpan<Double>
    ) {
        let channels = format.channels.count
        let isStraight = format.channels.hasAlpha && format.alpha == .straight
        for column in 0..<frame.columnCount {
            let pixel = unsafe image.base + frame.byteOffset(row: row, column: column)
            for channel in 0..<channels {
                let code = unsafe pixel.loadUnaligned(
                    fromByteOffset: channel * MemoryLayout<Code>.size, as: Code.self)
                samples[column * channels + channel] = Double(code)
            }
            guard isStraight else { continue }
            let alpha = samples[column * channels + channels - 1]
            for channel in 0..<channels - 1 { samples[column * channels + channel] *= alpha }
        }
    }

    private func store<Code: FixedWidthInteger & BitwiseCopyable>(
        _ samples: Span<Double>, as _: Code.Type, _ row: Int, of frame: CanonicalFrame,
        into image: UnsafeMutablePixels
    ) {
        let channels = format.channels.count
        for column in 0..<frame.columnCount {
            let pixel = unsafe image.base + frame.byteOffset(row: row, column: column)
            let first = column * channels
            for channel in 0..<channels {
                let code = Code(finished(samples, first, channel))
                unsafe pixel.storeBytes(
                    of: code, toByteOffset: channel * MemoryLayout<Code>.size, as: Code.self)
            }
        }
    }

    /// The code of one sample, rounded; still a number.
    private func finished(_ samples: Span<Double>, _ first: Int, _ channel: Int) -> Double {
        let sample = samples[first + channel]
        let last = format.channels.count - 1
        guard format.channels.hasAlpha, channel < last else {
            return rounded(sample, upTo: format.depth.fullScale)
        }
        let alpha = samples[first + last]
        let alphaCode = rounded(alpha, upTo: format.depth.fullScale)
        switch format.alpha {
        case .premultiplied: return rounded(sample, upTo: alphaCode)
        case .straight: return alphaCode == 0 ? 0 : rounded(sample / alpha, upTo: format.depth.fullScale)
        }
    }

    private func rounded(_ sample: Double, upTo limit: Double) -> Double {
        min(max((sample + 0.5).rounded(.down), 0), limit)
    }
}
