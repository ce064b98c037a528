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

    /// Appends the rows of an image of any format, each only when it is required, and returns the result.
    package func result(of image: borrowing PixelBuffer) throws -> PixelBuffer {
        let rowBytes = rowLayout.rowByteCount
        var result = try PixelBuffer(width: image.width, height: image.height, format: image.format)
        unsafe image.withUnsafePixels { source in
            unsafe result.withUnsafeMutablePixels { result in
                for row in 0..<result.layout.height {
                    while needsRow {
                        let start = unsafe source.base + appendedRowCount * rowBytes
                        unsafe append(RawSpan(_unsafeStart: start, byteCount: rowBytes))
                    }
                    var span = unsafe MutableRawSpan(_unsafeStart: result.base + row * rowBytes, byteCount: rowBytes)
                    takeRow(into: &span)
                }
            }
        }
        return result
    }
}
