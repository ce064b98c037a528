internal import VariableBlur

extension BlurPlan {
    /// An upper estimate of the memory of the whole job, in bytes, from the length of the input file.
    func memoryEstimate(inputBytes: Int) -> Int {
        inputBytes + strategy.codecByteCount(inputBytes) + blurBytes
    }

    /// The slices between the stages, and the memory of the engine.
    private var blurBytes: Int {
        let components = strategy.layout.components
        let slices = components.reduce(0) { $0 + 16 * $1.rowsPerSlice * $1.bytesPerRow }
        return slices + components.reduce(0) { $0 + (isStreamed ? streamedBytes($1) : bufferedBytes($1)) }
    }

    private func streamedBytes(_ component: SliceLayout.Component) -> Int {
        let rows = min(component.height, 5000, Int(10 * min(blur.maximumRadius, 1e6)) + 96)
        return engineBytes(component) + component.bytesPerRow * rows
    }

    private func bufferedBytes(_ component: SliceLayout.Component) -> Int {
        let bytes = component.width * component.height * component.format.bytesPerPixel
        switch settings.engine {
        case .reference: return bytes + bytes / component.format.depth.byteCount * MemoryLayout<Double>.size
        case .fast: return bytes + engineBytes(component)
        }
    }

    /// What the fast engine takes, at most; a sample of its has twice a code's bytes.
    private func engineBytes(_ component: SliceLayout.Component) -> Int {
        let (lines, across) =
            blur.direction.isVertical
            ? (component.height, component.width) : (component.width, component.height)
        let channels = component.format.channels.count
        // level 0 has no more rows than there are, and rings of rows have room for a power of two
        let held = settings.edges == .wrap ? lines : min(lines, Int(10 * min(blur.maximumRadius, 1e6)))
        var rows = 64
        while rows < held + 32 { rows *= 2 }
        // all further levels together have as many rows and a third of the samples; rows and planes have some around them
        let (aroundRow, aroundPlane) = (160, 224)
        let coarse = channels * (across / 3 + aroundPlane) + aroundRow
        let pyramid = rows * (across * channels + aroundPlane + aroundRow + coarse)
        let inWork = 24 * channels * (across + aroundPlane) + 800 * channels * aroundPlane
        // the rows that a row is made of, and their weights, for a batch
        let taps = settings.edges == .wrap ? 160 * lines : 0
        return 2 * component.format.depth.byteCount * (pyramid + inWork) + taps + 64 * across + 8 * lines
    }
}
