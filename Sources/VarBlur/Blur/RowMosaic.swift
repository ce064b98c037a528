/// Mixes an image with a mosaic, row by row, in proportion to the alpha of a field.
final class RowMosaic {
    private let field: any RadiusField
    private let sampling: PlaneSampling
    private let layout: PixelLayout
    /// The columns and the rows of samples of the cells.
    private let columns: [Range<Int>]
    private let cellRows: [Range<Int>]
    /// For each color, the light of its values, and that of the ends between them; empty for stored values.
    private let light: [(values: [Double], ends: [Double])]
    /// The rows of the current cells.
    private let rows: RowBuffer
    private var cellRow = 0
    private(set) var appendedRowCount = 0
    private(set) var takenRowCount = 0
    /// The sums of the weighted colors, and of the alphas, of each current cell.
    private var sums: [Double]
    /// The alphas of some rows.
    private var alphas: [Double] = []
    private var alphaRows = 0..<0

    /// How many rows of alphas are computed together.
    static let alphaRowCount = 16

    /// The mosaic of a blur on an image or a plane; `nil` if the blur has none.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    init?(_ blur: ProgressiveBlur, _ layout: PixelLayout, _ sampling: PlaneSampling) throws(BlurError) {
        guard let side = blur.mosaicSide(sampling) else { return nil }
        field = blur.field.placed(width: sampling.imageWidth, height: sampling.imageHeight)
        (self.layout, self.sampling) = (layout, sampling)
        func cells(_ count: Int, _ length: Int, _ center: (Int) -> Double) -> [Range<Int>] {
            // the last sample of a plane may represent pixels beyond the image
            let numbers = (0..<count).map { Int(min(center($0), Double(length) - 0.5) / side) }
            let starts = (0..<count).filter { $0 == 0 || numbers[$0] != numbers[$0 - 1] }
            return zip(starts, starts.dropFirst() + [count]).map { $0..<$1 }
        }
        columns = cells(layout.width, sampling.imageWidth) { sampling.x(ofColumn: $0) }
        cellRows = cells(layout.height, sampling.imageHeight) { sampling.y(ofRow: $0) }
        let full = layout.format.depth.fullScale
        light = blur.light.curves(of: layout.format).map { curve in
            func light(_ value: Double) -> Double { curve.linear(value / full) }
            return ((0...Int(full)).map { light(Double($0)) }, (0..<Int(full)).map { light(Double($0) + 0.5) })
        }
        rows = try RowBuffer(0..<(cellRows.map(\.count).max() ?? 1), rowBytes: layout.rowByteCount)
        sums = [Double](repeating: 0, count: columns.count * layout.format.channels.count)
    }

    /// Whether another row must be appended before the next row can be taken.
    var needsRow: Bool { takenRowCount < layout.height && appendedRowCount < cellRows[cellRow].upperBound }

    /// Returns to the first row, for another image.
    func rewind() {
        (cellRow, appendedRowCount, takenRowCount, alphaRows) = (0, 0, 0, 0..<0)
        resetSums()
    }

    private func resetSums() { for index in sums.indices { sums[index] = 0 } }

    /// Appends the next row of the image.
    func append(_ row: UnsafeRawPointer) {
        let kept = unsafe rows.mutableRow(appendedRowCount - cellRows[cellRow].lowerBound)
        unsafe UnsafeMutableRawPointer(kept).copyMemory(from: row, byteCount: layout.rowByteCount)
        unsafe visit(kept, eight: add, sixteen: add)
        appendedRowCount += 1
    }

    /// Takes the next row of the result.
    func takeRow(into row: UnsafeMutableRawPointer) {
        let kept = unsafe rows.mutableRow(takenRowCount - cellRows[cellRow].lowerBound)
        if !alphaRows.contains(takenRowCount) { findAlphas() }
        unsafe visit(kept, eight: mix, sixteen: mix)
        unsafe row.copyMemory(from: kept, byteCount: layout.rowByteCount)
        takenRowCount += 1
        guard takenRowCount == cellRows[cellRow].upperBound, takenRowCount < layout.height else { return }
        cellRow += 1
        resetSums()
    }

    private func visit(
        _ row: UnsafeMutablePointer<UInt8>, eight: (UnsafeMutableBufferPointer<UInt8>) -> Void,
        sixteen: (UnsafeMutableBufferPointer<UInt16>) -> Void
    ) {
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: row, count: layout.rowByteCount)
        if layout.format.depth == .eight { return unsafe eight(bytes.bindMemory(to: UInt8.self)) }
        unsafe sixteen(bytes.bindMemory(to: UInt16.self))
    }

    /// The number of colors, whether alpha follows them, and whether they are weighted by it.
    private var kind: (colorCount: Int, hasAlpha: Bool, isWeighted: Bool) {
        let (channels, hasAlpha) = (layout.format.channels, layout.format.channels.hasAlpha)
        return (channels.count - (hasAlpha ? 1 : 0), hasAlpha, hasAlpha && (!isPremultiplied || !light.isEmpty))
    }

    private var isPremultiplied: Bool { layout.format.channels.hasAlpha && layout.format.alpha == .premultiplied }

    /// What is averaged of a color: its value, or the light of that, without the alpha that it may be multiplied by.
    private func color<Sample: FixedWidthInteger>(_ value: Sample, _ channel: Int, alpha: Sample) -> Double {
        if light.isEmpty { return Double(value) }
        guard isPremultiplied else { return light[channel].values[Int(value)] }
        let (full, alpha) = (Int(Sample.max), max(1, Int(alpha)))
        return light[channel].values[min(full, (2 * Int(value) * full + alpha) / (2 * alpha))]
    }

    /// Adds a row to the sums of its cells.
    private func add<Sample: FixedWidthInteger>(_ row: UnsafeMutableBufferPointer<Sample>) {
        unsafe sums.withUnsafeMutableBufferPointer { sums in
            if light.isEmpty && !kind.isWeighted {
                unsafe addValues(row, to: sums)
            } else {
                unsafe addColors(row, to: sums)
            }
        }
    }

    /// Adds the values as they are.
    private func addValues<Sample: FixedWidthInteger>(
        _ row: UnsafeMutableBufferPointer<Sample>, to sums: UnsafeMutableBufferPointer<Double>
    ) {
        let count = layout.format.channels.count
        for (cell, columns) in columns.enumerated() {
            for channel in 0..<count {
                var sum = 0
                for index in stride(
                    from: columns.lowerBound * count + channel, to: columns.upperBound * count, by: count)
                {
                    sum += unsafe Int(row[index])
                }
                unsafe sums[cell * count + channel] += Double(sum)
            }
        }
    }

    private func addColors<Sample: FixedWidthInteger>(
        _ row: UnsafeMutableBufferPointer<Sample>, to sums: UnsafeMutableBufferPointer<Double>
    ) {
        let (colorCount, hasAlpha, isWeighted) = kind
        let count = layout.format.channels.count
        for (cell, columns) in columns.enumerated() {
            for start in stride(from: columns.lowerBound * count, to: columns.upperBound * count, by: count) {
                let alpha = unsafe hasAlpha ? row[start + colorCount] : 1
                let weight = isWeighted ? Double(alpha) : 1
                for channel in 0..<colorCount {
                    let color = unsafe color(row[start + channel], channel, alpha: alpha)
                    unsafe sums[cell * count + channel] += color * weight
                }
                if hasAlpha { unsafe sums[cell * count + colorCount] += Double(alpha) }
            }
        }
    }

    /// Mixes a row with its cells.
    ///
    /// All sums are multiplied by the number of pixels of a cell, so that nothing is rounded before the end.
    private func mix<Sample: FixedWidthInteger>(_ row: UnsafeMutableBufferPointer<Sample>) {
        let first = (takenRowCount - alphaRows.lowerBound) * layout.width
        unsafe alphas.withUnsafeBufferPointer { alphas in
            let alphas = unsafe UnsafeBufferPointer(rebasing: alphas[first..<first + layout.width])
            if light.isEmpty && !kind.hasAlpha {
                unsafe mixValues(row, alphas)
            } else {
                unsafe mixColors(row, alphas)
            }
        }
    }

    /// Mixes the values of opaque pixels as they are.
    private func mixValues<Sample: FixedWidthInteger>(
        _ row: UnsafeMutableBufferPointer<Sample>, _ alphas: UnsafeBufferPointer<Double>
    ) {
        let count = layout.format.channels.count
        unsafe sums.withUnsafeBufferPointer { sums in
            for (cell, columns) in columns.enumerated() {
                let area = Double(columns.count * cellRows[cellRow].count)
                for column in columns {
                    let share = unsafe alphas[column]
                    if share <= 0 { continue }
                    for channel in 0..<count {
                        let index = column * count + channel
                        let sum =
                            unsafe Double(row[index]) * (area * (1 - share)) + sums[cell * count + channel] * share
                        unsafe row[index] = Sample((sum / area).rounded())
                    }
                }
            }
        }
    }

    private func mixColors<Sample: FixedWidthInteger>(
        _ row: UnsafeMutableBufferPointer<Sample>, _ alphas: UnsafeBufferPointer<Double>
    ) {
        let (colorCount, hasAlpha, isWeighted) = kind
        let count = layout.format.channels.count
        for (cell, columns) in columns.enumerated() {
            let area = Double(columns.count * cellRows[cellRow].count)
            for column in columns {
                let (share, start) = unsafe (alphas[column], column * count)
                if share <= 0 { continue }
                let alpha = unsafe hasAlpha ? row[start + colorCount] : 1
                let weight = (hasAlpha ? Double(alpha) : 1) * area * (1 - share)
                let mixedAlpha = hasAlpha ? weight + sums[cell * count + colorCount] * share : area
                for channel in 0..<colorCount {
                    let own = unsafe color(row[start + channel], channel, alpha: alpha)
                    let sum = own * (isWeighted ? weight : area * (1 - share)) + sums[cell * count + channel] * share
                    let mean = sum / (isWeighted ? mixedAlpha : area)
                    var value = light.isEmpty ? mean.rounded() : Double(light[channel].ends.count(atMost: mean))
                    // as in a blur, alpha below half a step is stored as 0, and so are the colors
                    if isWeighted && mixedAlpha < 0.5 * area { value = 0 }
                    if isWeighted && isPremultiplied {
                        value = (value / Double(Sample.max) * (mixedAlpha / area)).rounded()
                    }
                    unsafe row[start + channel] = Sample(value)
                }
                if hasAlpha { unsafe row[start + colorCount] = Sample((mixedAlpha / area).rounded()) }
            }
        }
    }

    /// Finds the alphas of the next rows.
    private func findAlphas() {
        let (first, width) = (takenRowCount, layout.width)
        alphaRows = first..<min(first + Self.alphaRowCount, cellRows[cellRow].upperBound)
        alphas = [Double](repeating: 0, count: alphaRows.count * width)
        // all alphas of a row may be alike
        let columns = 0..<(field.variation == .betweenRows ? 1 : width)
        field.visitAlphas(ofRows: alphaRows, columns: columns, sampling: sampling) { row, column, alpha in
            let start = (row - first) * width + column
            for index in start..<start + (columns.count == 1 ? width : 1) { alphas[index] = alpha }
        }
    }
}

extension [Double] {
    /// The number of elements that are at most a limit, of an array in ascending order.
    fileprivate func count(atMost limit: Double) -> Int {
        indices.bisected { !(self[$0] <= limit) }
    }
}

extension ProgressiveBlur {
    /// An image in memory mixed with its mosaic; `nil` if the blur has none.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``, or ``BlurError/Code/cancelled``.
    func mosaicked(_ source: UnsafePixels, _ task: BlurTask) throws(BlurError) -> PixelBuffer? {
        let layout = unsafe source.layout
        guard let mosaic = try RowMosaic(self, layout, task.sampling) else { return nil }
        var image = try PixelBuffer(width: layout.width, height: layout.height, format: layout.format)
        try unsafe image.withUnsafeMutablePixels { (image) throws(BlurError) in
            for row in 0..<layout.height {
                try task.checkInterruption()
                while mosaic.needsRow {
                    unsafe mosaic.append(source.base + layout.byteOffset(x: 0, y: mosaic.appendedRowCount))
                }
                unsafe mosaic.takeRow(into: image.base + image.layout.byteOffset(x: 0, y: row))
            }
        }
        return image
    }
}
