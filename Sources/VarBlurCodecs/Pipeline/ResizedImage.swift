internal import VarBlur

/// A size of an image of which several are made from one decode: resizes the rows as they are decoded, and holds the result.
final class ResizedImage {
    private let rows: CroppedRows
    private var resizer: RowResizer { rows.rows }
    /// The result; `nil` after it was taken.
    private var pixels: PixelBuffer?

    /// Prepares to resize the decoded image.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    init(_ framing: Framing) throws(ImageError) {
        let rows = try framing.makeResizer()
        let resizer = rows.rows
        pixels = try ImageError.wrapping { () throws(BlurError) in
            try PixelBuffer(width: resizer.rowLayout.width, height: resizer.rowCount, format: framing.format)
        }
        self.rows = rows
    }

    /// Gets the next slice of the decoded image, which has some of its rows.
    func append(_ slice: Slice, _ rows: Range<Int>) {
        for row in rows.clamped(to: self.rows.sourceRows) where resizer.needsRow {
            unsafe self.rows.append(UnsafeRawBufferPointer(slice.row(0, row - rows.lowerBound)).bytes)
            takeRows()
        }
    }

    /// Computes the rows of the result that need no further rows.
    private func takeRows() {
        while resizer.takenRowCount < resizer.rowCount && !resizer.needsRow {
            let row = resizer.takenRowCount
            unsafe pixels?.withUnsafeMutablePixels { pixels in
                let memory = unsafe UnsafeMutableRawBufferPointer(
                    start: pixels.base + row * pixels.layout.bytesPerRow, count: pixels.layout.rowByteCount)
                var bytes = unsafe memory.mutableBytes
                resizer.takeRow(into: &bytes)
            }
        }
    }

    /// Returns the resized image after the last slice, once.
    ///
    /// - Throws: an error with the code `fault` if it was taken before.
    func takeImage() throws(ImageError) -> BufferedImage {
        guard let image = pixels.take() else { throw ImageError(.fault, "the image was taken before") }
        return BufferedImage(image)
    }
}
