extension ProgressiveBlur {
    /// An upper bound on the memory that blurring an image allocates besides its pixels, in bytes.
    package func workingMemoryEstimate(for layout: PixelLayout, execution: BlurExecution) -> Int {
        let memory = BlurMemory(self, width: layout.width, height: layout.height, format: layout.format.quantized)
        let integers = layout.format.depth == .float ? memory.imageByteCount : 0
        let estimate = memory.buffered - memory.imageByteCount
        // the estimate of tiles includes their threads
        if variation == .betweenPixels { return estimate + integers }
        let threadCount = max(1, min(execution.threadCount, layout.width * layout.height / FastBlur.pixelsPerThread))
        return estimate * threadCount + integers
    }
}
