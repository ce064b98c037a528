import VarBlur
import VarBlurCodecs
import VarBlurScenes

/// The examples of the documentation of scenes.
package enum SceneExamples {
    package static func makeScene() -> Scene {
        // example: describe a scene
        var scene = Scene(canvas: SceneCanvas(width: 1200, height: 630))
        scene.layers = [
            SceneLayer(.image(ImageLayer("photo.jpg"))), SceneLayer(.text(TextLayer("Alpine lake", size: 56))),
        ]
        // end
        return scene
    }

    package static func drawCard() throws -> PixelBuffer {
        // example: draw a card
        var caption = TextLayer("Alpine lake", size: 56)
        caption.minContrast = 4.5
        let badge = ShapeLayer(
            .rectangle(cornerRadius: 24), fill: .color(SceneColor(red: 0.84, green: 0.2, blue: 0.18)))
        let scene = Scene(
            canvas: SceneCanvas(width: 1200, height: 630),
            layers: [
                SceneLayer(.image(ImageLayer("photo.jpg"))),
                SceneLayer(.blur(BlurLayer(radius: 16, direction: .bottom, startOffset: 0.5))),
                SceneLayer(.text(caption), placement: Placement(.bottomLeading, padding: Insets(48))),
                SceneLayer(
                    .shape(badge), placement: Placement(.topTrailing, padding: Insets(32), width: 120, height: 48)),
            ])
        let picture = try SceneRenderer(SceneResources(directory: "photos")).render(scene)
        // end
        return picture
    }

    /// The picture of a document that a stranger sent, whose photo is in memory.
    package static func serve(_ document: [UInt8], photo: [UInt8], in directory: String) async throws -> [UInt8] {
        // example: serve scenes
        /// Draws documents of strangers, which can name only the photo, and files in a directory.
        func picture(_ document: [UInt8], photo: [UInt8], in directory: String) async throws -> [UInt8] {
            var limits = SceneLimits()
            limits.pixels = 4_000_000
            limits.memory = 512 << 20
            limits.time = .seconds(10)
            var resources = SceneResources(directory: directory)
            resources.files["photo"] = photo
            let service = SceneService(resources, limits: limits)
            var settings = OutputSettings()
            settings.format = .webP
            let scene = try SceneAnimation(json: document, limits: limits).end
            return try await service.picture(of: scene, settings: settings)
        }
        // end
        return try await picture(document, photo: photo, in: directory)
    }

    package static func drawInTask(
        _ scene: Scene, limits: SceneLimits, settings: OutputSettings
    ) async throws -> [UInt8] {
        // example: draw a scene in a task
        let service = SceneService(SceneResources(directory: "badges"), limits: limits)
        let picture = try await service.picture(of: scene, settings: settings)
        // end
        return picture
    }

    /// Draws a text with the fonts of a directory.
    package static func drawWithFonts(from directory: String) throws -> [String] {
        // example: draw with fonts
        var resources = SceneResources()
        resources.fontDirectories = [directory]
        var caption = TextLayer("Alpine lake", size: 56)
        caption.family = "Inter"
        let renderer = try SceneRenderer(resources)
        let scene = Scene(canvas: SceneCanvas(width: 600, height: 120), layers: [SceneLayer(.text(caption))])
        let picture = try renderer.render(scene)
        let notices = renderer.notices  // a family that was not found, for example
        // end
        return picture.width == 600 ? notices : []
    }

    package static func draw(_ scene: Scene) throws -> PixelBuffer {
        // example: draw a scene
        let renderer = try SceneRenderer(SceneResources(directory: "photos"))
        let image = try renderer.render(scene)
        // end
        return image
    }

    package static func drawGlass(on image: inout PixelBuffer) throws {
        // example: draw glass over an image
        let badge = GlassPiece(
            id: "badge", shape: .rectangle(cornerRadius: 24), frame: SceneRectangle(x: 40, y: 40, width: 96, height: 96)
        )
        try GlassContainer(pieces: [badge]).draw(on: &image)
        // end
    }

    package static func findNotch() throws -> String? {
        // example: find a notch
        let notches = try MagneticNotches(
            [Notch("min", .absolute(pixels: 120)), Notch("max", .fractional(fraction: 0.9))], length: 800)
        let notch = notches.nearest(to: 300, velocity: 900)  // "max"
        // end
        return notch
    }
}
