internal import VarBlur

extension SceneDrawing {
    /// The part of a region that blurs read.
    fileprivate func readable(_ region: PixelRegion?) -> PixelRegion? {
        guard let blurLimit else { return region }
        return region?.intersection(blurLimit)
    }

    /// A mask or a matte of a frame; `nil` without a name.
    fileprivate func mask(_ name: String, _ isInverted: Bool, in frame: SceneRectangle) throws(SceneError) -> AlphaMask?
    {
        guard !name.isEmpty else { return nil }
        // an SVG file has a sample for each pixel of the frame, but not more than there are in the picture
        let width = Int(min(max(frame.width.rounded(.up), 1), Double(surface.width)))
        let height = Int(min(max(frame.height.rounded(.up), 1), Double(surface.height)))
        return try images.mask(name, width: width, height: height, isInverted: isInverted)
    }

    /// Blurs a region of the picture with the radii of a frame, and reads pixels around it.
    fileprivate func partialBlur(
        _ blur: ProgressiveBlur, _ frame: SceneRectangle, _ region: PixelRegion
    ) throws(SceneError) -> Surface {
        let (width, height) = (max(Int(frame.width.rounded()), 1), max(Int(frame.height.rounded()), 1))
        let field = blur.field.placed(width: width, height: height)
        // the weights of the Gaussian beyond six standard deviations are less than a step of 8 bits
        let margin = min(6 * field.maximumRadius + 1, 1e6).rounded(.up)
        let around = readable(surface.region(around: SceneRectangle(region).inset(by: -margin))) ?? region
        let mask = try SceneError.wrapping(Self.mask(field, of: frame, (width, height), over: around))
        let matte = try SceneError.wrapping { () throws(BlurError) in
            try blur.matte.map { (matte) throws(BlurError) in
                let coverage = BlurField.mask(try MaskRamp(matte, maximumRadius: 1)).placed(
                    width: width, height: height)
                return try Self.mask(coverage, of: frame, (width, height), over: around)
            }
        }
        let source = around == surface.pixels.layout.bounds ? surface : try surface.copy(of: around)
        let target = PixelRegion(
            x: region.x - around.x, y: region.y - around.y, width: region.width, height: region.height)
        return try SceneError.wrapping { () throws(BlurError) in
            let ramp = try MaskRamp(
                mask, maximumRadius: field.maximumRadius, minimumRadius: field.minimumRadius)
            let placed = ProgressiveBlur(
                field: .mask(ramp), edges: blur.edges, look: blur.look, matte: matte)
            return Surface(try placed.blurred(source.pixels, region: target))
        }
    }

    /// The alpha of a field in a frame as a mask for the region around it; beyond the frame, that of the nearest pixel.
    private static func mask(
        _ field: any RadiusField, of frame: SceneRectangle, _ size: (width: Int, height: Int), over region: PixelRegion
    ) throws(BlurError) -> AlphaMask {
        func position(_ index: Int, _ start: Int, _ origin: Double, _ length: Int) -> Double {
            min(max(Double(start + index) + 0.5 - origin, 0.5), Double(length) - 0.5)
        }
        let xs = (0..<region.width).map { position($0, region.x, frame.x, size.width) }
        let ys = (0..<region.height).map { position($0, region.y, frame.y, size.height) }
        func alpha(_ x: Double, _ y: Double) -> Float { Float(field.alpha(x: x, y: y)) }
        switch field.variation {
        case .betweenRows:
            return try AlphaMask(width: 1, height: region.height, samples: ys.map { alpha(xs[0], $0) })
        case .betweenColumns:
            return try AlphaMask(width: region.width, height: 1, samples: xs.map { alpha($0, ys[0]) })
        case .betweenPixels:
            var samples: [Float] = []
            samples.reserveCapacity(region.width * region.height)
            for y in ys { for x in xs { samples.append(alpha(x, y)) } }
            return try AlphaMask(width: region.width, height: region.height, samples: samples)
        }
    }
}

