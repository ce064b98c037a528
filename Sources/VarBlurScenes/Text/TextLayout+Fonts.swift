internal import CLibPango

extension TextLayout {
    /// The number of characters that no font has.
    var missingGlyphCount: Int { Int(unsafe pango_layout_get_unknown_glyphs_count(layout)) }

    /// The characters that no font has, as far as there is another font in their place.
    var missingCharacters: String {
        var characters = String.UnicodeScalarView()
        let unknown: PangoGlyph = 0x1000_0000
        unsafe visitRuns { run, _ in
            for index in 0..<Int(unsafe run.pointee.glyphs.pointee.num_glyphs) {
                let glyph = unsafe run.pointee.glyphs.pointee.glyphs[index].glyph
                guard glyph & unknown != 0, let character = UnicodeScalar(glyph & ~unknown) else { continue }
                characters.append(character)
            }
        }
        return String(characters)
    }

    /// The families that the markup of the text asks for.
    var markupFamilies: [String] {
        guard let list = unsafe pango_layout_get_attributes(layout) else { return [] }
        let attributes = unsafe pango_attr_list_get_attributes(list)
        defer {
            unsafe g_slist_free_full(attributes) { attribute in
                unsafe pango_attribute_destroy(attribute?.assumingMemoryBound(to: PangoAttribute.self))
            }
        }
        var (families, next): ([String], UnsafeMutablePointer<GSList>?) = unsafe ([], attributes)
        while let item = unsafe next {
            let type = unsafe item.pointee.data?.load(as: PangoAttribute.self).klass.pointee.type
            let name: UnsafePointer<CChar>? =
                switch type {
                case PANGO_ATTR_FAMILY?: unsafe UnsafePointer(item.pointee.data.load(as: PangoAttrString.self).value)
                case PANGO_ATTR_FONT_DESC?:
                    unsafe pango_font_description_get_family(item.pointee.data.load(as: PangoAttrFontDesc.self).desc)
                default: nil
                }
            if let name = unsafe name { families.append(unsafe String(cString: name)) }
            unsafe next = item.pointee.next
        }
        return families
    }

    /// The family of the font that is used where a family is asked for.
    func chosenFamily(for family: String) -> String? {
        guard let own = unsafe pango_layout_get_font_description(layout),
            let wanted = unsafe pango_font_description_copy(own)
        else { return nil }
        defer { unsafe pango_font_description_free(wanted) }
        unsafe pango_font_description_set_family(wanted, family)
        guard let font = unsafe pango_context_load_font(fonts.context, wanted) else { return nil }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(font)) }
        guard let description = unsafe pango_font_describe(font) else { return nil }
        defer { unsafe pango_font_description_free(description) }
        return unsafe pango_font_description_get_family(description).map { unsafe String(cString: $0) }
    }

    /// The family of a font without italic letters, whose upright ones are slanted instead; `nil` if there is none.
    var slantedFamily: String? {
        var slanted: String?
        unsafe visitRuns { _, pattern in
            var (matrix, family) = (
                unsafe UnsafeMutablePointer<FcMatrix>?(nil), unsafe UnsafeMutablePointer<FcChar8>?(nil)
            )
            // Fontconfig's settings slant with a matrix
            guard slanted == nil, unsafe FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch,
                let slope = unsafe matrix?.pointee.xy, slope != 0,
                unsafe FcPatternGetString(pattern, FC_FAMILY, 0, &family) == FcResultMatch, let name = unsafe family
            else { return }
            slanted = unsafe String(cString: name)
        }
        return slanted
    }

    /// Calls a function while the glyphs of color fonts, such as emoji, are left out.
    ///
    /// They are pictures without an outline; Cairo would trace each of their pixels.
    func withoutPictures(_ body: () -> Void) {
        let empty: PangoGlyph = 0x0FFF_FFFF
        var pictures: [(place: UnsafeMutablePointer<PangoGlyphInfo>, glyph: PangoGlyph)] = unsafe []
        unsafe visitRuns { run, pattern in
            var isColored: FcBool = 0
            guard unsafe FcPatternGetBool(pattern, FC_COLOR, 0, &isColored) == FcResultMatch, isColored != 0 else {
                return
            }
            for index in 0..<Int(unsafe run.pointee.glyphs.pointee.num_glyphs) {
                let place = unsafe run.pointee.glyphs.pointee.glyphs + index
                unsafe pictures.append((place, place.pointee.glyph))
                unsafe place.pointee.glyph = empty
            }
        }
        body()
        for picture in unsafe pictures { unsafe picture.place.pointee.glyph = picture.glyph }
    }

    /// Calls a function with each run of letters of the same font, and with the properties of that font.
    private func visitRuns(_ visit: (_ run: UnsafeMutablePointer<PangoLayoutRun>, _ pattern: OpaquePointer) -> Void) {
        guard let iterator = unsafe pango_layout_get_iter(layout) else { return }
        defer { unsafe pango_layout_iter_free(iterator) }
        repeat {
            guard let run = unsafe pango_layout_iter_get_run_readonly(iterator),
                let font = unsafe run.pointee.item.pointee.analysis.font,
                let pattern = unsafe pango_fc_font_get_pattern(
                    UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self))
            else { continue }
            unsafe visit(run, pattern)
        } while unsafe pango_layout_iter_next_run(iterator) != 0
    }
}
