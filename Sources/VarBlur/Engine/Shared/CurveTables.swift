internal import CBlurKernels

/// The tables of one transfer curve, which belong to an arena; see `blur_light`.
@safe
struct CurveTables {
    private(set) var linear: UnsafeRawPointer?
    private(set) var values: UnsafePointer<UInt8>?
    private(set) var encoded: UnsafePointer<Int16>?
    private(set) var segments: UnsafePointer<blur_segment>?

    /// The number of integers, as unsigned bits, and of the fractions of alpha.
    private static let count = 65536
    private static let nonnegativeCount = 32768

    /// Makes tables for integers; those for looks only if `encodes`.
    init(integers curve: TransferCurve, encodes: Bool, _ arena: Arena) throws(BlurError) {
        let scale = LightTables.integerScale
        let linear = try unsafe arena.allocate(256, of: Int16.self)
        for value in 0..<256 { unsafe linear[value] = Int16((curve.linear(Double(value) / 255) * scale).rounded()) }
        // an integer belongs to the value that its encoded light rounds to; negative ones, which never occur, are black
        let values = try unsafe arena.allocate(Self.count, of: UInt8.self)
        var first = 0
        for value in 0..<256 {
            let end = value < 255 ? (curve.linear((Double(value) + 0.5) / 255) * scale).rounded(.up) : .infinity
            let next = Int(min(max(end, Double(first)), Double(Self.nonnegativeCount)))
            for sample in first..<next { unsafe values[sample] = UInt8(value) }
            first = next
        }
        unsafe (self.linear, self.values) = (UnsafeRawPointer(linear), UnsafePointer(values))
        guard encodes else { return }
        let encoded = try unsafe arena.allocate(Self.count, of: Int16.self)
        for sample in 0..<Self.nonnegativeCount {
            unsafe encoded[sample] = Int16((curve.encoded(Double(sample) / scale) * scale).rounded())
        }
        unsafe self.encoded = UnsafePointer(encoded)
    }

    /// Makes tables for floats.
    init(floats curve: TransferCurve, _ format: PixelFormat, _ arena: Arena) throws(BlurError) {
        unsafe linear = try Self.linear(curve, format, arena)
        unsafe segments = try Self.segments(arena) { curve.encoded($0) * LightTables.floatScale }
    }

    /// The linear light of all values, as floats.
    static func linear(
        _ curve: TransferCurve, _ format: PixelFormat, _ arena: Arena
    ) throws(BlurError) -> UnsafeRawPointer {
        let isFine = format.depth == .sixteen || format.alphaKind == BLUR_PREMULTIPLIED
        let greatest = isFine ? Self.count - 1 : 255
        let linear = try unsafe arena.allocate(greatest + 1, of: Float.self)
        for value in 0...greatest {
            unsafe linear[value] = Float(curve.linear(Double(value) / Double(greatest)) * LightTables.floatScale)
        }
        return UnsafeRawPointer(linear)
    }

    /// The segments of a function of linear light, from 0 to 1.
    static func segments(
        _ arena: Arena, _ function: (Double) -> Double
    ) throws(BlurError) -> UnsafePointer<blur_segment> {
        let (scale, count) = (LightTables.floatScale, Int(BLUR_SEGMENT_COUNT))
        let segments = try unsafe arena.allocate(count, of: blur_segment.self)
        var start = Self.start(ofSegment: 0)
        var value = function(Double(start) / scale)
        for index in 0..<count {
            let end = min(Self.start(ofSegment: index + 1), Float(scale))
            let next = function(Double(end) / scale)
            let slope = (next - value) / Double(end - start)
            unsafe segments[index] = blur_segment(value: Float(value), slope: Float(slope))
            (start, value) = (end, next)
        }
        return unsafe UnsafePointer(segments)
    }

    /// The linear sample at which a segment starts.
    private static func start(ofSegment index: Int) -> Float {
        Float(bitPattern: UInt32(Int(BLUR_LEAST_SEGMENT) + index) << 15)
    }
}
