extension OptionValue<WebPQuality> {
    /// The quality of a WebP file: a whole number from 0 to 100, or the word `lossless`.
    package static var webPQuality: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "quality",
                kind: .text(pattern: "^([+]?0*([0-9]|[1-9][0-9]|100)|lossless)$", takesIntegers: true),
                suggestions: { [lossless] }),
            parse: { text throws(InvalidValue) in
                if text.isSame(as: lossless) { return .lossless }
                guard let quality = Int(text), (0...100).contains(quality) else {
                    throw InvalidValue("the WebP quality must be a whole number from 0 to 100, or \(lossless)")
                }
                return .lossy(quality)
            },
            text: { quality in
                switch quality {
                case .lossy(let quality): String(quality)
                case .lossless: lossless
                }
            })
    }

    private static var lossless: String { "lossless" }
}
