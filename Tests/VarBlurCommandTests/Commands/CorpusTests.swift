import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

/// Test images of other projects, in the directory that `VARBLUR_CORPUS` names.
@Suite("Corpus", .enabled(if: Corpus.directory != nil))
struct CorpusTests {
    private let errorStatuses: Set<Int32> = [64, 65, 66, 70, 71, 73, 74]

    @Test("Images are decoded to the pixels of another decoder", arguments: ["must-decode", "benign-warning"])
    func pixels(list: String) throws {
        let files = try Corpus.files(list)
        let others = try ReferenceImage.decode(files)
        var compared = 0
        for (path, other) in zip(files, others) {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let image = try PixelBuffer.decoded(bytes)
            guard let other else { continue }
            compared += 1
            #expect(image.width == other.width && image.height == other.height, "\(path)")
            let isPNG = ImageFormat(fileExtension: URL(fileURLWithPath: path).pathExtension) == .png
            let largest = try #require(other.largestDifference(from: image.widened(isPNG: isPNG)), "\(path)")
            #expect(largest <= (isPNG ? 0 : 257), "\(path): \(largest)")
        }
        #expect(compared >= files.count * 95 / 100, "the other decoder reads \(compared) of \(files.count)")
    }

    @Test("A blur of radius 0 keeps every pixel")
    func lossless() throws {
        let files = try Corpus.files("must-decode").filter { $0.hasSuffix(".png") }
        let (sandbox, statuses) = try blur(files, "png", options: #"{"max-radius":0}"#)
        #expect(statuses.allSatisfy { $0 == 0 }, "\(zip(files, statuses).filter { $0.1 != 0 })")
        let outputs = files.indices.map { sandbox.directory.path("\($0).png") }
        for (path, pair) in zip(files, zip(try ReferenceImage.decode(files), try ReferenceImage.decode(outputs))) {
            let (before, after) = (try #require(pair.0), try #require(pair.1))
            // Rotated images are compared in other tests.
            let header = try ImageHeader.of([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
            guard header.orientation == .up else { continue }
            let isSame = before.samples == after.samples
            #expect(isSame, "\(path)")
        }
        let check = try #require(Program(named: "pngcheck")).run(["-q"] + outputs)
        // These chunks were standardized after the last release of pngcheck.
        let newer = ["cICP", "mDCV", "cLLI"].map { "chunk \($0)" }
        let errors = check.text.split(separator: "\n").filter { line in
            !line.hasPrefix("ERROR") && !newer.contains { line.contains($0) }
        }
        #expect(errors.isEmpty, "\(check.text)")
    }

    @Test(
        "Damaged and unsupported images end with a documented exit status, one line and no output",
        arguments: ["must-reject", "damaged-jpeg", "not-an-image", "over-limit", "unsupported-colour"])
    func rejected(list: String) throws {
        let directory = try TemporaryDirectory()
        let output = directory.path("out.png")
        for path in try Corpus.files(list) {
            let outcome = try Program.varblur.run([path, output], processorSeconds: 10)
            // files whose pixels are all there, but not their end marker, or only after other bytes
            let isComplete = ["the end marker of the file is missing", "before marker 0xd9"].contains {
                outcome.errors.contains($0)
            }
            if list == "damaged-jpeg", isComplete, outcome.status == 0 {
                #expect(outcome.errors.filter(\.isNewline).count == 1, "\(path): \(outcome.errors)")
                try FileManager.default.removeItem(atPath: output)
                continue
            }
            #expect(errorStatuses.contains(outcome.status), "\(path): \(outcome.status) \(outcome.errors)")
            #expect(outcome.errors.filter(\.isNewline).count == 1, "\(path): \(outcome.errors)")
            #expect(outcome.output.isEmpty)
            #expect(try directory.names().isEmpty, "\(path)")
            if (try? directory.names().isEmpty) != true { try FileManager.default.removeItem(atPath: output) }
        }
    }

    @Test("Every image is blurred, or ends with a documented exit status")
    func everything() throws {
        let files = try images { _ in true }
        let (sandbox, statuses) = try blur(files, "png", options: #"{"max-radius":2}"#)
        for (index, status) in statuses.enumerated() {
            #expect(status == 0 || errorStatuses.contains(status), "\(files[index]): \(status)")
            let isWritten = FileManager.default.fileExists(atPath: sandbox.directory.path("\(index).png"))
            #expect(isWritten == (status == 0), "\(files[index])")
        }
    }

    @Test(
        "A partly blurred JPEG file has the exit status and the size of an entirely blurred one",
        arguments: ["top", "left"])
    func storedPlanes(direction: String) throws {
        let files = try images { $0 == .jpeg }
        let blur = #""max-radius":3,"direction":"\#(direction)""#
        let (whole, expected) = try self.blur(files, "jpg", options: "{\(blur)}")
        let (part, statuses) = try self.blur(files, "jpg", options: #"{\#(blur),"start-offset":0.6}"#)
        for (index, status) in statuses.enumerated() {
            #expect(status == expected[index], "\(files[index]): \(status)")
            #expect(status == 0 || errorStatuses.contains(status), "\(files[index]): \(status)")
            guard status == 0, expected[index] == 0 else { continue }
            let sizes = try [part, whole].map { try Self.size($0.directory.path("\(index).jpg")) }
            #expect(sizes[0] == sizes[1], "\(files[index])")
        }
    }

    /// The paths of all images of some formats.
    private func images(_ isIncluded: (ImageFormat) -> Bool) throws -> [String] {
        let root = try #require(Corpus.directory)
        let walker = FileManager.default.enumerator(atPath: root.path)
        let names = (walker?.allObjects as? [String]) ?? []
        let images = names.filter { name in
            ImageFormat(fileExtension: URL(fileURLWithPath: name).pathExtension).map(isIncluded) ?? false
        }
        #expect(images.count > 50)
        return images.sorted().map { root.path + "/" + $0 }
    }

    /// Blurs files into 0.EXTENSION, 1.EXTENSION, … in one process, and returns the exit statuses of the jobs.
    private func blur(
        _ files: [String], _ pathExtension: String, options: String
    ) throws -> (CommandSandbox, [Int32]) {
        let sandbox = try CommandSandbox()
        let (outcome, results) = try sandbox.batch(
            files.enumerated().map { CommandSandbox.job($1, "\($0).\(pathExtension)", options: options) })
        #expect(outcome.status == 0 && results.count == files.count, "\(outcome.errors)")
        return (sandbox, results.map { Int32($0["error"]?["exit"]?.text ?? "0") ?? -1 })
    }

    /// The size of an image, which is decoded completely.
    private static func size(_ path: String) throws -> [Int] {
        let image = try PixelBuffer.decoded([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        return [image.width, image.height]
    }

    @Test(
        "Rotated images become upright and are blurred at the visible top",
        arguments: ["Landscape", "Portrait"])
    func orientation(kind: String) throws {
        let root = try #require(Corpus.directory).appending(path: "exif-orientation")
        let directory = try TemporaryDirectory()
        var images: [[Int]] = []
        var width = 0
        for number in 0...8 {
            let output = directory.path("\(number).png")
            let input = root.appending(path: "\(kind)_\(number).jpg").path
            let outcome = try Program.varblur.run([
                "--max-radius", "12", "--start-offset", "0.5", input, output,
            ])
            #expect(outcome.status == 0, "\(outcome.errors)")
            let image = try PixelBuffer.decoded([UInt8](try Data(contentsOf: URL(fileURLWithPath: output))))
            width = image.width
            #expect((image.width > image.height) == (kind == "Landscape"))
            images.append(image.sampleValues())
        }
        // The files show the same image, but were compressed separately, and each contains its number.
        for image in images[1...] {
            #expect(image.meanDifference(from: images[1]) < 4)
            #expect(image.roughness(rows: 0..<100, width: width) * 3 < image.roughness(rows: 1000..<1100, width: width))
        }
    }

    @Test(
        "The color profile is kept",
        arguments: ["rgb-to-gbr-test.jpg", "rgb-to-gbr-test.png"])
    func swappedChannels(name: String) throws {
        let input = try #require(Corpus.directory).appending(path: "wide-gamut/\(name)").path
        let directory = try TemporaryDirectory()
        let outputs = ["a.png", "a.jpg"].map(directory.path)
        for output in outputs {
            #expect(try Program.varblur.run(["--background", "white", input, output]).status == 0)
        }
        let images = try ReferenceImage.decode([input] + outputs)
        let expected = try #require(images[0]).profile
        #expect(!expected.isEmpty)
        for image in images { #expect(image?.profile == expected) }
    }
}
