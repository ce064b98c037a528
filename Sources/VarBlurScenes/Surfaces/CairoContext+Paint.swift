internal import CLibCairo

extension CairoContext {
    /// Sets the color or the gradient of what follows.
    ///
    /// - Parameters:
    ///   - paint: the color or gradient.
    ///   - frame: the area to which the positions of a gradient refer.
    func setPaint(_ paint: Paint, in frame: SceneRectangle) {
        switch paint {
        case .color(let color): setColor(color)
        case .gradient(let gradient): setGradient(gradient, in: frame)
        }
    }

    private func setGradient(_ gradient: ColorGradient, in frame: SceneRectangle) {
        func place(_ point: SceneUnitPoint) -> ScenePoint {
            placement(frame.point(atFractions: ScenePoint(x: point.x, y: point.y)))
        }
        let (start, end) = (place(gradient.start), place(gradient.end))
        // as in SVG and CSS, the last color fills what a gradient without a length lies in
        if start == end, let last = gradient.stops.last { return setColor(last.color) }
        let pattern =
            switch gradient.kind {
            case .linear: unsafe cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
            case .radial:
                unsafe cairo_pattern_create_radial(start.x, start.y, 0, start.x, start.y, start.distance(to: end))
            }
        unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        for (position, color) in gradient.expandedStops {
            unsafe cairo_pattern_add_color_stop_rgba(
                pattern, position, color.red, color.green, color.blue, color.opacity)
        }
        unsafe cairo_set_source(context, pattern)
        unsafe cairo_pattern_destroy(pattern)
    }
}

extension ColorGradient {
    /// The number of parts into which the space between stops of different opacity is divided.
    private static let partCount = 16

    /// The stops with further ones between those of different opacity.
    ///
    /// Cairo mixes colors without regard to their opacity; CSS weights them by it.
    var expandedStops: [(position: Double, color: SceneColor)] {
        let positions = positions
        guard var color = stops.first?.color, var position = positions.first else { return [] }
        var result = [(position, color)]
        for (stop, next) in zip(stops, positions).dropFirst() {
            if stop.color.opacity != color.opacity && next > position {
                for part in 0...Self.partCount {
                    let fraction = Double(part) / Double(Self.partCount)
                    let mixed = color.interpolated(to: stop.color, fraction)
                    // a fully transparent stop takes the color of its neighbor
                    let hue = mixed.opacity > 0 ? mixed : (color.opacity > 0 ? color : stop.color)
                    result.append(
                        (
                            position + (next - position) * fraction,
                            SceneColor(red: hue.red, green: hue.green, blue: hue.blue, opacity: mixed.opacity)
                        ))
                }
            }
            result.append((next, stop.color))
            (color, position) = (stop.color, next)
        }
        return result
    }
}
