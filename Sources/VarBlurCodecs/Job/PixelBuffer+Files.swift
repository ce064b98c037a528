public import VarBlur

extension PixelBuffer {
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
        precondition(target != .input, "an image in memory has no input file to replace")
        precondition(target != .memory, "an ImageEncoder writes to memory")
        precondition(
            plan.width == width && plan.height == height && plan.pixelFormat == format,
            "the plan is for another image")
        if target.isKept(existing, digest: plan.metadata.digest) { return 0 }
        return try target.label.attributingErrors { () throws(ImageError) in
            let opened = try target.open(replaces: existing.replaces, isDurable: isDurable)
            let sink = CountingSink(opened.sink, target.label)
            var encoder = try ImageEncoder(plan, to: sink)
            for y in 0..<height {
                try encoder.writeRow(bytes.extracting(y * layout.bytesPerRow..<(y + 1) * layout.bytesPerRow))
            }
            try encoder.finish()
            try committing { () throws(ImageError) in try opened.commit() }
            return sink.count
        }
    }
}
