import TestSupport
import Testing

@testable import VariableBlur
@testable import VariableBlurCodecs

@Suite("Memory estimate")
struct MemoryEstimateTests {
    /// Narrow images are the critical ones: most of their memory is padding around the rows.
    @Test(
        "covers the memory of the engine, also for narrow images",
        arguments: [Size(4000, 1), Size(3000, 7), Size(1, 5000), Size(9, 2500), Size(900, 700)],
        [EdgeMode.wrap, .normalize])
    func engine(size: Size, edges: EdgeMode) throws {
        for format in [PixelFormat(.gray), PixelFormat(.rgba), PixelFormat(.rgb, .sixteen)] {
            let header = try ImageHeader.of(PixelBuffer.noise(size, format).encoded(.png))
            for direction in [BlurDirection.left, .top] {
                for radius in [2.0, 5, 300] {
                    let blur = try ProgressiveBlur(
                        maximumRadius: radius, minimumRadius: 2, direction: direction, edges: edges)
                    var settings = BlurSettings()
                    (settings.maximumRadius, settings.minimumRadius) = (.pixels(radius), .pixels(2))
                    (settings.direction, settings.edges) = (direction, edges)
                    let plan = try BlurPlan(header, settings, OutputSettings(), limits: ImageLimits())
                    let (lines, across) =
                        direction.isVertical ? (size.height, size.width) : (size.width, size.height)
                    let layout = try PixelLayout(width: size.width, height: size.height, format: format)
                    let sampling = PlaneSampling(whole: layout)
                    let field = blur.field.placed(width: size.width, height: size.height)
                    let profile = try #require(field.profile(lineCount: lines, sampling: sampling))
                    let engine = try FastEngine(
                        profile, rows: [0..<lines], columnCount: across, format: format, edges: edges,
                        instructionSet: .standard)
                    #expect(
                        plan.memoryEstimate(inputBytes: 0) >= engine.byteCount,
                        "\(format.channels) \(format.depth) \(direction) \(radius)")
                }
            }
        }
    }
}
