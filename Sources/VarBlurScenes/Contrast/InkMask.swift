public import VarBlur

/// The pixels of a word that are covered with ink.
public struct InkMask: Sendable, Hashable {
    /// The rectangle of the word on the canvas.
    public let region: PixelRegion
    /// How far each pixel of the region is covered with ink, row by row; 0 for pixels without ink.
    public let coverage: [UInt8]

    /// Creates a mask.
    ///
    /// - Parameters:
    ///   - region: the rectangle of the word; it may exceed the canvas.
    ///   - coverage: one byte for each pixel of the region, row by row (a precondition).
    public init(region: PixelRegion, coverage: [UInt8]) {
        trapUnless(
            region.width >= 1 && region.height >= 1 && coverage.count == region.width * region.height,
            "a mask of \(region.width)×\(region.height) pixels cannot have \(coverage.count) bytes")
        (self.region, self.coverage) = (region, coverage)
    }

    /// The part of a picture within a distance of the region.
    func area(within distance: Double, width: Int, height: Int) -> (columns: Range<Int>, rows: Range<Int>) {
        let reach = Int(distance.rounded(.down))
        func clipped(_ start: Int, _ length: Int, to size: Int) -> Range<Int> {
            let lower = min(max(start - reach, 0), size)
            return lower..<min(max(start + length + reach, lower), size)
        }
        return (clipped(region.x, region.width, to: width), clipped(region.y, region.height, to: height))
    }

    /// Calls `body` with all pixels of a picture within a distance of the ink, row by row.
    ///
    /// - Parameters:
    ///   - distance: the distance in pixels.
    ///   - width: the width of the picture.
    ///   - height: the height of the picture.
    ///   - body: is called with the column and the row of each pixel.
    /// - Complexity: O(pixels + runs of ink × `distance`), with 4 bytes of memory for each pixel of ``area(within:width:height:)``.
    func forEachPixel(within distance: Double, width: Int, height: Int, _ body: (_ x: Int, _ y: Int) -> Void) {
        let reach = Int(distance.rounded(.down))
        let halfWidths = (-reach...reach).map { Int((distance * distance - Double($0 * $0)).squareRoot()) }
        let (columns, rows) = area(within: distance, width: width, height: height)
        let stride = columns.count + 1
        // +1 where a widened run of ink begins, and -1 after its end
        var changes = [Int32](repeating: 0, count: stride * rows.count)
        func change(_ row: Int, _ x: Int, by difference: Int32) {
            changes[row * stride + min(max(x - columns.lowerBound, 0), columns.count)] += difference
        }
        for row in 0..<region.height {
            for run in runs(ofRow: row) {
                for (offset, halfWidth) in halfWidths.enumerated() {
                    let y = region.y + row + offset - reach
                    guard rows.contains(y) else { continue }
                    change(y - rows.lowerBound, region.x + run.lowerBound - halfWidth, by: 1)
                    change(y - rows.lowerBound, region.x + run.upperBound + halfWidth, by: -1)
                }
            }
        }
        for y in rows {
            var depth: Int32 = 0
            for x in columns {
                depth += changes[(y - rows.lowerBound) * stride + x - columns.lowerBound]
                if depth > 0 { body(x, y) }
            }
        }
    }

    /// The ranges of columns with ink.
    private func runs(ofRow row: Int) -> [Range<Int>] {
        let values = coverage[row * region.width..<(row + 1) * region.width]
        var runs: [Range<Int>] = []
        for (column, value) in values.enumerated() where value > 0 { runs.join(column..<column + 1) }
        return runs
    }
}
