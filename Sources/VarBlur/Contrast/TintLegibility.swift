/// Measures how legible text is on the tint of a blurred picture, and how opaque the tint has to be.
///
/// Text stands where the tint is strong: where the alpha of the field, without what a matte covers, is at least two thirds of its greatest
/// value. With black or white, every contrast up to 7 can be reached there. Because nobody knows where in this part the text will be,
/// the part is divided into square cells, a 64th of the longer side wide. In each, as with each word of a scene, the 5 % of the pixels with
/// the least contrast do not count.
package struct TintLegibility: Sendable {
    private let layer: LegibleLayer
    private let field: any RadiusField
    private let matte: PlacedMatte?
    private let sampling: PlaneSampling
    private let leastAlpha: Double
    /// The rows of the picture where text stands; empty if nothing is tinted.
    package let rows: Range<Int>

    private static let strongShare = 2.0 / 3
    private static let cellsPerSide = 64
    private static let chunkRowCount = 16
    /// The steps of opacities, and of contrasts from 1 to 21, that are told apart.
    private static let (opacitySteps, contrastSteps) = (4096, 2000)

    /// How legible text is on a picture.
    package struct Measurement: Sendable, Hashable {
        /// The contrast that 95 % of the pixels of each cell have, rounded down to 1/100.
        package var contrast: Double
        /// The opacity that the tint needs for the contrast: that of the picture if it suffices, more than 1 if none does.
        package var opacity: Double
    }

    /// Prepares measurements.
    ///
    /// - Parameters:
    ///   - layer: the text, and the color of the tint.
    ///   - field: the field whose alpha the tint follows.
    ///   - matte: what is in front of the tint; `nil` for nothing.
    ///   - width: the width of the picture in pixels.
    ///   - height: the height of the picture in pixels.
    /// - Complexity: O(pixels) if the radius varies from pixel to pixel.
    package init(_ layer: LegibleLayer, _ field: BlurField, _ matte: AlphaMask?, width: Int, height: Int) {
        let field = field.placed(width: width, height: height)
        let matte = matte.map { PlacedMatte($0, width: width, height: height) }
        (self.layer, self.field, self.matte) = (layer, field, matte)
        sampling = PlaneSampling(wholeWidth: width, height: height)
        let alphas = RowAlphas(field, matte, sampling)
        var greatest = [Double](repeating: 0, count: height)
        for start in stride(from: 0, to: height, by: Self.chunkRowCount) {
            alphas.visit(start..<min(start + Self.chunkRowCount, height), skippingEqual: true) { row, _, alpha in
                greatest[row] = max(greatest[row], alpha)
            }
        }
        let leastAlpha = Self.strongShare * greatest.reduce(0, max)
        self.leastAlpha = leastAlpha
        let first = leastAlpha > 0 ? greatest.firstIndex { $0 >= leastAlpha } : nil
        rows = first.map { $0..<(greatest.lastIndex { $0 >= leastAlpha } ?? $0) + 1 } ?? 0..<0
    }

    /// Measures the rows where text stands.
    ///
    /// - Parameters:
    ///   - pixels: these rows in sRGB: premultiplied BGRA of 8 bits (a precondition). Transparent parts count as black.
    ///   - opacity: the opacity of the tint that they have.
    /// - Returns: the contrast; 21 without pixels.
    package func measure(_ pixels: borrowing PixelBuffer, tintedBy opacity: Double) -> Measurement {
        trapUnless(
            pixels.height == rows.count && pixels.width == sampling.imageWidth
                && pixels.format == PixelFormat(.bgra, .eight, alpha: .premultiplied),
            "contrast is measured on the tinted rows, as premultiplied BGRA pixels")
        let side = (max(sampling.imageWidth, sampling.imageHeight) + Self.cellsPerSide - 1) / Self.cellsPerSide
        let alphas = RowAlphas(field, matte, sampling)
        var (result, colors) = (Measurement(contrast: 21, opacity: opacity), MeasuredColors(layer))
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: side) {
            var cells = [Cell?](repeating: nil, count: (sampling.imageWidth + side - 1) / side)
            let band = start..<min(start + side, rows.upperBound)
            for first in stride(from: start, to: band.upperBound, by: Self.chunkRowCount) {
                let part = first..<min(first + Self.chunkRowCount, band.upperBound)
                add(pixels, part, alphas, opacity, side, &colors, to: &cells)
            }
            for case let cell? in cells {
                result.contrast = min(result.contrast, cell.contrast)
                result.opacity = max(result.opacity, cell.opacity)
            }
        }
        return result
    }

    private func add(
        _ pixels: borrowing PixelBuffer, _ part: Range<Int>, _ alphas: RowAlphas, _ opacity: Double, _ side: Int,
        _ colors: inout MeasuredColors, to cells: inout [Cell?]
    ) {
        unsafe pixels.withUnsafePixels { pixels in
            alphas.visit(part) { row, column, alpha in
                guard alpha >= leastAlpha else { return }
                let pixel = unsafe pixels.base + pixels.layout.byteOffset(x: column, y: row - rows.lowerBound)
                let color = unsafe SIMD4<Int32>(truncatingIfNeeded: pixel.loadUnaligned(as: SIMD4<UInt8>.self))
                var cell = cells[column / side].take() ?? Cell()
                cell.add(colors.contrast(of: color), alpha: alpha, opacity)
                cells[column / side] = consume cell
            }
        }
    }

    /// The contrasts of the latest colors: neighbors are often alike.
    private struct MeasuredColors {
        private let layer: LegibleLayer
        // the place of a color follows from the lower bits of its components, which are what differs between neighbors
        private var colors = [SIMD4<Int32>](repeating: SIMD4(repeating: -1), count: 1 << 12)
        private var contrasts = [(step: Int, part: Int32)](repeating: (0, 0), count: 1 << 12)

        init(_ layer: LegibleLayer) { self.layer = layer }

        /// The step of the contrast with a color, and the part of the layer that it lacks.
        mutating func contrast(of color: SIMD4<Int32>) -> (step: Int, part: Int32) {
            let place = Int(color.x & 15 | (color.y & 15) << 4 | (color.z & 15) << 8)
            if colors[place] != color {
                let step = Int(((21 - layer.ink.contrast(over: color)) * 100).rounded(.up))
                colors[place] = color
                contrasts[place] = (min(max(step, 0), contrastSteps), layer.leastPart(color))
            }
            return contrasts[place]
        }
    }

    /// The pixels of a cell.
    private struct Cell {
        private var contrasts = [Int](repeating: 0, count: contrastSteps + 1)
        private var opacities = [Int](repeating: 0, count: opacitySteps + 2)

        mutating func add(_ color: (step: Int, part: Int32), alpha: Double, _ opacity: Double) {
            let part = color.part
            contrasts[color.step] += 1
            // what shows through the present tint, and through as much again as is missing
            let shown = (1 - opacity * alpha) * (1 - Double(part) / Double(LegibleLayer.whole))
            let needed = part == 0 ? 0 : ((1 - shown) / alpha * Double(opacitySteps)).rounded(.up)
            opacities[Int(min(needed, Double(opacitySteps + 1)))] += 1
        }

        var contrast: Double { Double(2100 - (LegibleLayer.limit(of: contrasts) ?? 0)) / 100 }
        var opacity: Double { Double(LegibleLayer.limit(of: opacities) ?? 0) / Double(opacitySteps) }
    }
}

/// The alphas of a field, without what a matte covers.
private struct RowAlphas {
    private let field: any RadiusField
    private let matte: PlacedMatte?
    private let sampling: PlaneSampling

    init(_ field: any RadiusField, _ matte: PlacedMatte?, _ sampling: PlaneSampling) {
        (self.field, self.matte, self.sampling) = (field, matte, sampling)
    }

    /// Calls a function with the alphas of some rows, or with one of each row if all of a row are equal.
    func visit(
        _ rows: Range<Int>, skippingEqual: Bool = false, _ body: (_ row: Int, _ column: Int, _ alpha: Double) -> Void
    ) {
        let width = sampling.imageWidth
        let isEven = field.variation == .betweenRows && matte == nil
        field.visitAlphas(ofRows: rows, columns: 0..<(isEven ? 1 : width), sampling: sampling) { row, column, alpha in
            guard let matte else {
                for column in isEven && !skippingEqual ? 0..<width : column..<column + 1 { body(row, column, alpha) }
                return
            }
            let coverage = matte.coverage(x: Double(column) + 0.5, y: Double(row) + 0.5, sampling)
            body(row, column, alpha * (1 - coverage))
        }
    }
}
