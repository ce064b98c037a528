import Foundation
import TestSupport
import Testing

/// The root directory of the repository.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Recorded texts, which show every change of a message or of the help.
///
/// With `VARBLUR_RECORD=1`, the tests record the texts again and fail, so that the changes are reviewed.
enum Golden {
    private static let directory = repository.appending(path: "Tests/VarBlurCommandTests/Golden")
    private static let isRecording = ProcessInfo.processInfo.environment["VARBLUR_RECORD"] == "1"

    static func check(_ text: String, _ name: String) throws {
        let file = directory.appending(path: name)
        if isRecording {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            Issue.record("\(name) was recorded; review it, and run the tests again without VARBLUR_RECORD")
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        let lines = zip(text.components(separatedBy: "\n"), expected.components(separatedBy: "\n"))
        let first = lines.first { $0 != $1 }
        #expect(text == expected, "\(name) differs: '\(first?.0 ?? "")' instead of '\(first?.1 ?? "")'")
    }
}
