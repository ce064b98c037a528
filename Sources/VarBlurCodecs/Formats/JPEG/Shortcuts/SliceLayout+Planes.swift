internal import CImageCodecs
internal import VarBlur

extension SliceLayout {
    /// Divides the stored planes of a JPEG file: a slice is an MCU row.
    init(width: Int, height: Int, sampling: [JPEGStyle.Sampling]) throws(BlurError) {
        let most = sampling.most
        var components: [Component] = []
        var offset = 0
        for (index, factors) in sampling.enumerated() {
            let planeSampling = try PlaneSampling(
                imageWidth: width, imageHeight: height,
                horizontalRatio: Double(most.horizontal) / Double(factors.horizontal),
                verticalRatio: Double(most.vertical) / Double(factors.vertical),
                component: sampling.count == 3 ? [.luma, .blueDifference, .redDifference][index] : .luma)
            let planeWidth = Self.quotient(width * factors.horizontal, most.horizontal)
            let component = Component(
                width: planeWidth, height: Self.quotient(height * factors.vertical, most.vertical),
                format: PixelFormat(.gray), sampling: planeSampling, rowsPerSlice: 8 * factors.vertical,
                bytesPerRow: Self.quotient(planeWidth, 8) * 8, offset: offset)
            offset += component.rowsPerSlice * component.bytesPerRow
            components.append(component)
        }
        self.init(components: components, count: Self.quotient(height, 8 * most.vertical))
    }

    /// Divides the stored planes of a JPEG file, decoded at a smaller size: a slice is an MCU row.
    ///
    /// - Parameters:
    ///   - width: the width of the whole image in pixels.
    ///   - height: the height of the whole image in pixels.
    ///   - sampling: the sampling factors of each component.
    ///   - sizes: the size of each component, from the decoder.
    /// - Throws: an error with the code `invalidSize`.
    init(width: Int, height: Int, sampling: [JPEGStyle.Sampling], _ sizes: [jpeg_plane_size]) throws(BlurError) {
        let stored = try SliceLayout(width: width, height: height, sampling: sampling)
        var components: [Component] = []
        var offset = 0
        for (component, size) in zip(stored.components, sizes) {
            guard let sampling = component.sampling else { continue }
            // the decoder rounds sizes up; the ratios are exact
            let reduction = 8 / Int(size.block)
            let reduced = Component(
                width: Int(size.width), height: Int(size.height), format: component.format,
                sampling: try PlaneSampling(
                    imageWidth: width, imageHeight: height,
                    horizontalRatio: sampling.horizontalRatio * Double(reduction),
                    verticalRatio: sampling.verticalRatio * Double(reduction), component: sampling.component),
                rowsPerSlice: Int(size.rows_per_mcu), bytesPerRow: Int(size.row_bytes), offset: offset,
                reduction: reduction)
            offset += reduced.rowsPerSlice * reduced.bytesPerRow
            components.append(reduced)
        }
        self.init(components: components, count: stored.count)
    }

    /// The size of all coefficients of stored planes in bytes, two for each.
    var coefficientByteCount: Int { 2 * byteCount * count }

    /// The layout of the pixels of stored planes: a slice is an MCU row.
    func pixels(_ header: ImageHeader, _ conversion: ImageConversion) -> SliceLayout {
        let pixels = Component(
            width: header.width, height: header.height, format: conversion.blurred, sampling: nil,
            rowsPerSlice: components.reduce(0) { max($0, $1.rowsPerSlice) },
            bytesPerRow: header.width * conversion.blurred.bytesPerPixel, offset: 0)
        return SliceLayout(components: [pixels], count: count)
    }

    /// The quotient, rounded up.
    private static func quotient(_ number: Int, _ divisor: Int) -> Int { (number + divisor - 1) / divisor }
}
