import VarBlur

extension RowBlur {
    /// Appends and takes all rows of an 8-bit gray image, and returns the values of the result.
    package func blurred(_ image: borrowing PixelBuffer) -> [Int] {
        var (result, row) = ([Int](), [UInt8](repeating: 0, count: rowLayout.rowByteCount))
        for _ in 0..<rowCount {
            while needsRow {
                let next = image.row(appendedRowCount).map { UInt8($0) }
                append(next.span.bytes)
            }
            var span = row.mutableSpan
            var bytes = span.mutableBytes
            takeRow(into: &bytes)
            result += row.map(Int.init)
        }
        return result
    }
}
