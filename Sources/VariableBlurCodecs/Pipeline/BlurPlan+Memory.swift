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
        let algorithm = settings.engine.algorithm
        return slices
            + components.reduce(0) { sum, component in
                let parameters = BlurMemoryParameters(
                    blur, width: component.width, height: component.height, format: component.format,
                    bytesPerRow: component.bytesPerRow)
                return sum
                    + (isStreamed
                        ? algorithm.streamedMemoryEstimate(parameters) : algorithm.bufferedMemoryEstimate(parameters))
            }
    }
}
