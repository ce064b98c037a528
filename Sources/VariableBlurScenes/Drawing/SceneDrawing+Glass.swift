extension SceneDrawing {
    /// Draws pieces of glass, and the layers on them.
    func draw(_ layer: GlassLayer, in frame: Rectangle, _ opacity: Double) throws(SceneError) {
        for item in layer.items {
            let place = layout.frame(of: item, in: frame)
            for label in item.label { try draw(label, in: place, opacity: opacity) }
        }
    }

    /// Continues the first image beyond its sides.
    func extend() throws(SceneError) {
    }
}
