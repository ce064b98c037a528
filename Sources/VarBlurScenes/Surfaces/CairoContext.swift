internal import CLibCairo
internal import VarBlur

/// A drawing context of Cairo over pixels in memory.
@safe
final class CairoContext {
    /// The context of the library.
    let context: OpaquePointer
    let surface: OpaquePointer
    /// Whether the path is a rectangle with sides along the axes.
    private(set) var isRectangle = false
    /// Where paths, gradients, pictures, and texts are drawn.
    var placement = Similarity.identity

    /// The greatest width and height of a surface in pixels.
    ///
    /// Coordinates of pixels have 16 bits. Cairo accepts one pixel more, but leaves it out of some drawings without an error, because these
    /// look at the pixels around their area.
    static let greatestSide = 32_766

    /// The area to which coordinates are limited.
    ///
    /// Cairo's coordinates have 24 bits before the point, and are multiplied by up to 16 here. The area reaches so far beyond any
    /// canvas that the outermost lines, with the widest strokes, are invisible.
    private static let reach = SceneRectangle(x: -131_072, y: -131_072, width: 294_912, height: 294_912)

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

    /// Begins a new path that consists of an outline, with straight lines for curves.
    ///
    /// The lines that Cairo uses for curves differ from them by 5/255 in the coverage, with any tolerance.
    func setPath(_ path: ScenePath) {
        isRectangle = false
        unsafe cairo_new_path(context)
        let path = placement == .identity ? path : path.mapPoints { placement($0) }
        for contour in path.flattened(tolerance: 0.002).compactMap({ $0.clipped(to: Self.reach) }) {
            // otherwise, a line would join the contour with the previous one, even if that one is closed
            unsafe cairo_new_sub_path(context)
            for point in contour.points { unsafe cairo_line_to(context, point.x, point.y) }
            if contour.isClosed { unsafe cairo_close_path(context) }
        }
    }

    /// Begins a new path that consists of what `body` adds, which the library itself places.
    func setPath(_ body: () -> Void) {
        isRectangle = false
        unsafe cairo_new_path(context)
        unsafe cairo_save(context)
        transform()
        body()
        unsafe cairo_restore(context)
    }

    /// Begins a new path that consists of a rectangle.
    func setPath(_ rectangle: SceneRectangle) {
        guard placement == .identity else { return setPath(SceneShape.rectangle.path(in: rectangle)) }
        isRectangle = true
        unsafe cairo_new_path(context)
        guard let visible = rectangle.intersection(Self.reach) else { return }
        unsafe cairo_rectangle(context, visible.x, visible.y, visible.width, visible.height)
    }

    /// Limits drawing to the path.
    func clip() { unsafe cairo_clip(context) }

    /// Sets the color of what follows.
    func setColor(_ color: SceneColor) {
        unsafe cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
    }

    /// Draws a color through a coverage, displaced by whole or broken pixels.
    func paint(_ color: SceneColor, through coverage: Coverage, offset: ScenePoint = .zero) throws(SceneError) {
        setColor(color)
        let place = ScenePoint(x: Double(coverage.region.x) + offset.x, y: Double(coverage.region.y) + offset.y)
        try mask(with: coverage, at: place)
    }

    /// Draws the source through a coverage with its top left corner at a place.
    ///
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    func mask(with coverage: Coverage, at place: ScenePoint) throws(SceneError) {
        try unsafe coverage.forEachTile { (tile, pixels) throws(SceneError) in
            let mask = try unsafe CairoContext(pixels, CAIRO_FORMAT_A8)
            let offset = ScenePoint(x: Double(tile.x - coverage.region.x), y: Double(tile.y - coverage.region.y))
            unsafe cairo_mask_surface(context, mask.surface, place.x + offset.x, place.y + offset.y)
        }
    }
}
