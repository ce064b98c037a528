import Foundation
import TestSupport
import Testing

@testable import VarBlur
@testable import VarBlurCodecs
@testable import VarBlurScenes

@Suite("Scenes of strangers")
struct SceneServiceTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        for name in ["in", "in/deep"] {
            try FileManager.default.createDirectory(atPath: directory.path(name), withIntermediateDirectories: true)
        }
        let image = try PixelBuffer.noise(Size(8, 6)).encoded(.png)
        for name in ["out.png", "in/a.png", "in/deep/b.png"] { try directory.write(image, to: name) }
        try FileManager.default.createSymbolicLink(
            atPath: directory.path("in/link.png"), withDestinationPath: directory.path("out.png"))
    }

    private func scene(_ image: String, fonts: [String] = []) -> Scene {
        var scene = Scene(canvas: SceneCanvas(width: 8, height: 6), layers: [SceneLayer(.image(ImageLayer(image)))])
        scene.fonts = fonts
        return scene
    }

    /// Whether a renderer reads an image.
    private func reads(_ image: String, _ resources: SceneResources) throws -> Bool {
        let renderer = try SceneRenderer(resources)
        do throws(SceneError) {
            _ = try renderer.render(scene(image))
            return true
        } catch {
            #expect(error.code == .missingImage && error.problems.first?.path == "layers[0].image", "\(error)")
            return false
        }
    }

    @Test("name no files, unless the program allows a directory, or all files")
    func confinement() throws {
        let folder = directory.path("in")
        let names = ["a.png", "deep/b.png", "./deep/../a.png", "\(folder)/a.png"]
        let outside = ["../out.png", "deep/../../out.png", "link.png", directory.path("out.png")]
        for name in names + outside {
            #expect(try !reads(name, SceneResources()))
            #expect(try reads(name, SceneResources.anywhere(folder)))
        }
        let resources = SceneResources(directory: folder)
        for name in names { #expect(try reads(name, resources), "\(name)") }
        for name in outside { #expect(try !reads(name, resources), "\(name)") }
        #expect(try reads("../out.png", SceneResources(directory: folder, confinement: directory.url.path)))
        var memory = SceneResources()
        memory.files["photo"] = try directory.read("out.png")
        #expect(try reads("photo", memory))
    }

    @Test("name no font files, unless the program allows them", arguments: ["../out.ttf", "/etc/hostname"])
    func fonts(path: String) throws {
        try directory.write([0], to: "out.ttf")
        var resources = SceneResources()
        resources.files["photo"] = try directory.read("out.png")
        for allowed in [nil, directory.path("in")] {
            resources.directory = allowed
            let error = #expect(throws: SceneError.self) { () throws in
                try SceneRenderer(resources).check(scene("photo", fonts: [path]))
            }
            #expect(error?.code == .missingImage && error?.problems.first?.path == "fonts[0]")
        }
    }

    private func rendered(_ scene: Scene, _ resources: SceneResources) throws -> [UInt8] {
        try SceneRenderer(resources).render(scene).encoded()
    }

    @Test("have the same pictures as those of a renderer, in any format")
    func pictures() async throws {
        let resources = SceneResources(directory: directory.path("in"))
        let service = SceneService(resources)
        let expected = try rendered(scene("a.png"), resources)
        let pictures = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<20 { group.addTask { try await service.picture(of: scene("a.png")) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pictures.count == 20 && pictures.allSatisfy { $0 == expected })
        var settings = OutputSettings()
        settings.format = .jpeg
        #expect(try await service.picture(of: scene("a.png"), settings: settings).starts(with: [0xFF, 0xD8]))
        await #expect(throws: SceneError.self) { try await service.picture(of: scene("../out.png")) }
    }

    @Test("leave the queue at once when their task is cancelled")
    func cancellation() async throws {
        let service = SceneService()
        try await BlockedQueue.run { blocked in
            let task = Task { try await service.picture(of: Scene(canvas: SceneCanvas(width: 9, height: 9))) }
            await blocked.waitForWorks()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(blocked.isBlocked)
        }
    }

    @Test("that wait longer than they may are refused")
    func timeLimit() async throws {
        var limits = SceneLimits()
        limits.time = .milliseconds(1)
        let service = SceneService(limits: limits)
        try await BlockedQueue.run { blocked in
            let error = await #expect(throws: SceneError.self) {
                try await service.picture(of: Scene(canvas: SceneCanvas(width: 9, height: 9)))
            }
            #expect(error?.code == .timeout && blocked.isBlocked)
        }
    }

    @Test("stop being drawn when their task is cancelled")
    func layers() throws {
        let renderer = try SceneRenderer()
        let cancellation = Cancellation()
        renderer.cancellation = cancellation
        var paths: [String] = []
        renderer.layerObserver = { path in
            paths.append(path)
            if paths.count == 5 { cancellation.cancel() }
        }
        let layer = SceneLayer(.fill(FillLayer(.color(SceneColor(red: 1, green: 0, blue: 0)))))
        let scene = Scene(canvas: SceneCanvas(width: 9, height: 9), layers: [layer, layer, layer])
        let error = #expect(throws: SceneError.self) { () throws in try renderer.render(scene).width }
        #expect(error?.code == .cancelled && paths.count == 5)
        renderer.cancellation = Cancellation(start: Instant(nanoseconds: 0))
        #expect(try renderer.render(scene).width == 9)
    }
}
