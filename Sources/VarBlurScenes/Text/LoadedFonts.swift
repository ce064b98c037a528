internal import CLibCairo
internal import CLibPango
internal import VarBlurCodecs

/// The fonts of the system, and those of files, which take the place of families of the system.
///
/// Threads may use it one after the other, so that it can be passed on.
@safe
final class LoadedFonts: @unchecked Sendable {
    private let fontMap: UnsafeMutablePointer<PangoFontMap>
    private let isDefault: Bool
    /// The context of layouts.
    let context: OpaquePointer
    /// What is wrong with files that are no fonts, by their paths.
    let mistakes: [String: ImageError]
    private let files: [FontFile]

    /// Loads the list of fonts.
    ///
    /// - Parameters:
    ///   - files: the paths of files.
    ///   - directories: the paths of directories with files.
    /// - Throws: an error with the code `outOfMemory`.
    init(files: [String], directories: [String]) throws(SceneError) {
        isDefault = files.isEmpty && directories.isEmpty
        guard
            let fontMap = unsafe isDefault
                ? pango_cairo_font_map_new() : pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT),
            let context = unsafe Self.context(of: fontMap)
        else { throw SceneError(.outOfMemory, "there is no memory left for fonts") }
        unsafe (self.fontMap, self.context) = (fontMap, context)
        (self.files, mistakes) = isDefault ? ([], [:]) : unsafe Self.add(files, directories, to: fontMap)
    }

    /// A new context of layouts that run from right to left, unless a paragraph has its own direction; `nil` without memory.
    var rightToLeftContext: OpaquePointer? {
        guard let context = unsafe Self.context(of: fontMap) else { return nil }
        unsafe pango_context_set_base_dir(context, PANGO_DIRECTION_RTL)
        return unsafe context
    }

    private static func context(of fontMap: UnsafeMutablePointer<PangoFontMap>) -> OpaquePointer? {
        guard let context = unsafe pango_font_map_create_context(fontMap),
            let options = unsafe cairo_font_options_create()
        else { return nil }
        unsafe cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        unsafe cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
        unsafe cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        unsafe pango_cairo_context_set_font_options(context, options)
        unsafe cairo_font_options_destroy(options)
        unsafe pango_cairo_context_set_resolution(context, 72)
        unsafe pango_context_set_round_glyph_positions(context, 0)
        return unsafe context
    }

    deinit {
        unsafe g_object_unref(UnsafeMutableRawPointer(context))
        // Pango 1.50 never releases the configuration of a map that still has it
        if !isDefault { unsafe pango_fc_font_map_set_config(OpaquePointer(fontMap), nil) }
        unsafe g_object_unref(UnsafeMutableRawPointer(fontMap))
    }

    /// Adds fonts to a map.
    ///
    /// - Returns: the files, and what is wrong with those that are no fonts.
    private static func add(
        _ files: [String], _ directories: [String], to fontMap: UnsafeMutablePointer<PangoFontMap>
    ) -> ([FontFile], [String: ImageError]) {
        var (loaded, mistakes) = ([FontFile](), [String: ImageError]())
        guard let configuration = unsafe FcInitLoadConfig() else {
            for path in files { mistakes[path] = ImageError(.outOfMemory, "there is no memory left for fonts") }
            return ([], mistakes)
        }
        defer { unsafe FcConfigDestroy(configuration) }
        for path in files {
            do throws(ImageError) {
                let file = try FontFile(path)
                guard unsafe FcConfigAppFontAddFile(configuration, file.path) != 0 else {
                    throw ImageError(
                        .notAnImage, "the file is not a font",
                        remedy: "specify a TrueType, OpenType, WOFF, or WOFF2 file")
                }
                loaded.append(file)
            } catch {
                mistakes[path] = error
            }
        }
        for directory in directories where !SystemPath.hasNull(directory) {
            unsafe FcConfigAppFontAddDir(configuration, directory)
        }
        // otherwise, fonts of the system would have precedence over files with the same family
        let rules = unsafe families(of: configuration).map {
            "<rejectfont><pattern><patelt name=\"family\"><string>\($0)</string></patelt></pattern></rejectfont>"
        }
        let text = "<fontconfig><selectfont>\(rules.joined())</selectfont></fontconfig>"
        unsafe FcConfigParseAndLoadFromMemory(configuration, text, 0)
        unsafe FcConfigBuildFonts(configuration)
        unsafe pango_fc_font_map_set_config(OpaquePointer(fontMap), configuration)
        return (loaded, mistakes)
    }

    /// The families of the fonts that were added, as text of XML.
    private static func families(of configuration: OpaquePointer) -> Set<String> {
        guard let fonts = unsafe FcConfigGetFonts(configuration, FcSetApplication) else { return [] }
        var families: Set<String> = []
        for index in unsafe 0..<Int(fonts.pointee.nfont) {
            var (name, number) = (unsafe UnsafeMutablePointer<FcChar8>?(nil), Int32(0))
            while unsafe FcPatternGetString(fonts.pointee.fonts[index], FC_FAMILY, number, &name) == FcResultMatch,
                let text = unsafe name
            {
                let escaped = unsafe String(cString: text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
                families.insert(escaped)
                number += 1
            }
        }
        return families
    }
}
