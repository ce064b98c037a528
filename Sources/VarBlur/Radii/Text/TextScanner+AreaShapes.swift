/// Parses a shape: `xywh(120px 80px 200px 60px round 8px)` or `circle(40px at 50% 30%)`.
extension TextScanner {
    /// Parses the shapes of an area, and the spaces around them: one, or any number after `outside`.
    mutating func areaShapes() throws(BlurTextError) -> (shapes: [BlurArea.Shape], isInverted: Bool) {
        skipSpaces()
        guard takeWord(BlurArea.outside) else { return ([try shape()], false) }
        var shapes: [BlurArea.Shape] = []
        while isAtWord { shapes.append(try shape()) }
        return (shapes, true)
    }

    /// Parses the next shape and the spaces around it.
    mutating func shape() throws(BlurTextError) -> BlurArea.Shape {
        skipSpaces()
        let start = offset
        let name = word()
        let shape: BlurArea.Shape
        switch name {
        case "xywh", "inset", "rect", "circle", "ellipse", "polygon": try open(name)
        default:
            throw error(
                "a shape is xywh(…), inset(…), rect(…), circle(…), ellipse(…), or polygon(…)", at: start)
        }
        switch name {
        case "xywh":
            let sides = try rectangle(name, 4...4, "the left and the top distance, the width, and the height")
            shape = .xywh(
                x: sides.lengths[0], y: sides.lengths[1], width: sides.lengths[2], height: sides.lengths[3],
                corners: sides.corners)
        case "inset":
            let sides = try rectangle(name, 1...4, "distances from the top, right, bottom, and left edge")
            let lengths = SideText.completed(sides.lengths)
            shape = .inset(
                top: lengths[0], right: lengths[1], bottom: lengths[2], left: lengths[3], corners: sides.corners)
        case "rect":
            let sides = try rectangle(name, 4...4, "the top, right, bottom, and left side")
            shape = .rect(
                top: sides.lengths[0], right: sides.lengths[1], bottom: sides.lengths[2], left: sides.lengths[3],
                corners: sides.corners)
        case "circle":
            let radius = try extent()
            shape = .circle(radius ?? .closestSide, at: try center())
        case "ellipse": shape = try ellipse()
        default: shape = try polygon()
        }
        try close("a closing parenthesis must follow the \(name)")
        do throws(BlurError) { return try shape.canonical() } catch {
            throw self.error(error.message, at: start)
        }
    }

    // MARK: - Rectangles

    private mutating func rectangle(
        _ name: String, _ counts: ClosedRange<Int>, _ expected: String
    ) throws(BlurTextError) -> (lengths: [BlurLength], corners: BlurArea.Corners) {
        let start = offset
        let lengths = try lengths("a length", takesAuto: name == "rect")
        guard counts.contains(lengths.count) else {
            throw error("\(name) has \(expected), separated by spaces", at: start)
        }
        return (lengths, try corners())
    }

    private mutating func lengths(_ noun: String, takesAuto: Bool = false) throws(BlurTextError) -> [BlurLength] {
        var lengths: [BlurLength] = []
        while true {
            if isAtNumber {
                lengths.append(try length(noun))
            } else if takesAuto, takeWord("auto") {
                // the top and the left edge, or the right and the bottom one
                lengths.append(lengths.count == 1 || lengths.count == 2 ? .percent(100) : .zero)
            } else {
                return lengths
            }
            skipSpaces()
        }
    }

    /// Reads a word if it comes next.
    mutating func takeWord(_ word: String) -> Bool {
        let saved = self
        if self.word() == word {
            skipSpaces()
            return true
        }
        self = saved
        return false
    }

    private mutating func corners() throws(BlurTextError) -> BlurArea.Corners {
        guard isAtWord else { return .square }
        let start = offset
        guard takeWord("round") else {
            throw error("only 'round' and the radii of the corners may follow the lengths", at: start)
        }
        let horizontal = try radii()
        let vertical = take("/") ? try radii() : horizontal
        var corners = BlurArea.Corners.square
        corners.topLeft = .init(x: horizontal[0], y: vertical[0])
        corners.topRight = .init(x: horizontal[1], y: vertical[1])
        corners.bottomRight = .init(x: horizontal[2], y: vertical[2])
        corners.bottomLeft = .init(x: horizontal[3], y: vertical[3])
        return corners
    }

    private mutating func radii() throws(BlurTextError) -> [BlurLength] {
        let start = offset
        let radii = try lengths("a radius")
        guard (1...4).contains(radii.count) else {
            throw error("one to four radii of corners must follow", at: start)
        }
        return SideText.completed(radii)
    }

    // MARK: - Other shapes

    private mutating func extent() throws(BlurTextError) -> BlurArea.Extent? {
        defer { skipSpaces() }
        if isAtNumber { return .length(try length("a radius")) }
        if takeWord("closest-side") { return .closestSide }
        return takeWord("farthest-side") ? .farthestSide : nil
    }

    private mutating func ellipse() throws(BlurTextError) -> BlurArea.Shape {
        guard let x = try extent() else { return .ellipse(at: try center()) }
        guard let y = try extent() else { throw error("an ellipse has two radii, separated by a space") }
        return .ellipse(x, y, at: try center())
    }

    private mutating func center() throws(BlurTextError) -> BlurGradient.Position {
        guard isAtWord else { return .center }
        let start = offset
        guard takeWord("at") else {
            throw error(
                "a radius is a length, closest-side, or farthest-side, and 'at' begins the position", at: start)
        }
        return try position()
    }

    private mutating func polygon() throws(BlurTextError) -> BlurArea.Shape {
        var rule = BlurArea.FillRule.nonzero
        let start = offset
        if isAtWord {
            guard let found = BlurArea.FillRule(rawValue: word()) else {
                throw error("a polygon begins with nonzero, evenodd, or its first corner", at: start)
            }
            rule = found
            guard take(",") else { throw error("a comma must follow the fill rule") }
        }
        var points: [BlurGradient.Position] = []
        repeat {
            let corner = offset
            let lengths = try lengths("a coordinate")
            guard lengths.count == 2 else {
                throw error("a corner of a polygon has two lengths, separated by a space", at: corner)
            }
            points.append(BlurGradient.Position(x: lengths[0], y: lengths[1]))
        } while take(",")
        return .polygon(points, rule)
    }
}
