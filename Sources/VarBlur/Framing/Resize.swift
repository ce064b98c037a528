/// The size of the result, and how the image fits into it.
public struct Resize: Sendable, Hashable {
    /// The width of the box, of which percentages refer to the cropped image; `nil` if it follows from the height.
    public var width: BlurLength?
    /// The height of the box, of which percentages refer to the cropped image; `nil` if it follows from the width.
    public var height: BlurLength?
    /// How the image fits into the box; it has no effect if one side is `nil`.
    public var fit: Fit
    /// Which part is kept with ``Fit/cover``, and where the image lies with ``Fit/contain``, like `object-position` in CSS.
    ///
    /// Percentages refer to the difference between the box and the image; pixels, of the result, to the distance from the left and
    /// the top edge of the box. No position leaves a gap, or cuts off a part of an image that fits.
    public var position: BlurGradient.Position
    /// Whether a small image is enlarged.
    public var enlarges: Bool
    /// What fills the box beside the image with ``Fit/contain``.
    public var bars = Bars.background

    /// How an image fits into a box of two sides.
    public enum Fit: String, CaseIterable, Sendable, Hashable, Codable {
        /// The largest size within the box.
        case inside
        /// The smallest size that covers the box, without a crop.
        case outside
        /// The size of the box, filled by the image, of which the rest is cut off.
        case cover
        /// The size of the box, with the whole image between bars.
        case contain
        /// The size of the box, to which the image is stretched.
        case fill
    }

    /// What fills the box beside an image.
    public enum Bars: Sendable, Hashable {
        /// The background color, if there is one; otherwise transparency, or black in images without an alpha channel.
        case background
        /// The image itself, enlarged to cover the box, and blurred.
        ///
        /// - Parameters:
        ///   - radius: the standard deviation of the Gaussian; percentages refer to the shorter side of the box. `nil` for 5% of it,
        ///     from 4 to 200 pixels.
        ///   - brightness: the factor of all colors as they are stored, from 0 to 1.
        case blurredImage(radius: BlurLength? = nil, brightness: Double = 1)
    }

    /// Creates a resize.
    ///
    /// - Parameters:
    ///   - width: the width of the box, in pixels or relative to the cropped image; `nil` if it follows from the height.
    ///   - height: the height of the box; `nil` if it follows from the width.
    ///   - fit: how the image fits into the box.
    ///   - position: the part that is kept, or the place of the image in the box.
    ///   - enlarges: whether a small image is enlarged.
    public init(
        width: BlurLength?, height: BlurLength?, fit: Fit = .inside, position: BlurGradient.Position = .center,
        enlarges: Bool = true
    ) {
        (self.width, self.height, self.fit, self.position, self.enlarges) = (width, height, fit, position, enlarges)
    }

    /// Where an image of `width` × `height` pixels lies in the result.
    ///
    /// Sizes are rounded to the nearest whole number, and are at least 1.
    ///
    /// - Parameters:
    ///   - width: the width of the image. Traps if it is less than 1.
    ///   - height: the height of the image. Traps if it is less than 1.
    /// - Returns: the part of the image that is resized, and its place.
    /// - Throws: an error with the code `invalidSize` if a side is below one pixel or too large, if neither side is set or
    ///   only one for a fit that needs two, or if a number of the position or of the bars is out of range or not finite.
    public func placement(width: Int, height: Int) throws(BlurError) -> ResizePlacement {
        trapUnless(width >= 1 && height >= 1, "an image of \(width)×\(height) pixels cannot be resized")
        try checkPosition()
        try bars.check()
        let box = (width: try Self.side(self.width, of: width), height: try Self.side(self.height, of: height))
        guard let boxWidth = box.width, let boxHeight = box.height else {
            return try oneSided(box, width: width, height: height)
        }
        let source = (width: Double(width), height: Double(height))
        let ratios = (x: Double(boxWidth) / source.width, y: Double(boxHeight) / source.height)
        switch fit {
        case .fill: return .stretched(limited(boxWidth, width), limited(boxHeight, height), from: source)
        case .inside, .outside, .contain:
            let followsWidth = (ratios.x <= ratios.y) == (fit != .outside)
            let isOriginal = !enlarges && (followsWidth ? ratios.x : ratios.y) > 1
            let scaled =
                followsWidth
                ? (boxWidth, Self.rounded(source.height * ratios.x))
                : (Self.rounded(source.width * ratios.y), boxHeight)
            let size = isOriginal ? (width, height) : scaled
            var placement = ResizePlacement.stretched(size.0, size.1, from: source)
            if fit == .contain { placement.center(in: (boxWidth, boxHeight), position) }
            return placement
        case .cover:
            let scale = enlarges ? max(ratios.x, ratios.y) : min(1, max(ratios.x, ratios.y))
            return .covering(
                min(boxWidth, Self.rounded(source.width * scale)), min(boxHeight, Self.rounded(source.height * scale)),
                from: source, scale, position)
        }
    }
}

