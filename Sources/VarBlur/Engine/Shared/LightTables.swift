internal import CBlurKernels
internal import Synchronization

/// The tables with which inner loops convert values to linear light and back.
///
/// Integers resolve the steps between 8-bit values if the curve has no steep end, as that of sRGB; other curves, premultiplied
/// colors, and 16-bit values need floats.
@safe
final class LightTables: @unchecked Sendable {
    /// The samples that the tables convert to.
    let sampleKind: blur_sample_kind
    /// The tables; a second element follows, for samples that are encoded already.
    let settings: UnsafePointer<blur_light>
    private let arena: Arena

    /// White, as an integer.
    static let integerScale = 32640.0
    /// White, as a float.
    static let floatScale = 65535.0
    /// The minimum difference between the integers of neighboring values.
    private static let leastStep = 8.0

    private init(
        _ curves: [TransferCurve], _ format: PixelFormat, encodes: Bool, needsFloats: Bool
    ) throws(BlurError) {
        let arena = Arena()
        self.arena = arena
        let usesIntegers = !needsFloats && Self.usesIntegers(curves, format)
        sampleKind = usesIntegers ? BLUR_EXACT_INTEGERS : BLUR_FLOATS
        var tables: [CurveTables] = []
        for (index, curve) in curves.enumerated() {
            if let same = curves[..<index].firstIndex(of: curve) {
                tables.append(tables[same])
            } else if usesIntegers {
                tables.append(try CurveTables(integers: curve, encodes: encodes, arena))
            } else {
                tables.append(try CurveTables(floats: curve, format, arena))
            }
        }
        while tables.count < 3 { tables.append(tables[0]) }
        let settings = try unsafe arena.allocate(2, of: blur_light.self)
        unsafe settings[1].value_size = format.depth.byteCount
        unsafe settings[0].value_size = format.depth.byteCount
        unsafe settings[0].linear = (tables[0].linear, tables[1].linear, tables[2].linear)
        unsafe settings[0].values = (tables[0].values, tables[1].values, tables[2].values)
        unsafe settings[0].encoded = (tables[0].encoded, tables[1].encoded, tables[2].encoded)
        unsafe settings[0].segments = (tables[0].segments, tables[1].segments, tables[2].segments)
        unsafe self.settings = UnsafePointer(settings)
    }

    /// The memory in use, in bytes.
    var byteCount: Int { arena.byteCount }

    /// The most memory that the tables of one image take, in bytes.
    static let greatestByteCount = 3 * (65536 * (MemoryLayout<Float>.size) + 65536 * 3) + 4096

    /// Where kernels at level 0 are truncated.
    var truncation: Truncation { sampleKind == BLUR_EXACT_INTEGERS ? .linear : .steep }

    /// Whether samples are integers.
    static func usesIntegers(_ curves: [TransferCurve], _ format: PixelFormat) -> Bool {
        format.depth == .eight && format.alphaKind != BLUR_PREMULTIPLIED && curves.allSatisfy(isResolvedByIntegers)
    }

    /// Whether integers are accurate enough for every 8-bit value.
    private static func isResolvedByIntegers(_ curve: TransferCurve) -> Bool {
        let samples = (0...255).map { curve.linear(Double($0) / 255) * integerScale }
        return zip(samples, samples.dropFirst()).allSatisfy { $1 - $0 >= leastStep }
    }
}

extension LightTables {
    private struct Key: Hashable {
        let curves: [TransferCurve]
        let format: PixelFormat
        let encodes: Bool
        let needsFloats: Bool
    }

    /// The latest tables: images that are blurred one after the other mostly have the same curves.
    private static let latest = Mutex<[(key: Key, tables: LightTables)]>([])
    private static let latestCount = 4

    /// The tables for pixels of a format.
    ///
    /// - Parameters:
    ///   - light: the curves of the colors.
    ///   - format: the format of the pixels.
    ///   - encodes: whether samples will be encoded for a look.
    ///   - needsFloats: whether samples must be floats, even where integers are accurate enough for a blur.
    /// - Returns: tables that images with the same curves share.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    static func shared(
        _ light: BlurLight, _ format: PixelFormat, encodes: Bool, needsFloats: Bool = false
    ) throws(BlurError) -> LightTables {
        let key = Key(curves: light.curves(of: format), format: format, encodes: encodes, needsFloats: needsFloats)
        if let known = latest.withLock({ $0.first { $0.key == key }?.tables }) { return known }
        let tables = try LightTables(key.curves, format, encodes: encodes, needsFloats: needsFloats)
        latest.withLock { latest in
            latest.insert((key, tables), at: 0)
            if latest.count > latestCount { latest.removeLast() }
        }
        return tables
    }
}
