internal import VarBlur

/// The blocks of an image that areas touch, or what is outside of them.
struct CoveredBlocks: Sendable {
    private let blocks: CompressedBlocks
    /// The number of blocks in a row.
    let countPerRow: Int
    /// The blocks that are touched in every row of blocks, as disjoint nonempty ranges in order.
    let rows: [[Range<Int>]]

    /// How far a block may reach into an area without being touched, in pixels of the area: positions are rounded.
    private static let tolerance = 1e-6

    /// Finds the blocks that areas touch.
    ///
    /// - Parameters:
    ///   - outlines: the areas.
    ///   - isInverted: whether blocks are touched unless one of the areas covers them wholly.
    ///   - width: the width of the image in pixels.
    ///   - height: the height of the image in pixels.
    ///   - blocks: the blocks of the image.
    ///   - check: is called before every row of an area.
    ///   - place: converts a part of the image to the coordinates of the areas.
    /// - Throws: the error of `check`.
    /// - Complexity: O(number of touched blocks + rows of blocks) for each area.
    init<Failure>(
        _ outlines: [any AreaOutline], isInverted: Bool, width: Int, height: Int, _ blocks: CompressedBlocks = .pixels,
        check: () throws(Failure) -> Void, place: (SourceRegion) -> SourceRegion
    ) throws(Failure) {
        self.blocks = blocks
        let countPerRow = (width + blocks.width - 1) / blocks.width
        self.countPerRow = countPerRow
        let outlines = isInverted ? [OutlineUnion(outlines)] : outlines
        rows = try (0..<(height + blocks.height - 1) / blocks.height).map { (row) throws(Failure) in
            var touched: [Range<Int>] = []
            func add(_ outline: any AreaOutline, _ columns: Range<Int>) {
                let region = place(
                    SourceRegion(
                        x: Double(columns.lowerBound * blocks.width), y: Double(row * blocks.height),
                        width: Double(columns.count * blocks.width), height: Double(blocks.height)))
                let x = Self.interior(region.x, region.width)
                let y = Self.interior(region.y, region.height)
                guard isInverted ? !outline.covers(x: x, y: y) : outline.touches(x: x, y: y) else { return }
                let outline = outline.isComplex ? outline.part(x: x, y: y) : outline
                if columns.count == 1
                    || (isInverted ? !outline.touches(x: x, y: y) : outline.covers(x: x, y: y))
                {
                    return touched.append(columns)
                }
                let middle = columns.lowerBound + columns.count / 2
                add(outline, columns.lowerBound..<middle)
                add(outline, middle..<columns.upperBound)
            }
            for outline in outlines {
                try check()
                add(outline, 0..<countPerRow)
            }
            return touched.merged()
        }
    }

    private static func interior(_ start: Double, _ length: Double) -> ClosedRange<Double> {
        let margin = min(tolerance, length / 4)
        return start + margin...start + length - margin
    }

    /// The touched blocks, numbered row by row, as disjoint nonempty ranges in order.
    var numbers: [Range<Int>] {
        rows.enumerated().flatMap { row, ranges in
            ranges.map { row * countPerRow + $0.lowerBound..<row * countPerRow + $0.upperBound }
        }.merged()
    }

    /// The columns of a row of samples that represent pixels of touched blocks, or pixels that depend on them.
    ///
    /// - Parameters:
    ///   - row: the row of a plane, or of the decoded image.
    ///   - width: its number of samples.
    ///   - ratio: the number of pixels per sample, horizontally and vertically.
    ///   - isInterpolated: whether the decoder may have interpolated between blocks.
    /// - Returns: disjoint nonempty ranges in order.
    func columns(
        ofRow row: Int, width: Int, ratio: (x: Double, y: Double), isInterpolated: Bool
    ) -> [Range<Int>] {
        let reachedSamples = isInterpolated ? Double(blocks.reach) : 0
        let reach = (x: reachedSamples * ratio.x, y: reachedSamples * ratio.y)
        func first(_ position: Double) -> Int { Int((position + Self.tolerance).rounded(.down)) }
        func end(_ position: Double) -> Int { Int((position - Self.tolerance).rounded(.up)) }
        let blockHeight = Double(blocks.height)
        let top = max(0, first((Double(row) * ratio.y - reach.y) / blockHeight))
        let bottom = min(rows.count, end((Double(row + 1) * ratio.y + reach.y) / blockHeight))
        guard top < bottom else { return [] }
        return rows[top..<bottom].joined().compactMap { range in
            let left = first((Double(range.lowerBound * blocks.width) - reach.x) / ratio.x)
            let right = end((Double(range.upperBound * blocks.width) + reach.x) / ratio.x)
            let columns = max(0, left)..<max(0, left, min(width, right))
            return columns.isEmpty ? nil : columns
        }.merged()
    }
}
