public import VarBlur

/// Decodes an image file row by row.
///
/// Reading throws where damage is found, unless the limits allow damage. Rows decoded earlier may already be wrong. A file is
/// known to be intact only after all rows have been read and ``finish()`` has returned.
///
/// The decoder does not copy the bytes, so they must remain unchanged while it is in use; the compiler checks this.
public struct ImageDecoder: ~Copyable, ~Escapable {
    /// The file's size, pixel format, and metadata.
    public private(set) var header: ImageHeader

    private let input: InputDecoder
    private var nextRow = 0

    /// Opens a file in memory, in any supported format.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, which is not copied.
    ///   - limits: limits that protect against malicious files.
    /// - Throws: an error with the code `notAnImage`, `damaged`, `unsupported`, `overLimit`, or `outOfMemory`.
    /// - Complexity: O(bytes before the pixels).
    @_lifetime(copy bytes)
    public init(_ bytes: RawSpan, limits: ImageLimits = ImageLimits()) throws(ImageError) {
        input = try unsafe bytes.withUnsafeBytes { (bytes) throws(ImageError) in
            let contents = try unsafe FileContents(borrowing: bytes)
            let codec = try CodecRegistry.standard.codec(of: contents)
            return try InputDecoder(contents, codec, JobContext(limits), label: .memory)
        }
        header = input.header
    }

    /// The first damage found, if the limits allow damage; `nil` if there is none so far.
    public var damage: String? { input.reader.damage }

    /// Decodes the next row of the stored image, from the top.
    ///
    /// - Parameter row: at least `header.width × header.pixelFormat.bytesPerPixel` bytes. Traps if there are fewer bytes, or
    ///   after the last row.
    /// - Throws: an error with the code `damaged`, `overLimit`, or `outOfMemory`.
    @_lifetime(self: copy self)
    public mutating func readRow(into row: inout MutableRawSpan) throws(ImageError) {
        let count = header.width * header.pixelFormat.bytesPerPixel
        trapUnless(nextRow < header.height, "the image has only \(header.height) rows")
        trapUnless(row.byteCount >= count, "\(row.byteCount) bytes do not hold a row of \(count)")
        try unsafe row.withUnsafeMutableBytes { (row) throws(ImageError) in
            try unsafe input.reader.readRow(into: UnsafeMutableRawBufferPointer(rebasing: row[..<count]))
        }
        nextRow += 1
    }

    /// Reads the rest of the file after the last row, to detect damage there.
    ///
    /// - Throws: an error with the code `damaged` or `overLimit`.
    @_lifetime(self: copy self)
    public mutating func finish() throws(ImageError) {
        trapUnless(nextRow == header.height, "\(header.height - nextRow) rows have not been read")
        try input.reader.finish()
        addWarning()
    }

    /// Decodes all rows into an image as it is displayed: with ``ImageHeader/orientation`` applied.
    ///
    /// A file written from this image must not contain the orientation again: ``EncodingPlan/init(upright:_:)`` copies only
    /// the other metadata.
    ///
    /// Traps if a row has been read before.
    ///
    /// - Returns: an image of ``ImageHeader/uprightWidth`` × ``ImageHeader/uprightHeight`` pixels, in the header's pixel
    ///   format.
    /// - Throws: an error with the code `damaged`, `overLimit`, or `outOfMemory`.
    /// - Complexity: O(pixels).
    @_lifetime(self: copy self)
    public mutating func readUprightImage() throws(ImageError) -> PixelBuffer {
        try readImage(header.orientation)
    }

    /// Decodes all rows into an image as they are stored, without applying ``ImageHeader/orientation``.
    ///
    /// A photo may be stored rotated. To read it as it is displayed, use ``readUprightImage()``.
    ///
    /// Traps if a row has been read before.
    ///
    /// - Returns: an image of the header's size and pixel format.
    /// - Throws: an error with the code `damaged`, `overLimit`, or `outOfMemory`.
    /// - Complexity: O(pixels).
    @_lifetime(self: copy self)
    public mutating func readImage() throws(ImageError) -> PixelBuffer {
        try readImage(.up)
    }

    /// Decodes all rows into an image, turned upright by an orientation.
    @_lifetime(self: copy self)
    private mutating func readImage(_ orientation: ImageOrientation) throws(ImageError) -> PixelBuffer {
        trapUnless(nextRow == 0, "\(nextRow) rows have been read")
        nextRow = header.height
        let image = try Framing(whole: header, orientation).pixels(of: input)
        addWarning()
        return image
    }

    @_lifetime(self: copy self)
    private mutating func addWarning() {
        let warning = input.reader.warning
        if !warning.isEmpty { header.notices.append(ImageHeader.notice(ofWarning: warning)) }
    }
}
