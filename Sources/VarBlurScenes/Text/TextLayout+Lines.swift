internal import CLibPango
internal import VarBlurLibC

/// The places of lines that all have one height.
struct LineGrid {
    /// The height of a line in pixels.
    let height: Double
    /// The distance of a baseline from the top of its line in pixels, with letters of the font of the text in the middle of the line.
    let baseline: Double

    /// The places for the font of a layout.
    init(_ height: Double, _ layout: OpaquePointer) {
        self.height = height
        // the same fonts in every locale, whatever the text is
        let metrics = unsafe pango_context_get_metrics(
            pango_layout_get_context(layout), pango_layout_get_font_description(layout),
            pango_language_from_string("en"))
        defer { unsafe pango_font_metrics_unref(metrics) }
        let ascent = unsafe Double(pango_font_metrics_get_ascent(metrics))
        let descent = unsafe Double(pango_font_metrics_get_descent(metrics))
        baseline = (height + (ascent - descent) / TextLayout.scale) / 2
    }
}

extension TextLayout {
    /// Calls a function with each line, and with how far it lies below the place that Pango gives it, in pixels.
    func visitLines(_ visit: (_ iterator: OpaquePointer, _ drop: Double) -> Void) {
        guard let iterator = unsafe pango_layout_get_iter(layout) else { return }
        defer { unsafe pango_layout_iter_free(iterator) }
        var top = 0.0
        repeat {
            let baseline = Double(unsafe pango_layout_iter_get_baseline(iterator)) / Self.scale
            unsafe visit(iterator, grid.map { top + $0.baseline - baseline } ?? 0)
            top += grid?.height ?? 0
        } while unsafe pango_layout_iter_next_line(iterator) != 0
    }

    /// The distance of a baseline from the top of the lines, in pixels.
    func baseline(_ baseline: StackLayer.Baseline) -> Double {
        var baselines: [Double] = []
        unsafe visitLines { iterator, drop in
            baselines.append(Double(unsafe pango_layout_iter_get_baseline(iterator)) / Self.scale + drop)
        }
        return (baseline == .first ? baselines.first : baselines.last) ?? 0
    }

    /// The area of the lines and of their ink, relative to the place of the layout.
    var extent: SceneRectangle {
        func rectangle(_ extents: PangoRectangle, _ drop: Double) -> SceneRectangle {
            SceneRectangle(
                x: Double(extents.x) / Self.scale, y: Double(extents.y) / Self.scale + drop,
                width: Double(extents.width) / Self.scale, height: Double(extents.height) / Self.scale)
        }
        var (ink, logical) = (PangoRectangle(), PangoRectangle())
        unsafe pango_layout_get_extents(layout, &ink, &logical)
        guard grid != nil else { return rectangle(ink, 0).union(rectangle(logical, 0)) }
        var extent = rectangle(logical, 0)
        (extent.y, extent.height) = (0, size.height)
        unsafe visitLines { iterator, drop in
            unsafe pango_layout_iter_get_line_extents(iterator, &ink, &logical)
            extent = extent.union(rectangle(ink, drop)).union(rectangle(logical, drop))
        }
        return extent
    }
}

extension TextLayout {
    /// The rectangles of the words, relative to the top left corner of the text.
    ///
    /// A word that is divided between lines has one rectangle in each.
    var words: [SceneRectangle] {
        guard let text = unsafe pango_layout_get_text(layout) else { return [] }
        let bytes = unsafe UnsafeBufferPointer(start: text, count: strlen(text))
        var words: [SceneRectangle] = []
        var start: Int?
        for index in 0...bytes.count {
            let isSpace =
                unsafe index == bytes.count || [0x20, 0x0A, 0x09, 0x0D].contains(UInt8(bitPattern: bytes[index]))
            if isSpace, let first = start {
                words += rectangles(ofBytes: first..<index)
                start = nil
            } else if !isSpace && start == nil {
                start = index
            }
        }
        return words
    }

    private func rectangles(ofBytes range: Range<Int>) -> [SceneRectangle] {
        var result: [SceneRectangle] = []
        unsafe visitLines { iterator, drop in
            guard let line = unsafe pango_layout_iter_get_line_readonly(iterator) else { return }
            let first = Int(unsafe line.pointee.start_index)
            let end = first + Int(unsafe line.pointee.length)
            let part = range.clamped(to: first..<max(end, first))
            guard !part.isEmpty else { return }
            var (logical, ranges, count) = unsafe (PangoRectangle(), UnsafeMutablePointer<Int32>?(nil), Int32(0))
            unsafe pango_layout_iter_get_line_extents(iterator, nil, &logical)
            // of letters in both directions, the ends of a word are not those of its first and its last letter
            unsafe pango_layout_line_get_x_ranges(
                line, Int32(part.lowerBound), Int32(part.upperBound), &ranges, &count)
            defer { unsafe g_free(ranges) }
            let ends = unsafe UnsafeBufferPointer(start: ranges, count: 2 * Int(count))
            guard let left = unsafe ends.min(), let right = unsafe ends.max() else { return }
            let x = Double(left) / Self.scale - leadingSpace
            result.append(
                SceneRectangle(
                    x: x, y: Double(logical.y) / Self.scale + drop, width: Double(right - left) / Self.scale,
                    height: Double(logical.height) / Self.scale))
        }
        return result
    }
}
