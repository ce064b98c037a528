/// The direction in which something is read: it decides where leading and trailing are, and from which side rows and texts run.
public enum SceneDirection: String, CaseIterable, Sendable, Hashable, SceneChoice {
    /// That of the first letter of a text that has a direction; from left to right for everything else.
    case automatic
    /// From left to right: leading is left.
    case leftToRight = "ltr"
    /// From right to left, as in Arabic and Hebrew: leading is right.
    case rightToLeft = "rtl"
}

extension Scene {
    /// The scene in which leading is left everywhere, whatever is read from right to left.
    var directed: Scene {
        var scene = self
        if canvas.direction == .rightToLeft { scene.canvas.extend?.insets.mirror() }
        scene.layers = layers.directed(canvas.direction)
        return scene
    }
}

extension [SceneLayer] {
    /// The layers in an area with a direction, with places in which leading is left.
    func directed(_ direction: SceneDirection) -> [SceneLayer] { map { $0.directed(direction) } }
}

extension SceneLayer {
    fileprivate func directed(_ outer: SceneDirection) -> SceneLayer {
        var layer = self
        let direction = content.value.readingDirection ?? outer
        if outer == .rightToLeft { layer.placement.mirror() }
        if direction == .rightToLeft { layer.contentPadding.mirror() }
        layer.background = background.directed(direction)
        layer.mask = mask.directed(direction)
        layer.content.value.direct(direction)
        layer.content.value.changeChildren { $0 = $0.directed(direction) }
        return layer
    }
}

extension Placement {
    /// Exchanges leading and trailing.
    mutating func mirror() {
        chosenAlignment = chosenAlignment?.mirrored
        padding.mirror()
    }
}

extension Insets {
    /// Exchanges leading and trailing.
    fileprivate mutating func mirror() { swap(&leading, &trailing) }
}

extension SceneSide {
    var mirrored: SceneSide {
        switch self {
        case .leading: .trailing
        case .trailing: .leading
        case .top, .bottom: self
        }
    }
}
