internal import VariableBlur

/// The decoder of a format: yields the rows of one file, from the top.
protocol RowReader: AnyObject {
    var header: ImageHeader { get }

    /// Decodes the next row; the buffer has the size of one row.
    ///
    /// - Throws: an error of the code `damaged`, `overLimit`, `timeout` or `outOfMemory`.
    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError)

    /// The first damage found, if ``ImageLimits/allowsDamage`` is set; `nil` if there is none so far.
    var damage: String? { get }

    /// The first warning of the decoder so far; empty if there is none.
    var warning: String { get }

    /// Reads the file to its end, after the last row, which finds further damage and warnings.
    ///
    /// - Throws: an error of the code `damaged`, `overLimit` or `timeout`.
    func finish() throws(ImageError)
}

extension PixelFormat {
    /// Fills a row that is missing in a damaged file: transparent, or gray without an alpha channel.
    func fillMissing(_ row: UnsafeMutableRawBufferPointer) {
        for index in row.indices { unsafe row[index] = channels.hasAlpha ? 0 : 0x80 }
    }
}
