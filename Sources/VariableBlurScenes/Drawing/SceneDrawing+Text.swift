internal import VariableBlur

extension SceneDrawing {
    /// Draws a text.
    func draw(_ layer: TextLayer, in frame: Rectangle, _ opacity: Double) throws(SceneError) {
        let text = try layout.textLayout(layer, width: frame.width)
        if let shadow = layer.shadow {
            try draw(shadow, around: frame, opacity) { context throws(SceneError) in
                context.setColor(.black)
                text.draw(context, in: frame)
            }
        }
        try surface.draw { context throws(SceneError) in
            context.setColor(layer.color, opacity: opacity)
            text.draw(context, in: frame)
        }
    }
}
