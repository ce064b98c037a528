internal import CLibCairo
internal import CLibPango
internal import VarBlur
internal import VarBlurCodecs

/// Lays out texts with Pango.
///
/// The layout is the same on every machine that has the same fonts: outlines and metrics are not hinted, and positions not rounded.
@safe
package final class TextEngine {
    private var fonts: FontMap
    /// The time that texts have taken.
    let clock = TextClock()
    private var fontFiles: [String] = []
    private let fontDirectories: [String]
    /// What the directories contain, for digests; empty without directories.
    let directoriesText: String
    /// The layouts of the latest scene, and of the one before it.
    private(set) var layouts: [Key: TextLayout] = [:]
    private var formerLayouts: [Key: TextLayout] = [:]
    /// The names of the notches at which overlays are, by the identifiers of these; texts can mention them.
    var notchNames: [String: String] = [:]

    struct Key: Hashable {
        let layer: TextLayer
        let sizes: ClosedRange<Double>
        let width: Double?
        let height: Double?
    }

    /// Loads the list of fonts.
    ///
    /// - Parameter fontDirectories: directories with fonts that take the place of families of the system.
    /// - Throws: an error with the code `outOfMemory`.
    init(fontDirectories: [String] = []) throws(SceneError) {
        self.fontDirectories = fontDirectories
        directoriesText = FontDirectory.text(of: fontDirectories)
        fonts = try FontMap(files: [], directories: fontDirectories, directoriesText: directoriesText)
    }

    /// Begins with another scene: layouts are kept that it shares with the one before it.
    func beginScene() {
        clock.reset()
        (formerLayouts, layouts) = (layouts, [:])
    }

    /// Loads fonts of files, in place of those of former files.
    ///
    /// - Returns: what is wrong with files that are no fonts, by their paths.
    /// - Throws: an error with the code `outOfMemory`.
    func load(fontFiles: [String]) throws(SceneError) -> [String: ImageError] {
        if fontFiles != self.fontFiles {
            fonts = try FontMap(
                files: fontFiles, directories: fontDirectories, directoriesText: directoriesText)
            (self.fontFiles, layouts, formerLayouts) = (fontFiles, [:], [:])
        }
        return fonts.mistakes
    }

    /// The layout of a text.
    ///
    /// - Parameters:
    ///   - layer: the text.
    ///   - sizes: the sizes of the font in pixels, the largest of which is used at which the text fits.
    ///   - width: the width at which lines are broken, in pixels.
    ///   - height: the height of the frame in pixels; `nil` for any height.
    /// - Returns: the text, divided into lines.
    /// - Throws: an error with the code `outOfMemory`, `overLimit`, or `invalidScene` for invalid markup.
    func layout(
        _ layer: TextLayer, sizes: ClosedRange<Double>, width: Double, height: Double?
    ) throws(SceneError) -> TextLayout {
        var layer = layer
        if !notchNames.isEmpty, layer.text.utf8.contains(UInt8(ascii: "{")) {
            layer.text = NotchReference.replaced(in: layer.text, isMarkup: layer.isMarkup, by: notchNames)
        }
        if let number = layer.signedNumber, layer.direction != .leftToRight {
            // a left-to-right isolate
            layer.text = layer.text.replacing(number, with: "\u{2066}\(number)\u{2069}")
        }
        // those of a table end in line breaks, after which an ellipsis would stand for nothing
        while layer.lines > 0, layer.text.last?.isNewline == true { layer.text.removeLast() }
        try Self.check(layer, size: sizes.upperBound, width: width)
        // for other texts, the height makes no difference
        let height = layer.minSize != nil || layer.overflow == .ellipsis ? height : nil
        let key = Key(layer: layer, sizes: sizes, width: width, height: height)
        if let layout = layouts[key] ?? formerLayouts[key] {
            layouts[key] = layout
            return layout
        }
        let layout = try clock.measure { () throws(SceneError) in
            let size = try fittingSize(layer, sizes, width: width, height: height)
            return try TextLayout(layer, size: size, width: width, height: height, fonts: fonts, clock)
        }
        layouts[key] = layout
        return layout
    }

    /// The largest of some sizes at which a text fits; the smallest one if there is none.
    private func fittingSize(
        _ layer: TextLayer, _ sizes: ClosedRange<Double>, width: Double, height: Double?
    ) throws(SceneError) -> Double {
        let step = 0.25 * layer.pixelScale
        func size(_ index: Int) -> Double { max(sizes.upperBound - Double(index) * step, sizes.lowerBound) }
        let last = Int(((sizes.upperBound - sizes.lowerBound) / step).rounded(.up))
        let first = try (0..<last).bisected { (index) throws(SceneError) in
            let layout = try TextLayout(
                layer, size: size(index), width: width, height: nil, fonts: fonts, clock, isWhole: true)
            return layout.fits(width: width, height: height, lines: layer.lines)
        }
        return size(first)
    }

    /// Prevents the libraries for text from writing messages of their own to standard error, in the whole process.
    package static func silenceLibraries() {
        unsafe _ = g_log_set_default_handler({ _, _, _, _ in }, nil)
        unsafe g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
    }

    /// The largest sum of the sizes of the letters of a paragraph, in pixels: Pango's coordinates end at two million.
    private static let greatestLength = 1_500_000.0

    private static func check(_ layer: TextLayer, size: Double, width: Double) throws(SceneError) {
        guard !width.isNaN, abs(layer.letterSpacing) <= greatestLength else {
            let name = width.isNaN ? "width" : "letter spacing"
            throw SceneError(.invalidScene, "the \(name) of a text is not a number, or too large")
        }
        let longest = layer.text.utf8.split(separator: UInt8(ascii: "\n")).map(\.count).max() ?? 0
        guard size * Double(longest) <= greatestLength else {
            throw SceneError(.overLimit, "a paragraph of \(longest) bytes is too long for its font size")
        }
    }

    /// Generic families, which the system maps to any font.
    private static let genericFamilies: Set<String> = [
        "sans-serif", "sans", "serif", "monospace", "system-ui", "cursive", "fantasy",
    ]

    /// Finds out if the fonts of a text are missing.
    ///
    /// - Parameters:
    ///   - layer: the text.
    ///   - layout: its layout.
    ///   - path: the path of the layer in the document.
    ///   - checkedFamilies: the families of other texts of the scene, each of which is noted once.
    /// - Returns: notices about them.
    func fontNotices(
        _ layer: TextLayer, _ layout: TextLayout, path: String, _ checkedFamilies: inout Set<String>
    ) -> [String] {
        var notices: [String] = []
        let missing = layout.missingGlyphCount
        if missing > 0 {
            let (text, characters) = (SceneText.quoted(layer.text), layout.missingCharacters)
            let package = FontPackages.package(for: characters.isEmpty ? layer.text : characters)
            notices.append(
                "\(path): no font has \(missing == 1 ? "1 character" : "\(missing) characters") of the text '\(text)'; name the file of "
                    + "one in 'fonts', or install one (on Debian, \(package))")
        }
        if let slanted = layout.slantedFamily {
            notices.append(
                "\(path): the font family '\(SceneText.quoted(slanted))' has no italic letters, so that its upright ones are slanted; "
                    + "name the file of its italic font in 'fonts'")
        }
        for family in [layer.family] + layout.markupFamilies where checkedFamilies.insert(family).inserted {
            let wanted = family.split(separator: ",").map { String($0.drop { $0 == " " }) }
            guard !wanted.contains(where: { Self.genericFamilies.contains($0.lowercased()) }),
                let chosen = layout.chosenFamily(for: family),
                !wanted.contains(where: { $0.lowercased() == chosen.lowercased() })
            else { continue }
            let package =
                wanted.lazy.compactMap { FontPackages.package(of: $0) }.first.map { " (on Debian, \($0))" } ?? ""
            notices.append(
                "\(path): the font family '\(SceneText.quoted(family))' is not installed; '\(SceneText.quoted(chosen))' is used "
                    + "instead; name its file in 'fonts', or install it\(package)")
        }
        return notices
    }
}
