internal import CLibCairo
internal import VariableBlur

/// A drawing context of Cairo over pixels in memory.
@safe
final class CairoContext {
    /// The context of the library.
    let context: OpaquePointer
    private let surface: OpaquePointer

    /// Begins to draw on pixels, which must outlive the context.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    init(_ pixels: UnsafeMutablePixels, _ format: cairo_format_t) throws(SceneError) {
        let layout = unsafe pixels.layout
        let bytes = unsafe pixels.base.assumingMemoryBound(to: UInt8.self)
        guard
            let surface = unsafe cairo_image_surface_create_for_data(
                bytes, format, Int32(layout.width), Int32(layout.height), Int32(layout.bytesPerRow)),
            let context = unsafe cairo_create(surface)
        else { throw SceneError(.outOfMemory, "there is no memory left for drawing") }
        unsafe (self.surface, self.context) = (surface, context)
        // the default tolerance of 0.1 pixels shows in the coverage of curved edges
        unsafe cairo_set_tolerance(context, 0.01)
        unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_BEST)
        try check()
    }

    deinit {
        unsafe cairo_destroy(context)
        unsafe cairo_surface_destroy(surface)
    }

    /// Ends drawing, so that the pixels can be used.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`, if any of the calls failed.
    func finish() throws(SceneError) {
        try check()
        unsafe cairo_surface_flush(surface)
    }

    private func check() throws(SceneError) {
        let status = unsafe cairo_status(context)
        guard status != CAIRO_STATUS_SUCCESS else { return }
        let text = unsafe String(cString: cairo_status_to_string(status))
        throw SceneError(status == CAIRO_STATUS_NO_MEMORY ? .outOfMemory : .fault, "drawing failed: \(text)")
    }

    func translate(_ x: Double, _ y: Double) { unsafe cairo_translate(context, x, y) }

    /// Calls `body` and restores the state of the context.
    func saving(_ body: () throws(SceneError) -> Void) throws(SceneError) {
        unsafe cairo_save(context)
        defer { unsafe cairo_restore(context) }
        try body()
    }

    /// Begins a new path that consists of an outline.
    func setPath(_ path: Path) {
        unsafe cairo_new_path(context)
        var current = Point.zero
        for element in path.elements {
            switch element {
            case .move(let point):
                unsafe cairo_move_to(context, point.x, point.y)
                current = point
            case .line(let point):
                unsafe cairo_line_to(context, point.x, point.y)
                current = point
            case .quad(let point, let control):
                let first = current.interpolated(to: control, 2.0 / 3)
                let second = point.interpolated(to: control, 2.0 / 3)
                unsafe cairo_curve_to(context, first.x, first.y, second.x, second.y, point.x, point.y)
                current = point
            case .cubic(let point, let control1, let control2):
                unsafe cairo_curve_to(context, control1.x, control1.y, control2.x, control2.y, point.x, point.y)
                current = point
            case .close: unsafe cairo_close_path(context)
            }
        }
    }

    /// Begins a new path that consists of a rectangle.
    func setPath(_ rectangle: Rectangle) {
        unsafe cairo_new_path(context)
        unsafe cairo_rectangle(context, rectangle.x, rectangle.y, rectangle.width, rectangle.height)
    }

    /// Fills the path.
    func fill() { unsafe cairo_fill(context) }

    /// Strokes the path with a line of a width in pixels.
    func stroke(width: Double) {
        unsafe cairo_set_line_width(context, width)
        unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        unsafe cairo_stroke(context)
    }

    /// Limits drawing to the path.
    func clip() { unsafe cairo_clip(context) }

    /// Sets the color of what follows.
    func setColor(_ color: SceneColor, opacity: Double = 1) {
        unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity * opacity)
    }

    /// Draws a color through a coverage, displaced by whole or broken pixels.
    func paint(_ color: SceneColor, through coverage: Coverage, offset: Point = .zero) throws(SceneError) {
        setColor(color)
        let place = Point(x: Double(coverage.region.x) + offset.x, y: Double(coverage.region.y) + offset.y)
        try unsafe coverage.pixels.withUnsafeMutablePixels { (pixels) throws(SceneError) in
            let mask = try unsafe CairoContext(pixels, CAIRO_FORMAT_A8)
            unsafe cairo_mask_surface(context, mask.surface, place.x, place.y)
        }
    }

    /// Draws a picture with its top left corner at a place, limited to the path.
    func fill(with picture: Surface, at place: Point, opacity: Double) throws(SceneError) {
        try unsafe picture.pixels.withUnsafeMutablePixels { (pixels) throws(SceneError) in
            let source = try unsafe CairoContext(pixels, CAIRO_FORMAT_ARGB32)
            try saving { () throws(SceneError) in
                unsafe cairo_clip(context)
                unsafe cairo_set_source_surface(context, source.surface, place.x, place.y)
                let isWhole = place.x == place.x.rounded() && place.y == place.y.rounded()
                let filter = isWhole ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR
                unsafe cairo_pattern_set_filter(cairo_get_source(context), filter)
                unsafe cairo_paint_with_alpha(context, opacity)
                // the picture must not be used after its memory
                unsafe cairo_set_source_rgba(context, 0, 0, 0, 0)
            }
            unsafe cairo_surface_flush(source.surface)
        }
    }
}
