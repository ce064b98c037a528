internal import VarBlur
internal import VarBlurCodecs

/// Finds the mistakes of a scene that neither its document alone nor only its pixels show: in images, texts, and lengths.
final class SceneCheck {
    private let images: SceneImages
    private let layout: SceneLayout
    private let observer: (String) -> Void
    /// The errors of the canvas and of the layers, in the order of the document.
    private(set) var errors: [SceneError] = []
    /// What is probably not meant, although it is valid.
    private(set) var notices: [String] = []
    /// The layers outside of the canvas.
    private(set) var outsiders: [LayerOutside] = []

    /// The member that separates the layer being visited from what is behind it; `nil` if there is none.
    private var isolation: String?
    /// Where the layer being visited is, after it was rotated and scaled with the layers that contain it.
    private var placement = Similarity.identity
    /// Whether the layer being visited may be one of ``outsiders``.
    private var findsOutsiders = false
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
        let area = SceneRectangle(x: 0, y: 0, width: canvas.width, height: canvas.height)
        visit(scene.layers, in: area, "layers", ink: 1)
    }

    /// All mistakes as one error; `nil` if there are none.
    var error: SceneError? {
        guard let first = errors.first else { return nil }
        let problems = errors.flatMap(\.problems).prefix(SceneReader.maximumProblemCount)
        return problems.count == 1 ? first : SceneError(first.code, Array(problems))
    }

    private func visit(_ layers: [SceneLayer], in area: SceneRectangle, _ path: String, ink: Double) {
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
        if case .text(var text) = layer.content {
            if text.hasFadingColor { text.color.opacity = 1 }
            return visit(text, layer, in: area, path, ink: ink)
        }
        // mistakes in the texts of a stack are found in these
        let frame = (try? layout.frame(of: layer, in: area)) ?? area
        findOutsiders(layer.content, in: frame, path)
        switch layer.content {
        case .image(let image):
            attempt(path) { () throws(SceneError) in _ = try images.size(CroppedImage(image, path: path)) }
            if image.isColored, case .pixels(let file)? = try? images.file(image.image),
                !file.header.pixelFormat.channels.hasAlpha
            {
                notices.append("\(path).fill: the image has no transparent parts, so that all of it gets the color")
            }
            if let blur = image.blur { visit(blur, "\(path).blur") }
            noteMargins(of: frame, path)
        case .blur(let blur):
            visit(blur, path)
            noteEdge(of: blur, in: frame, path)
        case .shape(let shape):
            if !shape.isVisible { notices.append("\(path): a shape without 'fill' and 'stroke' is invisible") }
            attempt(path) { () throws(SceneError) in try shape.checkDashes(of: shape.shape.path(in: frame)) }
        case .qrCode(let code): visit(code, in: frame, path)
        case .stack(let stack): visit(stack, in: frame, path, ink: ink)
        case .glass(let glass):
            visit(glass.items, glass, in: frame, "\(path).items", ink: ink)
            // pieces of the former state may still be visible
            visit(glass.transition?.items ?? [], glass, in: frame, "\(path).transition.items", ink: ink)
        case .overlay(let overlay): visit(overlay, in: frame, path, ink: ink)
        case .text, .fill: break
        }
    }

    /// Adds a layer of the document itself to ``insetImages`` if it has a margin on all sides.
    private func noteMargins(of frame: SceneRectangle, _ path: String) {
        guard !path.utf8.contains(UInt8(ascii: ".")), findsOutsiders, placement == .identity,
            frame.margins(in: canvasArea).allSatisfy({ $0 > 0 })
        else { return }
        insetImages.append((path, frame))
    }

    /// Notes a blur that ends at the edge of an image, and mixes it with what is around the image.
    private func noteEdge(of blur: BlurLayer, in frame: SceneRectangle, _ path: String) {
        let reach = 2 * blur.radius.pixels(of: layout.canvas.height)
        let image = insetImages.last { image in
            let margins = frame.margins(in: image.frame)
            return margins.allSatisfy { $0 >= -1 } && margins.contains { $0 < reach }
        }
        guard let image, !path.utf8.contains(UInt8(ascii: ".")) else { return }
        notices.append(
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

    /// Notes contents that are outside of the canvas; layers in these are not noted then.
    ///
    /// Fills, blurs, and what is meant to bleed may be.
    private func findOutsiders(_ content: SceneLayer.Content, in frame: SceneRectangle, _ path: String) {
        switch content {
        case .text(let text):
            if let lines = try? layout.textLayout(text, in: frame) { find("text", [lines.box(in: frame)], path) }
        case .qrCode: find("QR code", [frame.centered(aspectRatio: 1)], path)
        case .glass(let glass): find("glass", (try? layout.frames(of: glass.items, glass, in: frame)) ?? [], path)
        case .image: find("image", [frame], path, least: 0)
        case .shape(let shape):
            find("shape", [shape.inkBounds(of: shape.shape.path(in: frame))].compactMap(\.self), path, least: 0)
        case .stack(let stack):
            var areas = [frame]
            if let (stack, places) = try? layout.arranged(stack, in: frame) {
                areas += zip(stack.layers, places).compactMap { try? layout.outerFrame(of: $0, in: $1) }
            }
            find("stack", [SceneRectangle?.union(areas)].compactMap(\.self), path, least: 0)
        case .overlay(let overlay):
            // a panel that can rise shows more then
            let (panel, _) = (try? layout.division(of: frame, by: overlay)) ?? (frame, frame)
            findsOutsiders = findsOutsiders && overlay.isFullyOpen(panel, on: layout.canvas)
        case .fill, .blur: break
        }
    }

    private var canvasArea: SceneRectangle {
        SceneRectangle(x: 0, y: 0, width: layout.canvas.width, height: layout.canvas.height)
    }

    /// Notes a layer if at most a part of one of its areas is on the canvas.
    private func find(
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
        let what: (name: String, member: String)? =
            switch content {
            case .blur: ("a blur", "type")
            case .glass: ("glass", "type")
            case .overlay(let overlay) where overlay.isGlass: ("glass", "glass")
            case .overlay(let overlay) where overlay.blur > 0: ("a blur", "blur")
            case .text(let text) where text.minContrast != nil: ("a text with a minimum contrast", "minContrast")
            case .text(let text) where text.hasAutomaticColor: ("a text with an automatic color", "color")
            case .shape(let shape) where shape.isAdaptive && !isTransformed:
                ("a shape with an automatic color", shape.hasAutomaticFill ? "fill" : "stroke")
            case .image(let image) where image.hasAutomaticFill && !isTransformed:
                ("an image with an automatic color", "fill")
            default: nil
            }
        guard let what else { return }
        let message = "\(what.name) depends on what is behind it, and cannot be part of a layer with '\(isolation)'"
        errors.append(SceneError(.invalidScene, message, path: "\(path).\(what.member)"))
    }

    private func visit(
        _ text: TextLayer, _ layer: SceneLayer, in area: SceneRectangle, _ path: String, ink: Double
    ) {
        guard text.size.pixels(of: layout.canvas.height) > 0 else {
            errors.append(
                SceneError(
                    .invalidScene, "on this canvas, the size of the font is not more than 0", path: "\(path).size"))
            return
        }
        let (size, least) = (text.size.pixels(of: layout.canvas.height), text.minSize?.pixels(of: layout.canvas.height))
        if let least, least > size {
            notices.append(
                "\(path).minSize: the smallest size, \(SceneText.number(least)), has no effect, because it is above the size of "
                    + SceneText.number(size))
        }
        if text.text.utf8.contains(UInt8(ascii: "{")),
            let mistake = NotchReference.mistake(in: text.text, among: layers)
        {
            errors.append(SceneError(.invalidScene, mistake, path: "\(path).text"))
        }
        do throws(SceneError) {
            let frame = try layout.frame(of: layer, in: area)
            findOutsiders(layer.content, in: frame, path)
            let lines = try layout.textLayout(text, in: frame)
            layout.text.checkFonts(text, lines, path: path)
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
        attempt("\(path).minContrast") { () throws(SceneError) in _ = try text.requirement(opacity: ink) }
    }

    private func visit(_ stack: StackLayer, in frame: SceneRectangle, _ path: String, ink: Double) {
        let plan = try? layout.plan(of: stack, in: frame.size)
        if let first = plan?.firstOutside { errors.append(stack.overflowError(of: first, frame.size, path)) }
        let (count, areas) = (plan?.count ?? 0, plan?.areas(in: frame) ?? [])
        if let plan, plan.firstOutside == nil, stack.more.isEmpty,
            let exemplar = stack.exemplar(after: count), !exemplar.canTellCount
        {
            errors.append(
                SceneError(
                    .invalidScene,
                    "the layers that do not fit have no text that could tell how many they are; write 'more', such as [{\"type\": \"text\", "
                        + "\"text\": \"+{count}\"}]", path: "\(path).more"))
        }
        for (index, area) in areas.enumerated() {
            let place = index < count ? "layers[\(index)]" : "more[\(index - count)]"
            visit(plan?.stack.layers[index] ?? stack.layers[index], in: area, "\(path).\(place)", ink: ink)
        }
        // layers that do not show have no area, but their images have to exist
        for index in stack.layers.indices.dropFirst(count) {
            visit(stack.layers[index], in: frame, "\(path).layers[\(index)]", ink: ink)
        }
        if count == stack.layers.count || plan == nil { visit(stack.more, in: frame, "\(path).more", ink: ink) }
    }

    private func visit(_ layer: QRCodeLayer, in frame: SceneRectangle, _ path: String) {
        attempt("\(path).text") { () throws(SceneError) in
            let code = try QRCode(layer)
            let module = min(frame.width, frame.height) / Double(code.wholeWidth) * placement.scale
            guard module >= 1 else {
                throw SceneError(
                    .invalidScene,
                    "the QR code has \(code.wholeWidth) modules in each row, but only \(SceneText.number(frame.size.shorterSide * placement.scale)) "
                        + "pixels; enlarge it, or shorten the text")
            }
        }
    }

    private func visit(_ blur: BlurLayer, _ path: String) {
        for (name, path) in [(blur.mask, "\(path).mask"), (blur.matte, "\(path).matte")] where !name.isEmpty {
            attempt(path) { () throws(SceneError) in try images.checkMask(name, path: path) }
        }
        attempt(path) { () throws(SceneError) in _ = try blur.progressiveBlur(nil, height: layout.canvas.height) }
    }

    private func visit(
        _ items: [GlassItem], _ glass: GlassLayer, in area: SceneRectangle, _ path: String, ink: Double
    ) {
        let frames = (try? layout.frames(of: items, glass, in: area)) ?? items.map { _ in area }
        for (index, item) in items.enumerated() {
            visit(item.label, in: frames[index], "\(path)[\(index)].label", ink: ink)
        }
    }

    private func visit(_ overlay: OverlayLayer, in frame: SceneRectangle, _ path: String, ink: Double) {
        let mistakes = overlay.memberMistakes
        for (member, message) in mistakes {
            errors.append(SceneError(.invalidScene, message, path: "\(path).\(member)"))
        }
        var (panel, rest) = (frame, frame)
        do throws(SceneError) {
            (panel, rest) = try layout.division(of: frame, by: overlay)
        } catch {
            if mistakes.isEmpty { errors.append(error.located(below: path)) }
        }
        visit(overlay.content, in: panel, "\(path).content", ink: ink)
        visit(overlay.above, in: rest, "\(path).above", ink: ink)
    }

    private func attempt(_ path: String, _ body: () throws(SceneError) -> Void) {
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
