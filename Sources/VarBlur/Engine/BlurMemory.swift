/// Upper bounds on the memory of a blur, which follow from the settings and the size of an image.
package struct BlurMemory {
    package let field: any RadiusField
    package let edges: EdgeMode
    package let width: Int
    package let height: Int
    package let format: PixelFormat
    /// The distance between rows in queues of rows, in bytes.
    package let bytesPerRow: Int
    /// Whether colors change.
    let hasLook: Bool
    /// Whether stored values or linear light are averaged.
    let light: BlurLight
    /// Whether a matte says what is in front.
    let hasMatte: Bool
    /// Whether the radius in samples differs between the axes.
    let isSubsampled: Bool
    /// The number of rows of a mosaic's cells; 0 without a mosaic.
    let cellRowCount: Int

    /// Describes the blur of an image, or of one plane of it if `sampling` is given; rows are adjacent unless `bytesPerRow` is given.
    package init(
        _ blur: ProgressiveBlur, width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil,
        sampling: PlaneSampling? = nil
    ) {
        let whole = PlaneSampling(wholeWidth: width, height: height)
        let placed = blur.placed(format, sampling ?? whole)
        (field, hasLook) = (placed.field, placed.look != nil)
        (edges, light, hasMatte) = (blur.edges, blur.light, blur.matte != nil)
        (self.width, self.height, self.format) = (width, height, format)
        self.bytesPerRow = bytesPerRow ?? width * format.bytesPerPixel
        isSubsampled = sampling.map { $0.horizontalRatio != $0.verticalRatio } ?? false
        let rowsPerCell = blur.mosaicSide(sampling ?? whole).map { $0 / (sampling ?? whole).verticalRatio }
        cellRowCount = rowsPerCell.map { min(height, Int($0) + 1) } ?? 0
    }

    /// The size of the image's pixels in bytes.
    var imageByteCount: Int { width * height * format.bytesPerPixel }
}

extension BlurMemory {
    /// The memory for blurring an image that is held as a whole, the image included, in bytes.
    package var buffered: Int {
        let usesTiles = FastBlur.usesTiles(field.variation, hasMatte: hasMatte, width: width, height: height)
        // after a mosaic, rows are copied
        let rows = field.variation == .betweenPixels || cellRowCount > 0 && !hasLook ? 0 : rowEngine
        return imageByteCount + (usesTiles ? tileEngine(rows: rows) : rows) + mosaicCopy
    }

    /// The memory of a mosaic of an image that is held as a whole: a copy, and what makes it.
    var mosaicCopy: Int { cellRowCount > 0 ? imageByteCount + mosaic : 0 }

    /// The rows of a mosaic's cells, with their sums, some rows of alphas, and what values are averaged as.
    private var mosaic: Int {
        let sums = width * format.channels.count * MemoryLayout<Double>.size
        let tables = light.isLinear ? 3 * (Int(format.depth.fullScale) + 1) * MemoryLayout<Double>.size : 0
        return cellRowCount == 0
            ? 0 : cellRowCount * bytesPerRow + sums + 16 * width * MemoryLayout<Double>.size + tables
    }

    /// The memory for blurring row by row, if the field varies between rows, with queues of rows, in bytes.
    package var streamed: Int {
        rowEngine + bytesPerRow * min(height, 5000, windowRowCount + 96) + mosaic
    }

    /// The number of rows that the kernel of a row and the levels' filters may span.
    private var windowRowCount: Int { Int(10 * min(field.maximumRadius, 1e6)) }

