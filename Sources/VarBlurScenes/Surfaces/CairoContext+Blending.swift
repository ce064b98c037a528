internal import CLibCairo
internal import VarBlur

extension CairoContext {
    /// Mixes a picture with what is there.
    func blend(_ picture: Surface, at place: ScenePoint, _ mode: SceneBlendMode) throws(SceneError) {
        try unsafe picture.pixels.withUnsafeMutablePixels { (pixels) throws(SceneError) in
            let source = try unsafe CairoContext(pixels, CAIRO_FORMAT_ARGB32)
            unsafe cairo_set_operator(context, mode.cairoValue)
            unsafe cairo_set_source_surface(context, source.surface, place.x, place.y)
            unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
            unsafe cairo_paint(context)
            // the picture must not be used after its memory
            unsafe cairo_set_source_rgba(context, 0, 0, 0, 0)
        }
    }
}

extension SceneBlendMode {
    fileprivate var cairoValue: cairo_operator_t {
        switch self {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        case .plusLighter: CAIRO_OPERATOR_ADD
        }
    }
}
