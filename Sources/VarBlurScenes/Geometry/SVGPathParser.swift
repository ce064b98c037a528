/// Reads the commands of a path in the notation of SVG 2, section 9.3.
struct SVGPathParser {
    private var scanner: SVGPathScanner
    private var path = ScenePath()
    /// The command that is being read, in upper case, and whether its coordinates are relative.
    private var command = (letter: UInt8(ascii: " "), isRelative: false)
    /// The last control point of the previous curve, of which the next smooth curve begins with the reflection.
    private var control: (point: ScenePoint, letter: UInt8)?

    init(_ text: String) { scanner = SVGPathScanner(text) }

    /// Reads the whole path.
    mutating func parse() throws(PathTextError) -> ScenePath {
        scanner.skipSpaces()
        while !scanner.isAtEnd {
            if let letter = scanner.takeLetter() {
                try begin(letter)
            } else {
                // numbers without a letter repeat the command; after a first point, lines follow
                guard command.letter != UInt8(ascii: " "), command.letter != UInt8(ascii: "Z") else {
                    throw scanner.error("a path begins with the command M, and a command has to follow Z")
                }
                if command.letter == UInt8(ascii: "M") { command.letter = UInt8(ascii: "L") }
            }
            try readArguments()
            scanner.skipSpaces()
        }
        return path
    }

    private mutating func begin(_ letter: UInt8) throws(PathTextError) {
        let upper = letter & ~0x20
        guard "MLHVCSQTAZ".utf8.contains(upper) else {
            let name = String(decoding: [letter], as: UTF8.self)
            throw scanner.error(
                "there is no command \(name); the commands are M, L, H, V, C, S, Q, T, A, and Z", back: 1)
        }
        if path.isEmpty, upper != UInt8(ascii: "M") {
            throw scanner.error("a path begins with the command M", back: 1)
        }
        scanner.skipSpaces()
        guard !scanner.isAtComma else { throw scanner.error("a number is missing") }
        command = (upper, letter != upper)
    }

    /// The point that coordinates are relative to.
    private var base: ScenePoint { command.isRelative ? current : .zero }

    private var current: ScenePoint { path.currentPoint ?? .zero }

    private mutating func readArguments() throws(PathTextError) {
        let letter = command.letter
        var control: ScenePoint?
        switch letter {
        case UInt8(ascii: "M"): path.move(to: try point())
        case UInt8(ascii: "L"): path.line(to: try point())
        case UInt8(ascii: "H"): path.line(to: ScenePoint(x: try scanner.number() + base.x, y: current.y))
        case UInt8(ascii: "V"): path.line(to: ScenePoint(x: current.x, y: try scanner.number() + base.y))
        case UInt8(ascii: "C"), UInt8(ascii: "S"):
            let first = letter == UInt8(ascii: "C") ? try point() : reflection("CS")
            let (second, end) = (try point(), try point())
            path.cubic(to: end, control1: first, control2: second)
            control = second
        case UInt8(ascii: "Q"), UInt8(ascii: "T"):
            let first = letter == UInt8(ascii: "Q") ? try point() : reflection("QT")
            path.quad(to: try point(), control: first)
            control = first
        case UInt8(ascii: "A"): try readArc()
        default: path.close()
        }
        self.control = control.map { ($0, letter) }
    }

    private mutating func point() throws(PathTextError) -> ScenePoint {
        ScenePoint(x: try scanner.number() + base.x, y: try scanner.number() + base.y)
    }

    /// The last control point, reflected at the current point; the current point itself after any other command.
    private func reflection(_ letters: String) -> ScenePoint {
        guard let control, letters.utf8.contains(control.letter) else { return current }
        return current * 2 - control.point
    }

    private mutating func readArc() throws(PathTextError) {
        let radii = SceneSize(width: try scanner.number(), height: try scanner.number())
        let degrees = try scanner.number()
        let (isLarge, isClockwise) = (try scanner.flag(), try scanner.flag())
        path.arc(
            to: try point(), radii: radii, rotation: degrees.remainder(dividingBy: 360) * Double.pi / 180,
            isLarge: isLarge, isClockwise: isClockwise)
    }
}
