import Foundation
import Testing

@testable import VarBlurScenes

/// The scenes of the project.
enum SceneFiles {
    /// The root directory of the repository.
    static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static let names = [
        "app-screenshot", "event-poster", "hexagon-badge", "landmark-badges", "name-badge", "notch-overlay",
        "product-card",
        "quote-card", "share-card", "sidebar-extension", "video-thumbnail",
    ]

    static let folder = repository.appending(path: "scenes").path

    static func contents(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: repository.appending(path: "scenes/\(name).json")))
    }

    static func animation(_ name: String) throws -> SceneAnimation { try SceneAnimation(json: contents(name)) }

    /// A renderer of the scenes.
    static func renderer() throws -> SceneRenderer {
        try SceneRenderer(SceneResources(directory: folder, confinement: repository.path))
    }
}
