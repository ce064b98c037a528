extension SceneDrawing {
    /// Draws a text, whose scrim is there already: its shadow, its outline, and its letters.
    func draw(_ layer: TextLayer, in frame: Rectangle) throws(SceneError) {
        let text = try layout.textLayout(layer, in: frame)
        let (ink, box) = (text.inkBounds(in: frame), text.box(in: frame))
        func draw(_ context: CairoContext) throws(SceneError) {
            if let stroke = layer.visibleStroke {
                context.setPaint(stroke, in: box)
                try text.drawOutline(context, in: frame)
            }
            context.setPaint(layer.paint, in: box)
            text.draw(context, in: frame)
        }
        if let shadow = layer.shadow { try self.draw(shadow, of: ink, draw) }
        // Cairo would mistake places that are too far away for others
        guard surface.region(around: placement.bounds(of: ink)) != nil else { return }
        try paint(draw)
    }

    /// Draws the layers of a stack.
    func draw(_ stack: StackLayer, in frame: Rectangle) throws(SceneError) {
        for (layer, area) in zip(stack.layers, try layout.areas(of: stack, in: frame)) { try draw(layer, in: area) }
    }
}
