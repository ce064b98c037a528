import Foundation
import VarBlur

/// The run times of other libraries and programs on the same image, as far as they are installed.
struct OtherLibraries {
    let measurements: [Measurement]
    let versions: [String]

    private struct Entry: Decodable {
        let name: String
        let version: String
        let milliseconds: [Double]
    }

    /// Runs the Python script that measures them on an 8-bit RGB image.
    init(_ image: borrowing PixelBuffer, script: String, samples: Int) throws {
        let directory = FileManager.default.temporaryDirectory
        let pixels = directory.appending(path: "varblur-benchmark-\(UUID().uuidString).rgb")
        let bytes = image.bytes.withUnsafeBytes { Data($0) }
        try bytes.write(to: pixels)
        defer { try? FileManager.default.removeItem(at: pixels) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script, pixels.path, "\(image.width)", "\(image.height)", "\(samples)"]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let entries = (try? JSONDecoder().decode([Entry].self, from: output)) ?? []
        measurements = entries.map { Measurement(name: $0.name, samples: $0.milliseconds) }
        versions = Set(entries.map { "\($0.name.split(separator: " ")[0]) \($0.version)" }).sorted()
    }
}
