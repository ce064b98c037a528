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
        let reach = recipe.edges == .wrap ? Double(component.height) : 10 * blur.maximumRadius + 96
        let rows = min(Double(component.height) + 96, reach)
        // samples of twice a code's bytes, on levels of which each has a quarter of the one below
        let row = Double((component.width + 128) * component.format.bytesPerPixel * 2)
        return Int(rows * row * (recipe.edges == .wrap ? 2.2 : 4 / 3)) + 32 * component.height + component.bytesPerRow
            * Int(min(rows, 5000))
    }

    private func heldBytes(_ component: SliceLayout.Component) -> Int {
        let bytes = component.width * component.height * component.format.bytesPerPixel
        switch recipe.engine {
        case .reference: return bytes + bytes / component.format.depth.byteCount * MemoryLayout<Double>.size
        // the image, and at worst, with wrapped edges or a radius as large as the image, all levels
        case .fast: return bytes + 7 * bytes / 2
        }
    }
}
