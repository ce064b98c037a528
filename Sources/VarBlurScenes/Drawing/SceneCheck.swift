internal import VarBlur
internal import VarBlurCodecs

/// A layer that is checked, and where it is.
struct LayerVisit {
    let layer: SceneLayer
    /// What its parent offers.
    let area: SceneRectangle
    /// The frame of its contents; if that has a mistake, the area.
    let frame: SceneRectangle
    /// Its path in the document.
    let path: String
    /// The opacity of the layer and of those that contain it.
    let ink: Double
}

/// Finds the mistakes of a scene that need images, fonts, or the size of the canvas, but no pixels.
final class SceneCheck {
    let images: SceneImages
    let layout: SceneLayout
    private let observer: (String) -> Void
    /// The errors of the canvas and of the layers, in the order of the document.
    private(set) var errors: [SceneError] = []
    /// What is probably not meant, although it is valid; fonts come first.
    var notices: [String] { fontNotices + otherNotices }
    private var fontNotices: [String] = []
    private var checkedFamilies: Set<String> = []
    private var otherNotices: [String] = []
    /// The layers outside of the canvas.
    private(set) var outsiders: [LayerOutside] = []

    /// The member that separates the layer being visited from what is behind it; `nil` if there is none.
    private var isolation: String?
    /// Where the layer being visited is, after it was rotated and scaled with the layers that contain it.
    private(set) var placement = Similarity.identity
    /// Whether the layer being visited may be one of ``outsiders``.
    var findsOutsiders = false
    private let layers: [SceneLayer]
    /// The layers of the document itself that are images with a margin on all sides: their paths and frames.
    private var insetImages: [(path: String, frame: SceneRectangle)] = []
    private var work: SceneWork
    private let limits: SceneLimits

    /// The size for which layers are checked if that of the canvas is unknown.
    private static let unknownSize = SceneSize(width: 1000, height: 1000)

    /// Checks the canvas and all layers.
    ///
    /// - Parameters:
    ///   - scene: the scene.
    ///   - size: the size of the canvas, or an error with the code `invalidScene`, `overLimit`, or one of an image.
    ///   - fonts: nothing, or an error of a font file.
    ///   - images: the images of the scene.
    ///   - text: the layouts of the texts, which the drawing uses, too.
    ///   - limits: the limits of the scene.
    ///   - observer: is called with the path of each layer before it is checked.
    init(
        _ scene: Scene, _ size: Result<CanvasSize, SceneError>, _ fonts: Result<Void, SceneError>,
        _ images: SceneImages, _ text: TextEngine, _ limits: SceneLimits,
        observer: @escaping (String) -> Void
    ) {
        var canvas = Self.unknownSize
        switch size {
        case .success(let size):
            canvas = SceneSize(width: Double(size.width), height: Double(size.height))
            findsOutsiders = true
        // a mistake in an image is that of a layer
        case .failure(let error): errors = error.imageError == nil ? [error] : []
        }
        if case .failure(let error) = fonts { errors.append(error) }
        layout = SceneLayout(canvas: canvas, text: text, images: images)
        (self.images, self.observer) = (images, observer)
        layers = scene.layers
        (self.limits, work) = (limits, SceneWork(canvas: canvas))
        visit(scene.layers, in: canvasArea, "layers", ink: 1)
    }

    /// All mistakes as one error; `nil` if there are none.
    var error: SceneError? {
        guard let first = errors.first else { return nil }
        let problems = errors.flatMap(\.problems).prefix(SceneReader.maximumProblemCount)
        return problems.count == 1 ? first : SceneError(first.code, Array(problems))
    }

    /// Visits layers that are offered an area.
    func visit(_ layers: [SceneLayer], in area: SceneRectangle, _ path: String, ink: Double) {
        for (index, layer) in layers.enumerated() where errors.count < SceneReader.maximumProblemCount {
            visit(layer, in: area, "\(path)[\(index)]", ink: ink)
        }
    }

    /// Visits a layer.
    ///
    /// - Parameters:
    ///   - layer: the layer.
    ///   - area: what its parent offers.
    ///   - path: its path in the document.
    ///   - ink: the opacity of the layers that contain it.
    private func visit(_ layer: SceneLayer, in area: SceneRectangle, _ path: String, ink: Double) {
        observer(path)
        guard !layer.isAbsent else { return }
        let ink = layer.isFading ? ink : ink * layer.opacity
        let outer = (isolation, placement, findsOutsiders)
        defer { (isolation, placement, findsOutsiders) = outer }
        // colors of icons are found where these are rotated and scaled, but not where they are blended
        if isolation == nil || layer.blendMode != .normal { isolation = layer.isolatingMember ?? isolation }
        if let transform = try? layout.transform(of: layer, in: area) { placement = transform.followed(by: placement) }
        visitBoxes(of: layer, in: area, path, ink: ink)
        checkIsolation(of: layer.content, path)
        countWork(of: layer, in: area, path)
        noteEmptiness(of: layer, in: area, path)
        // mistakes in the texts of a stack are found in these
        let frame = (try? layout.frame(of: layer, in: area)) ?? area
        let visit = LayerVisit(layer: layer, area: area, frame: frame, path: path, ink: ink)
        layer.content.drawn.findOutsiders(visit, by: self)
        layer.content.drawn.check(visit, by: self)
    }

