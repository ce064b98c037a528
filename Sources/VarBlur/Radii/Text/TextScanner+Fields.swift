/// Parses fields: `linear-blur(to right, 0px 20%, 12px)`, `radial-blur(circle at 50% 40%, 0px 20%, 3% 70%)`, or
/// `area-blur(circle(40px at 50% 30%), 12px, feather 6px)`.
extension TextScanner {
    /// Parses the whole text: one gradient.
    mutating func gradient() throws(BlurTextError) -> BlurGradient {
        let gradient = try nextGradient()
        try end("the closing parenthesis")
        return gradient
    }

    /// Parses the whole text: one area.
    mutating func area() throws(BlurTextError) -> BlurArea {
        skipSpaces()
        let start = offset
        guard word() == BlurArea.function else { throw error("an area begins with area-blur(", at: start) }
        let area = try nextArea(start)
        try end("the closing parenthesis")
        return area
    }

    /// Parses the whole text: one or more gradients, separated by spaces.
    mutating func gradients() throws(BlurTextError) -> [BlurGradient] {
        var gradients: [BlurGradient] = []
        repeat { gradients.append(try nextGradient()) } while !isAtEnd
        return gradients
    }

    /// Parses the whole text: one or more gradients and areas, separated by spaces.
    mutating func fields() throws(BlurTextError) -> [BlurField] {
        var fields: [BlurField] = []
        repeat {
            skipSpaces()
            let start = offset
            switch word() {
            case BlurArea.function: fields.append(.area(try nextArea(start)))
            case let name: fields.append(.gradient(try nextGradient(name, start, orArea: true)))
            }
        } while !isAtEnd
        return fields
    }

    /// Parses the next gradient and the spaces around it.
    private mutating func nextGradient() throws(BlurTextError) -> BlurGradient {
        skipSpaces()
        let start = offset
        return try nextGradient(word(), start)
    }

