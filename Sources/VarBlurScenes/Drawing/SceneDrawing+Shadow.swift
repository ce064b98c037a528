internal import VarBlur

extension SceneDrawing {
    /// Draws the shadow of what `body` draws, which is as opaque as that is.
    ///
    /// - Parameters:
    ///   - shadow: the shadow.
    ///   - area: the area in which `body` draws.
    ///   - body: draws on a coverage.
    /// - Throws: an error with the code `outOfMemory` or `fault`, or an error of `body`.
    func draw(
        _ shadow: SceneShadow, of area: SceneRectangle, _ body: (CairoContext) throws(SceneError) -> Void
    ) throws(SceneError) {
        var shadow = shadow
        let offset = placement.rotated(ScenePoint(x: shadow.offsetX, y: shadow.offsetY))
        (shadow.offsetX, shadow.offsetY, shadow.radius) = (offset.x, offset.y, shadow.radius * placement.scale)
        let (area, reach) = (placement.bounds(of: area), shadow.reach)
        // the shadow of what lies beyond the picture may reach into it
        let visible = SceneRectangle(
            x: -shadow.offsetX, y: -shadow.offsetY, width: surface.bounds.width, height: surface.bounds.height
        ).inset(by: -reach - 1)
        guard let part = area.inset(by: -reach).intersection(visible), part.hasArea else { return }
        let region = PixelRegion(
            x: Int(part.x.rounded(.down)), y: Int(part.y.rounded(.down)),
            width: Int(part.width.rounded(.up)) + 1, height: Int(part.height.rounded(.up)) + 1)
        let coverage = try Coverage(region)
        try coverage.draw { context throws(SceneError) in
            context.placement = placement
            try body(context)
        }
        try coverage.blur(radius: shadow.radius)
        try surface.draw { context throws(SceneError) in
            try context.paint(shadow.color, through: coverage, offset: ScenePoint(x: shadow.offsetX, y: shadow.offsetY))
        }
    }
}

extension SceneDrawing {
    /// Draws the shadow of layers as a whole, which is as opaque as they would be on a transparent picture.
    ///
    /// - Parameters:
    ///   - shadow: the shadow.
    ///   - area: the area in which `body` draws; `nil` if nowhere.
    ///   - body: draws the layers on the picture.
    /// - Throws: an error with the code `outOfMemory` or `overLimit`, or an error of `body`.
    func draw(
        _ shadow: SceneShadow, ofGroupWithin area: SceneRectangle?, _ body: () throws(SceneError) -> Void
    ) throws(SceneError) {
        guard let region = region(around: area) else { return }
        let alpha = try isolated(body).alpha(of: region)
        try draw(shadow, of: placement.inverse.bounds(of: SceneRectangle(region))) { context throws(SceneError) in
            // the alpha is that of pixels
            context.placement = .identity
            try context.paint(.black, through: alpha, offset: ScenePoint(x: 0, y: 0))
        }
    }
}

extension SceneShadow {
    /// How far from what casts it the shadow may reach, in pixels.
    var extent: Double { reach + max(abs(offsetX), abs(offsetY)) }

    /// How far the shadow spreads, in pixels; beyond four standard deviations, the Gaussian is less than a step of 8 bits.
    fileprivate var reach: Double { 4 * radius + 2 }

    /// The area that the shadow of an area covers.
    func bounds(below area: SceneRectangle) -> SceneRectangle {
        let spread = area.inset(by: -reach)
        return SceneRectangle(x: spread.x + offsetX, y: spread.y + offsetY, width: spread.width, height: spread.height)
    }
}
