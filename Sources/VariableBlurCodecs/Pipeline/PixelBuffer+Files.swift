public import VariableBlur

extension PixelBuffer {
    /// Writes the image to a file, which appears when it is complete, or not at all.
    ///
    /// - Parameters:
    ///   - plan: the encoding; traps if its size or pixel format differ from those of the image.
    ///   - target: the output file; ``OutputTarget/input`` traps, because an image in memory has no file.
    ///   - existing: what to do if the file exists; ``ExistingOutput/skipSame`` leaves a file with the digest of the plan's
    ///     metadata.
    /// - Throws: an error with file, cause and remedy.
    /// - Complexity: O(pixels).
    public borrowing func write(
        _ plan: EncodingPlan, to target: OutputTarget, existing: ExistingOutput = .fail
    ) throws(ImageError) {
        precondition(target != .input, "an image in memory has no input file to replace")
        precondition(
            plan.width == width && plan.height == height && plan.pixelFormat == format,
            "the plan is for another image")
        switch existing {
        case .skip where target.exists: return
        case .skipSame:
            let isSame = plan.metadata.digest.map {
                target.contains($0, limits: ImageLimits(), codecs: .standard)
            }
            if isSame ?? false { return }
        default: break
        }
        try target.label.attributingErrors { () throws(ImageError) in
            let opened = try target.open(replaces: existing.replaces)
            var encoder = try ImageEncoder(plan, to: opened.sink)
            for y in 0..<height {
                try encoder.writeRow(bytes.extracting(y * layout.bytesPerRow..<(y + 1) * layout.bytesPerRow))
            }
            try encoder.finish()
            try opened.commit()
        }
    }
}
