extension PixelBuffer {
    /// Returns a resized image, or a resized part of an image.
    ///
    /// The filter is Lanczos' with three lobes, widened when the image is reduced. 8-bit values without straight alpha are computed with
    /// integers, all others with floats; every result is within 0.7/255 of the exact one. Colors with straight alpha are weighted by
    /// alpha, and pixels that are transparent in the result are black. Premultiplied colors are limited to alpha. If the size of the
    /// region is that of the result, pixels are copied.
    ///
    /// - Parameters:
    ///   - width: the width of the result in pixels, at least 1.
    ///   - height: the height of the result in pixels, at least 1.
    ///   - reduction: how many pixels of an original each pixel of this image is the mean of, along each axis: 2, 4 or 8 if a JPEG
    ///     decoder has reduced it. The result then is sharper, as if the original had been resized. Traps if it is less than 1.
    ///   - content: the part of the image that shows something of the original, if that, or a crop of it, ends within the outermost
    ///     pixels: these then are means of fewer pixels. `nil` for all of it.
    ///   - region: the part of the image that becomes the result; `nil` for all of it. Pixels around it are read as far as the filter
    ///     reaches. It may exceed the image by up to its size; the pixels at the edges are then repeated.
    ///   - light: whether stored values or linear light are averaged.
    ///   - execution: the threads and instructions to use; they do not affect the result.
    /// - Returns: an image of that size in the format of this one.
    /// - Throws: ``BlurError/Code/invalidSize`` if a size is out of range, or the region has no pixel in common with the image,
    ///   ``BlurError/Code/invalidFormat`` if samples are floats, ``BlurError/Code/invalidLight`` if CMYK pixels or chroma planes are to
    ///   be averaged in linear light, and ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(`width` × height of the region + `width` × `height`).
    public borrowing func resized(
        toWidth width: Int, height: Int, reduction: Int = 1, content: SourceRegion? = nil,
        from region: SourceRegion? = nil, light: BlurLight = .encoded, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> PixelBuffer {
        let plan = try ResizePlan(
            sourceWidth: self.width, sourceHeight: self.height, reduction: reduction, content: content,
            region: region, width: width, height: height, format: format, light: light)
        return try resized(plan, execution)
    }

    /// Returns a resized part of an image, whose samples stay within the range of those that they depend on.
    ///
    /// The parameters and errors are those of ``resized(toWidth:height:reduction:content:from:light:execution:)``.
    package borrowing func averaged(
        toWidth width: Int, height: Int, from region: SourceRegion, execution: BlurExecution
    ) throws(BlurError) -> PixelBuffer {
        let plan = try ResizePlan(
            sourceWidth: self.width, sourceHeight: self.height, region: region, width: width, height: height,
            format: format, light: .encoded, filter: .mean)
        return try resized(plan, execution)
    }

    private borrowing func resized(_ plan: ResizePlan, _ execution: BlurExecution) throws(BlurError) -> PixelBuffer {
        let (width, height) = (plan.width, plan.vertical.resultCount)
        var result = try PixelBuffer(width: width, height: height, format: format)
        let affordable = max(layout.byteCount, Self.bytesPerImage) / plan.byteCount(rows: 0..<height)
        let useful = min(plan.pixelCount / Self.pixelsPerThread, height)
        let bandCount = max(min(execution.threadCount, useful, affordable), 1)
        let taps = plan.arithmetic == .copy ? nil : try RowTaps(plan)
        var bands: [ResizeBand] = []
        for band in 0..<bandCount {
            let rows = band * height / bandCount..<(band + 1) * height / bandCount
            bands.append(ResizeBand(rows, try RowResizer(plan, rows: rows, taps, execution.instructionSet)))
        }
        unsafe withUnsafePixels { source in
            unsafe result.withUnsafeMutablePixels { target in
                let images = unsafe ResizeImages(source: source, target: target)
                Threads.run(bandCount) { [bands] in unsafe bands[$0].resize(images) }
            }
        }
        return result
    }

    /// Threads are not worth their start for fewer pixels.
    private static var pixelsPerThread: Int { 1 << 18 }
    /// The memory that all threads may take, unless the image itself takes more.
    private static var bytesPerImage: Int { 4 << 20 }
}

/// Some rows of a result, computed by one thread.
private struct ResizeBand: @unchecked Sendable {
    private let rows: Range<Int>
    private let resizer: RowResizer

    init(_ rows: Range<Int>, _ resizer: RowResizer) { (self.rows, self.resizer) = (rows, resizer) }

    func resize(_ images: ResizeImages) {
        let (source, target) = unsafe (images.source, images.target)
        for row in rows {
            while resizer.needsRow {
                let y = resizer.sourceRows.lowerBound + resizer.appendedRowCount
                let start = unsafe source.base + y * source.layout.bytesPerRow
                unsafe resizer.append(UnsafeRawBufferPointer(start: start, count: source.layout.rowByteCount).bytes)
            }
            let start = unsafe target.base + row * target.layout.bytesPerRow
            let memory = unsafe UnsafeMutableRawBufferPointer(start: start, count: target.layout.rowByteCount)
            var bytes = unsafe memory.mutableBytes
            resizer.takeRow(into: &bytes)
        }
    }
}

/// The two images of a resize; several threads write different rows.
@unsafe
private struct ResizeImages: @unchecked Sendable {
    let source: UnsafePixels
    let target: UnsafeMutablePixels
}

extension ResizePlan {
    /// The number of pixels that are read or written.
    fileprivate var pixelCount: Int {
        columns.count * vertical.windows(of: 0..<vertical.resultCount).count + width * vertical.resultCount
    }
}
