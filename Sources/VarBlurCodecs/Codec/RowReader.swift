internal import VarBlur

/// The decoder of a format: yields the rows of one file, from the top.
protocol RowReader: AnyObject {
    var header: ImageHeader { get }

    /// Decodes the next row; the buffer has the size of one row.
    ///
    /// - Throws: an error with the code `damaged`, `overLimit`, `timeout`, or `outOfMemory`.
    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError)

    /// The first damage found, if ``ImageLimits/allowsDamage`` is set; `nil` if there is none so far.
    var damage: String? { get }

    /// The first warning of the decoder so far; empty if there is none.
    var warning: String { get }

    /// Reads the rest of the file after the last row, to detect further damage and warnings.
    ///
    /// - Throws: an error with the code `damaged`, `overLimit`, or `timeout`.
    func finish() throws(ImageError)
}

extension PixelFormat {
    /// Fills a missing row of a damaged file: with transparent black, or with mid-gray if there is no alpha channel.
    func fillMissing(_ row: UnsafeMutableRawBufferPointer) {
        for index in row.indices { unsafe row[index] = channels.hasAlpha ? 0 : 0x80 }
    }
}
