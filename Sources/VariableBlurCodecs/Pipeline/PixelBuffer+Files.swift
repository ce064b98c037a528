public import VariableBlur

extension PixelBuffer {
    /// Writes the image to a file; it appears complete or not at all.
    ///
    /// - Parameters:
    ///   - plan: the encoding; its size and pixel format have to be the image's, else it traps.
    ///   - target: where the file goes.
    /// - Throws: an error that names the file, the cause and the remedy.
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
            throw error.about(target.name)
        }
    }
}
