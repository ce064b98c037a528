internal import VarBlur

// A blur in a group of layers reads only those of the group that lie below it, so that pixels around the group do not mix with them.
// Where the group has nothing below it, it blurs what is behind the group.
extension SceneDrawing {
    /// Draws the layers of a group from back to front.
    ///
    /// - Parameters:
    ///   - layers: the layers.
    ///   - areas: what each of them is offered.
    /// - Throws: an error of a layer, or an error with the code `outOfMemory` or `overLimit`.
    func draw(group layers: [SceneLayer], in areas: [SceneRectangle]) throws(SceneError) {
        let count = try isolatedCount(of: layers, in: areas)
        if count > 0 {
            let group = try isolated { () throws(SceneError) in
                let outer = blurLimit
                defer { blurLimit = outer }
                for index in 0..<count {
                    if layers[index].blursBackground, let below = try bounds(of: layers[..<index], in: areas) {
                        blurLimit = surface.region(around: placement.bounds(of: below))
                    }
                    try draw(layers[index], in: areas[index])
                }
            }
            if let changed = try region(around: bounds(of: layers[..<count], in: areas)) {
                let picture = try group.copy(of: changed)
                try surface.draw { context throws(SceneError) in
                    try context.blend(picture, at: SceneRectangle(changed).origin, .normal)
                }
            }
        }
        for index in layers.indices.dropFirst(count) { try draw(layers[index], in: areas[index]) }
    }

    /// The number of layers of a group from the back up to the last blur of others of them; 0 if there is none.
    func isolatedCount(of layers: [SceneLayer], in areas: [SceneRectangle]) throws(SceneError) -> Int {
        let blurs = layers.indices.filter { layers[$0].blursBackground }
        for index in blurs.reversed() {
            // glass and automatic colors need what is behind the group
            guard !layers[..<index].contains(where: \.needsBackground),
                let below = try bounds(of: layers[..<index], in: areas),
                let blurred = try bounds(of: layers[index], in: areas[index])
            else { continue }
            if below.intersection(blurred)?.hasArea == true { return index + 1 }
        }
        return 0
    }

    /// The area in which some layers of a group change the picture; `nil` if nowhere.
    private func bounds(of layers: ArraySlice<SceneLayer>, in areas: [SceneRectangle]) throws(SceneError)
        -> SceneRectangle?
    {
        var bounds: [SceneRectangle?] = []
        for (layer, area) in zip(layers, areas) { bounds.append(try self.bounds(of: layer, in: area)) }
        return .union(bounds)
    }
}
