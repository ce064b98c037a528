extension OverlayLayer: DrawnContent {
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        let (panel, rest) = try drawing.layout.division(of: frame, by: self)
        if panel.hasArea {
            let outline = outline(of: panel)
            if blur > 0 {
                var layer = BlurLayer(radius: .pixels(blur), direction: nil)
                layer.shape = outline
                try layer.draw(in: panel, on: drawing)
            }
            if isGlass { try glass(of: panel).draw(in: panel, on: drawing) }
            try drawing.paint { context throws(SceneError) in
                if let fill {
                    context.setPaint(fill, in: panel)
                    context.setPath(outline.path(in: panel))
                    try context.fill()
                }
                if hasGrabber {
                    context.setColor(SceneColor(white: 0.5, opacity: 0.6))
                    context.setPath(
                        SceneShape.capsule.path(in: side.grabber(in: panel, scale: drawing.size.canvas.scale)))
                    try context.fill()
                }
            }
            try drawing.draw(content, on: outline, in: panel)
        }
        for layer in above { try drawing.draw(layer, in: rest) }
    }

    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? {
        let (panel, rest) = try drawing.layout.division(of: frame, by: self)
        var areas: [SceneRectangle?] = []
        if panel.hasArea {
            areas.append(panel)
            if isGlass { areas.append(try glass(of: panel).ink(in: panel, on: drawing)) }
            if hasGrabber { areas.append(side.grabber(in: panel, scale: drawing.size.canvas.scale)) }
            areas.append(try drawing.bounds(of: content, in: panel))
        }
        areas.append(try drawing.bounds(of: above, in: rest))
        return .union(areas)
    }

    func parts(in frame: SceneRectangle, _ layout: SceneLayout) throws(SceneError) -> [OfferedLayer] {
        let rest = try layout.division(of: frame, by: self).rest
        return above.map { ($0, rest) }
    }

    func addParts(
        of layer: SceneLayer, in area: SceneRectangle, path: String, to drawing: SceneDrawing
    ) throws(SceneError) -> Bool {
        guard !above.isEmpty else { return false }
        var (overlay, panel) = (self, layer)
        overlay.above = []
        panel.content = .overlay(overlay)
        let parts = try parts(in: drawing.layout.frame(of: layer, in: area), drawing.layout)
        try drawing.wait(panel, in: area, path)
        for (index, part) in parts.enumerated() {
            try drawing.add(part.layer, in: part.area, path: path.isEmpty ? "" : "\(path).above[\(index)]")
        }
        return true
    }

    func bodies(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> [SceneRectangle] {
        try [drawing.layout.division(of: frame, by: self).panel] + drawing.bodies(of: parts(in: frame, drawing.layout))
    }

    func readingReach(on drawing: SceneDrawing) -> Double {
        max(6 * blur, isGlass ? GlassLayer().readingReach(on: drawing) : 0)
    }

    var dependence: BackgroundDependence? {
        if isGlass { return BackgroundDependence(name: "glass", member: "glass") }
        return blur > 0 ? BackgroundDependence(name: "a blur", member: "blur", isBlur: true) : nil
    }

    func byteCount(canvas: Int) -> Int { 8 * canvas }

    var pixelWork: Double { isGlass ? 60 : 40 }

    func findOutsiders(_ visit: LayerVisit, by check: SceneCheck) {
        // a panel that can rise shows more then
        let (panel, _) = (try? check.layout.division(of: visit.frame, by: self)) ?? (visit.frame, visit.frame)
        check.findsOutsiders = check.findsOutsiders && isFullyOpen(panel, on: check.layout.canvas)
    }

    func check(_ visit: LayerVisit, by check: SceneCheck) {
        let mistakes = memberMistakes
        for (member, message) in mistakes { check.fail(message, "\(visit.path).\(member)") }
        var (panel, rest) = (visit.frame, visit.frame)
        do throws(SceneError) {
            (panel, rest) = try check.layout.division(of: visit.frame, by: self)
        } catch {
            if mistakes.isEmpty { check.fail(error.located(below: visit.path)) }
        }
        check.visit(content, in: panel, "\(visit.path).content", ink: visit.ink)
        check.visit(above, in: rest, "\(visit.path).above", ink: visit.ink)
    }
}

extension SceneLayout {
    /// Divides the frame of an overlay into its panel and the rest.
    ///
    /// - Throws: an error with the code `invalidScene` for mistakes in the notches.
    func division(
        of frame: SceneRectangle, by layer: OverlayLayer
    ) throws(SceneError) -> (panel: SceneRectangle, rest: SceneRectangle) {
        let extent = min(try layer.panelExtent(on: canvas), layer.side.length(of: frame.size))
        return layer.side.division(of: frame, extent: extent)
    }
}

extension OverlayLayer {
    /// The outline of the panel: the corners away from its side are rounded.
    fileprivate func outline(of panel: SceneRectangle) -> SceneShape {
        let radius = min(cornerRadius, panel.width / 2, panel.height / 2)
        func corner(_ isRounded: Bool) -> Double { isRounded ? radius : 0 }
        let (topLeft, topRight) = (
            corner(side == .bottom || side == .trailing), corner(side == .bottom || side == .leading)
        )
        let (bottomRight, bottomLeft) = (
            corner(side == .top || side == .leading), corner(side == .top || side == .trailing)
        )
        func arc(_ radius: Double, _ dx: Double, _ dy: Double) -> String {
            radius > 0 ? "a\(radius) \(radius) 0 0 1 \(dx * radius) \(dy * radius)" : ""
        }
        let text =
            "M\(topLeft) 0H\(panel.width - topRight)\(arc(topRight, 1, 1))V\(panel.height - bottomRight)\(arc(bottomRight, -1, 1))"
            + "H\(bottomLeft)\(arc(bottomLeft, -1, -1))V\(topLeft)\(arc(topLeft, 1, -1))Z"
        let box = SceneRectangle(x: 0, y: 0, width: panel.width, height: panel.height)
        return (try? SVGPath(text, viewBox: box)).map { .path(outline: $0) }
            ?? .rectangle(cornerRadius: radius, style: .circular)
    }

