extension Crop: CustomStringConvertible {
    /// Parses a crop such as `1200x800+40+0` or `50%x50%+25%+0%`: the width, the height, and the distances from the left and the top
    /// edge, in whole pixels or as percentages.
    ///
    /// - Throws: an error with the position of the syntax error.
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        let width = try scanner.side("a crop begins with a width, as in 1200x800+40+0")
        guard scanner.takeMultiplicationSign() else { throw scanner.error("an x and the height must follow the width") }
        let height = try scanner.side("the height is missing")
        let x = try scanner.distance("a crop ends with its distances from the left and the top edge, as in +40+0")
        let y = try scanner.distance("a crop ends with two distances; that from the top edge is missing")
        try scanner.end("a crop")
        self.init(width: width, height: height, x: x, y: y)
    }

    /// The crop as a string, which ``init(_:)`` parses to the same crop if its pixels are whole.
    public var description: String { "\(width.sizeText)x\(height.sizeText)+\(x.sizeText)+\(y.sizeText)" }
}

extension TextScanner {
    /// Reads a width or a height, which is greater than zero.
    mutating func side(_ missing: String) throws(BlurTextError) -> BlurLength {
        let start = offset
        let length = try wholeLength(missing)
        guard length.number > 0 else { throw error("a side must be 1 or more", at: start) }
        return length
    }

    /// Reads a distance from an edge with its sign.
    fileprivate mutating func distance(_ missing: String) throws(BlurTextError) -> BlurLength {
        let start = offset
        if take("-".utf8) { throw error("a crop must not begin outside the image", at: start) }
        guard take("+".utf8) else { throw error(missing, at: start) }
        return try wholeLength(missing)
    }

    /// Reads a whole number of pixels, or a percentage.
    private mutating func wholeLength(_ missing: String) throws(BlurTextError) -> BlurLength {
        let start = offset
        guard let number = decimal() else { throw error(missing, at: start) }
        guard number <= FieldLimits.greatest else { throw error("a size must be at most 1000000000", at: start) }
        if take("%".utf8) { return .percent(number) }
        guard number == number.rounded() else { throw error("a number of pixels must be whole", at: start) }
        return .pixels(number)
    }

    /// Skips the sign between a width and a height, if it comes next: `x`, `X`, or `×`.
    mutating func takeMultiplicationSign() -> Bool {
        take("x".utf8) || take("X".utf8) || take("×".utf8)
    }
}

extension BlurLength {
    /// The length without a unit for pixels.
    package var sizeText: String {
        switch self {
        case .pixels(let pixels): ReadableNumber.text(pixels)
        case .percent(let percent): "\(ReadableNumber.text(percent))%"
        }
    }
}
