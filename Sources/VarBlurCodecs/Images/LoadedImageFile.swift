package import VarBlur

/// An image file in memory, whose pixels can be decoded more than once.
package final class LoadedImageFile: Sendable {
    /// The size, format, and metadata of the image.
    package let header: ImageHeader
    let contents: FileContents
    private let context: JobContext

    /// The length of the file in bytes.
    package var byteCount: Int { contents.count }

    /// The SHA-256 hash of the file, as 64 hexadecimal digits.
    ///
    /// - Complexity: O(bytes of the file).
    package var hash: String {
        var hash = SHA256()
        unsafe hash.add(contents.address(of: 0..<contents.count), contents.count)
        return hash.text
    }

    /// Reads a file and its header.
    ///
    /// - Throws: an error with the name of the file.
    package init(_ source: ImageSource, limits: ImageLimits) throws(ImageError) {
        let context = JobContext(startingNow: limits, stripping: .safe)
        let (contents, header) = try source.label.attributingErrors { () throws(ImageError) in
            let contents = try source.read(context, formats: CodecRegistry.standard.nameList("or")).contents
            return (contents, try Self.header(of: contents, context))
        }
        (self.contents, self.header, self.context) = (contents, header, context)
    }

    private static func header(of contents: FileContents, _ context: JobContext) throws(ImageError) -> ImageHeader {
        let header = try CodecRegistry.standard.makeReader(of: contents, context).header
        let decoderBytes = try CodecRegistry.standard.codec(of: header.format).readerByteCount(header)
        try context.limits.check(
            memory: contents.count + decoderBytes + header.pixelCount * header.pixelFormat.bytesPerPixel)
        return header
    }

    /// Decodes the upright image, at a reduced size if the format can do that in less time.
    ///
    /// - Parameters:
    ///   - denominator: the image may be reduced to 1/1, 1/2, 1/4, or 1/8 of its size, which is rounded up.
    ///   - crop: the whole pixels of the upright image that reduced ones depend on; `nil` for all.
    /// - Returns: the image, in its own size or reduced by exactly the denominator.
    /// - Throws: an error with the code `damaged`, `overLimit`, `timeout`, or `outOfMemory`.
    package func decoded(
        reducedBy denominator: Int = 1, keeping crop: SourceRegion? = nil
    ) throws(ImageError) -> PixelBuffer {
        let reader = try CodecRegistry.standard.makeReader(of: contents, context)
        var size = (width: header.width, height: header.height)
        let whole = PixelRegion(x: 0, y: 0, width: header.width, height: header.height)
        let kept = crop.map { header.orientation.storedRegion($0, width: header.width, height: header.height).rounded }
        if denominator > 1, let reduced = try reader.reduce(by: denominator, keeping: kept ?? whole) { size = reduced }
        let upright = header.orientation.swapsAxes ? (size.height, size.width) : (size.width, size.height)
        var image = try ImageError.wrapping { () throws(BlurError) in
            try PixelBuffer(width: upright.0, height: upright.1, format: header.pixelFormat)
        }
        let row = try ImageError.wrapping { () throws(BlurError) in
            try CheckedMemory(count: size.width, of: header.pixelFormat.bytesPerPixel)
        }
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: row.base, count: row.byteCount)
        for y in 0..<size.height {
            try context.deadline?.check()
            try unsafe reader.readRow(into: bytes)
            unsafe image.withUnsafeMutablePixels {
                unsafe header.orientation.copyRow(UnsafeRawBufferPointer(bytes).bytes, y, of: size, to: $0)
            }
        }
        try reader.finish()
        return image
    }

    /// The part of the decoded image that shows a part of the upright image, both in their pixels.
    ///
    /// A decoder that reduces an image rounds its size up; the last pixels then represent some that do not exist.
    ///
    /// - Parameters:
    ///   - part: the part of the upright image.
    ///   - image: the decoded image.
    ///   - reduction: by which number the decoder reduced it.
    /// - Returns: the part of the decoded image.
    package func part(_ part: SourceRegion, of image: borrowing PixelBuffer, reducedBy reduction: Int) -> SourceRegion {
        let orientation = header.orientation
        let stored = orientation.storedRegion(part, width: header.width, height: header.height)
        let scale = 1 / Double(reduction)
        let reduced = SourceRegion(
            x: stored.x * scale, y: stored.y * scale, width: stored.width * scale, height: stored.height * scale)
        let (width, height) = orientation.swapsAxes ? (image.height, image.width) : (image.width, image.height)
        return orientation.uprightRegion(reduced, width: width, height: height)
    }
}
