/// Parses fields: `linear-blur(to right, 0px 20%, 12px)`, `radial-blur(circle at 50% 40%, 0px 20%, 3% 70%)`, or
/// `area-blur(circle(40px at 50% 30%), 12px, feather 6px)`.
struct FieldParser {
    private var scanner: TextScanner

    init(_ text: String) { scanner = TextScanner(text) }

    /// Parses the whole text: one gradient.
    mutating func gradient() throws(BlurTextError) -> BlurGradient {
        let gradient = try nextGradient()
        try end()
        return gradient
    }

    /// Parses the whole text: one area.
    mutating func area() throws(BlurTextError) -> BlurArea {
        scanner.skipSpaces()
        let start = scanner.offset
        guard scanner.word() == BlurArea.function else {
            throw scanner.error("an area begins with area-blur(", at: start)
        }
        let area = try nextArea(start)
        try end()
        return area
    }

    private func end() throws(BlurTextError) {
        guard scanner.isAtEnd else {
            throw scanner.error("nothing may follow the closing parenthesis", at: scanner.offset)
        }
    }

    /// Parses the whole text: one or more gradients, separated by spaces.
    mutating func gradients() throws(BlurTextError) -> [BlurGradient] {
        var gradients: [BlurGradient] = []
        repeat { gradients.append(try nextGradient()) } while !scanner.isAtEnd
        return gradients
    }

    /// Parses the whole text: one or more gradients and areas, separated by spaces.
    mutating func fields() throws(BlurTextError) -> [BlurField] {
        var fields: [BlurField] = []
        repeat {
            scanner.skipSpaces()
            let start = scanner.offset
            switch scanner.word() {
            case BlurArea.function: fields.append(.area(try nextArea(start)))
            case let name: fields.append(.gradient(try nextGradient(name, start, orArea: true)))
            }
        } while !scanner.isAtEnd
        return fields
    }

    /// Parses the next gradient and the spaces around it.
    private mutating func nextGradient() throws(BlurTextError) -> BlurGradient {
        scanner.skipSpaces()
        let start = scanner.offset
        return try nextGradient(scanner.word(), start)
    }

