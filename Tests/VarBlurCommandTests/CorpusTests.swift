import Foundation
import TestSupport
import Testing
import VariableBlur
import VariableBlurCodecs

/// Images of other projects, where `VARBLUR_CORPUS` names their directory.
@Suite("Other people's images", .enabled(if: Corpus.directory != nil), .serialized)
struct CorpusTests {
    private let exits: Set<Int32> = [64, 65, 66, 70, 71, 73, 74]

    @Test("decode to the pixels that another decoder gets", arguments: ["must-decode", "benign-warning"])
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
            let ours = image.widened(isPNG: isPNG)
            let largest = zip(ours, other.samples).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
            #expect(ours.count == other.samples.count && largest <= (isPNG ? 0 : 257), "\(path): \(largest)")
        }
        #expect(compared >= files.count * 95 / 100, "the other decoder reads \(compared) of \(files.count)")
    }

    @Test("go through a blur of radius 0 without loss")
    func lossless() throws {
        let files = try Corpus.files("must-decode").filter { $0.hasSuffix(".png") }
        let directory = try TemporaryDirectory()
        var outputs: [String] = []
        for (number, path) in files.enumerated() {
            let output = directory.path("\(number).png")
            let outcome = try Program.varblur.run(["--max-radius", "0", path, output])
            #expect(outcome.status == 0, "\(path): \(outcome.errors)")
            outputs.append(output)
        }
        for (path, pair) in zip(files, zip(try ReferenceImage.decode(files), try ReferenceImage.decode(outputs))) {
            let (before, after) = (try #require(pair.0), try #require(pair.1))
            // those that are not stored upright are compared elsewhere
            let header = try ImageHeader.of([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
            guard header.orientation == .up else { continue }
            let isSame = before.samples == after.samples
            #expect(isSame, "\(path)")
        }
        let check = try #require(Program(named: "pngcheck")).run(["-q"] + outputs)
        // cICP came into the standard after pngcheck's last release
        let complaints = check.text.split(separator: "\n").filter {
            !$0.hasPrefix("ERROR") && !$0.contains("chunk cICP")
        }
        #expect(complaints.isEmpty, "\(check.text)")
    }

    @Test(
        "that are broken or not read end in a documented exit, one line, and no output",
        arguments: ["must-reject", "damaged-jpeg", "not-an-image", "over-limit", "unsupported-color"])
    func rejected(list: String) throws {
        let directory = try TemporaryDirectory()
        let output = directory.path("out.png")
        for path in try Corpus.files(list) {
            let start = ContinuousClock.now
            let outcome = try Program.varblur.run([path, output])
            #expect(exits.contains(outcome.status), "\(path): \(outcome.status) \(outcome.errors)")
            #expect(outcome.errors.filter(\.isNewline).count == 1, "\(path): \(outcome.errors)")
            #expect(outcome.output.isEmpty)
            #expect(try directory.names().isEmpty, "\(path)")
            #expect(ContinuousClock.now - start < .seconds(10), "\(path)")
            if (try? directory.names().isEmpty) != true { try FileManager.default.removeItem(atPath: output) }
        }
    }

    @Test("all end well or in a documented exit, whatever they are")
    func everything() throws {
        let root = try #require(Corpus.directory)
        let walker = FileManager.default.enumerator(atPath: root.path)
        let directory = try TemporaryDirectory()
        let output = directory.path("out.png")
        while let name = walker?.nextObject() as? String {
            let isImage = ImageFormat(fileExtension: URL(fileURLWithPath: name).pathExtension) != nil
            guard isImage else { continue }
            let outcome = try Program.varblur.run([
                "--max-radius", "2", "--force", root.path + "/" + name, output,
            ])
            #expect(
                outcome.status == 0 || exits.contains(outcome.status),
                "\(name): \(outcome.status) \(outcome.errors)")
        }
        #expect(try directory.names() == ["out.png"])
    }

    @Test("that are JPEG files keep what is clear, or end as they do when all is blurred", arguments: ["top", "left"])
    func storedPlanes(direction: String) throws {
        let root = try #require(Corpus.directory)
        let walker = FileManager.default.enumerator(atPath: root.path)
        let directory = try TemporaryDirectory()
        let (part, whole) = (directory.path("part.jpg"), directory.path("whole.jpg"))
        while let name = walker?.nextObject() as? String {
            guard ImageFormat(fileExtension: URL(fileURLWithPath: name).pathExtension) == .jpeg else { continue }
            let input = root.path + "/" + name
            let blur = ["--max-radius", "3", "--force", "--direction", direction, input]
            let expected = try Program.varblur.run(blur + [whole])
            let outcome = try Program.varblur.run(["--start-offset", "0.6"] + blur + [part])
            #expect(outcome.status == expected.status, "\(name): \(outcome.status) \(outcome.errors)")
            #expect(outcome.status == 0 || exits.contains(outcome.status), "\(name): \(outcome.errors)")
            guard outcome.status == 0 else { continue }
            let (one, other) = (try Self.size(part), try Self.size(whole))
            #expect(one == other, "\(name)")
        }
    }

    /// The size of a picture that can be decoded to its end.
    private static func size(_ path: String) throws -> [Int] {
        let image = try PixelBuffer.decoded([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
        return [image.width, image.height]
    }

    @Test(
        "that lie on their sides come out upright, blurred on the visible top",
        arguments: ["Landscape", "Portrait"])
    func orientation(kind: String) throws {
        let root = try #require(Corpus.directory).appending(path: "exif-orientation")
        let directory = try TemporaryDirectory()
        var pictures: [[Int]] = []
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
            pictures.append(image.sampleValues())
        }
        // each file was compressed by itself, and says its number somewhere; the rest is the same picture
        for picture in pictures[1...] {
            let difference = zip(picture, pictures[1]).reduce(0) { $0 + abs($1.0 - $1.1) }
            #expect(Double(difference) / Double(picture.count) < 4)
            #expect(
                roughness(picture, rows: 0..<100, width) * 3 < roughness(picture, rows: 1000..<1100, width))
        }
    }

    /// The mean difference between horizontal neighbors.
    private func roughness(_ codes: [Int], rows: Range<Int>, _ width: Int) -> Double {
        var sum = 0
        for row in rows {
            for x in 0..<(width - 1) * 3 {
                sum += abs(codes[row * width * 3 + x] - codes[row * width * 3 + x + 3])
            }
        }
        return Double(sum) / Double(rows.count * width)
    }

    @Test(
        "keep the profile that makes them look right",
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
