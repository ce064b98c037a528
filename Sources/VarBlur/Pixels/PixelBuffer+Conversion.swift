extension PixelBuffer {
    /// Returns the image in another pixel format: with another order of colors, depth, or alpha encoding, or with or without alpha.
    ///
    /// Gray becomes color by repetition. Without an alpha channel in the result, the image is composited over black; with a new one, it is
    /// opaque. Integers are rounded to nearest, and floats that become integers are limited to 0...1.
    ///
    /// - Parameter format: the format of the result.
    /// - Returns: an image of the same size.
    /// - Throws: ``BlurError/Code/invalidFormat`` if color would become gray, or if either format is ``ChannelLayout/cmyk`` or
    ///   ``ChannelLayout/chroma`` and the channels differ, and ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(pixels).
    public borrowing func converted(to format: PixelFormat) throws(BlurError) -> PixelBuffer {
        try converted(to: format, over: (0, 0, 0))
    }

    /// Returns the image in another pixel format, as ``converted(to:)`` does, but composited over a color if the result has no alpha.
    ///
    /// - Parameters:
    ///   - format: the format of the result.
    ///   - backdrop: red, green, and blue of the color, 0 to 1.
    /// - Returns: an image of the same size.
    /// - Throws: ``BlurError/Code/invalidFormat`` or ``BlurError/Code/outOfMemory``.
    package borrowing func converted(
        to format: PixelFormat, over backdrop: (red: Double, green: Double, blue: Double)
    ) throws(BlurError) -> PixelBuffer {
        let rows = try RowFormatConverter(self.format, to: format, over: backdrop)
        var result = try PixelBuffer(width: width, height: height, format: format)
        unsafe withUnsafePixels { source in
            unsafe result.withUnsafeMutablePixels { target in
                for y in 0..<height {
                    unsafe rows.convert(
                        source.base + y * source.layout.bytesPerRow, to: target.base + y * target.layout.bytesPerRow,
                        count: width)
                }
            }
        }
        return result
    }
}

