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
    /// Whether the alphas of each row are equal.
    private let isEven: Bool
    /// The greatest alpha of each row.
    private let rowAlphas: [Double]
    private let leastAlpha: Double
    /// The rows of the picture where text stands; empty if nothing is tinted.
    package let rows: Range<Int>
    /// The width and the height of a cell in pixels; cells at the right and at the bottom may be smaller.
    package let cellSide: Int

    private static let strongShare = 2.0 / 3
    private static let cellsPerSide = 64
    private static let chunkRowCount = 16
    /// The steps of opacities from 0 to 1, and of contrasts from one to the next number, that are told apart.
    private static let (opacitySteps, contrastSteps) = (4096.0, 100.0)

    /// How legible text is on a picture.
    package struct Measurement: Sendable, Hashable {
        /// The contrast that 95 % of the pixels of each cell have, rounded down to 1/100.
        package var contrast: Double
        /// The opacity that the tint needs for the contrast: that of the picture if it suffices, more than 1 if none does.
        package var opacity: Double

        /// Starts with nothing measured.
        ///
        /// - Parameter opacity: the opacity of the tint of the picture.
        package init(tintedBy opacity: Double) { (contrast, self.opacity) = (21, opacity) }
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
        cellSide = (max(width, height) + Self.cellsPerSide - 1) / Self.cellsPerSide
        isEven = field.variation == .betweenRows && matte == nil
        var greatest = [Double](repeating: 0, count: height)
        for start in stride(from: 0, to: height, by: Self.chunkRowCount) {
            let rows = start..<min(start + Self.chunkRowCount, height)
            Self.visit(field, matte, rows, 0..<(isEven ? 1 : width), sampling) { row, _, alpha in
                greatest[row] = max(greatest[row], alpha)
            }
        }
        rowAlphas = greatest
        let leastAlpha = Self.strongShare * greatest.reduce(0, max)
        self.leastAlpha = leastAlpha
        let first = leastAlpha > 0 ? greatest.firstIndex { $0 >= leastAlpha } : nil
        rows = first.map { $0..<(greatest.lastIndex { $0 >= leastAlpha } ?? $0) + 1 } ?? 0..<0
    }

    /// Measures a row of cells.
    ///
    /// - Parameters:
    ///   - pixels: as many rows as a cell in sRGB: premultiplied BGRA of 8 bits (a precondition). Transparent parts count as black.
    ///   - top: the number of the first of them: that of the first row where text stands, or a multiple of the height of a cell below it.
    ///   - opacity: the opacity of the tint that they have.
    ///   - result: what was measured in the cells above; gets what is worse in these.
    package func measure(
        _ pixels: borrowing PixelBuffer, from top: Int, tintedBy opacity: Double, _ result: inout Measurement
    ) {
        trapUnless(
            pixels.height == cellSide && pixels.width == sampling.imageWidth
                && pixels.format == PixelFormat(.bgra, .eight, alpha: .premultiplied),
            "contrast is measured on the rows of cells, as premultiplied BGRA pixels")
        unsafe pixels.withUnsafePixels { pixels in
            for left in stride(from: 0, to: sampling.imageWidth, by: cellSide) {
                let columns = left..<min(left + cellSide, sampling.imageWidth)
                let place = Place(rows: top..<min(top + cellSide, rows.upperBound), columns: columns)
                // what a cell needs takes long to find, and only matters if it is more than others need
                let worse = unsafe falls(place, below: result, pixels, opacity)
                let worst = result
                if worse.contrast {
                    let steps = Int(((21 - worst.contrast) * Self.contrastSteps).rounded())
                    let step = (steps..<Int(20 * Self.contrastSteps)).bisected { step in
                        result.contrast = 21 - Double(step) / Self.contrastSteps
                        return unsafe !falls(place, below: result, pixels, opacity).contrast
                    }
                    result.contrast = 21 - Double(step) / Self.contrastSteps
                }
                if worse.opacity {
                    let steps = Int(worst.opacity * Self.opacitySteps)..<Int(Self.opacitySteps) + 1
                    let step = steps.bisected { step in
                        result.opacity = Double(step) / Self.opacitySteps
                        return unsafe !falls(place, below: result, pixels, opacity).opacity
                    }
                    result.opacity = Double(step) / Self.opacitySteps
                }
            }
        }
    }

    /// The place of a cell in the picture.
    private struct Place {
        let rows: Range<Int>
        let columns: Range<Int>
    }

    /// Calls a function with the pixels of a cell where the tint is strong, and with their alpha.
    private func visit(
        _ place: Place, _ pixels: UnsafePixels,
        _ body: (_ run: UnsafeBufferPointer<SIMD4<UInt8>>, _ alpha: Double) -> Void
    ) {
        func visit(_ row: Int, _ columns: Range<Int>, _ alpha: Double) {
            guard alpha >= leastAlpha else { return }
            let first = unsafe pixels.layout.byteOffset(x: columns.lowerBound, y: row - place.rows.lowerBound)
            let run = unsafe (pixels.base + first).assumingMemoryBound(to: SIMD4<UInt8>.self)
            unsafe body(UnsafeBufferPointer(start: run, count: columns.count), alpha)
        }
        if isEven { return place.rows.forEach { visit($0, place.columns, rowAlphas[$0]) } }
        Self.visit(field, matte, place.rows, place.columns, sampling) { visit($0, $1..<$1 + 1, $2) }
    }

    /// Calls a function with the alphas of a field in a rectangle, without what a matte covers.
    private static func visit(
        _ field: any RadiusField, _ matte: PlacedMatte?, _ rows: Range<Int>, _ columns: Range<Int>,
        _ sampling: PlaneSampling, _ body: (_ row: Int, _ column: Int, _ alpha: Double) -> Void
    ) {
        field.visitAlphas(ofRows: rows, columns: columns, sampling: sampling) { row, column, alpha in
            guard let matte else { return body(row, column, alpha) }
            let coverage = matte.coverage(x: Double(column) + 0.5, y: Double(row) + 0.5)
            body(row, column, alpha * (1 - coverage))
        }
    }

    /// Whether more than 5 % of the pixels of a cell have less contrast than others, and whether they need more of the tint.
    private func falls(
        _ place: Place, below others: Measurement, _ pixels: UnsafePixels, _ opacity: Double
    ) -> (contrast: Bool, opacity: Bool) {
        let (linear, weights) = (RelativeLuminance.linear, ColorFormula.standardLuminance)
        func luminance(_ color: SIMD4<UInt8>) -> Double {
            weights.x * linear[Int(color.z)] + weights.y * linear[Int(color.y)] + weights.z * linear[Int(color.x)]
        }
        let low = layer.ink.luminances(withLessContrastThan: others.contrast)
        let insufficient = layer.ink.luminances(withLessContrastThan: layer.contrast - LegibleLayer.tolerance)
        var (count, lowCount, insufficientCount) = (0, 0, 0)
        unsafe visit(place, pixels) { run, alpha in
            let rest = 1 - opacity * alpha
            // the greatest part of the layer that is not more than others need
            let share = rest > 0 ? min((others.opacity - opacity) * alpha / rest, 1) : 0
            let part = Int32(share * Double(LegibleLayer.opaque))
            count += run.count
            for index in 0..<run.count {
                let color = unsafe run[index]
                var seen = luminance(color)
                if seen > low.lowerBound && seen < low.upperBound { lowCount += 1 }
                guard seen > insufficient.lowerBound && seen < insufficient.upperBound else { continue }
                if part > 0 {
                    let shaded = LegibleLayer.shaded(SIMD4(truncatingIfNeeded: color), layer.color, part: part)
                    seen = luminance(SIMD4(truncatingIfNeeded: shaded))
                }
                if seen > insufficient.lowerBound && seen < insufficient.upperBound { insufficientCount += 1 }
            }
        }
        return (20 * lowCount > count, 20 * insufficientCount > count)
    }
}
