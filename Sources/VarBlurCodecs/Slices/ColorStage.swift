internal import VarBlur

/// Converts the colors of pixels to sRGB.
struct PixelConversion: Sendable {
    /// The colors of the source; `nil` if they are those of sRGB.
    let colors: ColorSource?
    let source: PixelFormat
    let target: PixelFormat
    /// Whether a profile that is damaged, or for other images, is ignored.
    var ignoresInvalidProfile = false

    /// What converts the colors.
    ///
    /// - Throws: an error with the code `damaged` or `unsupported`.
    fileprivate func makeTransform() throws(ImageError) -> ColorTransform {
        do throws(ImageError) {
            return try ColorTransform(colors, source, to: target)
        } catch {
            guard ignoresInvalidProfile, ColorTransform.isAvailable else { throw error }
            return try ColorTransform(source.channels == .cmyk ? .plainInks : nil, source, to: target)
        }
    }

    /// An upper bound on the memory of a stage in addition to its rows, in bytes.
    var byteCount: Int {
        guard case .profile(let profile) = colors else { return ColorTransform.byteCount }
        return ColorTransform.byteCount + 4 * profile.bytes.count
    }
}

extension PixelConversion {
    /// Converts an image as it is seen: to BGRA in sRGB, premultiplied and with 8 bits unless its colors change.
    init(seen header: ImageHeader) {
        let channels = header.pixelFormat.channels
        // 8 bits are too few for steps that become larger, and even less are left of colors that are multiplied by alpha
        let changes = header.colorSource != nil
        let depth = changes ? header.pixelFormat.depth : .eight
        let alpha: AlphaEncoding = changes && channels.hasAlpha ? .straight : .premultiplied
        self.init(
            colors: header.colorSource,
            source: PixelFormat(channels, depth, alpha: channels.hasAlpha ? alpha : .straight),
            target: PixelFormat(.bgra, depth, alpha: alpha), ignoresInvalidProfile: true)
    }
}

/// Converts the colors of rows, one at a time.
final class ColorStage: RowStage {
    let sourceRows: Range<Int>
    private let transform: ColorTransform
    private let width: Int
    private let row: Slice
    private(set) var needsRow = true

    /// Prepares to convert an image of interleaved pixels.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, or `outOfMemory`.
    init(_ conversion: PixelConversion, width: Int, height: Int) throws(ImageError) {
        (self.width, sourceRows) = (width, 0..<height)
        transform = try conversion.makeTransform()
        row = try Slice(SliceLayout(width: width, height: 1, format: conversion.target))
        // an alpha channel that the source does not have is not written
        for index in unsafe row.row(0, 0).indices { unsafe row.row(0, 0)[index] = 0xFF }
    }

    /// Converts the colors of all slices of an image.
    ///
    /// - Throws: an error with the code `damaged`, `unsupported`, or `outOfMemory`.
    static func converted(
        _ slices: any SliceSource, _ conversion: PixelConversion, _ timings: StageTimingCollector
    ) throws(ImageError) -> any SliceSource {
        let source = slices.pool.layout.components[0]
        let stage = try ColorStage(conversion, width: source.width, height: source.height)
        let layout = SliceLayout(width: source.width, height: source.height, format: conversion.target)
        return RowStageSource([stage], slices, to: layout, only: [0..<layout.count], .decode, timings)
    }

    func append(_ row: RawSpan) {
        unsafe row.withUnsafeBytes { bytes in
            if let base = unsafe self.row.row(0, 0).baseAddress {
                unsafe transform.convert(bytes, to: base, count: width)
            }
        }
        needsRow = false
    }

    func takeRow(into result: inout MutableRawSpan) {
        unsafe result.withUnsafeMutableBytes { unsafe $0.copyMemory(from: UnsafeRawBufferPointer(row.row(0, 0))) }
        needsRow = true
    }
}
