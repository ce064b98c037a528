import Foundation
import VarBlur

/// The measurements as a Markdown document, with the machine and the versions they were made with.
struct Report {
    private(set) var text: String
    private let baseline: Measurement?

    init(_ image: borrowing PixelBuffer, samples: Int, others: OtherLibraries, baseline: Measurement?) {
        self.baseline = baseline
        let versions = others.versions.isEmpty ? "none installed" : others.versions.joined(separator: ", ")
        text = """
            # Benchmarks of the blur

            Written by `make bench`: times in memory, on the same 8-bit RGB image of \(image.width)×\(image.height) \
            pixels. varblur: the median of \(samples) runs after two warm-up runs. Other libraries: the same after one \
            warm-up run. ffmpeg: the median of at most 5 differences between runs with four frames and with one. \
            ImageMagick and GEGL: one scaled run. The deviation is the median absolute deviation. The speedup is \
            relative to OpenCV's `GaussianBlur` with a uniform sigma of 20, on one thread. Radii are standard \
            deviations in pixels. Libraries and programs that are not installed are omitted.

            - Processor: \(Self.processor)
            - Compiler: \(Self.compiler)
            - Instruction sets: \(InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", "))
            - Other libraries and programs: \(versions)

            """
    }

    /// Adds a section with a table.
    mutating func add(_ title: String, _ measurements: [Measurement]) {
        guard !measurements.isEmpty else { return }
        text += "\n## \(title)\n\n| | ms | deviation | speedup |\n|---|---:|---:|---:|\n"
        for measurement in measurements {
            let speedup = baseline.map { String(format: "%.1f", $0.median / measurement.median) } ?? "–"
            let (median, deviation) = (measurement.median, measurement.deviation)
            text += String(format: "| %@ | %.1f | %.1f | %@ |\n", measurement.name, median, deviation, speedup)
        }
    }

    /// Adds a section whose times are also given relative to that of the first measurement.
    mutating func addRatios(_ title: String, _ measurements: [Measurement]) {
        guard let first = measurements.first else { return }
        text += "\n## \(title)\n\n| | ms | deviation | relative to the first |\n|---|---:|---:|---:|\n"
        for measurement in measurements {
            let (median, deviation) = (measurement.median, measurement.deviation)
            text += String(
                format: "| %@ | %.1f | %.1f | %.2f |\n", measurement.name, median, deviation,
                measurement.ratio(to: first))
        }
    }

    private static var compiler: String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "--version"]
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return "unknown" }
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output.split(separator: "\n").first.map(String.init) ?? "unknown"
    }

    private static var processor: String {
        let lines = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8))?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("model name") }?.split(separator: ":").last
        let count = ProcessInfo.processInfo.processorCount
        return "\(name?.trimmingCharacters(in: .whitespaces) ?? "unknown"), \(count) logical processors"
    }
}
