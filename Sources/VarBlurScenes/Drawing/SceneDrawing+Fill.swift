internal import VarBlur

extension FillLayer: DrawnContent {
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        try drawing.paint { context throws(SceneError) in
            context.setPaint(paint, in: shape?.gradientFrame(in: frame) ?? frame)
            context.setOutline(shape, in: frame)
            if let area = drawing.maskArea, shape == nil, frame == area.frame {
                context.setPath(drawing.placement.inverse.bounds(of: SceneRectangle(area.region)))
            }
            try context.fill()
        }
    }

    var pixelWork: Double { (paint.isRadial ? 12 : 1) + outlineWork }
}

extension Paint {
    fileprivate var isRadial: Bool {
        if case .gradient(let gradient) = self { gradient.kind == .radial } else { false }
    }
}