    /// The glass of the panel.
    fileprivate func glass(of panel: SceneRectangle) -> GlassLayer {
        var glass = GlassLayer([GlassItem("", shape: outline(of: panel), placement: Placement())])
        (glass.tint, glass.hasAutomaticTint) = (tint, hasAutomaticTint)
        return glass
    }

    /// How far the panel is between its least (0) and its greatest (1) enabled notch.
    ///
    /// - Throws: an error with the code `invalidScene` if the panel has no enabled notch to be at.
    func progress(on canvas: CanvasSize) throws(SceneError) -> Double {
        let canvas = SceneSize(width: Double(canvas.width), height: Double(canvas.height))
        return try magneticNotches(on: canvas).progress(at: panelExtent(on: canvas)) ?? 0
    }

    /// Whether a panel is as large as it can be.
    func isFullyOpen(_ panel: SceneRectangle, on canvas: SceneSize) -> Bool {
        let length = side.length(of: panel.size)
        return (try? magneticNotches(on: canvas).range).map { length >= $0.upperBound - 0.5 } ?? false
    }

    /// The name of the enabled notch at which the panel is, or that is nearest to it; halfway between two, that of the smaller one.
    ///
    /// - Throws: an error with the code `invalidScene` if the panel has no enabled notch to be at.
    func notchName(on canvas: CanvasSize) throws(SceneError) -> String? {
        if let at, extent == nil, transition == nil { return at }
        let canvas = SceneSize(width: Double(canvas.width), height: Double(canvas.height))
        return try magneticNotches(on: canvas).nearest(to: panelExtent(on: canvas))
    }

    private func magneticNotches(on canvas: SceneSize) throws(SceneError) -> MagneticNotches {
        let whole = side.length(of: canvas)
        do throws(NotchError) {
            return try MagneticNotches(notches.map { $0.notch(of: whole) }, disabled: Set(disabled), length: whole)
        } catch {
            throw SceneError(.invalidScene, error.message)
        }
    }

    /// The extent of the panel in pixels.
    ///
    /// - Throws: an error with the code `invalidScene` if the panel has no enabled notch to be at.
    fileprivate func panelExtent(on canvas: SceneSize) throws(SceneError) -> Double {
        let magnetic = try magneticNotches(on: canvas)
        if let mistake = memberMistakes.first { throw SceneError(.invalidScene, mistake.message) }
        if let extent { return magnetic.limited(extent.pixels(of: side.length(of: canvas))) }
        func place(of name: String?) -> Double {
            (name ?? magnetic.enabled.first?.name).flatMap { magnetic.extent(of: $0) } ?? 0
        }
        let end = place(of: at)
        guard let transition else { return end }
        let start = place(of: transition.at)
        return magnetic.limited(start + (end - start) * transition.progress)
    }
}

extension [SceneLayer] {
    /// The names of the notches at which overlays are, by the identifiers of these.
    func notchNames(on canvas: CanvasSize) -> [String: String] {
        var names: [String: String] = [:]
        for (id, overlay) in overlays { names[id] = try? overlay.notchName(on: canvas) }
        return names
    }
}

extension OverlayNotch {
    /// The notch on a canvas that has `whole` pixels along its axis.
    fileprivate func notch(of whole: Double) -> Notch {
        switch extent {
        case .pixels(let pixels): Notch(name, .absolute(pixels: pixels))
        case .percent(let percent): Notch(name, .fractional(fraction: percent / 100))
        case .sum: Notch(name, .absolute(pixels: max(extent.pixels(of: whole), 0)))
        }
    }
}

extension SceneSide {
    /// The length of a size along the axis on which a panel at this side rises.
    fileprivate func length(of size: SceneSize) -> Double { self == .top || self == .bottom ? size.height : size.width }

    /// Divides an area into a panel at this side and the rest.
    fileprivate func division(of area: SceneRectangle, extent: Double) -> (panel: SceneRectangle, rest: SceneRectangle)
    {
        var (panel, rest) = (area, area)
        switch self {
        case .top:
            panel.height = extent
            (rest.y, rest.height) = (area.y + extent, area.height - extent)
        case .bottom:
            (panel.y, panel.height) = (area.maxY - extent, extent)
            rest.height = area.height - extent
        case .leading:
            panel.width = extent
            (rest.x, rest.width) = (area.x + extent, area.width - extent)
        case .trailing:
            (panel.x, panel.width) = (area.maxX - extent, extent)
            rest.width = area.width - extent
        }
        return (panel, rest)
    }

    /// The frame of the handle of a panel at this side; `scale` is the number of pixels for each of the scene.
    fileprivate func grabber(in panel: SceneRectangle, scale: Double) -> SceneRectangle {
        let (length, thickness, distance) = (36 * scale, 5 * scale, 6 * scale)
        let center = panel.center
        return switch self {
        case .bottom: SceneRectangle(x: center.x - length / 2, y: panel.y + distance, width: length, height: thickness)
        case .top:
            SceneRectangle(
                x: center.x - length / 2, y: panel.maxY - distance - thickness, width: length, height: thickness)
        case .leading:
            SceneRectangle(
                x: panel.maxX - distance - thickness, y: center.y - length / 2, width: thickness, height: length)
        case .trailing:
            SceneRectangle(x: panel.x + distance, y: center.y - length / 2, width: thickness, height: length)
        }
    }
}
