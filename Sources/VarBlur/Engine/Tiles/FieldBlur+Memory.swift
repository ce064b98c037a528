extension FieldBlur {
    /// An upper bound on the memory in use besides the image, in bytes.
    ///
    /// - Parameters:
    ///   - parameters: the image and the blur.
    ///   - rows: the memory of the engine on rows, which may take the place of tiles that no matte affects; 0 without it.
    /// - Returns: the number of bytes.
    static func memoryEstimate(_ parameters: BlurMemoryParameters, rows: Int = 0) -> Int {
        let channels = parameters.format.channels.count
        let clear = memoryEstimate(parameters, channels: channels, sampleBytes: parameters.sampleByteCount)
        guard parameters.hasMatte else { return clear }
        // tiles behind a matte have a channel for weights, and the coverage of some rows; their samples are floats, or integers
        let threads = threadCount(parameters.width * parameters.height, Processors.usableCount)
        func behind(_ sampleBytes: Int) -> Int {
            memoryEstimate(parameters, channels: channels + 1, sampleBytes: sampleBytes)
                + threads * (CoverageBuffer.rowCount * (parameters.width + 1024) + 16384) * MemoryLayout<Float>.size
        }
        let canBeIntegers = parameters.format.depth == .eight && !parameters.light.isLinear
        let integers = canBeIntegers ? behind(MemoryLayout<Int16>.size) : 0
        return max(clear, rows) + behind(MemoryLayout<Float>.size) + integers
    }

    /// The memory of tiles that are blurred alike.
    private static func memoryEstimate(
        _ parameters: BlurMemoryParameters, channels: Int, sampleBytes: Int
    ) -> Int {
        let (width, height) = (parameters.width, parameters.height)
        let threads = threadCount(width * height, Processors.usableCount)
        // each resolution has a quarter of the samples of the finer one, or a half if one axis is too short
        let coarsest = max(AxisLevels(count: width).coarsest, AxisLevels(count: height).coarsest)
        var pyramid = 0
        for step in stride(from: 1, through: coarsest, by: 1) {
            let (rows, columns) = (max(height >> step, 32) + 16, max(width >> step, 32) + 256)
            pyramid += rows * (columns * channels + 192)
        }
        let isSubsampled = parameters.isSubsampled
        if isSubsampled { pyramid *= 3 }
        // a tile and the samples around it: a level of a short axis, or 64 results with the reach of their kernels
        let extent = isSubsampled ? 320 : 192
        let rowLength = 320 + channels * extent
        let tile = (extent + 11 * extent) * rowLength + 7 * channels * (FieldTile.greatestSize * 4 + 512)
        let edgeWeights = extent * extent * 4
        let decimation = 2 * (width + 512) * channels * 12
        // the copy of the image, and the bounds of the cells
        let copy = parameters.imageByteCount + width * parameters.format.bytesPerPixel
        let cells = (width / FieldMap.cellSize + 1) * (height / FieldMap.cellSize + 1) * 600
        let sigmas = 8 * (width + 1) * threads
        let look = parameters.hasLook ? threads * (4 * (width + 256) + (1 << 16)) : 0
        let tables = parameters.light.isLinear ? LightTables.greatestByteCount : 0
        return copy + cells + sigmas + look + tables + sampleBytes * pyramid
            + threads * (sampleBytes * (tile + decimation) + 6 * edgeWeights + (1 << 20))
    }
}
