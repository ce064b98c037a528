internal import VariableBlur

extension BlurPlan {
    /// What everything takes, roughly and at most, in bytes; `inputBytes` is the size of the compressed input.
    func memoryEstimate(inputBytes: Int) -> Int {
        // a file of merged coefficients is in memory before it is written, and what is new of it twice
        let outputBytes = if case .coefficients = way { 2 * inputBytes } else { 0 }
        return inputBytes + outputBytes + decoderBytes + blurBytes + encoderBytes
    }

    private var pixelCount: Int { header.width * header.height }

    /// What libjpeg holds if it holds a file's coefficients, two bytes each.
    private var coefficientBytes: Int {
        switch way {
        case .pixels: 2 * pixelCount * conversion.written.channels.count
        case .planes(let layout), .coefficients(let layout, _): 2 * layout.byteCount * layout.count
        }
    }

    private var decoderBytes: Int {
        guard header.holdsWholeImage else { return 0 }
        return header.format == .jpeg ? coefficientBytes : pixelCount * header.pixelFormat.bytesPerPixel
    }

    private var encoderBytes: Int {
        guard case .jpeg(let style, _) = encoding.encoding else { return PNGRowWriter.byteCount(encoding) }
        if case .coefficients = way { return coefficientBytes }
        return style.isProgressive ? coefficientBytes : 0
    }

    /// The slices that wait between the stages, and what the engine holds.
    private var blurBytes: Int {
        let components: [SliceLayout.Component]
        switch way {
        case .pixels:
            components = SliceLayout(width: header.width, height: header.height, format: conversion.blurred).components
        case .planes(let layout), .coefficients(let layout, _): components = layout.components
        }
        let slices = components.reduce(0) { $0 + 16 * $1.rowsPerSlice * $1.bytesPerRow }
        return slices + components.reduce(0) { $0 + (isStreamed ? streamedBytes($1) : heldBytes($1)) }
    }

    private func streamedBytes(_ component: SliceLayout.Component) -> Int {
        let rows = min(component.height, 5000, Int(10 * min(blur.maximumRadius, 1e6)) + 96)
        return engineBytes(component) + component.bytesPerRow * rows
    }

    private func heldBytes(_ component: SliceLayout.Component) -> Int {
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
