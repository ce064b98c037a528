internal import VariableBlur

extension BlurPlan {
    /// An upper bound on the memory of the whole job, in bytes, from the length of the input file.
    func memoryEstimate(inputBytes: Int) -> Int {
        inputBytes + strategy.codecByteCount(inputBytes) + sliceBytes + engineBytes
    }

    /// The slices between the stages.
    private var sliceBytes: Int {
        strategy.layout.components.reduce(0) { $0 + 16 * $1.rowsPerSlice * $1.bytesPerRow }
    }

    /// The memory of the blur, for all components.
    private var engineBytes: Int {
        let algorithm = settings.engine.algorithm
        return strategy.layout.components.reduce(0) { sum, component in
            let parameters = BlurMemoryParameters(
                blur, width: component.width, height: component.height, format: component.format,
                bytesPerRow: component.bytesPerRow)
            return sum
                + (isStreamed
                    ? algorithm.streamedMemoryEstimate(parameters) : algorithm.bufferedMemoryEstimate(parameters))
        }
    }
}
