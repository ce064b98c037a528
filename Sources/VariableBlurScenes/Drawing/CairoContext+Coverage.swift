internal import CLibCairo
internal import VariableBlur

/// Cairo computes the coverage of a path from 15 lines in each row of pixels, which is up to 17/255 off. Here Cairo draws the path
/// into masks that are higher than the picture, whose rows are then averaged.
extension CairoContext {
    /// The number of rows of a mask for each row of pixels.
    private static let rowCount = 16
    /// The size in bytes of a mask, which stays in the processor's cache.
    private static let maskSize = 1 << 18

    /// Fills the path.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    func fill() throws(SceneError) {
        // Cairo computes the exact coverage of a rectangle
        if isRectangle {
            unsafe cairo_fill(context)
        } else {
            try unsafe drawPath {
                unsafe cairo_fill_extents($0, $1, $2, $3, $4)
            } draw: {
                unsafe cairo_fill($0)
            }
        }
    }

    /// Strokes the path with a line of a width in pixels.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    func stroke(width: Double, style: StrokeStyle) throws(SceneError) {
        func prepare(_ context: OpaquePointer) {
            unsafe cairo_set_line_width(context, width)
            unsafe cairo_set_line_join(context, style.join.cairoValue)
            unsafe cairo_set_miter_limit(context, StrokeStyle.miterLimit)
            unsafe cairo_set_line_cap(context, style.cap.cairoValue)
            unsafe cairo_set_dash(context, style.dash, Int32(style.dash.count), style.dashOffset)
        }
        unsafe prepare(context)
        try unsafe drawPath {
            unsafe cairo_stroke_extents($0, $1, $2, $3, $4)
        } draw: {
            unsafe prepare($0)
            unsafe cairo_stroke($0)
        }
    }

    /// Draws a picture with its top left corner at a place, limited to the path.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    func fill(with picture: Surface, at place: Point) throws(SceneError) {
        try unsafe picture.pixels.withUnsafeMutablePixels { (pixels) throws(SceneError) in
            let source = try unsafe CairoContext(pixels, CAIRO_FORMAT_ARGB32)
            try saving { () throws(SceneError) in
                unsafe cairo_set_source_surface(context, source.surface, place.x, place.y)
                let isWhole = place.x == place.x.rounded() && place.y == place.y.rounded()
                let filter = isWhole ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR
                unsafe cairo_pattern_set_filter(cairo_get_source(context), filter)
                if isRectangle {
                    unsafe cairo_clip(context)
                    unsafe cairo_paint(context)
                } else {
                    try unsafe drawPath {
                        unsafe cairo_fill_extents($0, $1, $2, $3, $4)
                    } draw: {
                        unsafe cairo_fill($0)
                    }
                }
                // the picture must not be used after its memory
                unsafe cairo_set_source_rgba(context, 0, 0, 0, 0)
            }
            unsafe cairo_surface_flush(source.surface)
        }
    }

    private typealias Bound = UnsafeMutablePointer<Double>

    /// Draws the source where a fill or a stroke of the path covers pixels, and begins a new path.
    private func drawPath(
        extents: (OpaquePointer, Bound, Bound, Bound, Bound) -> Void, draw: (OpaquePointer) -> Void
    ) throws(SceneError) {
        defer { unsafe cairo_new_path(context) }
        guard let region = unsafe region(of: extents) else { return }
        guard let path = unsafe cairo_copy_path(context) else {
            throw SceneError(.outOfMemory, "there is no memory left for drawing")
        }
        defer { unsafe cairo_path_destroy(path) }
        let height = min(max(Self.maskSize / (region.width * Self.rowCount), 1), region.height)
        let high = try Coverage(
            PixelRegion(x: region.x, y: 0, width: region.width, height: height * Self.rowCount))
        var y = region.y
        while y < region.y + region.height {
            let part = PixelRegion(
                x: region.x, y: y, width: region.width, height: min(height, region.y + region.height - y))
            high.clear()
            try high.draw { context throws(SceneError) in
                unsafe cairo_scale(context.context, 1, Double(Self.rowCount))
                context.translate(0, -Double(y))
                unsafe cairo_append_path(context.context, path)
                unsafe draw(context.context)
            }
            let coverage = try Coverage(part)
            coverage.average(high, rowCount: Self.rowCount)
            try mask(with: coverage, at: Point(x: Double(part.x), y: Double(part.y)))
            y += height
        }
    }

    /// The region of whole pixels that a fill or a stroke of the path reaches; `nil` if there is none.
    private func region(of extents: (OpaquePointer, Bound, Bound, Bound, Bound) -> Void) -> PixelRegion? {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        unsafe extents(context, &left, &top, &right, &bottom)
        let path = Rectangle(x: left, y: top, width: right - left, height: bottom - top)
        unsafe cairo_clip_extents(context, &left, &top, &right, &bottom)
        let clip = Rectangle(x: left, y: top, width: right - left, height: bottom - top)
        guard let visible = path.inset(by: -1).intersection(clip), visible.hasArea else { return nil }
        let (x, y) = (visible.x.rounded(.down), visible.y.rounded(.down))
        return PixelRegion(
            x: Int(x), y: Int(y), width: Int(visible.maxX.rounded(.up) - x), height: Int(visible.maxY.rounded(.up) - y))
    }
}

extension StrokeStyle.Join {
    fileprivate var cairoValue: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}

extension StrokeStyle.Cap {
    fileprivate var cairoValue: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}
