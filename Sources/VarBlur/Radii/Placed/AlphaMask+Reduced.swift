extension AlphaMask {
    /// The mask with at most one sample for each pixel of an image along each axis; those of a larger mask are averaged by area.
    ///
    /// - Parameters:
    ///   - width: the width in pixels of the image over which the mask is stretched, at least 1.
    ///   - height: its height in pixels, at least 1.
    /// - Returns: the mask itself if it is not larger. Otherwise, integers have 16 bits.
    /// - Complexity: O(samples) for a larger mask, unless its previous reduction was to the same size.
    func reduced(toWidth width: Int, height: Int) -> AlphaMask {
        if isWithin(width, height) { return self }
        let (width, height) = (min(width, self.width), min(height, self.height))
        if let latest = samples.latestReduction, (latest.width, latest.height) == (width, height) {
            return latest.isInverted == isInverted ? latest : latest.inverted
        }
        // a blur that lacks this memory lacks that for its pixels, too, and reports it
        guard let reduced = try? averaged(toWidth: width, height: height) else { return self }
        samples.latestReduction = reduced
        return reduced
    }

    /// The same as ``reduced(toWidth:height:)``, without a copy that is kept.
    ///
    /// - Throws: ``BlurError/Code/outOfMemory``.
    func averaged(toWidth width: Int, height: Int) throws(BlurError) -> AlphaMask {
        if isWithin(width, height) { return self }
        let (width, height) = (min(width, self.width), min(height, self.height))
        let depth = reducedDepth
        let averages = try MaskSamples(depth, count: width * height)
        let area = Double(self.width) * Double(self.height)
        var alphas = [Float](repeating: 0, count: self.width)
        var sums = [Double](repeating: 0, count: self.width)
        for y in 0..<height {
            for index in sums.indices { sums[index] = 0 }
            let rows = AveragedSamples(y, of: height, from: self.height)
            for row in rows.samples {
                unsafe alphas.withUnsafeMutableBufferPointer { alphas in
                    guard let base = alphas.baseAddress else { return }
                    unsafe readAlphas(row, 0..<self.width, into: base)
                }
                let weight = rows.weight(row)
                for index in sums.indices { sums[index] += weight * Double(alphas[index]) }
            }
            for x in 0..<width {
                let columns = AveragedSamples(x, of: width, from: self.width)
                let average = columns.samples.reduce(0) { $0 + columns.weight($1) * sums[$1] } / area
                let index = y * width + x
                if depth == .float {
                    unsafe averages.values(as: Float.self)[index] = Float(average)
                } else {
                    unsafe averages.values(as: UInt16.self)[index] = UInt16((average * 65535).rounded())
                }
            }
        }
        return try AlphaMask(width: width, height: height, averages, isInverted: isInverted)
    }

    /// The memory of the reduced mask in bytes; 0 if it is the mask itself.
    package func reducedByteCount(width: Int, height: Int) -> Int {
        isWithin(width, height) ? 0 : min(width, self.width) * min(height, self.height) * reducedDepth.byteCount
    }

    private func isWithin(_ width: Int, _ height: Int) -> Bool { self.width <= width && self.height <= height }

    private var reducedDepth: SampleDepth { samples.depth == .float ? .float : .sixteen }
}

/// The samples of an axis that one of fewer samples covers.
private struct AveragedSamples {
    let samples: Range<Int>
    /// The covered part of the axis, and the length of a sample, in a unit in which all are integers.
    private let (start, end, length): (Int, Int, Int)

    init(_ index: Int, of count: Int, from sampleCount: Int) {
        (start, end, length) = (index * sampleCount, (index + 1) * sampleCount, count)
        samples = start / count..<(end + count - 1) / count
    }

    /// The covered part of a sample; the sum of all is the number of samples of the axis.
    func weight(_ sample: Int) -> Double {
        Double(min(end, (sample + 1) * length) - max(start, sample * length))
    }
}
