internal import VarBlur

/// The decoder of a format: yields the rows of one file, from the top.
protocol RowReader: AnyObject {
    var header: ImageHeader { get }

    /// Reduces the decoded image to exactly 1/`denominator` of its size, rounded up; called before the first row is read.
    ///
    /// - Parameters:
    ///   - denominator: 2, 4, or 8.
    ///   - region: the pixels that count: others have no effect on reduced pixels that show some of it.
    /// - Returns: the number of pixels in a row, and the number of rows; `nil` if the format cannot save time by it.
    /// - Throws: an error with the code `damaged` or `fault`.
    func reduce(by denominator: Int, keeping region: PixelRegion) throws(ImageError) -> (width: Int, height: Int)?

    /// Decodes each block of the image by itself, as far as ``ImageHeader/blocks`` says, even where others would make it smoother;
    /// called before the first row is read.
    func separateBlocks()

    /// Skips rows whose pixels do not matter, if that saves time; called before the first row is read, and not after ``reduce(by:keeping:)``.
    ///
    /// - Parameter row: the first row that matters.
    /// - Returns: the number of skipped rows.
    /// - Throws: the errors of ``readRow(into:)``.
    func skip(rowsBefore row: Int) throws(ImageError) -> Int

    /// Decodes the next row; the buffer has the size of one row.
    ///
    /// - Throws: an error with the code `damaged`, `overLimit`, `timeout`, or `outOfMemory`.
    func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError)

    /// The first damage found, if ``ImageLimits/allowsDamage`` is set; `nil` if there is none so far.
    var damage: String? { get }

    /// Whether pixels are missing because of the damage, as far as is known.
    var lacksPixels: Bool { get }

    /// The first warning of the decoder so far; empty if there is none.
    var warning: String { get }

    /// Reads the rest of the file after the last row, to detect further damage and warnings.
    ///
    /// - Throws: an error with the code `damaged`, `overLimit`, or `timeout`.
    func finish() throws(ImageError)
}

extension RowReader {
    var lacksPixels: Bool { damage != nil }

    func separateBlocks() {}

    func skip(rowsBefore row: Int) throws(ImageError) -> Int { 0 }

    func reduce(
        by denominator: Int, keeping region: PixelRegion
    ) throws(ImageError) -> (width: Int, height: Int)? { nil }
}

extension PixelFormat {
    /// Fills a missing row of a damaged file: with transparent black, or with mid-gray if there is no alpha channel.
    func fillMissing(_ row: UnsafeMutableRawBufferPointer) {
        for index in row.indices { unsafe row[index] = channels.hasAlpha ? 0 : 0x80 }
    }
}
