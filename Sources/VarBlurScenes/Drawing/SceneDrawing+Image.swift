internal import VarBlur
internal import VarBlurCodecs

extension SceneDrawing {
    /// The picture of a part of an image, blurred in the area of the whole image.
    fileprivate func blurred(
        _ picture: Surface, of part: SceneRectangle, _ blur: BlurLayer, in whole: SceneRectangle
    ) throws(SceneError) -> Surface {
        let (scaleX, scaleY) = (Double(picture.width) / part.width, Double(picture.height) / part.height)
        var enlarged = blur.enlarged(by: placement.scale)
        enlarged.radius = .pixels(blur.radius.pixels(of: layout.canvas.height) * placement.scale)
        enlarged.minimumRadius = .pixels(blur.minimumRadius.pixels(of: layout.canvas.height) * placement.scale)
        let drawing = SceneDrawing(try Surface(copying: picture), size, images, layout.text)
        let frame = SceneRectangle(
            x: (whole.x - part.x) * scaleX, y: (whole.y - part.y) * scaleY, width: whole.width * scaleX,
            height: whole.height * scaleY)
        try enlarged.draw(in: frame, on: drawing)
        return drawing.surface
    }
}

extension ImageLayer: DrawnContent {
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        let size = try drawing.images.size(CroppedImage(self))
        let place = ImagePlace(self, size, in: frame, scale: drawing.size.canvas.scale)
        // the shadow and the blur of what lies beyond the picture may reach into it
        let reach = (shadow?.extent ?? 0) + (blur?.readingReach(on: drawing) ?? 0)
        let picture = drawing.placement.inverse.bounds(of: drawing.surface.bounds).inset(by: -reach)
        guard let visible = place.target.intersection(picture), visible.hasArea else { return }
        let part = place.part(of: visible.roundedOut, size)
        let target = place.rectangle(of: part, size, within: visible.roundedOut)
        // a part that is enlarged shows more of the image
        func count(_ length: Double) -> Int {
            min(max(Int((length * drawing.placement.scale).rounded(.up)), 1), SceneCanvas.maximumSide)
        }
        var pixels = try drawing.images.picture(
            CroppedImage(self), part: part, width: count(target.width), height: count(target.height))
        func draw(_ context: CairoContext) throws(SceneError) {
            try context.saving { () throws(SceneError) in
                context.setPath(place.target)
                if let shape {
                    // where the image fills the frame, the shape alone is the exact outline
                    if place.target != frame { context.clip() }
                    context.setPath(shape.path(in: frame))
                }
                try context.fill(with: pixels, in: target)
            }
        }
        let color = hasAutomaticFill ? try drawing.color(behind: place.target, draw) : fill
        if let color { pixels = try pixels.colored(color) }
        if let blur { pixels = try drawing.blurred(pixels, of: target, blur, in: place.target.roundedOut) }
        if let shadow { try drawing.draw(shadow, of: place.target, draw) }
        try drawing.paint(draw)
    }

    func ink(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) -> SceneRectangle? { frame }

    var dependence: BackgroundDependence? {
        guard hasAutomaticFill else { return nil }
        return BackgroundDependence(name: "an image with an automatic color", member: "fill", canTurn: true)
    }

    // a blur may need pixels of the image beyond the canvas
    func byteCount(canvas: Int) -> Int {
        (shadow == nil ? 0 : 4 * canvas) + (isColored ? 3 * canvas : 0)
            + (blur.map { 2 * $0.byteCount(canvas: canvas) } ?? 0)
    }

    var pixelWork: Double { (blur == nil ? 20 : 32) + outlineWork }

    func findOutsiders(_ visit: LayerVisit, by check: SceneCheck) {
        check.find("image", [visit.frame], visit.path, least: 0)
    }

    func check(_ visit: LayerVisit, by check: SceneCheck) {
        let path = visit.path
        check.attempt(path) { () throws(SceneError) in _ = try check.images.size(CroppedImage(self, path: path)) }
        if isColored, case .pixels(let file)? = try? check.images.file(image),
            !file.header.pixelFormat.channels.hasAlpha
        {
            check.note("\(path).fill: the image has no transparent parts, so that all of it gets the color")
        }
        check.noteAnimation(image, "image", "\(path).image")
        blur?.check("\(path).blur", by: check)
        check.noteMargins(of: visit.frame, path)
    }
}

