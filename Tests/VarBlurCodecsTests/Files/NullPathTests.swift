import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// The system ends a path at a null byte; a check of the whole path would pass, and another file would be opened.
@Suite("Paths with a null character")
struct NullPathTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(PixelBuffer.noise(Size(8, 8)).encoded(.png), to: "in.png")
        try FileManager.default.createDirectory(
            atPath: directory.path("folder"), withIntermediateDirectories: true)
    }

    private func null(_ name: String, _ rest: String) -> String { directory.path(name) + "\0" + rest }

    private var tree: String { directory.path("") }

    @Test("are not read")
    func sources() throws {
        let sources: [ImageSource] = [
            .file(path: null("in.png", ".jpg")), .file(path: "\0" + directory.path("in.png")),
            .fileInTree(tree: tree, path: "in.png\0.jpg"), .fileInTree(tree: null("", "x"), path: "in.png"),
            .fileInTree(tree: tree, path: "folder\0x/../in.png"),
        ]
        for source in sources {
            let error = #expect(throws: ImageError.self) { try BlurJob().run(from: source) }
            #expect(error?.code == .unreadable, "\(error as Any)")
        }
        for role in [\BlurJob.maskSource, \BlurJob.matteSource] {
            var job = BlurJob()
            job[keyPath: role] = .image(.file(path: null("in.png", ".jpg")))
            #expect(throws: ImageError.self) { try job.run(from: .file(path: directory.path("in.png"))) }
        }
    }

    @Test("are not written", arguments: [ExistingOutput.fail, .replace, .skip])
    func targets(existing: ExistingOutput) throws {
        let before = try directory.names()
        let original = try directory.read("in.png")
        let targets: [OutputTarget] = [
            .file(path: null("out", "y.png")), .file(path: null("in.png", ".png")),
            .file(path: null("folder", "/a.png")), .fileInTree(tree: tree, path: "out\0y.png"),
            .fileInTree(tree: tree, path: "new\0/out.png"), .fileInTree(tree: null("", "x"), path: "out.png"),
        ]
        let image = try PixelBuffer.noise(Size(4, 4))
        for target in targets {
            var job = BlurJob()
            job.existing = existing
            let errors = [
                #expect(throws: ImageError.self) { try job.run(from: .bytes(original), to: target) },
                #expect(throws: ImageError.self) { try image.write(to: target, existing: existing) },
            ]
            for error in errors { #expect(error?.code == .cannotCreate, "\(error as Any)") }
        }
        #expect(try directory.names() == before && directory.read("in.png") == original)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("folder")).isEmpty)
    }

    @Test("are no files, links, or directories")
    func files() {
        let path = null("in.png", "x")
        #expect(FileIdentity(path: path) == nil && FileIdentity(linkPath: path) == nil)
        #expect(PathName.realPath(path) == nil && OpenDirectory.openToList(null("folder", "x")) == nil)
        #expect(DescriptorPath.number("/dev/stdout\0") == nil)
    }
}
