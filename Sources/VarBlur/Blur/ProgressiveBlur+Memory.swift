extension ProgressiveBlur {
    /// An upper bound on the memory that blurring an image allocates besides its pixels, in bytes.
    package func workingMemoryEstimate(for layout: PixelLayout, execution: BlurExecution) -> Int {
        let memory = BlurMemory(self, width: layout.width, height: layout.height, format: layout.format.quantized)
        // what is needed once: integers in place of floats, and a mosaic
        let once = (layout.format.depth == .float ? memory.imageByteCount : 0) + memory.mosaicCopy
        let estimate = memory.buffered - memory.imageByteCount - memory.mosaicCopy
        // the estimate of tiles includes their threads
        if variation == .betweenPixels { return estimate + once }
        let threadCount = max(1, min(execution.threadCount, layout.width * layout.height / FastBlur.pixelsPerThread))
        return estimate * threadCount + once
    }
}