    /// The memory of `FastEngine`.
    private var rowEngine: Int {
        let isTransposed = field.variation == .betweenColumns
        let (lineCount, lineLength) = isTransposed ? (width, height) : (height, width)
        let channels = format.channels.count
        // level 0 has at most all rows; the capacity of a ring buffer is a power of two
        let bufferedRows = edges == .wrap ? lineCount : min(lineCount, windowRowCount)
        var rows = 64
        while rows < bufferedRows + 32 { rows *= 2 }
        // all coarser levels together have as many rows with a third of the samples; rows and planes have padding
        let (rowPadding, planePadding) = (160, 224)
        let coarseLevels = channels * (lineLength / 3 + planePadding) + rowPadding
        let pyramid = rows * (lineLength * channels + planePadding + rowPadding + coarseLevels)
        let intermediateRows = 24 * channels * (lineLength + planePadding) + 800 * channels * planePadding
        // the row addresses and weights of a batch
        let taps = edges == .wrap ? 160 * lineCount : 0
        // random numbers, weights, and the separate channels of a line, at full and at half resolution
        let look = hasLook ? 64 * (lineLength + planePadding) + lineCount : 0
        let tables = light.isLinear ? LightTables.greatestByteCount : 0
        return sampleByteCount * (pyramid + intermediateRows) + taps + 64 * lineLength + 8 * lineCount + look + tables
    }

    /// The size of a sample of the fast engine: twice that of a stored value, or that of a sample of linear light.
    var sampleByteCount: Int {
        let usesFloats = light.isLinear && !LightTables.usesIntegers(light.curves(of: format), format)
        return usesFloats ? MemoryLayout<Float>.size : 2 * format.depth.byteCount
    }
}

extension BlurMemory {
    /// The memory of `FieldBlur` besides the image; `rows` is that of the engine on rows, which may take the place of tiles that no
    /// matte affects.
    private func tileEngine(rows: Int) -> Int {
        let channels = format.channels.count
        let withoutMatte = tiles(channels: channels, sampleBytes: sampleByteCount)
        guard hasMatte else { return withoutMatte }
        // tiles behind a matte have a channel for weights, and the coverage of some rows; their samples are floats, or integers
        let threads = FieldBlur.threadCount(width * height, Processors.usableCount)
        func behind(_ sampleBytes: Int) -> Int {
            tiles(channels: channels + 1, sampleBytes: sampleBytes)
                + threads * (CoverageBuffer.rowCount * (width + 1024) + 16384) * MemoryLayout<Float>.size
        }
        let canBeIntegers = format.depth == .eight && !light.isLinear
        let integers = canBeIntegers ? behind(MemoryLayout<Int16>.size) : 0
        return max(withoutMatte, rows) + behind(MemoryLayout<Float>.size) + integers
    }

    /// The memory of tiles that are blurred alike.
    private func tiles(channels: Int, sampleBytes: Int) -> Int {
        let threads = FieldBlur.threadCount(width * height, Processors.usableCount)
        // each resolution has a quarter of the samples of the finer one, or a half if one axis is too short
        let coarsest = max(AxisLevels(count: width).coarsest, AxisLevels(count: height).coarsest)
        var pyramid = 0
        for step in stride(from: 1, through: coarsest, by: 1) {
            let (rows, columns) = (max(height >> step, 32) + 16, max(width >> step, 32) + 256)
            pyramid += rows * (columns * channels + 192)
        }
        if isSubsampled { pyramid *= 3 }
        // a tile and the samples around it: a level of a short axis, or 64 results with the reach of their kernels
        let extent = isSubsampled ? 320 : 192
        let rowLength = 320 + channels * extent
        let tile = (extent + 11 * extent) * rowLength + 7 * channels * (FieldTile.greatestSize * 4 + 512)
        let edgeWeights = extent * extent * 4
        let decimation = 2 * (width + 512) * channels * 16
        // the copy of the image, and the bounds of the cells
        let copy = imageByteCount + width * format.bytesPerPixel
        let cells = (width / FieldMap.cellSize + 1) * (height / FieldMap.cellSize + 1) * 600
        let sigmas = 8 * (width + 1) * threads
        let look = hasLook ? threads * (4 * (width + 256) + (1 << 16)) : 0
        let tables = light.isLinear ? LightTables.greatestByteCount : 0
        return copy + cells + sigmas + look + tables + sampleBytes * pyramid
            + threads * (sampleBytes * (tile + decimation) + 6 * edgeWeights + (1 << 20))
    }
}
