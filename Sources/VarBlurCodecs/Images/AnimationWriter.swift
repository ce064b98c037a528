internal import VarBlurLibC
package import VarBlur

/// Writes an animated PNG or WebP file frame by frame, which repeats without end and appears when it is complete.
///
/// A frame consists of the rectangle in which it differs from the one before; if it is lossy, with the pixels around that have traces of
/// what was there.
package final class AnimationWriter {
    private let format: ImageFormat
    private let settings: OutputSettings
    private let density: PixelDensity?
    private let label: FileLabel
    private let opened: any OpenedOutput
    private let sink: CountingSink
    private var container: any AnimationContainer
    private var previous: PixelBuffer?
    private var isLossless = true

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - format: PNG or WebP; any other format traps.
    ///   - shape: the size of the frames, their number, and their number in a second.
    ///   - settings: the quality, and whether to wait until the file is on disk.
    ///   - density: the density of the pixels, if the format holds it.
    ///   - target: the file.
    ///   - replaces: whether it may replace an existing file.
    /// - Throws: an error of the output.
    package init(
        _ format: ImageFormat, _ shape: AnimationShape, _ settings: OutputSettings, density: PixelDensity?,
        to target: OutputTarget, replaces: Bool
    ) throws(ImageError) {
        switch format {
        case .png: container = PNGAnimation(shape)
        case .webP: container = WebPAnimation(shape)
        default: trap("\(format.name) files are not animated")
        }
        (self.format, self.settings, self.density, label) = (format, settings, density, target.label)
        let (container, label) = (container, label)
        (opened, sink) = try label.attributingErrors { () throws(ImageError) in
            let opened = try target.open(replaces: replaces, isDurable: settings.isDurable)
            let isCorrected = try container.correction(byteCount: container.start.count) != nil
            guard !isCorrected || opened is AtomicFile else {
                throw ImageError(
                    .cannotCreate,
                    "the output is a pipe or a device, which cannot receive an animated \(format.name) file",
                    remedy: "choose a file, or write an APNG")
            }
            let sink = CountingSink(opened, label)
            try unsafe sink.write(container.start.span.bytes)
            return (opened, sink)
        }
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - picture: the whole picture; all have the same size and format.
    ///   - threads: the number of threads that compress it.
    /// - Throws: an error of the output, or one with the code `outOfMemory`.
    package func add(_ picture: borrowing PixelBuffer, threads: Int) throws(ImageError) {
        let region = changedRegion(of: picture)
        let part = try ImageError.wrapping(picture.cropped(to: region))
        let image = try encodable(part)
        var plan = try EncodingPlan(image, as: format, settings, threads: threads)
        if previous == nil {
            plan.metadata.density = density
            isLossless = plan.encoding.settings.compression.isLossless
        }
        let file = try image.encoded(plan)
        try unsafe sink.write(container.frame(file, region).span.bytes)
        previous = try ImageError.wrapping(picture.copy())
    }

    /// Completes the file.
    ///
    /// - Parameter committing: is called with the function that makes the file appear; if it throws, there is no file.
    /// - Returns: the number of bytes.
    /// - Throws: an error of the output, or that of `committing`.
    package func finish(
        committing: (() throws(ImageError) -> Void) throws(ImageError) -> Void
    ) throws(ImageError) -> Int {
        try label.attributingErrors { () throws(ImageError) in
            try unsafe sink.write(container.end.span.bytes)
            if let correction = try container.correction(byteCount: sink.count) {
                try (opened as? AtomicFile)?.overwrite(correction.bytes, at: correction.position)
            }
            try committing { () throws(ImageError) in try opened.commit() }
            return sink.count
        }
    }

    private func encodable(_ part: borrowing PixelBuffer) throws(ImageError) -> PixelBuffer {
        guard let common = type(of: container).pixelFormat else {
            return try part.encodable(as: format, background: nil)
        }
        return try ImageError.wrapping(part.converted(to: common))
    }

    /// The rectangle in which a picture differs from the previous one; a single pixel if it does not.
    private func changedRegion(of picture: borrowing PixelBuffer) -> PixelRegion {
        guard previous != nil else { return picture.layout.bounds }
        let width = picture.layout.rowByteCount
        var (left, right, top, bottom) = (width, 0, picture.height, 0)
        unsafe previous?.withUnsafePixels { former in
            unsafe picture.withUnsafePixels { pixels in
                for y in unsafe 0..<pixels.layout.height {
                    let old = unsafe former.base + y * former.layout.bytesPerRow
                    let new = unsafe pixels.base + y * pixels.layout.bytesPerRow
                    guard unsafe memcmp(old, new, width) != 0 else { continue }
                    (top, bottom) = (min(top, y), y + 1)
                    func differs(_ index: Int) -> Bool {
                        unsafe old.load(fromByteOffset: index, as: UInt8.self)
                            != new.load(fromByteOffset: index, as: UInt8.self)
                    }
                    left = (0..<left).first(where: differs) ?? left
                    right = (right..<width).last(where: differs).map { $0 + 1 } ?? right
                }
            }
        }
        guard left < right else { return PixelRegion(x: 0, y: 0, width: 1, height: 1) }
        let step = picture.format.bytesPerPixel
        let changed = PixelRegion(
            x: left / step, y: top, width: (right + step - 1) / step - left / step, height: bottom - top)
        let blocks = type(of: container).blocks(isLossless: isLossless)
        let region = blocks.region(dependingOn: SourceRegion(changed), reducedBy: 1)
        let (x, y) = (max(Int(region.x), 0), max(Int(region.y), 0))
        return PixelRegion(
            x: x, y: y, width: min(Int(region.x + region.width), picture.width) - x,
            height: min(Int(region.y + region.height), picture.height) - y)
    }
}