    /// Parses a gradient after its name.
    private mutating func nextGradient(
        _ name: String, _ start: Int, orArea: Bool = false
    ) throws(BlurTextError) -> BlurGradient {
        guard name == "linear-blur" || name == "radial-blur" else {
            if orArea && name.isEmpty && start > 0 && take(",") {
                throw error("several ramps are separated by spaces, not by commas", at: start)
            }
            throw error(
                "a ramp begins with linear-blur(\(orArea ? ", radial-blur(, or area-blur(" : " or radial-blur(")",
                at: start)
        }
        try open(name)
        do {
            return try name == "linear-blur" ? linear() : radial()
        } catch let error as BlurTextError {
            throw error
        } catch {
            throw self.error("\(error)", at: start)
        }
    }

    /// Parses an area after its name.
    private mutating func nextArea(_ start: Int) throws(BlurTextError) -> BlurArea {
        try open(BlurArea.function)
        let (shapes, isInverted) = try areaShapes()
        guard take(","), isAtNumber else {
            throw error("a comma and a radius, such as 12px or 3%, must follow the shape")
        }
        let radiusStart = offset
        let radius = try length("a radius")
        var feather = BlurLength.zero
        if take(",") {
            let wordStart = offset
            guard takeWord("feather"), isAtNumber else {
                throw error("only 'feather' and a length may follow the radius", at: wordStart)
            }
            let lengthStart = offset
            feather = try length("a feather")
            do throws(BlurError) { try BlurArea.check(feather: feather) } catch {
                throw self.error(error.message, at: lengthStart)
            }
        }
        try close("a closing parenthesis must follow the area")
        do throws(BlurError) {
            return try BlurArea(shapes, isInverted: isInverted, radius: radius, feather: feather)
        } catch {
            throw self.error(error.message, at: error.code == .invalidRadius ? radiusStart : start)
        }
    }

    private mutating func linear() throws -> BlurGradient {
        guard let direction = try direction() else { return try BlurGradient(stops: stops()) }
        try comma(after: "the direction")
        return try BlurGradient(.linear(direction), stops: stops())
    }

    /// Parses an angle, or `to` and a side or corner; `nil` if the text begins with a stop.
    private mutating func direction() throws(BlurTextError) -> BlurGradient.Direction? {
        if isAtWord { return try sideOrCorner() }
        guard isAtNumber else { return nil }
        let saved = self
        let quantity = try quantity()
        guard let degrees = AngleUnit.degrees[quantity.unit] else {
            self = saved
            return nil
        }
        return .degrees(quantity.number * degrees)
    }

    private mutating func sideOrCorner() throws(BlurTextError) -> BlurGradient.Direction {
        let start = offset
        guard word() == "to" else {
            throw error("a direction is an angle such as 30deg, or 'to' and a side or corner", at: start)
        }
        skipSpaces()
        let sideStart = offset
        var words = [word()]
        skipSpaces()
        if isAtWord { words.append(word()) }
        guard let direction = Self.sides[words.sorted().joined(separator: " ")] else {
            throw error(
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
        let (ending, center) = try shapeAndCenter()
        try comma(after: "the shape")
        return try BlurGradient(.radial(ending, at: center), stops: stops())
    }

    /// Whether the first argument of a radial gradient has a word other than `auto`, and so is not a stop.
    private func beginsWithShape() throws(BlurTextError) -> Bool {
        var ahead = self
        while ahead.isAtNumber {
            _ = try ahead.quantity()
            ahead.skipSpaces()
        }
        return ahead.isAtWord && ahead.word() != "auto"
    }

    private mutating func comma(after part: String) throws(BlurTextError) {
        skipSpaces()
        guard take(",") else { throw error("a comma must follow \(part)") }
    }

    /// Parses all stops, and the closing parenthesis.
    private mutating func stops() throws -> [RadiusStop] {
        var stops: [RadiusStop] = []
        repeat {
            let start = offset
            if !stops.isEmpty, let midpoint = try midpoint() {
                let stop = stops.removeLast()
                guard stop.midpoint == nil else {
                    throw error(
                        "a percentage between two stops is a midpoint, and there is one already; a radius in % needs a position, such "
                            + "as '3% 50%' or '3% auto'", at: start)
                }
                stops.append(try RadiusStop(radius: stop.radius, position: stop.position, midpoint: midpoint))
            } else {
                stops += try stop()
            }
        } while take(",")
        guard stops.count >= 2 else {
            throw error("a ramp needs at least two stops, separated by a comma")
        }
        try close("a comma or a closing parenthesis must follow a stop")
        return stops
    }

    /// Parses a midpoint: a percentage alone, after which another stop follows.
    private mutating func midpoint() throws(BlurTextError) -> Double? {
        guard isAtNumber else { return nil }
        var ahead = self
        guard case .percent(let percent) = try ahead.length("a radius") else { return nil }
        let end = ahead
        guard ahead.take(",") else { return nil }
        self = end
        return percent
    }

    /// Parses a radius and up to two positions, or `auto` for the default position; with two positions, there is a stop at each.
    private mutating func stop() throws -> [RadiusStop] {
        guard isAtNumber else {
            throw error("a stop is missing: a radius such as 20px or 3%, and optionally its position")
        }
        let start = offset
        let radius = try length("a radius")
        guard radius.number >= 0 else { throw error("a radius must be 0 or more", at: start) }
        var positions: [BlurLength] = []
        skipSpaces()
        if isAtWord {
            let wordStart = offset
            guard word() == "auto" else {
                throw error("a position is given in px or %, or is auto", at: wordStart)
            }
            skipSpaces()
            return [try RadiusStop(radius: radius)]
        }
        while isAtNumber {
            guard positions.count < 2 else { throw error("a stop has at most two positions") }
            positions.append(try length("a position"))
            skipSpaces()
        }
        if positions.isEmpty { return [try RadiusStop(radius: radius)] }
        return try positions.map { try RadiusStop(radius: radius, position: $0) }
    }

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
