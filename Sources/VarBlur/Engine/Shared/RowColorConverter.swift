internal import CBlurKernels

/// Converts the colors of rows to sRGB by a formula.
///
/// Results differ from the formula by less than 0.6 steps of 8 bits, and without tone mapping by less than one of 16 bits. Every instruction
/// set computes the same ones.
@safe
package final class RowColorConverter {
    private let arena = Arena()
    private let functions: UnsafePointer<blur_kernels>
    private var conversion = unsafe blur_color_conversion()

    /// Prepares a conversion.
    ///
    /// - Parameters:
    ///   - formula: the formula.
    ///   - source: the format of the pixels: RGB.
    ///   - target: the format of the results: RGB with the same depth. If only they have alpha, they are opaque.
    ///   - instructionSet: the instructions.
    /// - Throws: ``BlurError/Code/outOfMemory``.
    package init(
        _ formula: ColorFormula, _ source: PixelFormat, to target: PixelFormat,
        instructionSet: InstructionSet = .standard
    ) throws(BlurError) {
        precondition(
            source.channels.count >= 3 && target.channels.count >= 3 && source.depth == target.depth
                && source.channels != .cmyk && target.channels != .cmyk, "colors are those of RGB")
        guard let functions = unsafe blur_kernels_for(instructionSet.identifier, BLUR_FLOATS) else {
            trap("this processor lacks the instruction set \(instructionSet.rawValue)")
        }
        unsafe self.functions = functions
        let light = try unsafe arena.allocate(1, of: blur_light.self)
        let curves = formula.curves.curves(of: source)
        let red = try unsafe CurveTables.linear(curves[0], source, arena)
        let green = try unsafe curves[1] == curves[0] ? red : CurveTables.linear(curves[1], source, arena)
        let blue = try unsafe curves[2] == curves[0] ? red : CurveTables.linear(curves[2], source, arena)
        unsafe light.pointee.linear = (red, green, blue)
        unsafe conversion.from = blur_pixels(
            channels: source.channels.count, alpha: source.alphaKind, value_size: source.depth.byteCount, light: light)
        unsafe conversion.channels = target.channels.count
        unsafe conversion.alpha = target.alphaKind
        unsafe conversion.segments = try CurveTables.segments(arena) {
            TransferCurve.sRGB.encoded($0) * LightTables.floatScale
        }
        // the channels of colors in memory
        let from = source.channels.isBlueFirst ? [2, 1, 0] : [0, 1, 2]
        let to = target.channels.isBlueFirst ? [2, 1, 0] : [0, 1, 2]
        func weights(_ numbers: SIMD3<Double>, _ order: [Int]) -> (Float, Float, Float) {
            (Float(numbers[order[0]]), Float(numbers[order[1]]), Float(numbers[order[2]]))
        }
        unsafe conversion.luminance = weights(formula.luminance, from)
        unsafe conversion.result_luminance = weights(ColorFormula.standardLuminance, to)
        unsafe conversion.matrix = (
            weights(formula.matrix[to[0]], from), weights(formula.matrix[to[1]], from),
            weights(formula.matrix[to[2]], from)
        )
        guard let tones = formula.tones else { return }
        unsafe conversion.system = try CurveTables.segments(arena) { tones.systemFactor($0) }
        unsafe conversion.tones = try CurveTables.segments(arena) { tones.factor($0) }
    }

    /// Converts a row of pixels.
    package func convert(_ row: UnsafePointer<UInt8>, to result: UnsafeMutablePointer<UInt8>, count: Int) {
        unsafe functions.pointee.convert_colors(result, row, &conversion, count)
    }
}
