import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs

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
                    let plan = try BlurPlan(header, BlurJob(settings), JobContext(ImageLimits()), inputByteCount: 0)
                    #expect(
                        try plan.memoryEstimate() >= Self.engineByteCount(blur, size, format),
                        "\(format.channels) \(format.depth) \(direction) \(radius)")
                }
            }
        }
    }

    @Test(
        "covers the memory of looks, also for narrow images", arguments: [Size(3000, 7), Size(9, 2500), Size(900, 700)])
    func looks(size: Size) throws {
        let tint = try BlurLook.Tint(red: 1, green: 0, blue: 0)
        for format in [PixelFormat(.gray), PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.rgb, .sixteen)] {
            let header = try ImageHeader.of(PixelBuffer.noise(size, format).encoded(.png))
            for direction in [BlurDirection.left, .top] {
                var blur = try ProgressiveBlur(maximumRadius: 20, minimumRadius: 2, direction: direction)
                blur.look = try BlurLook(tint: tint, saturation: 2, grain: 3, dithers: true)
                var settings = BlurSettings()
                (settings.maximumRadius, settings.minimumRadius) = (.pixels(20), .pixels(2))
                (settings.direction, settings.look) = (direction, blur.look)
                let plan = try BlurPlan(header, BlurJob(settings), JobContext(ImageLimits()), inputByteCount: 0)
                #expect(
                    try plan.memoryEstimate() >= Self.engineByteCount(blur, size, format), "\(format) \(direction)")
            }
        }
    }

    /// The memory of an engine that blurs all rows, or all columns.
    private static func engineByteCount(_ blur: ProgressiveBlur, _ size: Size, _ format: PixelFormat) throws -> Int {
        let layout = try PixelLayout(width: size.width, height: size.height, format: format)
        let task = BlurTask(blur, format, PlaneSampling(whole: layout), BlurExecution())
        let rows = try #require(RowTask(task, layout))
        return try FastEngine(rows, rows: [0..<rows.profile.lineCount]).byteCount
    }
}
