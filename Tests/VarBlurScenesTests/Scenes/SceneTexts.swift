@testable import VarBlurScenes

/// The document of layers, which are JSON, on a canvas.
private func sceneText(_ width: Int, _ height: Int, _ layers: String) -> String {
    #"{"canvas":{"width":\#(width),"height":\#(height)},"layers":[\#(layers)]}"#
}

extension Scene {
    /// The scene of a document.
    init(_ text: some StringProtocol) throws(SceneError) { try self.init(json: Array(text.utf8)) }

    /// A scene of layers, which are JSON, on a canvas.
    init(_ width: Int, _ height: Int, _ layers: String) throws(SceneError) {
        try self.init(sceneText(width, height, layers))
    }
}

extension SceneAnimation {
    /// The animation of a document.
    init(_ text: some StringProtocol, setting assignments: [SceneAssignment] = []) throws(SceneError) {
        try self.init(json: Array(text.utf8), setting: assignments)
    }

    /// The animation of layers, which are JSON, on a canvas.
    init(_ width: Int, _ height: Int, _ layers: String) throws(SceneError) {
        try self.init(sceneText(width, height, layers))
    }
}
