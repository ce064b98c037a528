/// Conversion between the sample values of an image and the numbers that are blurred.
///
/// Straight-alpha color is multiplied by its alpha before the blur, and divided by the blurred alpha after it, before
/// either is rounded; otherwise the color of transparent pixels would bleed into their neighbors. In linear light, colors are converted
/// before they are multiplied, and encoded after they are divided; premultiplied ones are divided and multiplied for that.
struct SampleConversion {
    let format: PixelFormat
    /// The curves of the colors; none if values are blurred as they are stored.
    private let curves: [TransferCurve]
    /// The linear light of every 8-bit value in units of values, for each color.
    private let tables: [[Double]]

    init(format: PixelFormat, light: BlurLight) {
        self.format = format
        curves = light.curves(of: format)
        let fullScale = format.depth.fullScale
        tables =
            format.depth == .eight && !format.isPremultiplied
            ? curves.map { curve in (0...255).map { curve.linear(Double($0) / 255) * fullScale } } : []
    }

    /// Reads one row of the frame.
    func load(
        _ row: Int, of frame: CanonicalFrame, from image: UnsafePixels,
        into samples: inout MutableSpan<Double>
    ) {
        if format.depth == .eight {
            unsafe load(UInt8.self, row, of: frame, from: image, into: &samples)
        } else {
            unsafe load(UInt16.self, row, of: frame, from: image, into: &samples)
        }
    }

    /// Writes one row of the frame.
    func store(_ samples: Span<Double>, row: Int, of frame: CanonicalFrame, into image: UnsafeMutablePixels) {
        if format.depth == .eight {
            unsafe store(samples, as: UInt8.self, row, of: frame, into: image)
        } else {
            unsafe store(samples, as: UInt16.self, row, of: frame, into: image)
        }
    }

    private func load<Value: FixedWidthInteger & BitwiseCopyable>(
        _: Value.Type, _ row: Int, of frame: CanonicalFrame, from image: UnsafePixels,
        into samples: inout MutableSpan<Double>
    ) {
        let channels = format.channels.count
        let isStraight = format.channels.hasAlpha && format.alpha == .straight
        let isLinear = !curves.isEmpty
        for column in 0..<frame.columnCount {
            let pixel = unsafe image.base + frame.byteOffset(row: row, column: column)
            for channel in 0..<channels {
                let value = unsafe pixel.loadUnaligned(
                    fromByteOffset: channel * MemoryLayout<Value>.size, as: Value.self)
                samples[column * channels + channel] = Double(value)
            }
            if isLinear { linearize(&samples, column * channels) }
            guard isStraight else { continue }
            let alpha = samples[column * channels + channels - 1]
            for channel in 0..<channels - 1 { samples[column * channels + channel] *= alpha }
        }
    }

    /// Converts the colors of a pixel to linear light.
    private func linearize(_ samples: inout MutableSpan<Double>, _ first: Int) {
        let fullScale = format.depth.fullScale
        for (channel, curve) in curves.enumerated() {
            let value = samples[first + channel]
            if !tables.isEmpty {
                samples[first + channel] = tables[channel][Int(value)]
                continue
            }
            let opaque = format.isPremultiplied ? samples[first + curves.count] : fullScale
            samples[first + channel] = opaque > 0 ? curve.linear(value / opaque) * opaque : 0
        }
    }

    /// Encodes the colors of a line of blurred samples, if they are linear light.
    func encode(_ samples: inout MutableSpan<Double>) {
        guard !curves.isEmpty else { return }
        let (channels, fullScale) = (format.channels.count, format.depth.fullScale)
        for first in stride(from: 0, to: samples.count, by: channels) {
            // straight colors are multiplied by alpha as it is stored, premultiplied ones by its fraction of full scale
            let alpha = format.channels.hasAlpha ? samples[first + channels - 1] : fullScale
            let white = format.channels.hasAlpha && format.alpha == .straight ? alpha * fullScale : alpha
            for (channel, curve) in curves.enumerated() {
                let sample = samples[first + channel]
                samples[first + channel] = white > 0 ? curve.encoded(sample / white) * white : 0
            }
        }
    }

    private func store<Value: FixedWidthInteger & BitwiseCopyable>(
        _ samples: Span<Double>, as _: Value.Type, _ row: Int, of frame: CanonicalFrame,
        into image: UnsafeMutablePixels
    ) {
        let channels = format.channels.count
        for column in 0..<frame.columnCount {
            let pixel = unsafe image.base + frame.byteOffset(row: row, column: column)
            let first = column * channels
            for channel in 0..<channels {
                let value = Value(storedValue(samples, first, channel))
                unsafe pixel.storeBytes(
                    of: value, toByteOffset: channel * MemoryLayout<Value>.size, as: Value.self)
            }
        }
    }

    /// The rounded value to store for one sample.
    private func storedValue(_ samples: Span<Double>, _ first: Int, _ channel: Int) -> Double {
        let sample = samples[first + channel]
        let last = format.channels.count - 1
        guard format.channels.hasAlpha, channel < last else {
            return rounded(sample, upTo: format.depth.fullScale)
        }
        let alpha = samples[first + last]
        let alphaValue = rounded(alpha, upTo: format.depth.fullScale)
        switch format.alpha {
        case .premultiplied: return rounded(sample, upTo: alphaValue)
        case .straight: return alphaValue == 0 ? 0 : rounded(sample / alpha, upTo: format.depth.fullScale)
        }
    }

    private func rounded(_ sample: Double, upTo limit: Double) -> Double {
        min(max((sample + 0.5).rounded(.down), 0), limit)
    }
}

extension PixelFormat {
    fileprivate var isPremultiplied: Bool { channels.hasAlpha && alpha == .premultiplied }
}
