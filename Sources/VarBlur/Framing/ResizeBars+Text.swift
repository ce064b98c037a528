extension Resize.Bars {
    /// Parses the notation of bars that show the image: `blur`, `blur(12px)`, or `blur(12px, 0.8)` with a brightness.
    ///
    /// The radius `auto` is the default, as in `blur(auto, 0.8)`.
    ///
    /// - Throws: an error with the position of the syntax error.
    public init(_ text: String) throws(BlurTextError) {
        var scanner = TextScanner(text)
        guard scanner.word() == "blur" else {
            throw scanner.error("a blurred background is blur, blur(12px), or blur(12px, 0.8)", at: 0)
        }
        var (radius, brightness): (BlurLength?, Double) = (nil, 1)
        if scanner.take("(") {
            let start = scanner.offset
            if !scanner.take("auto".utf8) { radius = try scanner.length("a radius") }
            guard radius.map({ $0.number >= 0 }) ?? true else {
                throw scanner.error("a radius must be 0 or more", at: start)
            }
            if scanner.take(",") {
                let quantity = try scanner.quantity()
                guard quantity.unit.isEmpty, (0...1).contains(quantity.number) else {
                    throw scanner.error("a brightness is a number from 0 to 1", at: quantity.offset)
                }
                brightness = quantity.number
            }
            try scanner.close("a closing parenthesis is missing")
        }
        try scanner.end("a blurred background")
        self = .blurredImage(radius: radius, brightness: brightness)
    }

    /// The notation that ``init(_:)`` parses; `nil` for ``background``.
    public var text: String? {
        guard case .blurredImage(let radius, let brightness) = self else { return nil }
        if radius == nil && brightness == 1 { return "blur" }
        let factor = brightness == 1 ? "" : ", \(ReadableNumber.text(brightness))"
        return "blur(\(radius?.description ?? "auto")\(factor))"
    }
}