/// The conversion of rows of pixels to another format, as of ``PixelBuffer/converted(to:)``.
package struct RowFormatConverter: Sendable {
    private let source: PixelFormat
    private let target: PixelFormat
    /// The number of colors of the result.
    private let colorCount: Int
    /// For each color of the result, the channel that it comes from.
    private let channels: SIMD4<Int>
    /// What shows behind transparent pixels in each color of the result, 0 to 1.
    private let backdrop: SIMD4<Double>
    private let hasAlpha: Bool
    private let keepsAlpha: Bool
    /// Whether straight colors are multiplied by alpha.
    private let multiplies: Bool
    /// Whether premultiplied colors are divided by alpha.
    private let divides: Bool
    /// Whether all samples keep their values.
    private let keepsValues: Bool
    /// Whether all samples of 16 bits are rounded to 8.
    private let isRounded: Bool

    /// Prepares a conversion; without an alpha channel in the result, pixels are composited over the backdrop.
    ///
    /// - Throws: ``BlurError/Code/invalidFormat``.
    package init(
        _ source: PixelFormat, to target: PixelFormat,
        over backdrop: (red: Double, green: Double, blue: Double) = (0, 0, 0)
    ) throws(BlurError) {
        (self.source, self.target) = (source, target)
        let (from, to) = (source.channels, target.channels)
        let isSame = from == to
        guard isSame || from.hasNamedColors && to.hasNamedColors else {
            throw BlurError(.invalidFormat, "\(from) pixels cannot become \(to)")
        }
        guard isSame || from.colorCount == 1 || to.colorCount == 3 else {
            throw BlurError(.invalidFormat, "colors cannot become gray")
        }
        colorCount = to.colorCount
        if from.colorCount < to.colorCount {
            channels = SIMD4(0, 0, 0, 0)
        } else {
            channels = from.isBlueFirst == to.isBlueFirst ? SIMD4(0, 1, 2, 3) : SIMD4(2, 1, 0, 3)
        }
        let (red, green, blue) = backdrop
        self.backdrop =
            to.colorCount != 3
            ? SIMD4(repeating: Luma.of(red, green, blue))
            : to.isBlueFirst ? SIMD4(blue, green, red, 0) : SIMD4(red, green, blue, 0)
        (hasAlpha, keepsAlpha) = (from.hasAlpha, to.hasAlpha)
        let isStraight = source.alpha == .straight
        multiplies = hasAlpha && isStraight && (!keepsAlpha || target.alpha == .premultiplied)
        divides = hasAlpha && !isStraight && keepsAlpha && target.alpha == .straight
        let keepsColors = !multiplies && !divides && (keepsAlpha || !hasAlpha)
        keepsValues = keepsColors && source.depth == target.depth
        isRounded = keepsColors && isSame && source.depth == .sixteen && target.depth == .eight
    }

    /// Converts the pixels of a row, whose samples are aligned.
    @unsafe
    package func convert(_ row: UnsafeRawPointer?, to result: UnsafeMutableRawPointer?, count: Int) {
        guard let row = unsafe row, let result = unsafe result else { return }
        let isMultiplied = multiplies && keepsAlpha && target.depth == .eight
        switch source.depth {
        case .eight where isMultiplied: unsafe multiply(row.assumingMemoryBound(to: UInt8.self), to: result, count)
        case .eight: unsafe convert(row.assumingMemoryBound(to: UInt8.self), to: result, count)
        case .sixteen where isMultiplied: unsafe multiply(row.assumingMemoryBound(to: UInt16.self), to: result, count)
        case .sixteen where isRounded: unsafe round(row, to: result, count * source.channels.count)
        case .sixteen: unsafe convert(row.assumingMemoryBound(to: UInt16.self), to: result, count)
        case .float: unsafe convert(row.assumingMemoryBound(to: Float.self), to: result, count)
        }
    }

    /// Rounds samples to 8 bits, many at once.
    private func round(_ row: UnsafeRawPointer, to result: UnsafeMutableRawPointer, _ sampleCount: Int) {
        let samples = unsafe row.assumingMemoryBound(to: UInt16.self)
        let rounded = unsafe result.assumingMemoryBound(to: UInt8.self)
        for index in 0..<sampleCount { unsafe rounded[index] = samples[index].rounded }
    }

    /// Multiplies straight colors by alpha, and rounds to 8 bits, in less time than with numbers of double precision.
    private func multiply<From: FixedWidthInteger>(
        _ row: UnsafePointer<From>, to result: UnsafeMutableRawPointer, _ pixelCount: Int
    ) {
        let (step, resultStep, fullScale) = (source.channels.count, target.channels.count, UInt64(From.max))
        var (pixel, place) = unsafe (row, result.assumingMemoryBound(to: UInt8.self))
        for _ in 0..<pixelCount {
            let alpha = unsafe UInt64(pixel[step - 1])
            for index in 0..<colorCount {
                let color = unsafe UInt64(pixel[channels[index]]) * alpha
                unsafe place[index] = UInt8((color * 255 + fullScale * fullScale / 2) / (fullScale * fullScale))
            }
            unsafe place[resultStep - 1] = UInt8((alpha * 255 + fullScale / 2) / fullScale)
            unsafe pixel += step
            unsafe place += resultStep
        }
    }

    private func convert<From: ConvertibleSample>(
        _ row: UnsafePointer<From>, to result: UnsafeMutableRawPointer, _ count: Int
    ) {
        switch target.depth {
        case .eight: unsafe convert(row, to: result.assumingMemoryBound(to: UInt8.self), count)
        case .sixteen: unsafe convert(row, to: result.assumingMemoryBound(to: UInt16.self), count)
        case .float: unsafe convert(row, to: result.assumingMemoryBound(to: Float.self), count)
        }
    }

    private func convert<From: ConvertibleSample, To: ConvertibleSample>(
        _ row: UnsafePointer<From>, to result: UnsafeMutablePointer<To>, _ pixelCount: Int
    ) {
        let (step, resultStep) = (source.channels.count, target.channels.count)
        let isSameDepth = source.depth == target.depth
        let fullScale = source.depth.fullScale
        let (first, middle, last) = (channels[0], channels[1], channels[2])
        let opaque = To(nearest: target.depth.fullScale)
        var (pixel, place) = unsafe (row, result)
        for _ in 0..<pixelCount {
            let alpha = hasAlpha ? unsafe pixel[step - 1].number : fullScale
            if keepsValues || isSameDepth && alpha == fullScale {
                // an opaque pixel keeps its values in any case
                unsafe place[0] = Self.same(pixel[first])
                if colorCount == 3 {
                    unsafe (place[1], place[2]) = (Self.same(pixel[middle]), Self.same(pixel[last]))
                } else {
                    for index in 1..<colorCount { unsafe place[index] = Self.same(pixel[channels[index]]) }
                }
                if keepsAlpha { unsafe place[resultStep - 1] = hasAlpha ? Self.same(pixel[step - 1]) : opaque }
            } else {
                unsafe convert(pixel, to: place, alpha: alpha)
            }
            unsafe pixel += step
            unsafe place += resultStep
        }
    }

    /// A sample of the same depth.
    @inline(__always)
    private static func same<From: ConvertibleSample, To: ConvertibleSample>(_ sample: From) -> To {
        sample as? To ?? To(nearest: sample.number)
    }

    private func convert<From: ConvertibleSample, To: ConvertibleSample>(
        _ pixel: UnsafePointer<From>, to place: UnsafeMutablePointer<To>, alpha: Double
    ) {
        let (fullScale, resultScale) = (source.depth.fullScale, target.depth.fullScale)
        let scale = (multiplies ? alpha : 1) * resultScale
        let divisor = multiplies ? fullScale * fullScale : divides ? alpha : fullScale
        // the part of the backdrop that shows
        let behind = hasAlpha && !keepsAlpha ? (fullScale - alpha) / fullScale : 0
        var color = SIMD4<Double>.zero
        if divisor > 0 {
            for index in 0..<colorCount { color[index] = unsafe pixel[channels[index]].number }
            color = color * scale / divisor
        }
        color += backdrop * behind * resultScale
        for index in 0..<colorCount { unsafe place[index] = To(nearest: color[index]) }
        if keepsAlpha { unsafe place[target.channels.count - 1] = To(nearest: alpha * resultScale / fullScale) }
    }
}

extension ChannelLayout {
    fileprivate var colorCount: Int { hasAlpha ? count - 1 : count }

    fileprivate var hasNamedColors: Bool { self != .cmyk && self != .chroma }
}

/// A sample of a pixel, whose value is a fraction of the full scale of its depth.
private protocol ConvertibleSample: BitwiseCopyable {
    var number: Double { get }

    /// The nearest sample; integers are limited to their range, and 0 if the number is none.
    init(nearest number: Double)
}

extension UInt8: ConvertibleSample {
    fileprivate var number: Double { Double(self) }
    fileprivate init(nearest number: Double) { self = number > 0 ? UInt8(Swift.min(number, 255) + 0.5) : 0 }
}

extension UInt16: ConvertibleSample {
    fileprivate var number: Double { Double(self) }
    fileprivate init(nearest number: Double) { self = number > 0 ? UInt16(Swift.min(number, 65535) + 0.5) : 0 }
}

extension Float: ConvertibleSample {
    fileprivate var number: Double { Double(self) }
    fileprivate init(nearest number: Double) { self = Float(number) }
}