extension Surface {
    /// A picture of one color that is as opaque as this one.
    fileprivate func colored(_ color: SceneColor) throws(SceneError) -> Surface {
        let (result, alpha) = (try Surface(width: width, height: height), try alpha(of: pixels.layout.bounds))
        try result.draw { context throws(SceneError) in try context.paint(color, through: alpha, offset: .zero) }
        return result
    }
}

extension SceneRectangle {
    /// The smallest rectangle of whole pixels around this one, of at least one pixel.
    fileprivate var roundedOut: SceneRectangle {
        let (x, y) = (x.rounded(.down), y.rounded(.down))
        return SceneRectangle(
            x: x, y: y, width: max(maxX.rounded(.up) - x, 1), height: max(maxY.rounded(.up) - y, 1))
    }
}

/// Where an image is drawn: the rectangle that the whole image would fill, and the part of it that shows.
struct ImagePlace {
    /// The rectangle that shows the image.
    let target: SceneRectangle
    /// The rectangle that the whole image would fill.
    private let whole: SceneRectangle

    /// Places an image of a size in a frame; `scale` is the number of pixels for each of its own if it is not scaled.
    init(_ layer: ImageLayer, _ size: SceneSize, in frame: SceneRectangle, scale ownScale: Double) {
        let automatic: ImageLayer.Fit = SVGFile.isName(layer.image) ? .contain : .cover
        let fit = layer.fit == .automatic ? automatic : layer.fit
        let (scaleX, scaleY) = (frame.width / size.width, frame.height / size.height)
        let scale: (x: Double, y: Double) =
            switch fit {
            case .automatic, .cover: (max(scaleX, scaleY), max(scaleX, scaleY))
            case .contain: (min(scaleX, scaleY), min(scaleX, scaleY))
            case .fill: (scaleX, scaleY)
            case .none: (ownScale, ownScale)
            }
        let (width, height) = (size.width * scale.x, size.height * scale.y)
        // an image that covers the frame leaves no gap
        let isCovering = fit == .cover
        func offset(_ length: BlurLength, _ free: Double) -> Double {
            let offset = length.pixels(of: free)
            return isCovering ? min(max(offset, min(free, 0)), max(free, 0)) : offset
        }
        var x = frame.x + offset(layer.position.x, frame.width - width)
        var y = frame.y + offset(layer.position.y, frame.height - height)
        if fit == .none { (x, y) = (x.rounded(), y.rounded()) }
        whole = SceneRectangle(x: x, y: y, width: width, height: height)
        target = whole.intersection(frame) ?? SceneRectangle(x: x, y: y, width: 0, height: 0)
    }

    /// The part of an image that fills a part of the target, inside the image.
    func part(of target: SceneRectangle, _ size: SceneSize) -> SceneRectangle {
        let (scaleX, scaleY) = (size.width / whole.width, size.height / whole.height)
        let x = min(max((target.x - whole.x) * scaleX, 0), size.width)
        let y = min(max((target.y - whole.y) * scaleY, 0), size.height)
        let right = min(max((target.maxX - whole.x) * scaleX, 0), size.width)
        let bottom = min(max((target.maxY - whole.y) * scaleY, 0), size.height)
        return SceneRectangle(x: x, y: y, width: right - x, height: bottom - y)
    }

    /// The rectangle that a part of an image fills: the target of the part, or less of it at the edges of the image.
    func rectangle(of part: SceneRectangle, _ size: SceneSize, within target: SceneRectangle) -> SceneRectangle {
        guard target.intersection(whole) != target else { return target }
        let (scaleX, scaleY) = (whole.width / size.width, whole.height / size.height)
        return SceneRectangle(
            x: whole.x + part.x * scaleX, y: whole.y + part.y * scaleY, width: part.width * scaleX,
            height: part.height * scaleY)
    }
}
