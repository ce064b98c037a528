internal import VarBlur

/// A layer that is drawn later, so that the scrims of texts above it can lie below it.
struct WaitingLayer {
    let layer: SceneLayer
    /// What its parent offers.
    let area: SceneRectangle
    /// The path of the layer in the document; empty if it is inside of another layer.
    let path: String
    /// The path of the layer that it is inside of; empty if there is none.
    let outerPath: String
    /// The area whose pixels the layer changes or reads.
    let reach: SceneRectangle
    /// The areas in which a text lies on the layer: without shadows.
    let bodies: [SceneRectangle]
    /// The contrast that its texts have to have when it is drawn.
    let promises: [ContrastPromise]

    /// The name of the layer in notices.
    var name: String { path.isEmpty ? outerPath : path }
}

/// The contrast that a text has to have with the picture behind it.
struct ContrastPromise {
    let requirement: ReadableText
    /// The ink of the words.
    let words: [InkMask]
    /// How far from the ink pixels count.
    let distance: Double
    /// The area of the ink.
    let ink: SceneRectangle
    let scrim: TextScrim
    /// How far the text is visible while its layer appears or disappears, 0 to 1.
    let presence: Double

    /// The area of all pixels that count.
    var surroundings: SceneRectangle { ink.inset(by: -distance - 1) }

    /// Whether another layer of the same group, with this area, is in the place of the text.
    func isDisturbed(by area: SceneRectangle) -> Bool { area != ink && area.intersection(ink) != nil }
}

/// Texts of a stack, whose scrims with an automatic direction have the same side.
struct ScrimGroup {
    let promises: [ContrastPromise]
    /// The side; `nil` until the first of the scrims is drawn.
    var side: BlurDirection?
}

/// What limits the scrims of the texts on it: a piece of glass, or a panel.
struct ScrimLimit {
    let outline: SceneShape
    let frame: SceneRectangle
}
