internal import CLibCairo
internal import CLibPango
internal import VarBlurLibC

/// A text that was divided into lines.
@safe
final class TextLayout {
    let layout: OpaquePointer
    /// The fonts, which no other scene uses as long as the layout exists.
    let fonts: FontMap
    private let clock: TextClock
    /// The size of the font in pixels.
    let fontSize: Double
    /// The width and height of all lines in pixels.
    let size: SceneSize

    private let alignment: TextLayer.Alignment
    /// Whether the text leads from the right.
    private let isRightToLeft: Bool
    private let verticalAlignment: TextLayer.VerticalAlignment
    /// Whether the text is cut off at the sides of its frame.
    private let isClipped: Bool
    /// How far an outline reaches beyond the letters, in pixels.
    private let outlineReach: Double
    /// Where lines with a height are; `nil` for lines with the heights of their fonts.
    let grid: LineGrid?

    static let scale = Double(PANGO_SCALE)

    /// Lays out a text.
    ///
    /// - Parameters:
    ///   - layer: the text.
    ///   - size: the size of the font in pixels.
    ///   - width: the width at which lines are broken, in pixels.
    ///   - height: the height in pixels above which the text ends with an ellipsis if it is to; `nil` for any height.
    ///   - fonts: the fonts.
    ///   - clock: measures the time of drawing.
    ///   - isWhole: whether the text keeps all lines, and words that are too long are not divided.
    /// - Throws: an error with the code `outOfMemory`, or `invalidScene` for invalid markup.
    init(
        _ layer: TextLayer, size: Double, width: Double, height: Double?, fonts: FontMap, _ clock: TextClock,
        isWhole: Bool = false
    ) throws(SceneError) {
        guard let layout = unsafe fonts.layout(isRightToLeft: layer.direction == .rightToLeft) else {
            throw SceneError(.outOfMemory, "there is no memory left for text")
        }
        unsafe (self.layout, self.fonts, self.clock) = (layout, fonts, clock)
        (fontSize, alignment, verticalAlignment) = (size, layer.textAlignment, layer.verticalAlignment)
        isClipped = layer.overflow == .clip
        outlineReach = layer.visibleStroke == nil ? 0 : layer.strokeWidth / 2
        unsafe Self.setFont(layer, size, layout)
        let grid = layer.lineHeight.map { unsafe LineGrid($0.pixels(fontSize: size), layout) }
        self.grid = grid
        let (spacing, mistake) = unsafe Self.setText(layer, layout)
        unsafe Self.setParagraphs(layer, width + spacing, layout)
        if isWhole {
            unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD)
        } else if layer.lines > 0 || layer.overflow == .ellipsis {
            let height = layer.overflow == .ellipsis ? height : nil
            unsafe Self.shorten(layout) {
                unsafe Self.fits(layout, grid, width: .infinity, height: height, lines: layer.lines)
            }
        }
        let direction = unsafe pango_layout_line_get_resolved_direction(pango_layout_get_line_readonly(layout, 0))
        isRightToLeft = direction == PANGO_DIRECTION_RTL
        let natural = unsafe Self.size(of: layout, grid)
        // lines are placed in the width; the text itself may be narrower
        self.size = SceneSize(width: isWhole ? natural.width : min(width, natural.width), height: natural.height)
        if let mistake { throw SceneError(.invalidScene, "the markup is invalid: \(mistake)") }
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(layout)) }

    private static func setFont(_ layer: TextLayer, _ size: Double, _ layout: OpaquePointer) {
        let description = unsafe pango_font_description_new()
        unsafe pango_font_description_set_family(description, layer.family)
        unsafe pango_font_description_set_absolute_size(description, size * scale)
        unsafe pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(layer.weight)))
        unsafe pango_font_description_set_style(description, layer.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        unsafe pango_layout_set_font_description(layout, description)
        unsafe pango_font_description_free(description)
    }

    private static func size(of layout: OpaquePointer, _ grid: LineGrid?) -> SceneSize {
        var rectangle = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &rectangle)
        let height = grid.map { unsafe $0.height * Double(pango_layout_get_line_count(layout)) }
        return SceneSize(width: Double(rectangle.width) / scale, height: height ?? Double(rectangle.height) / scale)
    }

    /// Whether the text keeps limits; 0 stands for any number of lines.
    func fits(width: Double, height: Double?, lines: Int) -> Bool {
        unsafe Self.fits(layout, grid, width: width, height: height, lines: lines)
    }

    private static func fits(
        _ layout: OpaquePointer, _ grid: LineGrid?, width: Double, height: Double?, lines: Int
    ) -> Bool {
        // the width of lines is rounded up to units
        let (size, tolerance) = (unsafe size(of: layout, grid), 2 / scale)
        let lineCount = unsafe Int(pango_layout_get_line_count(layout))
        return size.width <= width + tolerance && size.height <= (height ?? .infinity) + tolerance
            && (lines == 0 || lineCount <= lines)
    }

    /// Replaces the end of a text that does not fit by an ellipsis, so that it does.
    ///
    /// Pango's own ellipsis limits the lines of each paragraph, not those of the text.
    private static func shorten(_ layout: OpaquePointer, toFit fits: () -> Bool) {
        guard !fits(), let start = unsafe pango_layout_get_text(layout) else { return }
        let text = Array(unsafe String(cString: start))
        var (fitting, tooLong) = (0, text.count)
        func set(_ count: Int) {
            let end = text[..<count].lastIndex { !$0.isWhitespace }.map { $0 + 1 } ?? 0
            unsafe pango_layout_set_text(layout, String(text[..<end]) + "…", -1)
        }
        while tooLong - fitting > 1 {
            let middle = (fitting + tooLong) / 2
            set(middle)
            if fits() { fitting = middle } else { tooLong = middle }
        }
        set(fitting)
    }

    private static func setParagraphs(_ layer: TextLayer, _ width: Double, _ layout: OpaquePointer) {
        unsafe pango_layout_set_width(layout, Int32(min(max(width, 0) * scale, 2e9).rounded(.up)))
        unsafe pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
        // Pango itself exchanges both sides for paragraphs whose direction it finds
        let isAutomatic = (layer.direction ?? .automatic) == .automatic
        unsafe pango_layout_set_auto_dir(layout, isAutomatic ? 1 : 0)
        switch layer.textAlignment {
        case .center: unsafe pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
        case .leading, .trailing:
            let isLeft = (layer.textAlignment == .leading) != (layer.direction == .rightToLeft)
            unsafe pango_layout_set_alignment(layout, isLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT)
        }
        if layer.lineSpacing != 1 { unsafe pango_layout_set_line_spacing(layout, Float(layer.lineSpacing)) }
    }

    /// Sets the text with its letter spacing.
    ///
    /// - Returns: the greatest letter spacing in pixels, and what is wrong with the markup.
    ///
    /// Pango adds the space of a letter at both of its sides, and breaks lines before it removes that at both ends of a line. To hold as
    /// many letters as fit, a line therefore has to be longer by one space.
    private static func setText(_ layer: TextLayer, _ layout: OpaquePointer) -> (spacing: Double, mistake: String?) {
        var attributes = unsafe OpaquePointer?(nil)
        if layer.isMarkup {
            var (text, error) = unsafe (UnsafeMutablePointer<CChar>?(nil), UnsafeMutablePointer<GError>?(nil))
            guard unsafe pango_parse_markup(layer.text, -1, 0, &attributes, &text, nil, &error) != 0 else {
                let message = unsafe error.map { unsafe String(cString: $0.pointee.message) }
                unsafe g_error_free(error)
                return (0, message ?? "it cannot be parsed")
            }
            unsafe pango_layout_set_text(layout, text, -1)
            unsafe g_free(text)
        } else {
            unsafe pango_layout_set_text(layout, layer.text, -1)
        }
        guard let list = unsafe attributes ?? pango_attr_list_new() else { return (0, nil) }
        defer { unsafe pango_attr_list_unref(list) }
        if layer.isMarkup && layer.pixelScale != 1 { unsafe enlarge(list, by: layer.pixelScale) }
        // attributes of the markup follow, so that they take precedence
        if layer.isUnderlined {
            unsafe pango_attr_list_insert_before(list, pango_attr_underline_new(PANGO_UNDERLINE_SINGLE))
        }
        unsafe omitHyphens(list, layout)
        let spacing = Int32((layer.letterSpacing * scale).rounded())
        // first, because a replacement changes the order of attributes
        unsafe keepJoins(list, layout)
        if spacing != 0 { unsafe pango_attr_list_insert_before(list, pango_attr_letter_spacing_new(spacing)) }
        unsafe pango_layout_set_attributes(layout, list)
        return (unsafe greatestLetterSpacing(list), nil)
    }

    /// Leaves letters that are joined together, whatever the letter spacing is, because it would tear them apart.
    ///
    /// As in CSS, the words of such scripts are spaced as a whole.
    private static func keepJoins(_ attributes: OpaquePointer, _ layout: OpaquePointer) {
        guard let start = unsafe pango_layout_get_text(layout) else { return }
        for range in CursiveText.ranges(in: unsafe String(cString: start)) {
            guard let attribute = unsafe pango_attr_letter_spacing_new(0) else { return }
            unsafe (attribute.pointee.start_index, attribute.pointee.end_index) = (
                UInt32(range.lowerBound), UInt32(range.upperBound)
            )
            // replaces that of the markup, too
            unsafe pango_attr_list_change(attributes, attribute)
        }
    }

    /// Divides words that are too long for a line without hyphens, which would change addresses and be in wrong places; soft hyphens
    /// in the text become visible.
    private static func omitHyphens(_ attributes: OpaquePointer, _ layout: OpaquePointer) {
        guard let start = unsafe pango_layout_get_text(layout) else { return }
        let text = unsafe String(cString: start)
        var (first, position) = (0, 0)
        func omit(upTo end: Int) {
            guard let attribute = unsafe pango_attr_insert_hyphens_new(0) else { return }
            unsafe (attribute.pointee.start_index, attribute.pointee.end_index) = (UInt32(first), UInt32(end))
            unsafe pango_attr_list_insert_before(attributes, attribute)
        }
        var isAfterSoftHyphen = false
        for character in text.unicodeScalars {
            // the character after a soft hyphen decides about the hyphen before it
            if isAfterSoftHyphen {
                omit(upTo: position)
                first = position + character.utf8.count
            }
            position += character.utf8.count
            isAfterSoftHyphen = character == "\u{AD}"
        }
        omit(upTo: position)
    }

    /// Multiplies the lengths in attributes of a markup, which are in units of Pango, by a factor.
    private static func enlarge(_ attributes: OpaquePointer, by factor: Double) {
        var factor = factor
        let filtered = unsafe pango_attr_list_filter(
            attributes,
            { attribute, data in
                guard let attribute = unsafe attribute, let data = unsafe data else { return 0 }
                let factor = unsafe data.load(as: Double.self)
                func enlarged(_ value: Int32) -> Int32 { Int32(min(max(Double(value) * factor, -2e9), 2e9).rounded()) }
                let memory = UnsafeMutableRawPointer(attribute)
                switch unsafe attribute.pointee.klass.pointee.type {
                case PANGO_ATTR_SIZE, PANGO_ATTR_ABSOLUTE_SIZE:
                    let size = unsafe memory.assumingMemoryBound(to: PangoAttrSize.self)
                    unsafe size.pointee.size = enlarged(size.pointee.size)
                case PANGO_ATTR_FONT_DESC:
                    let font = unsafe memory.assumingMemoryBound(to: PangoAttrFontDesc.self).pointee.desc
                    let size = unsafe enlarged(pango_font_description_get_size(font))
                    if unsafe pango_font_description_get_size_is_absolute(font) != 0 {
                        unsafe pango_font_description_set_absolute_size(font, Double(size))
                    } else if size > 0 {
                        unsafe pango_font_description_set_size(font, size)
                    }
                case PANGO_ATTR_LETTER_SPACING, PANGO_ATTR_RISE, PANGO_ATTR_ABSOLUTE_LINE_HEIGHT:
                    let number = unsafe memory.assumingMemoryBound(to: PangoAttrInt.self)
                    unsafe number.pointee.value = enlarged(number.pointee.value)
                case PANGO_ATTR_BASELINE_SHIFT:
                    // small numbers stand for superscript and subscript
                    let number = unsafe memory.assumingMemoryBound(to: PangoAttrInt.self)
                    if unsafe abs(number.pointee.value) > 1024 {
                        unsafe number.pointee.value = enlarged(number.pointee.value)
                    }
                default: break
                }
                return 0
            }, &factor)
        unsafe pango_attr_list_unref(filtered)
    }

    /// The greatest letter spacing of a list of attributes, in pixels.
    private static func greatestLetterSpacing(_ attributes: OpaquePointer) -> Double {
        guard let iterator = unsafe pango_attr_list_get_iterator(attributes) else { return 0 }
        defer { unsafe pango_attr_iterator_destroy(iterator) }
        var greatest: Int32?
        repeat {
            var (start, end): (Int32, Int32) = (0, 0)
            unsafe pango_attr_iterator_range(iterator, &start, &end)
            let attribute = unsafe pango_attr_iterator_get(iterator, PANGO_ATTR_LETTER_SPACING)
            let value = unsafe attribute.map {
                unsafe UnsafeRawPointer($0).assumingMemoryBound(to: PangoAttrInt.self).pointee.value
            }
            // the rest of the text, after the last attribute, may be empty
            if value == nil && end == .max && start > 0 { continue }
            greatest = max(greatest ?? .min, value ?? 0)
        } while unsafe pango_attr_iterator_next(iterator) != 0
        return Double(greatest ?? 0) / scale
    }

    /// Draws the text in a frame, in the current color or gradient.
    func draw(_ context: CairoContext, in frame: SceneRectangle) {
        unsafe cairo_save(context.context)
        defer { unsafe cairo_restore(context.context) }
        clip(context, to: frame)
        context.transform()
        clock.measure {
            guard grid != nil else {
                moveToStart(context, in: frame)
                return unsafe pango_cairo_show_layout(context.context, layout)
            }
            unsafe visitLines(context, in: frame) { line in unsafe pango_cairo_show_layout_line(context.context, line) }
        }
    }

    /// Draws the outline of the letters in a frame, in the current color or gradient.
    ///
    /// Color emoji have none.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    func drawOutline(_ context: CairoContext, in frame: SceneRectangle) throws(SceneError) {
        try context.saving { () throws(SceneError) in
            clip(context, to: frame)
            try clock.measure { () throws(SceneError) in
                context.setPath {
                    withoutPictures {
                        guard grid != nil else {
                            moveToStart(context, in: frame)
                            return unsafe pango_cairo_layout_path(context.context, layout)
                        }
                        unsafe visitLines(context, in: frame) { line in
                            unsafe pango_cairo_layout_line_path(context.context, line)
                        }
                    }
                }
                try context.stroke(width: 2 * outlineReach, style: SceneStroke(join: .round))
            }
        }
    }

    private func clip(_ context: CairoContext, to frame: SceneRectangle) {
        guard isClipped else { return }
        context.setPath(frame)
        context.clip()
    }

    private func moveToStart(_ context: CairoContext, in frame: SceneRectangle) {
        let origin = origin(in: frame)
        unsafe cairo_move_to(context.context, origin.x - leadingSpace, origin.y)
    }

    /// Moves to the start of each line in a frame, and calls a function there.
    private func visitLines(
        _ context: CairoContext, in frame: SceneRectangle, _ visit: (UnsafeMutablePointer<PangoLayoutLine>?) -> Void
    ) {
        let origin = origin(in: frame)
        let x = origin.x - leadingSpace
        unsafe visitLines { iterator, drop in
            var logical = PangoRectangle()
            unsafe pango_layout_iter_get_line_extents(iterator, nil, &logical)
            let baseline = Double(unsafe pango_layout_iter_get_baseline(iterator)) / Self.scale + drop
            unsafe cairo_move_to(context.context, x + Double(logical.x) / Self.scale, origin.y + baseline)
            unsafe visit(pango_layout_iter_get_line_readonly(iterator))
        }
    }

    /// The area of the lines in a frame.
    func box(in frame: SceneRectangle) -> SceneRectangle {
        let origin = origin(in: frame)
        return SceneRectangle(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    /// The top left corner of the text in a frame, which may have another size.
    func origin(in frame: SceneRectangle) -> ScenePoint {
        let part =
            switch alignment {
            case .leading: isRightToLeft ? 1.0 : 0.0
            case .center: 0.5
            case .trailing: isRightToLeft ? 0.0 : 1.0
            }
        let verticalPart =
            switch verticalAlignment {
            case .top: 0.0
            case .center: 0.5
            case .bottom: 1.0
            }
        return ScenePoint(
            x: frame.x + (frame.width - size.width) * part, y: frame.y + (frame.height - size.height) * verticalPart)
    }

    /// The area that the ink of the text covers in a frame.
    func inkBounds(in frame: SceneRectangle) -> SceneRectangle {
        let (origin, extent) = (origin(in: frame), extent)
        let placed = SceneRectangle(
            x: origin.x - leadingSpace + extent.x, y: origin.y + extent.y, width: extent.width, height: extent.height)
        // some fonts understate the extents of their glyphs
        let bounds = placed.inset(by: -2 - outlineReach)
        return isClipped
            ? bounds.intersection(frame) ?? SceneRectangle(x: frame.x, y: frame.y, width: 0, height: 0) : bounds
    }

    /// The space before the longest line, if lines are centered or at the right of a width.
    var leadingSpace: Double {
        var rectangle = PangoRectangle()
        unsafe pango_layout_get_extents(layout, nil, &rectangle)
        return Double(rectangle.x) / Self.scale
    }
}
