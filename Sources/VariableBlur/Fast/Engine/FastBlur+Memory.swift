extension FastBlur {
    func bufferedMemoryEstimate(_ size: BlurMemoryParameters) -> Int {
        size.imageByteCount + engineMemoryEstimate(size)
    }

    func streamedMemoryEstimate(_ size: BlurMemoryParameters) -> Int {
        let queuedRows = min(size.height, 5000, Self.windowRowCount(size) + 96)
        return engineMemoryEstimate(size) + size.bytesPerRow * queuedRows
    }

    /// The number of rows that the kernel of a row and the levels' filters may span.
    private static func windowRowCount(_ size: BlurMemoryParameters) -> Int {
        Int(10 * min(size.field.maximumRadius, 1e6))
    }

    /// An upper estimate of the memory of `FastEngine`, in bytes.
    private func engineMemoryEstimate(_ size: BlurMemoryParameters) -> Int {
        let isTransposed = size.field.variation == .betweenColumns
        let (lineCount, lineLength) = isTransposed ? (size.width, size.height) : (size.height, size.width)
        let channels = size.format.channels.count
        // level 0 has at most all rows; the capacity of a ring buffer is a power of two
        let bufferedRows = size.edges == .wrap ? lineCount : min(lineCount, Self.windowRowCount(size))
        var rows = 64
        while rows < bufferedRows + 32 { rows *= 2 }
        // all coarser levels together have as many rows with a third of the samples; rows and planes have padding
        let (rowPadding, planePadding) = (160, 224)
        let coarseLevels = channels * (lineLength / 3 + planePadding) + rowPadding
        let pyramid = rows * (lineLength * channels + planePadding + rowPadding + coarseLevels)
        let intermediateRows = 24 * channels * (lineLength + planePadding) + 800 * channels * planePadding
        // the row addresses and weights of a batch
        let taps = size.edges == .wrap ? 160 * lineCount : 0
        // an engine's sample has twice the size of a stored value
        let sampleBytes = 2 * size.format.depth.byteCount
        return sampleBytes * (pyramid + intermediateRows) + taps + 64 * lineLength + 8 * lineCount
    }
}
