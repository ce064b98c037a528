internal import CLibCairo
internal import CLibPango

/// Lays out texts with Pango.
///
/// The layout is the same on every machine that has the same fonts: outlines and metrics are not hinted, and positions not rounded.
@safe
package final class TextEngine {
    private let fontMap: UnsafeMutablePointer<PangoFontMap>
    private let context: OpaquePointer
    private var layouts: [Key: TextLayout] = [:]
    private var checkedFamilies: Set<String> = []
    /// Notices about fonts, each once.
    private(set) var notices: [String] = []

    private struct Key: Hashable {
        let layer: TextLayer
        let size: Double
        let width: Double?
    }

    /// Loads the list of fonts.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init() throws(SceneError) {
        guard let fontMap = unsafe pango_cairo_font_map_new(),
            let context = unsafe pango_font_map_create_context(fontMap),
            let options = unsafe cairo_font_options_create()
        else { throw SceneError(.outOfMemory, "there is no memory left for fonts") }
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_cairo_context_set_resolution(context, 72)
        unsafe pango_context_set_round_glyph_positions(context, 0)
        unsafe (self.fontMap, self.context) = (fontMap, context)
    }

    deinit {
        layouts = [:]
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
        unsafe g_object_unref(UnsafeMutableRawPointer(fontMap))
    }

    /// The layout of a text.
    ///
    /// - Parameters:
    ///   - layer: the text.
    ///   - size: the size of the font in pixels.
    ///   - width: the width at which lines are broken, in pixels; `nil` for lines of any length.
    /// - Returns: the text, divided into lines.
    /// - Throws: an error with the code `outOfMemory`, `overLimit`, or `invalidScene` for invalid markup.
    func layout(_ layer: TextLayer, size: Double, width: Double?) throws(SceneError) -> TextLayout {
        try Self.check(layer, size: size)
        let key = Key(layer: layer, size: size, width: width)
        if let layout = layouts[key] { return layout }
        let layout = try unsafe TextLayout(layer, size: size, width: width, context: context)
        layouts[key] = layout
        checkFonts(layer, layout)
        return layout
    }

    /// Prevents the libraries for text from writing messages of their own to standard error, in the whole process.
    package static func silenceLibraries() {
        unsafe _ = g_log_set_default_handler({ _, _, _, _ in }, nil)
        unsafe g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
    }

    /// The largest sum of the sizes of the letters of a paragraph, in pixels: Pango's coordinates end at two million.
    private static let greatestLength = 1_500_000.0

    private static func check(_ layer: TextLayer, size: Double) throws(SceneError) {
        let longest = layer.text.utf8.split(separator: UInt8(ascii: "\n")).map(\.count).max() ?? 0
        guard size * Double(longest) <= greatestLength else {
            throw SceneError(.overLimit, "a paragraph of \(longest) bytes is too long for its font size")
        }
    }

    /// Generic families, which the system maps to any font.
    private static let genericFamilies: Set<String> = [
        "sans-serif", "sans", "serif", "monospace", "system-ui", "cursive", "fantasy",
    ]

    private func checkFonts(_ layer: TextLayer, _ layout: TextLayout) {
        let missing = layout.missingGlyphCount
        if missing > 0 {
            let text = SceneText.quoted(layer.text)
            note("no font has \(missing == 1 ? "1 character" : "\(missing) characters") of the text '\(text)'")
        }
        guard checkedFamilies.insert(layer.family).inserted else { return }
        let wanted = layer.family.split(separator: ",").map { $0.drop { $0 == " " } }
        guard !wanted.contains(where: { Self.genericFamilies.contains($0.lowercased()) }),
            let chosen = unsafe layout.chosenFamily(context),
            !wanted.contains(where: { $0.lowercased() == chosen.lowercased() })
        else { return }
        note(
            "the font family '\(SceneText.quoted(layer.family))' is not installed; '\(SceneText.quoted(chosen))' is used instead"
        )
    }

    private func note(_ notice: String) { if !notices.contains(notice) { notices.append(notice) } }
}
