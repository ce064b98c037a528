import TestSupport

@testable import VariableBlur

/// The fast engine's samples before they are rounded, of images without alpha.
struct UnroundedBlur {
    let blur: ProgressiveBlur

    /// The samples in codes, row after row; clear rows are the image's own.
    func samples(of image: borrowing PixelBuffer) throws -> [Double] {
        let (width, height, format) = (image.width, image.height, image.format)
        precondition(blur.direction.isVertical)
        let ramp = RadiusRamp(blur, count: height, sampling: PlaneSampling(whole: image.layout))
        let rowSamples = width * format.channels.count
        var result = (0..<height).flatMap { image.row($0).map(Double.init) }
        let blurred = ramp.lines(0..<height, above: FastEngine.greatestClearRadius)
        guard !blurred.isEmpty else { return result }
        var engine = try FastEngine(
            ramp, rows: blurred, columnCount: width, format: format, edges: blur.edges, set: .standard)
        engine.keepsSamples = true
        var rows = [Float](repeating: 0, count: FastEngine.batch * rowSamples)
        unsafe image.withUnsafePixels { pixels in
            for batch in FastEngine.batches(of: blurred) {
                unsafe rows.withUnsafeMutableBytes { bytes in
                    let target = unsafe bytes.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
                    unsafe engine.makeRows(batch) { row in
                        let start = unsafe pixels.base + row * pixels.layout.bytesPerRow
                        return unsafe start.assumingMemoryBound(to: UInt8.self)
                    } into: { row in
                        unsafe target + (row - batch.lowerBound) * rowSamples * 4
                    }
                }
                for row in batch {
                    for index in 0..<rowSamples {
                        let code = rows[(row - batch.lowerBound) * rowSamples + index]
                        result[row * rowSamples + index] = Double(code)
                    }
                }
            }
        }
        return result
    }
}
