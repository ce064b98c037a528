internal import VarBlur

extension BlurPlan {
    /// An upper bound on the memory of the whole job, in bytes.
    ///
    /// - Parameters:
    ///   - inputBytes: the length of the input file.
    ///   - outputCopies: how many times the whole output is in memory: once for pipes, because it is held until it is
    ///     complete; not at all for files.
    /// - Returns: the memory in addition to that of a process without a job.
    func memoryEstimate(inputBytes: Int, outputCopies: Int = 0) -> Int {
        let metadataBytes = MetadataBudget.memory(ofMetadata: header.metadataByteCount)
        let maskBytes = settings.mask?.byteCount ?? 0
        return inputBytes + maskBytes + metadataBytes + strategy.codecByteCount(inputBytes) + sliceBytes + engineBytes
            + outputCopies * outputBytes(inputBytes: inputBytes)
    }

    /// The estimated length of the output in bytes, without its metadata; hardly any output is longer.
    func outputBytes(inputBytes: Int) -> Int {
        let format = encoding.encoding.format
        let sampleBytes = encoding.width * encoding.height * encoding.pixelFormat.bytesPerPixel
        // without compression, PNG adds a byte to each row and less than 0.1 % for blocks
        guard format == .jpeg else { return sampleBytes + encoding.height + sampleBytes / 1000 + Self.headerBytes }
        // the codes of noise at quality 100 take about two bytes per sample
        let longest = 2 * sampleBytes + Self.headerBytes
        guard header.format == .jpeg, encoding.encoding.jpeg?.quality == nil else { return longest }
        // with the input's quantization only the codes differ; a block takes at least a few bits
        return min(3 * inputBytes + sampleBytes / 32 + Self.headerBytes, longest)
    }

    /// The markers, tables and chunks of a file.
    private static let headerBytes = 1 << 14

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
                bytesPerRow: component.bytesPerRow, sampling: component.sampling)
            return sum
                + (isStreamed
                    ? algorithm.streamedMemoryEstimate(parameters) : algorithm.bufferedMemoryEstimate(parameters))
        }
    }
}
