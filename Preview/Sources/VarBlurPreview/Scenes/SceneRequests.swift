internal import VarBlurCommand
internal import VarBlurJSON

/// Changes of a scene, as the page sends them.
struct SceneRequest: Decodable, Sendable {
    /// Values to set, as paths and texts.
    let values: [PreviewRequest.Setting]
    /// The time of the picture of a moving scene, 0 to 1; `nil` for its end.
    let time: Double?
    /// The pixels for each pixel of the scene; `nil` for the scale of its canvas.
    let scale: Double?
    /// The options of the output, by their names without dashes.
    let options: [String: OptionValue]
}

/// What the page of a scene needs to start, apart from the report of its values.
struct SceneDescription: Encodable {
    /// The path of the scene on the command line.
    let scene: String
    /// Values that the command line sets.
    let assignments: [PreviewRequest.Setting]
    /// The options of the output.
    let options: [OptionDescription]
    /// Images to choose from.
    let images: [String]
    /// The directory of the command line that images must lie in; `nil` for that of the scene.
    let confinement: String?
    /// The maximum length of a file in bytes.
    let maximumInput: Int
}

/// An image that has been copied into the directory of a scene.
struct SceneImage: Encodable {
    /// The path, relative to the directory.
    let path: String
    /// Images to choose from.
    let images: [String]
}

/// Why a scene is not drawn, for the page.
struct SceneMistakes: Encodable {
    let error: String
    /// The mistakes, each with its path in the document.
    let mistakes: [String]
}

/// A value of a scene that can be set, from the report of `varblur compose --list-values`.
struct SceneValue: Sendable {
    let path: String
    let kind: String
    /// The text in the document; `nil` if there is none.
    let text: String?

    init?(_ report: JSONValue) {
        guard let path = report["path"]?.string, let kind = report["kind"]?.string else { return nil }
        (self.path, self.kind, text) = (path, kind, report["value"]?.string)
    }
}
