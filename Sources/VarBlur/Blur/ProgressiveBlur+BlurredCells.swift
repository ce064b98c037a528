/// A division of a plane into cells of equal size, row by row; the last ones of a row or column may be smaller.
package struct CellGrid: Sendable {
    /// The width of a cell in samples.
    package let width: Int
    /// The height of a cell in samples.
    package let height: Int
    /// The number of cells in a row.
    package let cellsPerRow: Int

    package init(width: Int, height: Int, cellsPerRow: Int) {
        (self.width, self.height, self.cellsPerRow) = (width, height, cellsPerRow)
    }
}

extension ProgressiveBlur {
    /// The cells of a plane of which the fast engine changes a sample, numbered row by row.
    ///
    /// - Parameters:
    ///   - grid: the cells.
    ///   - width: the width of the plane.
    ///   - height: the height of the plane.
    ///   - format: the pixel format of the plane.
    ///   - sampling: how the plane samples the image.
    ///   - check: is called again and again during a long search.
    /// - Returns: disjoint nonempty ranges in order.
    /// - Throws: the error of `check`.
    /// - Complexity: O(`width` + `height` + number of cells), and O(`width` × `height`) at most if the radius varies from pixel to pixel.
    package func blurredCells<Failure>(
        _ grid: CellGrid, width: Int, height: Int, format: PixelFormat, sampling: PlaneSampling,
        check: () throws(Failure) -> Void
    ) throws(Failure) -> [Range<Int>] {
        let field = changedField(format, sampling)
        let isTransposed = field.variation == .betweenColumns
        let lines = 0..<(isTransposed ? width : height)
        guard let profile = field.profile(lineCount: lines.count, sampling: sampling) else {
            return try BlurredCellSearch(grid, field, width: width, height: height, sampling).cells(check)
        }
        let blurred = profile.ranges(in: lines, above: LineSigmas.greatestUnblurred)
        let size = isTransposed ? grid.width : grid.height
        let cells = blurred.map { $0.lowerBound / size..<($0.upperBound - 1) / size + 1 }.merged()
        let perRow = grid.cellsPerRow
        guard isTransposed else { return cells.map { $0.lowerBound * perRow..<$0.upperBound * perRow } }
        return (0..<(height + grid.height - 1) / grid.height).flatMap { row in
            cells.map { row * perRow + $0.lowerBound..<row * perRow + $0.upperBound }
        }.merged()
    }
}

extension ProgressiveBlur {
    /// The rows of a plane of which the fast engine changes a sample; the parameters are those of
    /// ``blurredCells(_:width:height:format:sampling:check:)``.
    package func blurredRows<Failure>(
        width: Int, height: Int, format: PixelFormat, sampling: PlaneSampling, check: () throws(Failure) -> Void
    ) throws(Failure) -> [Range<Int>] {
        let rows = CellGrid(width: width, height: 1, cellsPerRow: 1)
        return try blurredCells(rows, width: width, height: height, format: format, sampling: sampling, check: check)
    }

    /// The radii with which pixels are changed: 0 where a matte covers them.
    private func changedField(_ format: PixelFormat, _ sampling: PlaneSampling) -> any RadiusField {
        // a mosaic changes pixels wherever alpha is above 0
        let strengths = field.placed(width: sampling.imageWidth, height: sampling.imageHeight)
        let field = mosaic == nil ? placed(format, sampling).field : LookField(strengths, sampling)
        return placedMatte(sampling).map { UncoveredField(base: field, matte: $0) } ?? field
    }
}

/// Finds the cells of a plane in which any radius of a field is large enough to have an effect.
private struct BlurredCellSearch {
    private let grid: CellGrid
    private let field: any RadiusField
    private let (width, height): (Int, Int)
    private let sampling: PlaneSampling
    /// The maximum radius without effect, in pixels of the image.
    private let limit: Double

    /// The number of cells whose bounds are looked up at once.
    private static let blockLength = 16
    /// The number of samples in a row whose bounds are looked up before their radii are computed.
    private static let partLength = 256

    init(_ grid: CellGrid, _ field: any RadiusField, width: Int, height: Int, _ sampling: PlaneSampling) {
        (self.grid, self.field, self.width, self.height, self.sampling) = (grid, field, width, height, sampling)
        // the limit is in samples of the plane, along the axis on which the radius is greater
        limit = LineSigmas.greatestUnblurred * min(sampling.horizontalRatio, sampling.verticalRatio)
    }

    func cells<Failure>(_ check: () throws(Failure) -> Void) throws(Failure) -> [Range<Int>] {
        var radii = [Float](repeating: 0, count: min(grid.width, Self.partLength))
        var found: [Range<Int>] = []
        for (row, y) in stride(from: 0, to: height, by: grid.height).enumerated() {
            let rows = y..<min(y + grid.height, height)
            let count = min(grid.cellsPerRow, (width + grid.width - 1) / grid.width)
            for start in stride(from: 0, to: count, by: Self.blockLength) {
                try check()
                let block = start..<min(start + Self.blockLength, count)
                let first = row * grid.cellsPerRow
                switch isBlurred(columns(block), rows) {
                case true?: found.join(first + block.lowerBound..<first + block.upperBound)
                case false?: break
                case nil:
                    for cell in block where isBlurred(cell, rows, &radii) {
                        found.join(first + cell..<first + cell + 1)
                    }
                }
            }
        }
        return found
    }

    private func columns(_ cells: Range<Int>) -> Range<Int> {
        cells.lowerBound * grid.width..<min(cells.upperBound * grid.width, width)
    }

    /// Whether all samples of a rectangle are blurred, or none; `nil` if their bounds do not tell.
    private func isBlurred(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool? {
        guard let bounds = field.bounds(columns: columns, rows: rows, sampling: sampling) else { return nil }
        // the engine computes radii in single precision
        if bounds.greatest < limit * (1 - 1e-6) { return false }
        return bounds.least > limit * (1 + 1e-6) ? true : nil
    }

    private func isBlurred(_ cell: Int, _ rows: Range<Int>, _ radii: inout [Float]) -> Bool {
        let columns = columns(cell..<cell + 1)
        if let known = isBlurred(columns, rows) { return known }
        for start in stride(from: columns.lowerBound, to: columns.upperBound, by: Self.partLength) {
            let part = start..<min(start + Self.partLength, columns.upperBound)
            if let known = isBlurred(part, rows) {
                if known { return true }
                continue
            }
            for row in rows {
                var span = radii.mutableSpan
                field.writeRadii(ofRow: row, columns: part, sampling: sampling, to: &span)
                if radii[..<part.count].contains(where: { $0 > Float(limit) }) { return true }
            }
        }
        return false
    }
}
