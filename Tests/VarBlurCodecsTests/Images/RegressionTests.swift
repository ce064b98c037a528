import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Regression files")
struct RegressionTests {
    private static let files: [String] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../Regressions")
        return (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil))?.map(\.path)
            ?? []
    }()

    @Test("there are regression files") func exist() { #expect(!Self.files.isEmpty) }

    @Test("are blurred, or refused with an error that is not a fault", arguments: files)
    func outcome(file: String) throws {
        let directory = try TemporaryDirectory()
        let output = directory.path("out")
        for format in ImageFormat.inProcess {
            for edges in [EdgeMode.normalize, .transparent] {
                for allowsDamage in [false, true] {
                    var job = BlurJob()
                    (job.blur.maximumRadius, job.blur.edges) = (.pixels(4), edges)
                    (job.output.format, job.output.background) = (format, RGBColor(red: 1, green: 2, blue: 3))
                    (job.limits.allowsDamage, job.existing) = (allowsDamage, .replace)
                    do {
                        _ = try job.run(from: .file(path: file), to: .file(path: output))
                    } catch {
                        #expect(error.code != .fault, "\(error)")
                    }
                }
            }
        }
    }
}
