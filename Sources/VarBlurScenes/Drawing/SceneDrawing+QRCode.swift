internal import CSceneLibraries
internal import VarBlur
internal import VarBlurCodecs

extension QRCodeLayer: DrawnContent {
    /// Draws the code in the largest square in the middle of a frame.
    func draw(in frame: SceneRectangle, on drawing: SceneDrawing) throws(SceneError) {
        let code = try QRCode(self)
        if !isReadable {
            drawing.notices.append(
                "many scanners cannot read the QR code, because its color is not much darker than its light color")
        }
        let square = frame.centered(aspectRatio: 1)
        guard drawing.surface.region(around: drawing.placement.bounds(of: square)) != nil else { return }
        try drawing.paint { context throws(SceneError) in
            context.setColor(lightColor)
            context.setPath(square)
            try context.fill()
            context.setColor(color)
            context.setPath(code.darkModules(in: square))
            try context.fill()
        }
    }

    func byteCount(canvas: Int) -> Int { 4 * canvas }

    var pixelWork: Double { 20 }

    func findOutsiders(_ visit: LayerVisit, by check: SceneCheck) {
        check.find("QR code", [visit.frame.centered(aspectRatio: 1)], visit.path)
    }

    func check(_ visit: LayerVisit, by check: SceneCheck) {
        check.attempt("\(visit.path).text") { () throws(SceneError) in
            let code = try QRCode(self)
            let side = visit.frame.size.shorterSide * check.placement.scale
            guard side / Double(code.outerWidth) >= 1 else {
                throw SceneError(
                    .invalidScene,
                    "the QR code has \(code.outerWidth) modules in each row, but only \(SceneText.number(side)) "
                        + "pixels; enlarge it, or shorten the text")
            }
        }
    }

    /// The least contrast of the modules, which is that of texts in large letters (WCAG 2.2).
    private static let leastContrast = 3.0

    /// Whether the dark modules are much darker than the light ones, as far as is known without what is behind them.
    private var isReadable: Bool {
        guard color.opacity == 1, lightColor.opacity == 1 else { return true }
        let (dark, light) = (color.relativeLuminance, lightColor.relativeLuminance)
        return dark < light && RelativeLuminance.contrast(dark, light) >= Self.leastContrast
    }
}

/// The modules of a QR code.
struct QRCode {
    /// The number of modules of a side, without the margin.
    let width: Int
    private let modules: [UInt8]
    private let quietZone: Int

    /// Encodes a text.
    ///
    /// - Throws: an error with the code `invalidScene` if the text is too long, or `invalidImage` without the library.
    init(_ layer: QRCodeLayer) throws(SceneError) {
        guard !layer.text.isEmpty else { throw SceneError(.invalidScene, "the text of the QR code is empty") }
        let level = Int32(QRCodeLayer.ErrorCorrection.allCases.firstIndex(of: layer.errorCorrection) ?? 0)
        var modules = [UInt8](repeating: 0, count: Int(QR_GREATEST_WIDTH * QR_GREATEST_WIDTH))
        var width: Int32 = 0
        switch unsafe qr_code_create(layer.text, level, &modules, &width) {
        case QR_OK: break
        case QR_NO_LIBRARY:
            throw SceneError(
                ImageError(
                    .unavailable, "QR codes are made with libqrencode, which is not installed",
                    remedy: "install it (on Debian, libqrencode4)"))
        case QR_TOO_LONG:
            throw SceneError(
                .invalidScene,
                "the text of \(layer.text.utf8.count) bytes is too long for a QR code; shorten it, or lower 'errorCorrection'"
            )
        default: throw SceneError(.fault, "the QR code cannot be made")
        }
        (self.width, self.modules, quietZone) = (Int(width), modules, layer.quietZone)
    }

    /// The number of modules of a side, with the margin.
    var outerWidth: Int { width + 2 * quietZone }

    /// The outlines of the dark modules in a square, those side by side as one rectangle.
    ///
    /// Their corners are those of a grid, so that rectangles below one another have no gap.
    func darkModules(in square: SceneRectangle) -> ScenePath {
        func place(_ index: Int, _ start: Double) -> Double {
            start + square.width * Double(index + quietZone) / Double(outerWidth)
        }
        var path = ScenePath()
        for row in 0..<width {
            let (top, bottom) = (place(row, square.y), place(row + 1, square.y))
            var column = 0
            while column < width {
                let start = column
                while column < width && modules[row * width + column] == 1 { column += 1 }
                if column > start {
                    let (left, right) = (place(start, square.x), place(column, square.x))
                    path.move(to: ScenePoint(x: left, y: top))
                    for corner in [(right, top), (right, bottom), (left, bottom)] {
                        path.line(to: ScenePoint(x: corner.0, y: corner.1))
                    }
                    path.close()
                }
                column += 1
            }
        }
        return path
    }
}
