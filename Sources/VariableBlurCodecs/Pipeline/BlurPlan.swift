internal import VariableBlur

/// How an image is going to be read, blurred and written.
struct BlurPlan {
    /// What is handed from stage to stage.
    enum Way {
        /// Rows of pixels.
        case pixels
        /// The planes that a JPEG file stores, so that colors are not converted and hardly any loss is added.
        case planes(SliceLayout)
        /// The same for some rows of MCUs; the others keep their coefficients.
        case coefficients(SliceLayout, new: Range<Int>)
    }

    let header: ImageHeader
    let settings: BlurSettings
    let blur: ProgressiveBlur
    let conversion: ImageConversion
    let encoding: EncodingPlan
    let way: Way
    /// Whether the stages have threads of their own.
    let usesThreads: Bool
    /// What the output loses, one sentence each.
    let notices: [String]

    /// An image of fewer pixels is done sooner than a thread has begun to help.
    private static let leastPixelsForThreads = 150_000

    init(
        _ header: ImageHeader, _ settings: BlurSettings, _ output: OutputSettings, allowsDamage: Bool
    ) throws(ImageError) {
        (self.header, self.settings) = (header, settings)
        let blur = try ImageError.wrapping { () throws(BlurError) in
            try settings.progressiveBlur(width: header.uprightWidth, height: header.uprightHeight)
        }
        self.blur = blur
        let conversion = try ImageConversion(from: header, edges: settings.edges, output: output)
        self.conversion = conversion
        let (metadata, metadataNotices) = header.metadata.stripped(output.stripping).fitted(
            to: header, format: conversion.format)
        notices = conversion.notices(on: header) + metadataNotices
        var encoding = Self.encoding(header, conversion, metadata, output)
        let isLarge = header.width * header.height >= Self.leastPixelsForThreads
        usesThreads = isLarge && settings.execution.threadCount > 1
        encoding.threadCount = usesThreads ? settings.execution.threadCount : 1
        try encoding.check()
        self.encoding = encoding
        way = try ImageError.wrapping { () throws(BlurError) in
            try Self.way(
                header, conversion, output, blur, isStreamed: Self.isStreamed(header, settings),
                allowsDamage: allowsDamage)
        }
    }

    /// Whether slices can be blurred as they come.
    var isStreamed: Bool { Self.isStreamed(header, settings) }

    private static func isStreamed(_ header: ImageHeader, _ settings: BlurSettings) -> Bool {
        settings.engine.algorithm.supportsRowStreaming && settings.direction.isVertical && header.orientation == .up
    }

    private static func encoding(
        _ header: ImageHeader, _ conversion: ImageConversion, _ metadata: ImageMetadata, _ output: OutputSettings
    ) -> EncodingPlan {
        var plan = EncodingPlan(
            width: header.uprightWidth, height: header.uprightHeight, pixelFormat: conversion.written,
            encoding: .png)
        plan.pngCompression = output.pngCompression
        plan.profile = conversion.keepsProfile && output.stripping != .all ? header.profile : nil
        plan.metadata = metadata
        guard conversion.format == .jpeg else { return plan }
        let isGray = conversion.written.channels == .gray
        let source = header.jpegStyle.flatMap {
            $0.color == .gray && !isGray ? nil : $0.turned(header.orientation)
        }
        var style = source ?? JPEGStyle(isGray ? .gray : .yCbCr)
        style.isProgressive = output.jpegIsProgressive ?? style.isProgressive
        plan.encoding = .jpeg(style, quality: output.jpegQuality)
        return plan
    }

    /// From this part of an image on it is worth keeping the coefficients of what is clear.
    private static let leastClearPart = 0.25

    private static func way(
        _ header: ImageHeader, _ conversion: ImageConversion, _ output: OutputSettings, _ blur: ProgressiveBlur,
        isStreamed: Bool, allowsDamage: Bool
    ) throws(BlurError) -> Way {
        guard conversion.format == .jpeg, conversion.takesRowsAsDecoded(header), conversion.writesRowsAsBlurred,
            header.orientation == .up, blur.edges != .transparent, let style = header.jpegStyle,
            style.encodable(takesPlanes: true).sampling == style.sampling
        else { return .pixels }
        let layout = try SliceLayout(width: header.width, height: header.height, sampling: style.sampling)
        guard isStreamed, output.jpegQuality == nil, style.quantization != nil, !allowsDamage
        else { return .planes(layout) }
        let new = newSlices(blur, layout)
        let clearCount = layout.count - new.count
        return Double(clearCount) >= leastClearPart * Double(layout.count) && clearCount > 0
            ? .coefficients(layout, new: new) : .planes(layout)
    }

    /// The slices in which any component has a row that is blurred.
    private static func newSlices(_ blur: ProgressiveBlur, _ layout: SliceLayout) -> Range<Int> {
        let ranges = layout.components.flatMap { component -> [Range<Int>] in
            guard let sampling = component.sampling else { return [] }
            return blur.blurredLines(of: component.height, sampling: sampling).map { rows in
                rows.lowerBound / component.rowsPerSlice..<(rows.upperBound - 1) / component.rowsPerSlice + 1
            }
        }
        return (ranges.map(\.lowerBound).min() ?? 0)..<(ranges.map(\.upperBound).max() ?? 0)
    }
}
