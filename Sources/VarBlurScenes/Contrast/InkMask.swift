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
        precondition(
            region.width >= 1 && region.height >= 1 && coverage.count == region.width * region.height,
            "a mask of \(region.width)×\(region.height) pixels cannot have \(coverage.count) bytes")
        (self.region, self.coverage) = (region, coverage)
    }

    /// Calls `body` with all pixels within a distance of the ink, row by row.
    ///
    /// - Complexity: O(pixels + runs of ink × `distance`).
    func forEachPixel(within distance: Double, _ body: (_ x: Int, _ y: Int) -> Void) {
        let reach = Int(distance.rounded(.down))
        let halfWidths = (-reach...reach).map { Int((distance * distance - Double($0 * $0)).squareRoot()) }
        let (width, height) = (region.width + 2 * reach + 1, region.height + 2 * reach)
        // +1 where a widened run of ink begins, and -1 after its end
        var changes = [Int32](repeating: 0, count: width * height)
        for row in 0..<region.height {
            for run in runs(ofRow: row) {
                for (offset, halfWidth) in halfWidths.enumerated() {
                    let start = (row + offset) * width + reach
                    changes[start + run.lowerBound - halfWidth] += 1
                    changes[start + run.upperBound + halfWidth] -= 1
                }
            }
        }
        for row in 0..<height {
            var depth: Int32 = 0
            for column in 0..<width {
                depth += changes[row * width + column]
                if depth > 0 { body(region.x - reach + column, region.y - reach + row) }
            }
        }
    }

    /// The ranges of columns with ink.
    private func runs(ofRow row: Int) -> [Range<Int>] {
        let values = coverage[row * region.width..<(row + 1) * region.width]
        var (runs, start): ([Range<Int>], Int?) = ([], nil)
        for (column, value) in values.enumerated() {
            if value > 0 {
                start = start ?? column
            } else if let first = start {
                runs.append(first..<column)
                start = nil
            }
        }
        if let start { runs.append(start..<region.width) }
        return runs
    }
}