extension BlurLayer: DrawnContent {
    /// Blurs everything below, in a frame or in a shape in it, as far as blurs read the picture.
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        guard let region = drawing.readable(drawing.surface.region(around: frame)) else { return }
        let mask = try drawing.mask(self.mask, invertsMask, in: frame)
        var blur = try progressiveBlur(mask, height: drawing.layout.canvas.height)
        blur.matte = try drawing.mask(matte, invertsMatte, in: frame)
        if frame == drawing.surface.bounds && shape == nil && drawing.blurLimit == nil {
            return try SceneError.wrapping(blur.blur(&drawing.surface.pixels))
        }
        let blurred = try drawing.partialBlur(blur, frame, region)
        let isAligned = frame.inset(by: 0) == SceneRectangle(region) && shape == nil
        let coverage = try isAligned ? nil : Coverage(region) { $0.setOutline(shape, in: frame) }
        drawing.surface.mix(blurred, into: region, coverage: coverage)
    }

    func readingReach(on drawing: SceneDrawing) -> Double {
        let canvas = drawing.layout.canvas
        guard ramp.isEmpty else { return max(canvas.width, canvas.height) }
        return 6 * max(radius.pixels(of: canvas.height), minimumRadius.pixels(of: canvas.height))
    }

    var dependence: BackgroundDependence? { BackgroundDependence(name: "a blur", member: "type", isBlur: true) }

    var blursBackground: Bool { true }

    var hasPixels: Bool { false }

    /// The copy around a frame, the mask of radii and its samples, the engine, the result, and drawn or reduced masks.
    func byteCount(canvas: Int) -> Int {
        (matte.isEmpty ? 8 : 12) * canvas + images.reduce(0) { $0 + (SVGFile.isName($1.file) ? 8 : 2) * canvas }
    }

    /// The gradients and stops of the ramp are evaluated at every pixel.
    var pixelWork: Double {
        let gradients = (try? BlurGradient.list(ramp)) ?? []
        return gradients.reduce(12 + outlineWork) { $0 + 1.5 + 0.5 * Double($1.stops.count) }
    }

    func check(_ visit: LayerVisit, by check: SceneCheck) {
        self.check(visit.path, by: check)
        check.noteEdge(of: self, in: visit.frame, visit.path)
    }

    /// Checks the masks and the radii.
    func check(_ path: String, by check: SceneCheck) {
        for image in images {
            check.attempt("\(path).\(image.path)") { () throws(SceneError) in
                try check.images.checkMask(image.name, path: "\(path).\(image.path)")
            }
            check.noteAnimation(image.file, image.path, "\(path).\(image.path)")
        }
        if let mistake = Self.mistake(inMatte: matte) { check.fail(mistake, "\(path).matte") }
        check.attempt(path) { () throws(SceneError) in
            _ = try progressiveBlur(nil, height: check.layout.canvas.height)
        }
    }

    /// The blur of the layer, as if its frame were an image.
    ///
    /// - Parameters:
    ///   - mask: the mask; `nil` for none.
    ///   - height: the height of the canvas in pixels.
    /// - Returns: the blur, whose channels are in the order blue, green, red.
    /// - Throws: an error with the code `invalidScene` if the radii contradict each other.
    func progressiveBlur(_ mask: AlphaMask?, height: Double) throws(SceneError) -> ProgressiveBlur {
        let (maximum, minimum) = (radius.pixels(of: height), minimumRadius.pixels(of: height))
        do {
            var field: BlurField
            if !ramp.isEmpty {
                let fields = try BlurGradient.list(ramp).map { try $0.eased(easing).field }
                field = fields.count == 1 ? fields[0] : .maximum(fields)
            } else if let mask {
                field = .mask(
                    try MaskRamp(mask, maximumRadius: maximum, minimumRadius: minimum, easing: easing))
            } else if let direction {
                field = .gradient(
                    try BlurGradient(
                        maximumRadius: maximum, minimumRadius: minimum, direction: direction,
                        startOffset: startOffset, easing: easing))
            } else {
                field = try .uniform(.pixels(maximum))
            }
            return ProgressiveBlur(field: field, edges: edges, look: try look)
        } catch {
            throw SceneError(.invalidScene, "\(error)")
        }
    }

    private var look: BlurLook {
        get throws(BlurError) {
            let tint = try tint.map { (color) throws(BlurError) in
                try BlurLook.Tint(red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
            }
            return try BlurLook(tint: tint, saturation: saturation, grain: grain, dithers: dithers)
        }
    }
}