    /// Notes a layer of which its size or its padding leaves nothing.
    private func noteEmptiness(of layer: SceneLayer, in area: SceneRectangle, _ path: String) {
        guard layer.isDrawn, area.hasArea, (try? layout.outerFrame(of: layer, in: area))?.hasArea == false else {
            return
        }
        let (fixed, inner) = (layout.fixedSize(layer.placement), layout.inset(area, by: layer.placement.padding))
        for (name, fixed, inner) in [("width", fixed.width, inner.width), ("height", fixed.height, inner.height)] {
            if let fixed, fixed <= 0 {
                note("\(path): the \(name) is 0 or less, so that the layer is not seen")
            } else if fixed == nil && inner <= 0 {
                note("\(path): the padding leaves no \(name), so that the layer is not seen")
            }
        }
    }

    /// Adds a layer of the document itself to ``insetImages`` if it has a margin on all sides.
    func noteMargins(of frame: SceneRectangle, _ path: String) {
        guard !path.utf8.contains(UInt8(ascii: ".")), findsOutsiders, placement == .identity,
            frame.margins(in: canvasArea).allSatisfy({ $0 > 0 })
        else { return }
        insetImages.append((path, frame))
    }

    /// Notes a blur that ends at the edge of an image, and mixes it with what is around the image.
    func noteEdge(of blur: BlurLayer, in frame: SceneRectangle, _ path: String) {
        let reach = 2 * blur.radius.pixels(of: layout.canvas.height)
        let image = insetImages.last { image in
            let margins = frame.margins(in: image.frame)
            return margins.allSatisfy { $0 >= -1 } && margins.contains { $0 < reach }
        }
        guard let image, !path.utf8.contains(UInt8(ascii: ".")) else { return }
        note(
            "\(path): at the edge of \(image.path), the blur mixes the image with what is around it; give the image a 'blur' instead"
        )
    }

    /// Visits the background and the mask of a layer.
    private func visitBoxes(of layer: SceneLayer, in area: SceneRectangle, _ path: String, ink: Double) {
        guard !layer.background.isEmpty || !layer.mask.isEmpty else { return }
        let (former, finds) = (isolation, findsOutsiders)
        defer { (isolation, findsOutsiders) = (former, finds) }
        // the layer itself is in the same place
        findsOutsiders = false
        let outer = (try? layout.outerFrame(of: layer, in: area)) ?? area
        visit(layer.background, in: outer, "\(path).background", ink: ink)
        isolation = "maskedBy"
        visit(layer.mask, in: outer, "\(path).maskedBy", ink: ink)
    }

