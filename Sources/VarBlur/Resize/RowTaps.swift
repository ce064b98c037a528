internal import CBlurKernels

/// The taps along a row, as the inner loops read them; many resizers may share them.
@safe
final class RowTaps: @unchecked Sendable {
    /// For every result, the first of its samples.
    let first: UnsafePointer<Int32>
    /// For every result, as many weights as ``ResizePlan/tapCount``; those beyond the window are 0.
    let weights: UnsafeRawPointer
    private let arena = Arena()

    init(_ plan: ResizePlan) throws(BlurError) {
        // results that complete the last unit have only weights of 0
        let (axis, tapCount, count) = (plan.horizontal, plan.tapCount, plan.resultLength)
        let first = try unsafe arena.allocate(count, of: Int32.self)
        let weights = try unsafe arena.allocate(count * tapCount * plan.weightSize, of: UInt8.self)
        unsafe (self.first, self.weights) = (UnsafePointer(first), UnsafeRawPointer(weights))
        var numbers: [Double] = []
        for result in 0..<axis.resultCount {
            unsafe first[result] = Int32(axis.window(of: result).lowerBound - plan.columns.lowerBound)
            axis.weights(of: result, in: &numbers)
            unsafe plan.write(numbers, to: UnsafeMutableRawPointer(weights) + result * tapCount * plan.weightSize)
        }
    }
}

extension ResizePlan {
    /// The bits of integer weights after the point.
    private static let weightBits = 14

    /// Writes weights as the inner loops read them: as floats, or as integers that sum to exactly 1.
    func write(_ weights: [Double], to target: UnsafeMutableRawPointer) {
        if arithmetic == .floats {
            let target = unsafe target.assumingMemoryBound(to: Float.self)
            for index in weights.indices { unsafe target[index] = Float(weights[index]) }
            return
        }
        let target = unsafe target.assumingMemoryBound(to: Int16.self)
        // the rounding error of each weight is added to the next
        var error = 0.0
        for index in weights.indices {
            let exact = weights[index] * Double(1 << Self.weightBits) + error
            let rounded = FastRounding.nearest(exact)
            unsafe target[index] = Int16(truncatingIfNeeded: rounded)
            error = exact - Double(rounded)
        }
    }
}

extension LanczosAxis {
    /// Replaces numbers by the weights of a sample of the result, one for each sample of its window.
    func weights(of result: Int, in weights: inout [Double]) {
        weights.removeAll(keepingCapacity: true)
        weights.append(contentsOf: repeatElement(0, count: window(of: result).count))
        addWeights(of: result, to: &weights)
    }
}
