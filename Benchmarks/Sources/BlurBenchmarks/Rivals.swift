import Foundation
import VariableBlur

/// What other libraries take for the same picture, as far as they are on this machine.
struct Rivals {
    let measurements: [Measurement]
    let versions: [String]

    private struct Entry: Decodable {
        let name: String
        let version: String
        let milliseconds: [Double]
    }

    init(_ picture: borrowing PixelBuffer, script: String, samples: Int) throws {
        let raw = FileManager.default.temporaryDirectory.appending(path: "varblur-benchmark-\(UUID().uuidString).rgb")
        let bytes = picture.bytes.withUnsafeBytes { Data($0) }
        try bytes.write(to: raw)
        defer { try? FileManager.default.removeItem(at: raw) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script, raw.path, "\(picture.width)", "\(picture.height)", "\(samples)"]
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
