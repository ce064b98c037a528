internal import VariableBlur

extension PixelFormat {
    /// Fills a row of which nothing is known: transparent, or else gray.
    func fillMissing(_ row: UnsafeMutableRawBufferPointer) {
        for index in row.indices { unsafe row[index] = channels.hasAlpha ? 0 : 0x80 }
    }
}
