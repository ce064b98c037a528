public import VariableBlur

extension PixelBuffer {
    /// Writes the image to a file, which appears when it is complete, or not at all.
    ///
    /// - Parameters:
    ///   - plan: the encoding; traps if its size or pixel format differ from those of the image.
    ///   - target: the output file.
    /// - Throws: an error with file, cause and remedy.
    public borrowing func write(_ plan: EncodingPlan, to target: OutputTarget) throws(ImageError) {
        precondition(
            plan.width == width && plan.height == height && plan.pixelFormat == format,
            "the plan is for another image")
        do {
            let opened = try target.open()
            var encoder = try ImageEncoder(plan, to: opened.sink)
            for y in 0..<height {
                try encoder.writeRow(bytes.extracting(y * layout.bytesPerRow..<(y + 1) * layout.bytesPerRow))
            }
            try encoder.finish()
            try opened.commit()
        } catch {
            throw error.attributed(to: target.name)
        }
    }
}
