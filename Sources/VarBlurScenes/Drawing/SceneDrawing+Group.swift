internal import VarBlur

// A blur in a group of layers reads only those of the group that lie below it, so that pixels around the group do not mix with them.
// Where the group has nothing below it, it blurs what is behind the group.
extension SceneDrawing {
    /// Draws the layers of a group from back to front.
    ///
    /// - Throws: an error of a layer, or an error with the code `outOfMemory` or `overLimit`.
    func draw(group: [OfferedLayer]) throws(SceneError) {
        let count = try isolatedCount(of: group)
        if count > 0 {
            let lower = try isolated { () throws(SceneError) in
                let outer = blurLimit
                defer { blurLimit = outer }
                for (index, part) in group[..<count].enumerated() {
                    if part.layer.blursBackground, let below = try bounds(of: group[..<index]) {
                        blurLimit = surface.region(around: placement.bounds(of: below))
                    }
                    try draw(part.layer, in: part.area)
                }
            }
            if let changed = try region(around: bounds(of: group[..<count])) {
                let picture = try lower.copy(of: changed)
                try surface.draw { context throws(SceneError) in
                    try context.blend(picture, at: SceneRectangle(changed).origin, .normal)
                }
            }
        }
        for part in group[count...] { try draw(part.layer, in: part.area) }
    }

    /// The number of layers of a group from the back up to the last blur of others of them; 0 if there is none.
    func isolatedCount(of group: [OfferedLayer]) throws(SceneError) -> Int {
        for (index, part) in group.enumerated().reversed() where part.layer.blursBackground {
            // glass and automatic colors need what is behind the group
            guard !group[..<index].contains(where: \.layer.needsBackground),
                let below = try bounds(of: group[..<index]), let blurred = try bounds(of: part.layer, in: part.area)
            else { continue }
            if below.intersection(blurred)?.hasArea == true { return index + 1 }
        }
        return 0
    }
}
