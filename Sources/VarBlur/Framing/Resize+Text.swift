extension Resize: CustomStringConvertible {
    /// Parses a size such as `640x480`, `640x`, `x480`, `50%`, or `50%x25%`.
    ///
    /// Two percentages mean ``Fit/fill``. As in ImageMagick, a size may be followed by `^` (``Fit/outside``), `!` (``Fit/fill``), or
    /// `>` (do not enlarge).
    ///
    /// - Throws: an error with the position of the syntax error.
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        let missing =
            "a size is a width and a height such as 640x480, one of them such as 640x or x480, or a percentage"
        var (width, height): (BlurLength?, BlurLength?)
        if !scanner.takeMultiplicationSign() {
            width = try scanner.side(missing)
            if scanner.takeMultiplicationSign() {
                if scanner.isAtNumber { height = try scanner.side(missing) }
            } else if case .percent = width {
                height = width
            } else if !scanner.isAtEnd {
                throw scanner.error(missing)
            } else {
                throw scanner.error("an x must follow the width: \(text)x")
            }
        } else {
            height = try scanner.side("a height must follow the x")
        }
        self.init(width: width, height: height)
        if case (.percent, .percent) = (width, height) { fit = .fill }
        try readSuffix(&scanner)
    }

    /// Reads the signs after a size.
    private mutating func readSuffix(_ scanner: inout TextScanner) throws(BlurTextError) {
        while !scanner.isAtEnd {
            let start = scanner.offset
            if scanner.take("^".utf8) {
                fit = .outside
            } else if scanner.take("!".utf8) {
                fit = .fill
            } else if scanner.take(">".utf8) {
                enlarges = false
            } else if scanner.take("<".utf8) {
                throw scanner.error("sizes that only enlarge are not supported", at: start)
            } else if scanner.take("@".utf8) {
                throw scanner.error("sizes in pixels of area are not supported", at: start)
            } else {
                throw scanner.error("nothing may follow a size but ^, !, or >", at: start)
            }
        }
    }

    /// The size of the box as a string, without the fit and the position, such as `640x480` or `50%x`.
    public var sizeText: String { "\(width?.sizeText ?? "")x\(height?.sizeText ?? "")" }

    /// The size, the fit, and what differs from the defaults, such as `640x480 cover at 50% 30%`.
    public var description: String {
        let place = position == .center ? [] : ["at", "\(position)"]
        let filling = bars.text.map { ["over \($0)"] } ?? []
        return ([sizeText, fit.rawValue] + place + (enlarges ? [] : ["no-enlarge"]) + filling).joined(separator: " ")
    }
}
