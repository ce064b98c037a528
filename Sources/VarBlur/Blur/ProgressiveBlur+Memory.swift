extension ProgressiveBlur {
    /// An upper bound on the memory that blurring an image allocates besides its pixels, in bytes.
    package func workingMemoryEstimate(for layout: PixelLayout, execution: BlurExecution) -> Int {
        let parameters = BlurMemoryParameters(
            self, width: layout.width, height: layout.height, format: layout.format, bytesPerRow: layout.rowByteCount)
        let estimate = BlurEngine.fast.algorithm.bufferedMemoryEstimate(parameters) - parameters.imageByteCount
        // the estimate of tiles includes their threads
        if variation == .betweenPixels { return estimate }
        return estimate * max(1, min(execution.threadCount, layout.width * layout.height / FastBlur.pixelsPerThread))
    }
}
