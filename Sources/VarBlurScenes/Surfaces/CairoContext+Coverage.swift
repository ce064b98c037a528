internal import CLibCairo
internal import VarBlur

/// Cairo computes the coverage of a path from 15 lines in each row of pixels, which is up to 17/255 off. Here Cairo draws the path
/// into masks that are higher than the picture, whose rows are then averaged.
extension CairoContext {
    /// The numbers of rows and columns of a mask for each pixel.
    private typealias Scale = (rows: Int, columns: Int)
    private static let high: Scale = (16, 1)
    /// For strokes with corners that are too sharp for miters: Cairo takes the angles of the mask for those of the path.
    private static let uniform: Scale = (8, 8)
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
            try unsafe drawPath { unsafe cairo_fill($0) }
        }
    }

    /// Strokes the path with a line of a width in pixels.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    func stroke(width: Double, style: SceneStroke) throws(SceneError) {
        let width = width * placement.scale
        let isSharp = style.join == .miter && hasSharpCorner
        // no corner exceeds the limit, and in a high mask they are up to 16 times as sharp; Cairo's coordinates end at 2²³
        let highLimit = max(min(5 * Double(Self.high.rows), 1e6 / width), SceneStroke.miterLimit)
        func prepare(_ context: OpaquePointer) {
            unsafe cairo_set_line_width(context, width)
            unsafe cairo_set_line_join(context, style.join.cairoValue)
            unsafe cairo_set_miter_limit(context, isSharp ? SceneStroke.miterLimit : highLimit)
            unsafe cairo_set_line_cap(context, style.cap.cairoValue)
            let dash = style.dash.map { $0 * placement.scale }
            unsafe cairo_set_dash(context, dash, Int32(dash.count), style.dashOffset * placement.scale)
        }
        unsafe prepare(context)
        // the ends of miters, and the corners of square caps
        let reach = width / 2 * (style.join == .miter ? SceneStroke.miterLimit : 1.5)
        try unsafe drawPath(isSharp ? Self.uniform : Self.high, reach: reach) {
            unsafe prepare($0)
            unsafe cairo_stroke($0)
        }
    }

    /// Draws a picture in an area, limited to the path.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    func fill(with picture: Surface, in area: SceneRectangle) throws(SceneError) {
        try unsafe picture.pixels.withUnsafeMutablePixels { (pixels) throws(SceneError) in
            let source = try unsafe CairoContext(pixels, CAIRO_FORMAT_ARGB32)
            try saving { () throws(SceneError) in
                var matrix = cairo_matrix_t()
                unsafe cairo_get_matrix(context, &matrix)
                transform()
                unsafe cairo_translate(context, area.x, area.y)
                unsafe cairo_scale(
                    context, area.width / Double(picture.width), area.height / Double(picture.height))
                unsafe cairo_set_source_surface(context, source.surface, 0, 0)
                unsafe cairo_set_matrix(context, &matrix)
                let isAligned = area.x == area.x.rounded() && area.y == area.y.rounded() && placement == .identity
                let filter = isAligned ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR
                unsafe cairo_pattern_set_filter(cairo_get_source(context), filter)
                // the path alone determines the edges
                if !isAligned {
                    unsafe cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
                }
                if isRectangle {
                    unsafe cairo_clip(context)
                    unsafe cairo_paint(context)
                } else {
                    try unsafe drawPath { unsafe cairo_fill($0) }
                }
                // the picture must not be used after its memory
                unsafe cairo_set_source_rgba(context, 0, 0, 0, 0)
            }
            unsafe cairo_surface_flush(source.surface)
        }
    }

    /// Applies the placement to what the library itself places.
    func transform() {
        var matrix = cairo_matrix_t(
            xx: placement.axis.x, yx: placement.axis.y, xy: -placement.axis.y, yy: placement.axis.x,
            x0: placement.origin.x, y0: placement.origin.y)
        unsafe cairo_transform(context, &matrix)
    }

    /// Draws the source where a fill or a stroke of the path covers pixels, which `draw` does in another context, and begins a new path.
    ///
    /// Pixels are covered up to `reach` beyond the path.
    private func drawPath(
        _ scale: Scale = high, reach: Double = 0, draw: (OpaquePointer) -> Void
    ) throws(SceneError) {
        defer { unsafe cairo_new_path(context) }
        guard let region = region(around: reach) else { return }
        guard let path = unsafe cairo_copy_path(context) else {
            throw SceneError(.outOfMemory, "there is no memory left for drawing")
        }
        defer { unsafe cairo_path_destroy(path) }
        // a path of many points is drawn a few times only, although the mask does not stay in the cache
        let size = Self.maskSize * min(max(unsafe Int(path.pointee.num_data) / 1024, 1), 64)
        let height = min(max(size / (region.width * scale.columns * scale.rows), 1), region.height)
        let high = try Coverage(
            PixelRegion(x: 0, y: 0, width: region.width * scale.columns, height: height * scale.rows))
        var y = region.y
        while y < region.y + region.height {
            let part = PixelRegion(
                x: region.x, y: y, width: region.width, height: min(height, region.y + region.height - y))
            high.erase()
            try high.draw { context throws(SceneError) in
                unsafe cairo_scale(context.context, Double(scale.columns), Double(scale.rows))
                context.translate(-Double(region.x), -Double(y))
                unsafe cairo_append_path(context.context, path)
                unsafe draw(context.context)
            }
            let coverage = try Coverage(part)
            coverage.average(high, rowCount: scale.rows, columnCount: scale.columns)
            try mask(with: coverage, at: ScenePoint(x: Double(part.x), y: Double(part.y)))
            y += height
        }
    }

    /// Whether the path has a corner at which a miter would exceed the limit.
    private var hasSharpCorner: Bool {
        guard let path = unsafe cairo_copy_path_flat(context) else { return true }
        defer { unsafe cairo_path_destroy(path) }
        // two directions enclose the angle whose half has the sine 1 / limit, and a little more
        let limit = 2 / (SceneStroke.miterLimit * SceneStroke.miterLimit) - 0.98
        var (start, last): (ScenePoint, ScenePoint) = (.zero, .zero)
        var (first, previous): (ScenePoint?, ScenePoint?)
        func isSharp(_ a: ScenePoint?, _ b: ScenePoint?) -> Bool {
            guard let a, let b else { return false }
            return a.x * b.x + a.y * b.y < limit
        }
        func turns(to end: ScenePoint) -> Bool {
            let length = last.distance(to: end)
            guard length > 0 else { return false }
            let direction = (end - last) * (1 / length)
            defer { (first, previous, last) = (first ?? direction, direction, end) }
            return isSharp(previous, direction)
        }
        var index = 0
        while index < (unsafe Int(path.pointee.num_data)) {
            let data = unsafe path.pointee.data + index
            let header = unsafe data.pointee.header
            let end = header.length > 1 ? unsafe ScenePoint(x: data[1].point.x, y: data[1].point.y) : start
            switch header.type {
            case CAIRO_PATH_MOVE_TO: (start, last, first, previous) = (end, end, nil, nil)
            case CAIRO_PATH_CLOSE_PATH:
                if turns(to: start) || isSharp(previous, first) { return true }
            default: if turns(to: end) { return true }
            }
            index += Int(header.length)
        }
        return false
    }

    /// The region of whole pixels that the path covers, or that are near it; `nil` if there is none.
    ///
    /// The exact extents of a fill would take Cairo time in proportion to the number of crossings of the path with itself.
    private func region(around reach: Double) -> PixelRegion? {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        unsafe cairo_path_extents(context, &left, &top, &right, &bottom)
        let path = SceneRectangle(x: left, y: top, width: right - left, height: bottom - top).inset(by: -reach)
        unsafe cairo_clip_extents(context, &left, &top, &right, &bottom)
        let clip = SceneRectangle(x: left, y: top, width: right - left, height: bottom - top)
        guard let visible = path.inset(by: -1).intersection(clip), visible.hasArea else { return nil }
        let (x, y) = (visible.x.rounded(.down), visible.y.rounded(.down))
        return PixelRegion(
            x: Int(x), y: Int(y), width: Int(visible.maxX.rounded(.up) - x), height: Int(visible.maxY.rounded(.up) - y))
    }
}

extension SceneStroke.Join {
    fileprivate var cairoValue: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}

extension SceneStroke.Cap {
    fileprivate var cairoValue: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}
