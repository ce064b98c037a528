internal import CVarBlur
internal import VarBlur

extension varblur_mask {
    /// A copy of the mask; `nil` if there are no samples.
    func mask(_ name: String) throws(CallError) -> AlphaMask? {
        guard let samples else { return nil }
        try checkSides(width, height, "the \(name)")
        guard (0...1).contains(is_inverted) else {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "is_inverted of the \(name) is \(is_inverted); it must be 0 or 1")
        }
        guard let depth = SampleDepth(rawValue: Int(bits)) else {
            throw CallError(
                VARBLUR_INVALID_ARGUMENT, "samples of the \(name) have \(bits) bits; they must have 8, 16, or 32")
        }
        let rowBytes = width * depth.byteCount
        let stride = self.stride == 0 ? rowBytes : self.stride
        guard stride >= rowBytes, !stride.multipliedReportingOverflow(by: height).overflow else {
            throw CallError(
                VARBLUR_INVALID_IMAGE, "rows of the \(name) are \(stride) bytes apart, but have \(rowBytes) bytes")
        }
        return try translated { () throws(BlurError) in
            let copy = try MaskSamples(depth, count: width * height)
            guard let target = copy.bytes.baseAddress else { preconditionFailure("a mask has samples") }
            for row in 0..<height {
                (target + row * rowBytes).copyMemory(from: samples + row * stride, byteCount: rowBytes)
            }
            return try AlphaMask(width: width, height: height, limiting: copy, isInverted: is_inverted == 1)
        }
    }
}
