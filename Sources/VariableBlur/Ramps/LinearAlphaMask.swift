/// A linear ramp: alpha is 1 at the blurred edge of the image and decreases linearly to 0.
///
/// Let `v` be the distance of a pixel's center from the blurred edge, divided by the length of the axis, and `s` the start
/// offset:
///
///     alpha(v) = 1 - clamp(v / (1 - s), 0, 1)
///
/// This is the gradient of https://github.com/nikstar/VariableBlur, evaluated at the center of every row instead of in a mask
/// image of 100 rows.
public struct LinearAlphaMask: Sendable, Hashable {
    /// The side where alpha is 1.
    public let direction: BlurDirection

    /// The distance from the end of the ramp to the opposite edge, as a fraction of the axis: finite, below 1.
    ///
    /// - 0: alpha decreases over the whole axis.
    /// - Above 0: alpha is 0 in this fraction of the axis, at the unblurred end.
    /// - Below 0: the ramp ends beyond the image, and alpha is `-s / (1 - s)` at the unblurred edge.
    public let startOffset: Double

    /// Creates a mask.
    ///
    /// - Throws: ``BlurError/Code/invalidStartOffset`` unless `startOffset` is finite and below 1.
    public init(direction: BlurDirection = .top, startOffset: Double = 0) throws(BlurError) {
        guard startOffset.isFinite, startOffset < 1 else {
            throw BlurError(
                .invalidStartOffset,
                "the start offset is \(startOffset); it must be below 1 (the whole axis), and finite")
        }
        self.direction = direction
        self.startOffset = startOffset
    }

    /// Whether the blurred edge is the first row or column.
    private var isBlurredAtStart: Bool { direction == .top || direction == .left }

    /// Returns the alpha at a distance from the blurred edge.
    ///
    /// - Parameter distance: a fraction of the axis: 0 at the blurred edge, 1 at the opposite edge.
    /// - Returns: 1 (most blurred) to 0 (unblurred).
    public func alpha(atDistance distance: Double) -> Double {
        1 - min(max(distance / (1 - startOffset), 0), 1)
    }

    /// Returns the alpha at the center of a row, or of a column if the direction is left or right.
    ///
    /// - Parameters:
    ///   - index: the row or column, counted from the image's top or left, 0 to `count - 1`.
    ///   - count: the number of rows or columns of the whole image, at least 1.
    /// - Returns: 1 (most blurred) to 0 (unblurred).
    public func alpha(at index: Int, of count: Int) -> Double {
        precondition(count >= 1 && index >= 0 && index < count, "row \(index) is not one of \(count)")
        let fromBlurredEdge = isBlurredAtStart ? index : count - 1 - index
        return alpha(atDistance: (Double(fromBlurredEdge) + 0.5) / Double(count))
    }

    /// The alpha at a position on the axis, measured from the top or left, as is the axis' length.
    func alpha(atPosition position: Double, ofLength length: Double) -> Double {
        alpha(atDistance: (isBlurredAtStart ? position : length - position) / length)
    }
}

extension LinearAlphaMask: AlphaField {
    package var variation: FieldVariation { direction.isVertical ? .betweenRows : .betweenColumns }

    package func alpha(x: Double, y: Double, width: Int, height: Int) -> Double {
        direction.isVertical
            ? alpha(atPosition: y, ofLength: Double(height)) : alpha(atPosition: x, ofLength: Double(width))
    }
}

extension LinearAlphaMask: Codable {
    private enum CodingKeys: String, CodingKey {
        case direction
        case startOffset
    }

    /// Decodes a mask and validates its offset; a missing key has its default value.
    ///
    /// - Throws: `DecodingError.dataCorrupted` with an underlying ``BlurError``, or another `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let direction = try values.decodeIfPresent(BlurDirection.self, forKey: .direction) ?? .top
        let startOffset = try values.decodeIfPresent(Double.self, forKey: .startOffset) ?? 0
        do {
            try self.init(direction: direction, startOffset: startOffset)
        } catch {
            throw error.asDecodingError(at: decoder)
        }
    }
}
