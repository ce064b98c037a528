extension ProgressiveBlur {
    /// An upper bound on the memory that blurring an image allocates besides its pixels, in bytes.
    package func workingMemoryEstimate(for layout: PixelLayout, execution: BlurExecution) -> Int {
        let format = layout.format.quantized
        let parameters = BlurMemoryParameters(
            self, width: layout.width, height: layout.height, format: format,
            bytesPerRow: layout.width * format.bytesPerPixel)
        let integers = layout.format.depth == .float ? parameters.imageByteCount : 0
        let estimate = BlurEngine.fast.algorithm.bufferedMemoryEstimate(parameters) - parameters.imageByteCount
        // the estimate of tiles includes their threads
        if variation == .betweenPixels { return estimate + integers }
        let threadCount = max(1, min(execution.threadCount, layout.width * layout.height / FastBlur.pixelsPerThread))
        return estimate * threadCount + integers
    }
}