    private var canvasArea: SceneRectangle {
        SceneRectangle(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
    }

    /// Notes a layer if at most a part of one of its areas is on the canvas; layers in it are not noted then.
    ///
    /// Fills, blurs, and what is meant to bleed may be outside.
    func find(
        _ name: String, _ areas: [SceneRectangle], _ path: String, least: Double = LayerOutside.leastPart
    ) {
        guard findsOutsiders, let part = areas.map({ $0.part(inside: canvasArea, after: placement) }).min(),
            part <= least
        else { return }
        outsiders.append(LayerOutside(path: path, name: name, visiblePart: part))
        findsOutsiders = false
    }

    /// Finds the layer with which the scene exceeds the limit of work.
    private func countWork(of layer: SceneLayer, in area: SceneRectangle, _ path: String) {
        guard layer.isDrawn else { return }
        let former = work.total
        let isTransformed = isolation == "rotation" || isolation == "scale"
        let frame = (try? layout.frame(of: layer, in: area)) ?? area
        work.add(layer, in: frame, scale: isTransformed ? placement.scale : nil) { name in
            (try? images.file(name))?.pixelCount ?? 0
        }
        guard former <= Double(limits.work), work.total > Double(limits.work) else { return }
        errors.append(
            SceneError(
                .overLimit,
                "the layers up to this one take longer to draw than fills of \(limits.work / 1_000_000) million pixels, which is the limit; "
                    + "leave some of them out, make the canvas smaller, or simplify paths", path: path))
    }

    /// Finds layers that need what is behind them, but are separated from it.
    private func checkIsolation(of content: SceneLayer.Content, _ path: String) {
        guard let isolation else { return }
        let isTransformed = ["rotation", "scale"].contains(isolation)
        guard let part = content.drawn.dependence, !(isTransformed && part.canTurn) else { return }
        fail(
            "\(part.name) depends on what is behind it, and cannot be part of a layer with '\(isolation)'",
            "\(path).\(part.member)")
    }

    /// Checks a text.
    func visit(_ text: TextLayer, _ visit: LayerVisit) {
        let path = visit.path
        guard text.size.pixels(of: layout.canvas.height) > 0 else {
            fail("on this canvas, the size of the font is not more than 0", "\(path).size")
            return
        }
        let (size, least) = (text.size.pixels(of: layout.canvas.height), text.minSize?.pixels(of: layout.canvas.height))
        if let least, least > size {
            note(
                "\(path).minSize: the smallest size, \(SceneText.number(least)), has no effect, because it is above the size of "
                    + SceneText.number(size))
        }
        if text.text.utf8.contains(UInt8(ascii: "{")),
            let mistake = NotchReference.mistake(in: text.text, among: layers)
        {
            fail(mistake, "\(path).text")
        }
        do throws(SceneError) {
            let frame = try layout.frame(of: visit.layer, in: visit.area)
            let lines = try layout.textLayout(text, in: frame)
            find("text", [lines.box(in: frame)], path)
            fontNotices += layout.text.fontNotices(text, lines, path: path, &checkedFamilies)
            let fontSize = lines.fontSize * placement.scale
            guard fontSize <= TextLayer.greatestSize else {
                throw SceneError(
                    .overLimit,
                    "the scale makes the font \(SceneText.number(fontSize.rounded(.up))) pixels high; 10000 is the maximum"
                )
            }
        } catch {
            errors.append(error.located(below: "\(path).\(error.code == .overLimit ? "size" : "text")"))
        }
        attempt("\(path).minContrast") { () throws(SceneError) in _ = try text.requirement(opacity: visit.ink) }
    }

    /// Checks a stack and its layers.
    func visit(_ stack: StackLayer, _ place: LayerVisit) {
        let (frame, path, ink) = (place.frame, place.path, place.ink)
        let plan = try? layout.plan(of: stack, in: frame.size)
        if let first = plan?.firstOutside { fail(stack.overflowError(of: first, frame.size, path)) }
        let count = plan?.count ?? 0
        if let plan, plan.firstOutside == nil, stack.more.isEmpty,
            let exemplar = stack.exemplar(after: count), !exemplar.canTellCount
        {
            fail(
                "the layers that do not fit have no text that could tell how many they are; write 'more', such as [{\"type\": \"text\", "
                    + "\"text\": \"+{count}\"}]", "\(path).more")
        }
        for (index, part) in (plan?.parts(in: frame) ?? []).enumerated() {
            let place = index < count ? "layers[\(index)]" : "more[\(index - count)]"
            visit(part.layer, in: part.area, "\(path).\(place)", ink: ink)
        }
        // layers that do not show have no area, but their images have to exist
        for index in stack.layers.indices.dropFirst(count) {
            visit(stack.layers[index], in: frame, "\(path).layers[\(index)]", ink: ink)
        }
        if count == stack.layers.count || plan == nil { visit(stack.more, in: frame, "\(path).more", ink: ink) }
    }

    /// Notes an animated image, of which one frame is drawn.
    func noteAnimation(_ image: String, _ name: String, _ path: String) {
        guard case .pixels(let file)? = try? images.file(image), let notice = file.header.notice(ofAnimated: name)
        else { return }
        note("\(path): \(notice)")
    }

    /// Notes what is probably not meant.
    func note(_ notice: String) { otherNotices.append(notice) }

    func fail(_ error: SceneError) { errors.append(error) }

    /// Records a mistake at a place in the document.
    func fail(_ message: String, _ path: String) { fail(SceneError(.invalidScene, message, path: path)) }

    /// Records the error of `body`.
    func attempt(_ path: String, _ body: () throws(SceneError) -> Void) {
        do throws(SceneError) {
            try body()
        } catch {
            errors.append(error.located(below: path))
        }
    }
}

extension StackLayer {
    /// The error for layers that do not fit, from that with an index on.
    fileprivate func overflowError(of index: Int, _ size: SceneSize, _ path: String) -> SceneError {
        let (width, height) = (SceneText.number(size.width.rounded()), SceneText.number(size.height.rounded()))
        let lineText = lines > 0 ? " and \(lines) \(lines == 1 ? "line" : "lines")" : ""
        let place = "do not fit into the \(width)×\(height) pixels\(lineText) of the stack"
        if overflow == .ellipsis {
            return SceneError(
                .invalidScene, "not even the layers that tell how many are left out fit: they \(place); enlarge it",
                path: "\(path).overflow")
        }
        let isSizeless = !isGrid && (layers[index].isFlexible.width || layers[index].isFlexible.height)
        let remedy =
            isSizeless
            ? "give this layer a width and a height"
            : "enlarge it, or write \"overflow\": \"ellipsis\""
        return SceneError(
            .invalidScene, "this layer and those after it \(place); \(remedy)", path: "\(path).layers[\(index)]")
    }
}
