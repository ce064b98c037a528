import Foundation
import MemoryPasses
import VarBlur
import VarBlurCodecs

/// The command that measures the blur and other libraries on one image and writes the report.
@main
enum BlurBenchmarks {
    private static let usage = """
        usage: BlurBenchmarks IMAGE.png SCRIPT.py REPORT.md [SAMPLES]
               BlurBenchmarks IMAGE.png fields|looks [SAMPLES]    (only these, without a report)
        """

    static func main() throws {
        let arguments = CommandLine.arguments
        let isPart = arguments.count > 2 && ["fields", "looks"].contains(arguments[2])
        guard isPart || arguments.count > 3 else { return print(usage) }
        let image = try decoded(arguments[1])
        let samples = arguments.dropFirst(isPart ? 3 : 4).first.flatMap { Int($0) } ?? 9
        if isPart { return try printRatios(of: arguments[2], try BlurTimer(image, samples: samples)) }
        let others = try OtherLibraries(image, script: arguments[2], samples: samples)
        let baseline = others.measurements.first { $0.name == "OpenCV GaussianBlur, sigma 20" }
        var report = Report(image, samples: samples, others: others, baseline: baseline)
        report.add("Other libraries and programs, one thread", others.measurements)
        try addMemory(to: &report, image, samples: samples)
        try addRadii(to: &report, try BlurTimer(image, samples: samples))
        try addNoise(to: &report, try BlurTimer(whiteNoise(like: image), samples: samples))
        let timer = try BlurTimer(image, samples: samples)
        report.addRatios("Other shapes, radii from 0 to 20, one thread", try BenchmarkFields.measurements(timer))
        report.addRatios("Looks along a ramp, radii from 0 to 20, one thread", try BenchmarkLooks.measurements(timer))
        try addPlanes(to: &report, timer, try SubsampledPlanes(image))
        try addVariants(to: &report, try BlurTimer(image, samples: samples))
        try addFormats(to: &report, image, samples: samples)
        try addSizes(to: &report, image, samples: samples)
        try report.text.write(toFile: arguments[3], atomically: true, encoding: .utf8)
        print(report.text)
    }

    private static func printRatios(of part: String, _ timer: BlurTimer) throws {
        let measurements =
            try part == "looks" ? BenchmarkLooks.measurements(timer) : BenchmarkFields.measurements(timer)
        for measurement in measurements {
            print(
                measurement.name.padding(toLength: 30, withPad: " ", startingAt: 0),
                String(format: "%8.1f ms %6.2f", measurement.median, measurement.ratio(to: measurements[0])))
        }
    }

    private static func addMemory(to report: inout Report, _ image: borrowing PixelBuffer, samples: Int) throws {
        let source = try image.copy()
        let blur = try ProgressiveBlur(maximumRadius: 20)
        let execution = BlurExecution(threadCount: 1)
        var target = try image.copy()
        func measure(
            _ name: String, _ operation: (UnsafePixels, UnsafeMutablePixels) throws -> Void
        ) throws -> Measurement {
            try source.withUnsafePixels { source in
                try target.withUnsafeMutablePixels { target in
                    try Measurement.of(name, samples: samples) { try operation(source, target) }
                }
            }
        }
        report.add(
            "Memory, ramp 20 to 0, one thread",
            [
                try measure("memcpy") { memcpy($1.base, $0.base, $0.layout.byteCount) },
                try measure("reading, then writing past the caches") {
                    read_and_write($1.base, $0.base, $0.layout.byteCount)
                },
                try measure("blur in place") { try blur.blur($1, execution: execution) },
                try measure("blur into other memory") { try blur.blur($0, into: $1, execution: execution) },
                try Measurement.of("blur into new memory", samples: samples) {
                    _ = try blur.blurred(source, execution: execution)
                },
            ])
    }

