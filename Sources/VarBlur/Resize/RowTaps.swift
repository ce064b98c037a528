internal import CBlurKernels

/// The taps along a row, as the inner loops read them; many resizers may share them.
@safe
final class RowTaps: @unchecked Sendable {
    /// For every result, the first of its samples.
    let first: UnsafePointer<Int32>
    /// For every result, as many weights as ``ResizePlan/tapCount``; those beyond the window are 0.
    let weights: UnsafeRawPointer
    /// The fractional bits of integer weights.
    let weightBits: Int
    private let arena = Arena()

    init(_ plan: ResizePlan) throws(BlurError) {
        // results that complete the last unit have only weights of 0
        let (axis, tapCount, count) = (plan.horizontal, plan.tapCount, plan.resultLength)
        let first = try unsafe arena.allocate(count, of: Int32.self)
        let weights = try unsafe arena.allocate(count * tapCount * plan.weightSize, of: UInt8.self)
        unsafe (self.first, self.weights) = (UnsafePointer(first), UnsafeRawPointer(weights))
        var bits = axis.isReduction ? ResizePlan.horizontalBits.upperBound : ResizePlan.horizontalBits.lowerBound
        var (numbers, result) = ([Double](), 0)
        while result < axis.resultCount {
            unsafe first[result] = Int32(axis.window(of: result).lowerBound - plan.columns.lowerBound)
            axis.weights(of: result, in: &numbers)
            if plan.arithmetic == .integers && bits > ResizePlan.bits(for: numbers, in: ResizePlan.horizontalBits) {
                // all weights have the same number of bits
                (bits, result) = (bits - 1, 0)
                continue
            }
            unsafe plan.write(numbers, bits: bits, to: weights + result * tapCount * plan.weightSize)
            result += 1
        }
        weightBits = bits
    }
}

extension ResizePlan {
    /// The fractional bits of integer weights that sums have room for.
    static let verticalBits = 14...20
    static let horizontalBits = 14...15

    /// The most fractional bits with which weights fit 16 bits.
    static func bits(for weights: [Double], in range: ClosedRange<Int>) -> Int {
        let greatest = weights.reduce(0) { max($0, abs($1)) }
        var bits = range.lowerBound
        // the error that was added to a weight is at most 1
        while bits < range.upperBound && greatest * Double(2 << bits) < Double(Int16.max - 1) { bits += 1 }
        return bits
    }

    /// Writes weights as the inner loops read them: as floats, or as integers that sum to exactly 1.
    func write(_ weights: [Double], bits: Int, to target: UnsafeMutableRawPointer) {
        if arithmetic == .floats {
            let target = unsafe target.assumingMemoryBound(to: Float.self)
            for index in weights.indices { unsafe target[index] = Float(weights[index]) }
            return
        }
        let target = unsafe target.assumingMemoryBound(to: Int16.self)
        var rounding = CarriedRounding()
        for index in weights.indices {
            unsafe target[index] = Int16(clamping: rounding.next(weights[index] * Double(1 << bits)))
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
