import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurScenes

/// The pictures of the documentation, which `make images` renders.
@Suite("Pictures of scenes")
struct ScenePictureTests {
    private static let repository = ComposeSandbox.repository
    private static let layerNames = SceneLayer.Kind.names
    /// Scenes that show what all layers have in common.
    private static let commonNames = ["background", "mask"]
    private static let sceneNames = [
        "quote-card", "product-card", "video-thumbnail", "share-card", "event-poster", "name-badge", "hexagon-badge",
        "notch-overlay", "app-screenshot", "sidebar-extension", "landmark-badges",
    ]
    private static let settings = ["--force", "--jpeg-quality", "85", "--background", "white"]

    /// The program that draws scenes.
    private static let compose = Program(
        Program.varblur.url.deletingLastPathComponent().appending(path: "varblur-compose").path)

    private static func document(_ name: String) throws -> String {
        try compose.run(["--generate-document", name]).text
    }

    /// Draws a scene in a directory; returns the file.
    private static func draw(
        _ arguments: [String], input: String = "", in directory: URL = repository
    ) throws -> [UInt8] {
        let files = try TemporaryDirectory()
        let output = files.url.appending(path: "out.jpg")
        let outcome = try compose.run(
            settings + arguments + [output.path], input: Data(input.utf8), in: directory)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(arguments): \(outcome.errors)")
        return try [UInt8](Data(contentsOf: output))
    }

    /// The averages of the samples in blocks of 8 × 8 pixels.
    private static func blocks(_ image: borrowing PixelBuffer) -> [Double] {
        let (side, channels) = (8, image.format.channels.count)
        let (columns, rows) = (image.width / side, image.height / side)
        var averages = [Double](repeating: 0, count: columns * rows * channels)
        for y in 0..<rows * side {
            for x in 0..<columns * side {
                let start = (y / side * columns + x / side) * channels
                for channel in 0..<channels { averages[start + channel] += Double(image[x, y, channel]) / 64 }
            }
        }
        return averages
    }

    /// Compares a picture of the project with a new rendering.
    ///
    /// The versions of fonts and of the libraries for text and JPEG may differ from those on the machine that rendered the picture: letters
    /// move by parts of a pixel, so that averages of blocks are compared.
    private static func check(_ name: String, _ new: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        let file = try Data(contentsOf: repository.appending(path: "images/\(name).jpg"))
        let old = try PixelBuffer.decoded([UInt8](file))
        let new = try PixelBuffer.decoded(new)
        try #require(old.width == new.width && old.height == new.height, "\(name)", sourceLocation: sourceLocation)
        let differences = zip(blocks(old), blocks(new)).map { abs($0 - $1) }
        let (mean, largest) = (differences.reduce(0, +) / Double(differences.count), differences.max() ?? 0)
        #expect(
            mean < 1 && largest < 30,
            "\(name): mean \(mean), largest \(largest); 'make images' renders it anew",
            sourceLocation: sourceLocation)
    }

    @Test("The picture of each layer shows the scene beside it in the document", arguments: layerNames + commonNames)
    func layers(name: String) throws {
        let json = try Self.document("layer-\(name).json")
        let guide = try String(contentsOf: Self.repository.appending(path: "docs/scenes.md"), encoding: .utf8)
        let isLayer = Self.layerNames.contains(name)
        let heading = try #require(guide.range(of: "\n## \(isLayer ? name : "Members of all layers")\n"))
        let section = guide[heading.upperBound...]
        let example = "<table><tr><td>\n\n![](../images/layer-\(name).jpg)\n\n</td><td>\n\n```json\n\(json)```\n"
        #expect(isLayer ? section.dropFirst().hasPrefix(example) : section.contains(example), "\(name)")
        #expect(!isLayer || json.contains("\"type\": \"\(name)\""))
        try Self.check("layer-\(name)", Self.draw(["-"], input: json))
    }

    @Test("The pictures of the scenes show the scenes", arguments: sceneNames)
    func scenes(name: String) throws {
        try Self.check("scene-\(name)", Self.draw(["scenes/\(name).json"]))
    }

    @Test("The contact sheet shows the scenes and frames of the badges")
    func contactSheet() throws {
        let sandbox = try TemporaryDirectory()
        let frames = sandbox.url.appending(path: ".build/images")
        try FileManager.default.createDirectory(at: frames, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Self.repository.appending(path: "images"), to: sandbox.url.appending(path: "images"))
        let outcome = try Self.compose.run(
            ["--frames", "30", "scenes/landmark-badges.json", frames.appending(path: "badges.png").path],
            in: Self.repository)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        try Self.check("contact-sheet", Self.draw(["images/contact-sheet.json"], in: sandbox.url))
    }

    @Test(
        "The generated documents of the project are up to date",
        arguments: ["docs/scenes.md", "share/varblur/scene.schema.json"])
    func documents(path: String) throws {
        let name = try #require(path.split(separator: "/").last)
        let text = try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8)
        #expect(try Self.document(String(name)) == text, "run 'make documents'")
    }
}
