internal import CLibPango
internal import VarBlurCodecs

/// An estimate of how long the texts of a scene take to lay out.
///
/// Pango shapes a paragraph once, and its rest again after each line that ends within a word.
struct LayoutTime {
    /// The estimate for the texts that were added, in nanoseconds.
    private var total = 0.0
    /// Whether words that are wider than their lines are looked for, which takes time itself.
    private var isExact = false

    /// The time for a letter in nanoseconds, without the lookups of a font.
    private static let letter = 77.0
    private static let greatest = 5e9

    /// Adds a text that is laid out.
    ///
    /// - Parameters:
    ///   - layer: the text.
    ///   - size: the size of the font in pixels.
    ///   - width: the width of lines in pixels; `nil` if no word is divided.
    ///   - fonts: the fonts.
    /// - Throws: an error with the code `overLimit` if all texts together take too long, or as `TextLayout` does.
    mutating func add(_ layer: TextLayer, size: Double, width: Double?, _ fonts: FontMap) throws(SceneError) {
        let time = Self.letter + (fonts.slowestFile?.timePerLetter ?? 0)
        let paragraphs = Self.letterCounts(layer.text)
        let count = paragraphs.reduce(0, +)
        let isShortened = width != nil && (layer.lines > 0 || layer.overflow == .ellipsis)
        let tries = isShortened ? Double(Int.bitWidth - Int(count).leadingZeroBitCount + 1) : 1
        if !isExact {
            // each letter may be a line
            let rest = width == nil ? 0 : paragraphs.reduce(0) { $0 + $1 * $1 / 2 }
            total += time * tries * (count + rest)
            if total <= Self.greatest { return }
            (isExact, total) = (true, 0)
        }
        try add(time * count, layer, fonts)
        guard let width else { return }
        let whole = try TextLayout(layer, size: size, width: width, height: nil, fonts: fonts, isWhole: true)
        var lineCount = 0.0
        if !whole.fits(width: width, height: nil, lines: 0) {
            // two lines that follow each other are wider than one
            lineCount = min(2 * whole.lineCount * whole.size.width / max(width, 1), count)
        }
        try add(time * tries * (count + (paragraphs.max() ?? 0) * lineCount / 2), layer, fonts)
    }

    private mutating func add(_ time: Double, _ layer: TextLayer, _ fonts: FontMap) throws(SceneError) {
        total += time
        guard total > Self.greatest else { return }
        let length = layer.text.utf8.count
        guard let slowest = fonts.slowestFile, slowest.timePerLetter > Self.letter else {
            throw SceneError(
                ImageError(
                    .overLimit, "a text of \(length) bytes has too many words that are wider than its lines",
                    remedy: "shorten them, or make the text wider"))
        }
        throw SceneError(
            ImageError(
                .overLimit,
                "laying out a text of \(length) bytes takes too long with the font '\(ImageError.printable(slowest.name))', whose tables "
                    + "have many rules for each letter", remedy: "shorten the text, or choose another font"))
    }

    /// The numbers of letters of the paragraphs.
    private static func letterCounts(_ text: String) -> [Double] {
        var counts = [0.0]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n") {
                counts.append(0)
            } else if byte & 0xC0 != 0x80 {
                counts[counts.count - 1] += 1
            }
        }
        return counts
    }
}

extension TextLayout {
    fileprivate var lineCount: Double { Double(unsafe pango_layout_get_line_count(layout)) }
}