extension Resize {
    /// The greatest width and height in pixels.
    static let greatestSide = 1 << 24

    /// Checks the position, also for a fit that does not use it.
    private func checkPosition() throws(BlurError) {
        for number in [position.x.number, position.y.number] where !number.isFinite {
            throw BlurError(.invalidSize, "a number of the position of a resize is \(number); it must be finite")
        }
    }

    /// A side of the box in pixels.
    private static func side(_ length: BlurLength?, of count: Int) throws(BlurError) -> Int? {
        guard let length else { return nil }
        let pixels = length.pixels(of: Double(count))
        guard pixels > 0, pixels <= Double(greatestSide) else {
            throw BlurError(
                .invalidSize, "a size of \(ReadableNumber.text(pixels)) pixels is not between 1 and \(greatestSide)")
        }
        return rounded(pixels)
    }

    /// The nearest whole number, at least 1.
    private static func rounded(_ side: Double) -> Int { max(1, Int(Rounding.half(up: min(side, 1e15)))) }

    private func limited(_ side: Int, _ original: Int) -> Int { enlarges ? side : min(side, original) }

    /// Where an image lies if only one side of the box is set; the other keeps the proportions.
    private func oneSided(
        _ box: (width: Int?, height: Int?), width: Int, height: Int
    ) throws(BlurError) -> ResizePlacement {
        guard fit != .cover && fit != .contain else {
            throw BlurError(.invalidSize, "the fit \(fit.rawValue) needs a width and a height")
        }
        let source = (width: Double(width), height: Double(height))
        if let side = box.width {
            let isOriginal = !enlarges && side > width
            // a percentage is exact, where the ratio of rounded sides is not
            let ratio = self.width?.fraction ?? Double(side) / source.width
            let other = Self.rounded(source.height * ratio)
            return .stretched(isOriginal ? width : side, isOriginal ? height : other, from: source)
        }
        guard let side = box.height else { throw BlurError(.invalidSize, "a resize needs a width or a height") }
        let isOriginal = !enlarges && side > height
        let ratio = self.height?.fraction ?? Double(side) / source.height
        return .stretched(
            isOriginal ? width : Self.rounded(source.width * ratio), isOriginal ? height : side, from: source)
    }
}

extension Resize.Bars {
    /// Checks the numbers.
    fileprivate func check() throws(BlurError) {
        guard case .blurredImage(let radius, let brightness) = self else { return }
        guard (0...1).contains(brightness) else {
            throw BlurError(.invalidSize, "the brightness of bars must be from 0 to 1; it is \(brightness)")
        }
        guard let number = radius?.number, !(number >= 0 && number.isFinite) else { return }
        throw BlurError(.invalidSize, "the radius of bars is \(number); it must be 0 or more, and finite")
    }
}

extension BlurLength {
    /// A percentage as a fraction; `nil` for pixels.
    fileprivate var fraction: Double? {
        switch self {
        case .pixels: nil
        case .percent(let percent): percent / 100
        }
    }
}

/// Rounding that is the same for all sizes and positions.
enum Rounding {
    /// The nearest whole number; halves are rounded up.
    static func half(up number: Double) -> Double { (number + 0.5).rounded(.down) }
}
