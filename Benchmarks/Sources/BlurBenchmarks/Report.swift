import Foundation
import VariableBlur

/// The measurements as Markdown, with what they were made on.
struct Report {
    private(set) var text: String
    private let base: Measurement?

    init(_ picture: borrowing PixelBuffer, samples: Int, rivals: Rivals, base: Measurement?) {
        self.base = base
        let versions = rivals.versions.isEmpty ? "no rival is installed" : rivals.versions.joined(separator: ", ")
        text = """
            # Benchmarks of the blur

            Made by `make bench`. Medians of \(samples) runs after two for nothing, in memory, on the same picture of \
            \(picture.width)×\(picture.height) pixels, RGB of 8 bits; the spread is the median distance from the \
            median. The ratio says how many times as fast as OpenCV's `GaussianBlur` with sigma 20, which is uniform, \
            on one thread. Rivals that are not installed are left out.

            - processor: \(Self.processor)
            - compiler: \(Self.compiler)
            - instruction sets: \(InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", "))
            - rivals: \(versions)

            """
    }

    mutating func add(_ title: String, _ measurements: [Measurement]) {
        guard !measurements.isEmpty else { return }
        text += "\n## \(title)\n\n| | ms | spread | ratio |\n|---|---:|---:|---:|\n"
        for measurement in measurements {
            let ratio = base.map { String(format: "%.1f", $0.median / measurement.median) } ?? "–"
            let (median, spread) = (measurement.median, measurement.spread)
            text += String(format: "| %@ | %.1f | %.1f | %@ |\n", measurement.name, median, spread, ratio)
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
        return
            "\(name?.trimmingCharacters(in: .whitespaces) ?? "unknown"), \(ProcessInfo.processInfo.processorCount) usable"
    }
}
