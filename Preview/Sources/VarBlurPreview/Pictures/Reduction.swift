internal import VarBlur

/// Reduces pictures to the size of the view, by averages of squares of pixels.
enum Reduction {
    /// The picture with one pixel for each square of `ratio` × `ratio` pixels; squares at the right and bottom may be incomplete.
    ///
    /// Colors with straight alpha are weighted by it.
    ///
    /// - Parameters:
    ///   - image: the picture.
    ///   - ratio: at least 1.
    ///   - addingAlpha: whether an opaque picture gets an alpha channel.
    /// - Returns: the smaller picture.
    /// - Throws: `BlurError` if there is no memory.
    /// - Complexity: O(pixels).
    static func reduced(
        _ image: borrowing PixelBuffer, by ratio: Int, addingAlpha: Bool = false
    ) throws(BlurError) -> PixelBuffer {
        var format = image.format
        if addingAlpha { format.channels = format.channels.withAlpha }
        var result = try PixelBuffer(
            width: (image.width + ratio - 1) / ratio, height: (image.height + ratio - 1) / ratio, format: format)
        unsafe image.withUnsafePixels { source in
            unsafe result.withUnsafeMutablePixels { target in
                if format.depth == .eight {
                    unsafe Squares<UInt8>(source, target, ratio).average()
                } else {
                    precondition(format.depth == .sixteen, "files have no floating-point samples")
                    unsafe Squares<UInt16>(source, target, ratio).average()
                }
            }
        }
        return result
    }
}

extension ChannelLayout {
    /// The layout with an alpha channel.
    fileprivate var withAlpha: ChannelLayout {
        switch self {
        case .gray: .grayAlpha
        case .rgb: .rgba
        case .bgr: .bgra
        case .grayAlpha, .rgba, .bgra, .chroma, .cmyk: self
        }
    }
}

/// The squares of a picture, and their averages.
@unsafe
private struct Squares<Sample: FixedWidthInteger & UnsignedInteger> {
    private let source: UnsafePixels
    private let target: UnsafeMutablePixels
    private let ratio: Int
    private let sourceChannels: Int
    private let targetChannels: Int
    private let hasAlpha: Bool

    init(_ source: UnsafePixels, _ target: UnsafeMutablePixels, _ ratio: Int) {
        unsafe (self.source, self.target, self.ratio) = (source, target, ratio)
        unsafe sourceChannels = source.layout.format.channels.count
        unsafe targetChannels = target.layout.format.channels.count
        unsafe hasAlpha = source.layout.format.channels.hasAlpha
    }

    func average() {
        let width = unsafe source.layout.width * sourceChannels
        var sums = [UInt64](repeating: 0, count: width)
        for y in 0..<(unsafe target.layout.height) {
            for index in sums.indices { sums[index] = 0 }
            let rows = unsafe y * ratio..<min((y + 1) * ratio, source.layout.height)
            for row in rows {
                let start = unsafe source.base + row * source.layout.bytesPerRow
                let samples = unsafe UnsafeBufferPointer(
                    start: start.assumingMemoryBound(to: Sample.self), count: width)
                if unsafe hasAlpha {
                    unsafe addWeighted(samples, to: &sums)
                } else {
                    unsafe Self.add(samples, to: &sums)
                }
            }
            unsafe write(sums, rowCount: rows.count, to: y)
        }
    }

    private static func add(_ samples: UnsafeBufferPointer<Sample>, to sums: inout [UInt64]) {
        for index in sums.indices { unsafe sums[index] &+= UInt64(truncatingIfNeeded: samples[index]) }
    }

    /// Adds colors times alpha, and alphas.
    private func addWeighted(_ samples: UnsafeBufferPointer<Sample>, to sums: inout [UInt64]) {
        let count = unsafe sourceChannels
        for first in stride(from: 0, to: sums.count, by: count) {
            let alpha = unsafe UInt64(samples[first + count - 1])
            for index in first..<first + count - 1 { unsafe sums[index] &+= UInt64(samples[index]) * alpha }
            sums[first + count - 1] &+= alpha
        }
    }

    private func write(_ sums: [UInt64], rowCount: Int, to y: Int) {
        let start = unsafe target.base + y * target.layout.bytesPerRow
        let row = unsafe start.assumingMemoryBound(to: Sample.self)
        for x in 0..<(unsafe target.layout.width) {
            let columns = unsafe x * ratio..<min((x + 1) * ratio, source.layout.width)
            let area = UInt64(columns.count * rowCount)
            func sum(_ channel: Int) -> UInt64 {
                columns.reduce(0) { unsafe $0 &+ sums[$1 * sourceChannels + channel] }
            }
            let alpha = unsafe hasAlpha ? sum(sourceChannels - 1) : 0
            let colors = unsafe hasAlpha ? sourceChannels - 1 : sourceChannels
            for channel in 0..<colors {
                let weight = unsafe hasAlpha ? max(alpha, 1) : area
                unsafe row[x * targetChannels + channel] = Sample((sum(channel) + weight / 2) / weight)
            }
            if unsafe targetChannels > colors {
                let last = unsafe x * targetChannels + colors
                unsafe row[last] = hasAlpha ? Sample((alpha + area / 2) / area) : .max
            }
        }
    }
}
