extension FastBlur {
    func bufferedMemoryEstimate(_ parameters: BlurMemoryParameters) -> Int {
        let isField = Self.usesTiles(
            parameters.field.variation, hasMatte: parameters.hasMatte, width: parameters.width,
            height: parameters.height)
        let rows = parameters.field.variation == .betweenPixels ? 0 : engineMemoryEstimate(parameters)
        return parameters.imageByteCount + (isField ? FieldBlur.memoryEstimate(parameters, rows: rows) : rows)
    }

    func streamedMemoryEstimate(_ parameters: BlurMemoryParameters) -> Int {
        let queuedRows = min(parameters.height, 5000, Self.windowRowCount(parameters) + 96)
        return engineMemoryEstimate(parameters) + parameters.bytesPerRow * queuedRows
    }

    /// The number of rows that the kernel of a row and the levels' filters may span.
    private static func windowRowCount(_ parameters: BlurMemoryParameters) -> Int {
        Int(10 * min(parameters.field.maximumRadius, 1e6))
    }

    /// An upper bound on the memory of `FastEngine`, in bytes.
    private func engineMemoryEstimate(_ parameters: BlurMemoryParameters) -> Int {
        let isTransposed = parameters.field.variation == .betweenColumns
        let (width, height) = (parameters.width, parameters.height)
        let (lineCount, lineLength) = isTransposed ? (width, height) : (height, width)
        let channels = parameters.format.channels.count
        // level 0 has at most all rows; the capacity of a ring buffer is a power of two
        let bufferedRows = parameters.edges == .wrap ? lineCount : min(lineCount, Self.windowRowCount(parameters))
        var rows = 64
        while rows < bufferedRows + 32 { rows *= 2 }
        // all coarser levels together have as many rows with a third of the samples; rows and planes have padding
        let (rowPadding, planePadding) = (160, 224)
        let coarseLevels = channels * (lineLength / 3 + planePadding) + rowPadding
        let pyramid = rows * (lineLength * channels + planePadding + rowPadding + coarseLevels)
        let intermediateRows = 24 * channels * (lineLength + planePadding) + 800 * channels * planePadding
        // the row addresses and weights of a batch
        let taps = parameters.edges == .wrap ? 160 * lineCount : 0
        let sampleBytes = parameters.sampleByteCount
        // random numbers, weights, and the separate channels of a line, at full and at half resolution
        let look = parameters.hasLook ? 64 * (lineLength + planePadding) + lineCount : 0
        let tables = parameters.light.isLinear ? LightTables.greatestByteCount : 0
        return sampleBytes * (pyramid + intermediateRows) + taps + 64 * lineLength + 8 * lineCount + look + tables
    }
}

extension BlurMemoryParameters {
    /// The size of a sample of the fast engine: twice that of a stored value, or that of a sample of linear light.
    var sampleByteCount: Int {
        let usesFloats = light.isLinear && !LightTables.usesIntegers(light.curves(of: format), format)
        return usesFloats ? MemoryLayout<Float>.size : 2 * format.depth.byteCount
    }
}
