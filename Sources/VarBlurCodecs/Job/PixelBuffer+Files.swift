public import VarBlur

extension PixelBuffer {
    /// Writes the image to a file that appears when it is complete, or not at all, in pixels that its format can hold.
    ///
    /// Any format of pixels is possible, such as premultiplied BGRA. If the file's format does not hold it, the pixels are converted as
    /// `PixelBuffer.converted(to:)` does. JPEG files have chroma at the full resolution from a quality of 90 on, which is the default.
    ///
    /// CMYK pixels can only become JPEG files, where 0 is no ink, and ``ChannelLayout/chroma`` no files.
    ///
    /// - Parameters:
    ///   - target: the output file; ``OutputTarget/input`` and ``OutputTarget/memory`` trap.
    ///   - output: the format and its quality. Without a format, the extension of the file selects it; standard output gets a PNG file.
    ///     The settings for metadata have no effect: there is none.
    ///   - existing: what to do if the file exists.
    /// - Returns: the number of bytes that were written; 0 if a file was left unchanged.
    /// - Throws: an error with the file, the cause, and the remedy. Its code is `unsupported` if pixels are transparent, the format has
    ///   no alpha, and there is no `background`, and `invalidSettings` if a number of the settings is out of range, or if
    ///   neither the settings nor the extension select a format.
    /// - Complexity: O(pixels).
    @discardableResult
    public borrowing func write(
        to target: OutputTarget, _ output: OutputSettings = OutputSettings(), existing: ExistingOutput = .fail
    ) throws(ImageError) -> Int {
        try target.label.attributingErrors { () throws(ImageError) in
            guard let format = output.format ?? target.formatOfExtension else {
                throw ImageError(
                    .invalidSettings, "the name of the output does not select a format",
                    remedy: "set the format, or name the file as \(ImageFormat.writtenNameList("or"))")
            }
            let image = try encodable(as: format, background: output.background)
            let plan = try EncodingPlan(image, as: format, output)
            return try image.write(plan, to: target, existing: existing, isDurable: output.isDurable)
        }
    }

    /// Encodes the image into memory, in pixels that the format can hold, as ``write(to:_:existing:)`` does.
    ///
    /// - Parameters:
    ///   - output: the format and its quality; without a format, PNG.
    ///   - density: the density of the pixels in print, which PNG and JPEG files record; `nil` for none.
    /// - Returns: the bytes of the file.
    /// - Throws: an error with the code `unsupported`, `invalidSettings`, or `outOfMemory`.
    /// - Complexity: O(pixels).
    public borrowing func encoded(
        _ output: OutputSettings = OutputSettings(), density: PixelDensity? = nil
    ) throws(ImageError) -> [UInt8] {
        let format = output.format ?? .png
        let image = try encodable(as: format, background: output.background)
        var plan = try EncodingPlan(image, as: format, output)
        plan.metadata.density = density
        return try image.encoded(plan)
    }

    /// Writes the image to a file that appears when it is complete, or not at all.
    ///
    /// - Parameters:
    ///   - plan: the encoding. Traps if its size or pixel format differs from that of the image.
    ///   - target: the output file; ``OutputTarget/input`` and ``OutputTarget/memory`` trap.
    ///   - existing: what to do if the file exists; ``ExistingOutput/skipSame`` leaves a file with the digest of the plan's
    ///     metadata.
    ///   - isDurable: whether to wait until the file is on disk.
    /// - Returns: the number of bytes that were written; 0 if a file was left unchanged.
    /// - Throws: an error with the file, the cause, and the remedy.
    /// - Complexity: O(pixels).
    @discardableResult
    public borrowing func write(
        _ plan: EncodingPlan, to target: OutputTarget, existing: ExistingOutput = .fail, isDurable: Bool = true
    ) throws(ImageError) -> Int {
        try write(plan, to: target, existing: existing, isDurable: isDurable) { (commit) throws(ImageError) in
            try commit()
        }
    }

    /// Writes the image as ``write(_:to:existing:isDurable:)`` does.
    ///
    /// - Parameters:
    ///   - plan: the encoding.
    ///   - target: the output file.
    ///   - existing: what to do if the file exists.
    ///   - isDurable: whether to wait until the file is on disk.
    ///   - committing: is called with the function that makes the complete file appear; if it throws, there is no file.
    /// - Returns: the number of bytes that were written; 0 if a file was left unchanged.
    /// - Throws: an error with the file, the cause, and the remedy, or that of `committing`.
    package borrowing func write(
        _ plan: EncodingPlan, to target: OutputTarget, existing: ExistingOutput, isDurable: Bool,
        committing: (() throws(ImageError) -> Void) throws(ImageError) -> Void
    ) throws(ImageError) -> Int {
        trapUnless(target != .input, "an image in memory has no input file to replace")
        trapUnless(target != .memory, "an ImageEncoder writes to memory")
        trapUnless(
            plan.width == width && plan.height == height && plan.pixelFormat == format,
            "the plan is for another image")
        if target.isKept(existing, digest: plan.metadata.digest) { return 0 }
        return try target.label.attributingErrors { () throws(ImageError) in
            let opened = try target.open(replaces: existing.replaces, isDurable: isDurable)
            let sink = CountingSink(opened, target.label)
            try encode(plan, to: sink)
            try committing { () throws(ImageError) in try opened.commit() }
            return sink.count
        }
    }
}

extension OutputTarget {
    /// The format that the extension of the file selects, or PNG for standard output; `nil` if files of it are not written.
    fileprivate var formatOfExtension: ImageFormat? {
        guard let location else { return .png }
        return PathName.fileExtension(of: location.path).flatMap { ImageFormat.written($0) }
    }
}
