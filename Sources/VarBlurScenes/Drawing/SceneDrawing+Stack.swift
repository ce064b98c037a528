extension StackLayer: DrawnContent {
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        let (stack, areas) = try drawing.layout.arranged(self, in: frame)
        func draw() throws(SceneError) { try drawing.draw(group: stack.layers, in: areas) }
        if let shadow { try drawing.draw(shadow, ofGroupWithin: ink(in: frame, on: drawing), draw) }
        try draw()
    }

    func parts(in frame: SceneRectangle, _ layout: SceneLayout) throws(SceneError) -> [(
        layer: SceneLayer, area: SceneRectangle
    )] {
        let (stack, areas) = try layout.arranged(self, in: frame)
        return zip(stack.layers, areas).map { ($0, $1) }
    }

    func addParts(
        of layer: SceneLayer, in area: SceneRectangle, path: String, to drawing: SceneDrawing
    ) throws(SceneError) -> Bool {
        guard shadow == nil else { return false }
        let (stack, areas) = try drawing.layout.arranged(self, in: drawing.layout.frame(of: layer, in: area))
        let count = try drawing.isolatedCount(of: stack.layers, in: areas)
        let outer = drawing.scrimGroup
        defer { drawing.scrimGroup = outer }
        if count > 0 { try drawing.wait(layer.showing(count, of: stack), in: area, path) }
        var promises = [[ContrastPromise]](repeating: [], count: areas.count)
        for (index, area) in areas.enumerated().dropFirst(count) {
            promises[index] = try drawing.promises(
                of: stack.layers[index], in: area, ink: drawing.groupOpacity, presence: 1)
        }
        if drawing.scrimGroup == nil { drawing.scrimGroup = ScrimGroup(promises: promises.flatMap(\.self)) }
        for (index, area) in areas.enumerated().dropFirst(count) {
            let inner = path.isEmpty ? "" : "\(path).layers[\(index)]"
            try drawing.add(stack.layers[index], in: area, path: inner, promises: promises[index])
        }
        return true
    }

    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? {
        var areas: [SceneRectangle?] = []
        for (layer, area) in try parts(in: frame, drawing.layout) {
            areas.append(try drawing.bounds(of: layer, in: area))
        }
        return .union(areas)
    }

    func bodies(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> [SceneRectangle] {
        var result: [SceneRectangle] = []
        for (layer, area) in try parts(in: frame, drawing.layout) { result += try drawing.bodies(of: layer, in: area) }
        return result
    }

    var blursBackground: Bool { childLayers.contains(where: \.blursBackground) }

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
