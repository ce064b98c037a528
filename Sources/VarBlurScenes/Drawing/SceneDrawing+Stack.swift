extension StackLayer: DrawnContent {
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        let parts = try parts(in: frame, drawing.layout)
        func draw() throws(SceneError) { try drawing.draw(group: parts) }
        if let shadow { try drawing.draw(shadow, ofGroupWithin: ink(in: frame, on: drawing), draw) }
        try draw()
    }

    func parts(in frame: SceneRectangle, _ layout: SceneLayout) throws(SceneError) -> [OfferedLayer] {
        try layout.plan(of: self, in: frame.size).parts(in: frame)
    }

    func addParts(
        of layer: SceneLayer, in area: SceneRectangle, path: String, to drawing: SceneDrawing
    ) throws(SceneError) -> Bool {
        guard shadow == nil else { return false }
        let frame = try drawing.layout.frame(of: layer, in: area)
        let plan = try drawing.layout.plan(of: self, in: frame.size)
        let parts = plan.parts(in: frame)
        let count = try drawing.isolatedCount(of: parts)
        let outer = drawing.scrimGroup
        defer { drawing.scrimGroup = outer }
        if count > 0 { try drawing.wait(layer.showing(count, of: plan.stack), in: area, path) }
        let promises = try parts.dropFirst(count).map { (part) throws(SceneError) in
            try drawing.promises(of: part.layer, in: part.area, ink: drawing.groupOpacity, presence: 1)
        }
        if drawing.scrimGroup == nil { drawing.scrimGroup = ScrimGroup(promises: promises.flatMap(\.self)) }
        for (index, part) in parts.enumerated().dropFirst(count) {
            let inner = path.isEmpty ? "" : "\(path).layers[\(index)]"
            try drawing.add(part.layer, in: part.area, path: inner, promises: promises[index - count])
        }
        return true
    }

    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? {
        try drawing.bounds(of: parts(in: frame, drawing.layout)[...])
    }

    func bodies(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> [SceneRectangle] {
        try drawing.bodies(of: parts(in: frame, drawing.layout))
    }

    var blursBackground: Bool { childLayers.contains(where: \.blursBackground) }

    var hasPixels: Bool { shadow != nil || childLayers.contains(where: \.hasPixels) }

    // pictures of layers that are blurred alone, and the picture without the stack and the coverages of its shadow
    func byteCount(canvas: Int) -> Int { (blursBackground ? 2 * canvas : 0) + (shadow == nil ? 0 : 6 * canvas) }

    var pixelWork: Double { 0 }

    func findOutsiders(_ visit: LayerVisit, by check: SceneCheck) {
        var areas = [visit.frame]
        if let parts = try? parts(in: visit.frame, check.layout) {
            areas += parts.compactMap { try? check.layout.outerFrame(of: $0.layer, in: $0.area) }
        }
        check.find("stack", [SceneRectangle?.union(areas)].compactMap(\.self), visit.path, least: 0)
    }

    func check(_ visit: LayerVisit, by check: SceneCheck) { check.visit(self, visit) }
}

extension SceneLayer {
    /// The layer with only some layers of its stack, all of which keep their places.
    func showing(_ count: Int, of stack: StackLayer) -> SceneLayer {
        var (layer, stack) = (self, stack)
        for index in stack.layers.indices.dropFirst(count) { stack.layers[index].opacity = 0 }
        layer.content = .stack(stack)
        return layer
    }
}