    /// Parses a gradient after its name.
    private mutating func nextGradient(
        _ name: String, _ start: Int, orArea: Bool = false
    ) throws(BlurTextError) -> BlurGradient {
        guard name == "linear-blur" || name == "radial-blur" else {
            if orArea && name.isEmpty && start > 0 && scanner.take(",") {
                throw scanner.error("several ramps are separated by spaces, not by commas", at: start)
            }
            throw scanner.error(
                "a ramp begins with linear-blur(\(orArea ? ", radial-blur(, or area-blur(" : " or radial-blur(")",
                at: start)
        }
        try scanner.open(name)
        do {
            return try name == "linear-blur" ? linear() : radial()
        } catch let error as BlurTextError {
            throw error
        } catch {
            throw scanner.error("\(error)", at: start)
        }
    }

    /// Parses an area after its name.
    private mutating func nextArea(_ start: Int) throws(BlurTextError) -> BlurArea {
        try scanner.open(BlurArea.function)
        var parser = AreaShapeParser(scanner)
        let (shapes, isInverted) = try parser.areaShapes()
        scanner = parser.scanner
        guard scanner.take(","), scanner.isAtNumber else {
            throw scanner.error(
                "a comma and a radius, such as 12px or 3%, must follow the shape", at: scanner.offset)
        }
        let radius = try scanner.length("a radius")
        var feather = BlurLength.zero
        if scanner.take(",") {
            let word = scanner.offset
            guard scanner.word() == "feather" else {
                throw scanner.error("only 'feather' and a length may follow the radius", at: word)
            }
            scanner.skipSpaces()
            guard scanner.isAtNumber else {
                throw scanner.error("only 'feather' and a length may follow the radius", at: word)
            }
            feather = try scanner.length("a feather")
        }
        guard scanner.take(")") else {
            throw scanner.error("a closing parenthesis must follow the area", at: scanner.offset)
        }
        do throws(BlurError) {
            return isInverted
                ? try BlurArea(outside: shapes, radius: radius, feather: feather)
                : try BlurArea(shapes[0], radius: radius, feather: feather)
        } catch {
            throw scanner.error(error.message, at: start)
        }
    }

    private mutating func linear() throws -> BlurGradient {
        guard let direction = try direction() else { return try BlurGradient(stops: stops()) }
        try comma(after: "the direction")
        return try BlurGradient(.linear(direction), stops: stops())
    }

    /// Parses an angle, or `to` and a side or corner; `nil` if the text begins with a stop.
    private mutating func direction() throws(BlurTextError) -> BlurGradient.Direction? {
        if scanner.isAtWord { return try side() }
        guard scanner.isAtNumber else { return nil }
        let saved = scanner
        let quantity = try scanner.quantity()
        guard let degrees = Self.degreesPerUnit[quantity.unit] else {
            scanner = saved
            return nil
        }
        return .degrees(quantity.number * degrees)
    }

    private static let degreesPerUnit = ["deg": 1, "grad": 0.9, "turn": 360, "rad": 180 / Double.pi]

    private mutating func side() throws(BlurTextError) -> BlurGradient.Direction {
        let start = scanner.offset
        guard scanner.word() == "to" else {
            throw scanner.error("a direction is an angle such as 30deg, or 'to' and a side or corner", at: start)
        }
        scanner.skipSpaces()
        let sideStart = scanner.offset
        var words = [scanner.word()]
        scanner.skipSpaces()
        if scanner.isAtWord { words.append(scanner.word()) }
        guard let direction = Self.sides[words.sorted().joined(separator: " ")] else {
            throw scanner.error(
                "'to' is followed by top, bottom, left, right, or a corner such as 'top left'", at: sideStart)
        }
        return direction
    }

    /// The directions by the sorted words of a side or corner.
    private static let sides: [String: BlurGradient.Direction] = [
        "top": .toTop, "right": .toRight, "bottom": .toBottom, "left": .toLeft,
        "left top": .corner(.topLeft), "right top": .corner(.topRight),
        "bottom left": .corner(.bottomLeft), "bottom right": .corner(.bottomRight),
    ]

    private mutating func radial() throws -> BlurGradient {
        guard try beginsWithShape() else { return try BlurGradient(.radial(), stops: stops()) }
        var shape = ShapeParser(scanner)
        let (ending, center) = try shape.shapeAndCenter()
        scanner = shape.scanner
        try comma(after: "the shape")
        return try BlurGradient(.radial(ending, at: center), stops: stops())
    }

    /// Whether the first argument of a radial gradient has a word other than `auto`, and so is not a stop.
    private func beginsWithShape() throws(BlurTextError) -> Bool {
        var scanner = scanner
        while scanner.isAtNumber {
            _ = try scanner.quantity()
            scanner.skipSpaces()
        }
        return scanner.isAtWord && scanner.word() != "auto"
    }

    private mutating func comma(after part: String) throws(BlurTextError) {
        scanner.skipSpaces()
        guard scanner.take(",") else { throw scanner.error("a comma must follow \(part)", at: scanner.offset) }
    }

    /// Parses all stops, and the closing parenthesis.
    private mutating func stops() throws -> [RadiusStop] {
        var stops: [RadiusStop] = []
        var last = scanner
        repeat {
            last = scanner
            if !stops.isEmpty, let midpoint = try midpoint() {
                let stop = stops.removeLast()
                guard stop.midpoint == nil else {
                    throw scanner.error(
                        "a percentage between two stops is a midpoint, and there is one already; a radius in % needs a position, such "
                            + "as '3% 50%' or '3% auto'", at: last.offset)
                }
                stops.append(try RadiusStop(radius: stop.radius, position: stop.position, midpoint: midpoint))
            } else {
                stops += try stop()
            }
        } while scanner.take(",")
        guard stops.count >= 2 else {
            throw scanner.error("a ramp needs at least two stops, separated by a comma", at: scanner.offset)
        }
        guard scanner.take(")") else {
            throw scanner.error("a comma or a closing parenthesis must follow a stop", at: scanner.offset)
        }
        return stops
    }

    /// Parses a midpoint: a percentage alone, after which another stop follows.
    private mutating func midpoint() throws(BlurTextError) -> Double? {
        guard scanner.isAtNumber else { return nil }
        var ahead = scanner
        guard case .percent(let percent) = try ahead.length("a radius") else { return nil }
        let end = ahead
        guard ahead.take(",") else { return nil }
        scanner = end
        return percent
    }

    /// Parses a radius and up to two positions, or `auto` for the default position; with two positions, there is a stop at each.
    private mutating func stop() throws -> [RadiusStop] {
        guard scanner.isAtNumber else {
            throw scanner.error(
                "a stop is missing: a radius such as 20px or 3%, and optionally its position", at: scanner.offset)
        }
        let start = scanner.offset
        let radius = try scanner.length("a radius")
        guard radius.number >= 0 else { throw scanner.error("a radius must be 0 or more", at: start) }
        var positions: [BlurLength] = []
        scanner.skipSpaces()
        if scanner.isAtWord {
            let wordStart = scanner.offset
            guard scanner.word() == "auto" else {
                throw scanner.error("a position is given in px or %, or is auto", at: wordStart)
            }
            scanner.skipSpaces()
            return [try RadiusStop(radius: radius)]
        }
        while scanner.isAtNumber {
            guard positions.count < 2 else {
                throw scanner.error("a stop has at most two positions", at: scanner.offset)
            }
            positions.append(try scanner.length("a position"))
            scanner.skipSpaces()
        }
        if positions.isEmpty { return [try RadiusStop(radius: radius)] }
        return try positions.map { try RadiusStop(radius: radius, position: $0) }
    }
}

extension TextScanner {
    /// Reads a length in pixels or percent; `noun` names it in messages.
    mutating func length(_ noun: String) throws(BlurTextError) -> BlurLength {
        let quantity = try quantity()
        switch quantity.unit {
        case "px": return .pixels(quantity.number)
        case "%": return .percent(quantity.number)
        case "" where quantity.number == 0: return .zero
        case "": throw error("\(noun) needs a unit: px or %", at: quantity.offset)
        default: throw error("\(noun) is given in px or %, not in \(quantity.unit)", at: quantity.offset)
        }
    }
}
