/// The words that a shape begins with, apart from extents.
private enum ShapeWord: String {
    case circle
    case ellipse
}

extension TextScanner {
    /// A length and where it begins.
    private typealias Length = (value: BlurLength, offset: Int)

    /// Parses the shape, the size and the center of a radial gradient, in this order except that shape and size may be swapped.
    mutating func shapeAndCenter() throws(BlurTextError) -> (
        BlurGradient.EndingShape, BlurGradient.Position
    ) {
        var shape: ShapeWord?
        var extent: BlurGradient.Extent?
        var lengths: [Length] = []
        var center: BlurGradient.Position?
        let start = offset
        while isAtWord || isAtNumber {
            let offset = offset
            guard center == nil else { throw error("a comma must follow the position", at: offset) }
            if isAtNumber {
                guard lengths.isEmpty, extent == nil else {
                    throw error("a shape has only one size", at: offset)
                }
                lengths = try size()
                continue
            }
            let word = word()
            skipSpaces()
            if word == "at" {
                center = try position()
            } else if let found = ShapeWord(rawValue: word) {
                guard shape == nil else { throw error("a gradient has only one shape", at: offset) }
                shape = found
            } else if let found = BlurGradient.Extent(rawValue: word) {
                guard lengths.isEmpty, extent == nil else {
                    throw error("a shape has only one size", at: offset)
                }
                extent = found
            } else {
                throw error(
                    "'\(word)' is not known; a shape is circle or ellipse, a size such as closest-side, and 'at' a position",
                    at: offset)
            }
        }
        let ending =
            try lengths.isEmpty
            ? Self.shape(shape, extent ?? .farthestCorner) : sized(shape, lengths, start)
        return (ending, center ?? .center)
    }

    private static func shape(_ shape: ShapeWord?, _ extent: BlurGradient.Extent) -> BlurGradient.EndingShape {
        shape == .circle ? .circle(extent) : .ellipse(extent)
    }

    /// Reads the lengths of a size.
    private mutating func size() throws(BlurTextError) -> [Length] {
        var lengths: [Length] = []
        while isAtNumber {
            let offset = offset
            let length = try length("a size")
            guard length.number >= 0 else { throw error("a size must be 0 or more", at: offset) }
            lengths.append((length, offset))
            skipSpaces()
        }
        return lengths
    }

    private func sized(
        _ shape: ShapeWord?, _ lengths: [Length], _ start: Int
    ) throws(BlurTextError) -> BlurGradient.EndingShape {
        if (shape ?? (lengths.count == 1 ? .circle : .ellipse)) == .circle {
            guard lengths.count == 1 else { throw error("a circle has one size", at: lengths[1].offset) }
            guard case .pixels(let radius) = lengths[0].value else {
                throw error("the size of a circle is given in px", at: lengths[0].offset)
            }
            return .circleOfRadius(radius)
        }
        guard lengths.count == 2 else {
            throw error("an ellipse has two sizes", at: lengths.last?.offset ?? start)
        }
        return .ellipseOfRadii(lengths[0].value, lengths[1].value)
    }
}
