internal import VarBlur

// A blur in a group of layers reads only those of the group that lie below it, so that pixels around the group do not mix with them.
// Where the group has nothing below it, it blurs what is behind the group.
extension SceneDrawing {
    /// Draws the layers of a group from back to front.
    ///
    /// - Throws: an error of a layer, or an error with the code `outOfMemory` or `overLimit`.
    func draw(group: [OfferedLayer]) throws(SceneError) {
        let count = try isolatedCount(of: group)
        var isolatedParts: [OfferedLayer] = []
        for (index, part) in group[..<count].enumerated() {
            // a blur of what is behind the group, over which the others are drawn
            if try blursBackdrop(of: group, at: index) {
                try draw(part.layer, in: part.area)
            } else {
                isolatedParts.append(part)
            }
        }
        if !isolatedParts.isEmpty { try drawIsolated(isolatedParts) }
        for part in group[count...] { try draw(part.layer, in: part.area) }
    }

    /// Draws layers on a transparent picture, on which blurs read only the layers below them, and then that picture.
    private func drawIsolated(_ parts: [OfferedLayer]) throws(SceneError) {
        let picture = try isolated { () throws(SceneError) in
            let outer = blurLimit
            defer { blurLimit = outer }
            for (index, part) in parts.enumerated() {
                if part.layer.blursBackground {
                    let below = try bounds(of: parts[..<index].filter(\.layer.hasPixels)[...])
                    if let below { blurLimit = surface.region(around: placement.bounds(of: below)) }
                }
                try draw(part.layer, in: part.area)
            }
        }
        guard let changed = try region(around: bounds(of: parts[...])) else { return }
        let copy = try picture.copy(of: changed)
        try surface.draw { context throws(SceneError) in
            try context.blend(copy, at: SceneRectangle(changed).origin, .normal)
        }
    }

    /// The number of layers of a group from the back up to the last blur of others of them; 0 if there is none.
    func isolatedCount(of group: [OfferedLayer]) throws(SceneError) -> Int {
        for (index, part) in group.enumerated().reversed() where part.layer.blursBackground {
            // glass, automatic colors, and blend modes need what is behind the group
            guard !group[..<index].contains(where: \.layer.needsBackground), try blursOutside(part),
                try isAbovePixels(of: group, at: index), try !losesBlur(group[..<index])
            else { continue }
            return index + 1
        }
        return 0
    }

    /// Whether a layer of a group, such as a text with a blur behind it, has both a blur of what is behind the group, and pixels that a blur
    /// of the group reads.
    private func losesBlur(_ group: ArraySlice<OfferedLayer>) throws(SceneError) -> Bool {
        for (index, part) in group.enumerated() where part.layer.hasPixels {
            if try blursBackdrop(of: Array(group), at: index) { return true }
        }
        return false
    }

    /// Whether a layer of a group blurs what is behind the group: none of the layers of the group lies below its blur.
    private func blursBackdrop(of group: [OfferedLayer], at index: Int) throws(SceneError) -> Bool {
        guard try blursOutside(group[index]) else { return false }
        return try !isAbovePixels(of: group, at: index)
    }

    /// Whether a layer of a group is above pixels of others of its layers.
    private func isAbovePixels(of group: [OfferedLayer], at index: Int) throws(SceneError) -> Bool {
        guard let own = try bounds(of: group[index].layer, in: group[index].area) else { return false }
        for part in group[..<index] where part.layer.hasPixels {
            if try bounds(of: part.layer, in: part.area)?.intersection(own)?.hasArea == true { return true }
        }
        return false
    }

    /// Whether a layer contains a blur of what is behind the layer.
    private func blursOutside(_ part: OfferedLayer) throws(SceneError) -> Bool {
        guard part.layer.isDrawn else { return false }
        let (background, content) = (part.layer.background, part.layer.content.drawn)
        if !background.isEmpty {
            let outer = try layout.outerFrame(of: part.layer, in: part.area)
            if try blursOutside(background.map { ($0, outer) }) { return true }
            // the background is below the contents
            if background.contains(where: \.hasPixels) { return false }
        }
        guard content.blursBackground else { return false }
        let parts = try content.parts(in: layout.frame(of: part.layer, in: part.area), layout)
        if parts.isEmpty { return true }
        return try blursOutside(parts)
    }

    private func blursOutside(_ group: [OfferedLayer]) throws(SceneError) -> Bool {
        for index in group.indices where try blursBackdrop(of: group, at: index) { return true }
        return false
    }
}
