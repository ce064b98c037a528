internal import VarBlur

// Opacity is that of a layer as a whole, as in CSS: the layer is drawn opaque, and mixed with the picture without it.
extension SceneDrawing {
    /// Draws with `body`, and mixes the result with the picture before.
    ///
    /// - Parameters:
    ///   - opacity: how much of the result remains, 0 to 1.
    ///   - area: the area in which `body` changes the picture; `nil` if nowhere.
    ///   - body: draws. It is not called if the area is outside of the picture.
    /// - Throws: an error with the code `outOfMemory` or `overLimit`, or an error of `body`.
    func fade(
        to opacity: Double, within area: @autoclosure () throws(SceneError) -> SceneRectangle?,
        _ body: () throws(SceneError) -> Void
    ) throws(SceneError) {
        guard opacity > 0 else { return }
        guard opacity < 1 else { return try body() }
        guard let region = try region(around: area()) else { return }
        try keeping(region) { before throws(SceneError) in
            try body()
            surface.mix(before, into: region, opacity: 1 - opacity)
        }
    }

    /// Draws two things in the same place, and mixes the results.
    ///
    /// - Parameters:
    ///   - progress: how much of the second result there is, 0 to 1.
    ///   - area: the area in which the picture changes; `nil` if nowhere.
    ///   - first: draws what there is at a progress of 0.
    ///   - last: draws what there is at a progress of 1.
    /// - Throws: an error with the code `outOfMemory` or `overLimit`, or an error of `first` or `last`.
    func dissolve(
        _ progress: Double, within area: @autoclosure () throws(SceneError) -> SceneRectangle?,
        from first: () throws(SceneError) -> Void, to last: () throws(SceneError) -> Void
    ) throws(SceneError) {
        guard progress > 0 else { return try first() }
        guard progress < 1 else { return try last() }
        guard let region = try region(around: area()) else { return }
        try keeping(region) { before throws(SceneError) in
            try first()
            try keeping(region) { former throws(SceneError) in
                surface.mix(before, into: region, opacity: 1)
                try last()
                surface.mix(former, into: region, opacity: 1 - progress)
            }
        }
    }

    /// Draws with `body` on a transparent picture, and mixes the result with what is behind it.
    ///
    /// - Throws: an error with the code `outOfMemory` or `overLimit`, or an error of `body`.
    func blend(
        _ mode: SceneBlendMode, within area: @autoclosure () throws(SceneError) -> SceneRectangle?,
        _ body: () throws(SceneError) -> Void
    ) throws(SceneError) {
        guard mode != .normal else { return try body() }
        guard let region = try region(around: area()) else { return }
        try keeping(region) { before throws(SceneError) in
            surface.erase(region)
            try body()
            try keeping(region) { drawn throws(SceneError) in
                surface.mix(before, into: region, opacity: 1)
                try surface.draw { context throws(SceneError) in
                    try context.blend(drawn, at: SceneRectangle(region).origin, mode)
                }
            }
        }
    }

    /// Draws with `body` where layers are opaque.
    ///
    /// - Throws: an error with the code `outOfMemory` or `overLimit`, or an error of `body` or of the layers.
    func mask(
        by layers: [SceneLayer], in frame: SceneRectangle, within area: SceneRectangle?,
        _ body: () throws(SceneError) -> Void
    ) throws(SceneError) {
        guard let region = region(around: area) else { return }
        try keeping(region) { before throws(SceneError) in
            try body()
            let outer = maskArea
            maskArea = (frame, region)
            defer { maskArea = outer }
            let opacity = try isolated { () throws(SceneError) in
                for layer in layers { try draw(layer, in: frame) }
            }.alpha(of: region)
            // an opaque mask leaves the smooth edges of a layer as they are, and what reaches beyond its frame
            let rectangle = try Coverage(region) { context in
                context.placement = placement
                context.setPath(frame)
            }
            opacity.divide(by: rectangle)
            opacity.extend(beyond: rectangle)
            opacity.invert()
            surface.mix(before, into: region, coverage: opacity)
        }
    }

    /// The pixels that drawing in an area may change; edges are smoothed.
    func region(around area: SceneRectangle?) -> PixelRegion? {
        area.flatMap { surface.region(around: placement.bounds(of: $0).inset(by: -1)) }
    }

    /// Calls `body` with a copy of a part of the picture.
    func keeping(
        _ region: PixelRegion, _ body: (Surface) throws(SceneError) -> Void
    ) throws(SceneError) {
        try reserving(region.width * region.height) { () throws(SceneError) in try body(try surface.copy(of: region)) }
    }

    /// Calls `body`, which keeps a picture with a number of pixels.
    func reserving<Result>(
        _ pixelCount: Int, _ body: () throws(SceneError) -> Result
    ) throws(SceneError) -> Result {
        keptPixelCount += pixelCount
        defer { keptPixelCount -= pixelCount }
        guard keptPixelCount <= Self.greatestKeptCanvasCount * surface.width * surface.height else {
            throw SceneError(.overLimit, "layers with an opacity, a mask, or a blend mode are nested too deeply")
        }
        return try body()
    }
}
