extension SceneDrawing {
    /// Draws a text, whose scrim is there already.
    func draw(_ layer: TextLayer, in frame: Rectangle) throws(SceneError) {
        let text = try layout.textLayout(layer, in: frame)
        let ink = text.inkBounds(in: frame)
        if let shadow = layer.shadow {
            try draw(shadow, of: ink) { context throws(SceneError) in
                context.setColor(layer.color)
                text.draw(context, in: frame)
            }
        }
        // Cairo would mistake places that are too far away for others
        guard surface.region(around: placement.bounds(of: ink)) != nil else { return }
        try paint { context throws(SceneError) in
            context.setColor(layer.color)
            text.draw(context, in: frame)
        }
    }

    /// Draws the layers of a stack.
    func draw(_ stack: StackLayer, in frame: Rectangle) throws(SceneError) {
        for (layer, area) in zip(stack.layers, try layout.areas(of: stack, in: frame)) { try draw(layer, in: area) }
    }
}