    private static func addRadii(to report: inout Report, _ timer: BlurTimer) throws {
        report.add("Ramps from the top, one thread", try [20.0, 64, 200].map { try timer.ramp($0) })
        report.add(
            "Constant radii, one thread",
            try [0.3, 1, 2, 2.9, 3, 5.9, 8, 20, 100, 256].map { try timer.constant($0) })
    }

    private static func addNoise(to report: inout Report, _ timer: BlurTimer) throws {
        report.add("White noise, one thread", try [20.0, 64].map { try timer.ramp($0) })
        report.add(
            "White noise, constant radii, one thread", try [2.0, 2.9, 5.9, 20].map { try timer.constant($0) })
    }

    private static func addPlanes(to report: inout Report, _ timer: BlurTimer, _ planes: SubsampledPlanes) throws {
        let radii = [(20.0, 0.0), (64, 0), (2.9, 2.9), (20, 20)]
        let measurements = try radii.flatMap { maximum, minimum in
            let blur = try ProgressiveBlur(maximumRadius: maximum, minimumRadius: minimum)
            let execution = BlurExecution(threadCount: 1)
            let name = minimum == maximum ? "constant \(maximum)" : "\(maximum) to \(minimum)"
            return [
                try timer.measure("RGB, \(name)", blur, execution),
                try planes.measure("planes, \(name)", blur, execution, timer.samples),
            ]
        }
        report.add("Planes of YCbCr 4:2:0, one thread", measurements)
    }

    private static func addVariants(to report: inout Report, _ timer: BlurTimer) throws {
        report.add(
            "Threads",
            try [20.0, 64, 200].flatMap { radius in try (1...2).map { try timer.ramp(radius, threads: $0) } })
        report.add(
            "Instruction sets, ramp 20 to 0, one thread",
            try InstructionSet.allCases.filter(\.isAvailable).map { try timer.ramp(20, instructionSet: $0) })
        report.add(
            "Other directions, one thread",
            try [BlurDirection.bottom, .left, .right].map { try timer.ramp(20, direction: $0) })
    }

    private static func addFormats(to report: inout Report, _ image: borrowing PixelBuffer, samples: Int) throws {
        let blur = try ProgressiveBlur(maximumRadius: 20)
        var measurements: [Measurement] = []
        for format in FormatConversion.formats {
            let timer = try BlurTimer(FormatConversion.converted(image, to: format), samples: samples)
            measurements.append(
                try timer.measure(FormatConversion.name(format), blur, BlurExecution(threadCount: 1)))
        }
        report.add("Other formats, ramp 20 to 0, one thread", measurements)
    }

    private static func addSizes(to report: inout Report, _ image: borrowing PixelBuffer, samples: Int) throws {
        let copy = try image.copy()
        let execution = BlurExecution(threadCount: 1)
        var measurements: [Measurement] = []
        for (width, height) in [(640, 480), (1600, 1200)] {
            for light in [BlurLight.encoded, .linear] {
                let name = "\(width)×\(height)\(light.isLinear ? ", linear light" : "")"
                measurements.append(
                    try Measurement.of(name, samples: samples) {
                        _ = try copy.resized(toWidth: width, height: height, light: light, execution: execution)
                    })
            }
        }
        report.add("Resizing, one thread", measurements)
    }

    private static func decoded(_ path: String) throws -> PixelBuffer {
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var decoder = try ImageDecoder(file.span.bytes)
        return try decoder.readImage()
    }

    private static func whiteNoise(like image: borrowing PixelBuffer) throws -> PixelBuffer {
        var noise = try PixelBuffer(width: image.width, height: image.height, format: image.format)
        var state: UInt64 = 1
        noise.withUnsafeMutablePixels { pixels in
            for offset in 0..<pixels.layout.byteCount {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                pixels.base.storeBytes(of: UInt8(truncatingIfNeeded: state >> 33), toByteOffset: offset, as: UInt8.self)
            }
        }
        return noise
    }
}
