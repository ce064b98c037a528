package import VarBlur

/// An image file in memory, whose pixels can be decoded more than once.
package final class LoadedImageFile: Sendable {
    /// The size, format, and metadata of the image.
    package let header: ImageHeader
    let contents: FileContents
    let context: JobContext

    /// The length of the file in bytes.
    package var byteCount: Int { contents.count }

    /// The SHA-256 hash of the file, as 64 hexadecimal digits.
    ///
    /// - Complexity: O(bytes of the file).
    package var hash: String { contents.hash }

    /// An upper bound on the memory of the file and its decoded pixels, in bytes.
    let decodedByteCount: Int

    /// Reads a file and its header.
    ///
    /// - Throws: an error with the name of the file.
    package init(_ source: ImageSource, limits: ImageLimits) throws(ImageError) {
        let context = JobContext(startingNow: limits, stripping: .safe).asSeen
        let (contents, header) = try source.label.attributingErrors { () throws(ImageError) in
            let contents = try source.read(context, formats: CodecRegistry.standard.nameList("or")).contents
            return (contents, try Self.header(of: contents, context))
        }
        (self.contents, (self.header, decodedByteCount), self.context) = (contents, header, context)
    }

    /// Reads the header of an output that is in memory, in the time of its job.
    ///
    /// - Throws: an error with the code `notAnImage`, `damaged`, `unsupported`, `overLimit`, or `outOfMemory`.
    init(output contents: FileContents, _ context: JobContext) throws(ImageError) {
        (self.contents, self.context) = (contents, context.asSeen)
        (header, decodedByteCount) = try Self.header(of: contents, self.context)
    }

    private static func header(
        of contents: FileContents, _ context: JobContext
    ) throws(ImageError) -> (ImageHeader, decodedByteCount: Int) {
        let header = try CodecRegistry.standard.makeReader(of: contents, context).header
        let decoderBytes = try CodecRegistry.standard.codec(of: header.format).readerByteCount(header)
        let decodedByteCount = contents.count + decoderBytes + header.pixelCount * header.pixelFormat.bytesPerPixel
        try context.limits.check(memory: decodedByteCount)
        return (header, decodedByteCount)
    }

    /// A part of the upright image in some size, in sRGB: premultiplied BGRA with 8 bits.
    ///
    /// Without a valid description, colors are those of sRGB already.
    ///
    /// - Parameters:
    ///   - part: the part that becomes the picture.
    ///   - crop: the pixels of the upright image that are kept; the picture does not depend on others.
    ///   - width: the width of the picture in pixels.
    ///   - height: the height of the picture in pixels.
    /// - Returns: the picture.
    /// - Throws: an error with the code `damaged`, `overLimit`, `timeout`, or `outOfMemory`, or `unsupported` without the library that
    ///   converts colors.
    package func picture(
        _ part: SourceRegion, of crop: PixelRegion, width: Int, height: Int
    ) throws(ImageError) -> PixelBuffer {
        let (colors, isLinear) = (PixelConversion(seen: header), LightMode.automatic.isLinear(header))
        let codec = try CodecRegistry.standard.codec(of: header.format)
        let geometry = PictureGeometry(
            header, header.orientation, crop: crop, source: part, toWidth: width, height: height,
            reductions: isLinear ? [] : codec.capabilities.reductions)
        let execution = BlurExecution()
        let framing = Framing(
            geometry: geometry, format: colors.source, light: try LightMode.automatic.light(ofResized: header),
            colors: colors,
            execution: execution, usesThreads: execution.usesThreads(forPixels: header.pixelCount))
        let picture = try framing.pixels(of: InputDecoder(contents, codec, context, label: .memory))
        let seen = PixelFormat(.bgra, .eight, alpha: .premultiplied)
        return picture.format == seen ? picture : try ImageError.wrapping(picture.converted(to: seen))
    }
}
