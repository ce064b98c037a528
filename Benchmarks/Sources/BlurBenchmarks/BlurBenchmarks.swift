import Foundation
import VariableBlur
import VariableBlurCodecs

/// Measures the blur against its rivals on one picture, and writes the report.
///
/// usage: BlurBenchmarks PICTURE.png RIVALS.py REPORT.md [SAMPLES]
@main
enum BlurBenchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 4 else {
            return print("usage: BlurBenchmarks PICTURE.png RIVALS.py REPORT.md [SAMPLES]")
        }
        let samples = arguments.count > 4 ? Int(arguments[4]) ?? 9 : 9
        let picture = try decoded(arguments[1])
        let noise = try whiteNoise(like: picture)
        let rivals = try Rivals(picture, script: arguments[2], samples: samples)
        let base = rivals.measurements.first { $0.name == "OpenCV GaussianBlur, sigma 20" }
        var report = Report(picture, samples: samples, rivals: rivals, base: base)
        report.add("Rivals, one thread", rivals.measurements)
        report.add("Ramps from the top, one thread", try [20.0, 64, 200].map { try ramp(picture, $0, samples) })
        report.add(
            "Constant radii, one thread",
            try [0.3, 1, 2, 2.9, 3, 5.9, 8, 20, 100, 256].map { try constant(picture, $0, samples) })
        report.add("White noise, one thread", try [20.0, 64].map { try ramp(noise, $0, samples) })
        report.add(
            "White noise, constant radii, one thread", try [2.0, 2.9, 5.9, 20].map { try constant(noise, $0, samples) })
        report.add(
            "Planes of YCbCr 4:2:0, one thread",
            try [(20.0, 0.0), (64, 0), (2.9, 2.9), (20, 20)].flatMap { maximum, minimum in
                let blur = try ProgressiveBlur(maximumRadius: maximum, minimumRadius: minimum)
                let execution = BlurExecution(threadCount: 1)
                let name = "\(minimum) to \(maximum)"
                return [
                    try measure("RGB, \(name)", picture, blur, execution, samples),
                    try Planes(picture).measure("planes, \(name)", blur, execution, samples),
                ]
            })
        report.add(
            "Threads",
            try [20.0, 64, 200].flatMap { radius in
                try (1...2).map { try ramp(picture, radius, samples, threads: $0) }
            })
        report.add(
            "Instruction sets, ramp 0 to 20, one thread",
            try InstructionSet.allCases.filter(\.isAvailable).map { try ramp(picture, 20, samples, set: $0) })
        report.add(
            "From the other sides, one thread",
            try [BlurDirection.bottom, .left, .right].map { try ramp(picture, 20, samples, direction: $0) })
        report.add(
            "Other formats, ramp 0 to 20, one thread",
            try OtherFormats.all.map { format in
                let blur = try ProgressiveBlur(maximumRadius: 20)
                let image = try OtherFormats.picture(picture, in: format)
                return try measure(OtherFormats.name(format), image, blur, BlurExecution(threadCount: 1), samples)
            })
        try report.text.write(toFile: arguments[3], atomically: true, encoding: .utf8)
        print(report.text)
    }

    private static func decoded(_ path: String) throws -> PixelBuffer {
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        var decoder = try ImageDecoder(file.span.bytes)
        return try decoder.readImage()
    }

    private static func whiteNoise(like picture: borrowing PixelBuffer) throws -> PixelBuffer {
        var noise = try PixelBuffer(width: picture.width, height: picture.height, format: picture.format)
        var state: UInt64 = 1
        noise.withUnsafeMutablePixels { pixels in
            for offset in 0..<pixels.layout.byteCount {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                pixels.base.storeBytes(of: UInt8(truncatingIfNeeded: state >> 33), toByteOffset: offset, as: UInt8.self)
            }
        }
        return noise
    }

    private static func ramp(
        _ picture: borrowing PixelBuffer, _ radius: Double, _ samples: Int, threads: Int = 1,
        set: InstructionSet? = nil, direction: BlurDirection = .top
    ) throws -> Measurement {
        let blur = try ProgressiveBlur(maximumRadius: radius, direction: direction)
        let execution = BlurExecution(threadCount: threads, instructionSet: set)
        let side = direction == .top ? "" : ", \(direction)"
        let name =
            "0 to \(Int(radius)), \(threads) thread\(threads > 1 ? "s" : ""), \(execution.instructionSet)\(side)"
        return try measure(name, picture, blur, execution, samples)
    }

    private static func constant(
        _ picture: borrowing PixelBuffer, _ radius: Double, _ samples: Int
    ) throws -> Measurement {
        let blur = try ProgressiveBlur(maximumRadius: radius, minimumRadius: radius)
        return try measure("\(radius)", picture, blur, BlurExecution(threadCount: 1), samples)
    }

    /// Times the blur in place; how often a picture has been blurred does not matter to it.
    private static func measure(
        _ name: String, _ picture: borrowing PixelBuffer, _ blur: ProgressiveBlur, _ execution: BlurExecution,
        _ samples: Int
    ) throws -> Measurement {
        var image = try picture.copy()
        return try Measurement.of(name, samples: samples) { try blur.blur(&image, execution: execution) }
    }
}
