/// The direction in which something is read: it decides where leading and trailing are, and from which side rows and texts run.
public enum SceneDirection: String, CaseIterable, Sendable, Hashable {
    /// That of the first letter of a text that has a direction; from left to right for everything else.
    case automatic
    /// From left to right: leading is left.
    case leftToRight = "ltr"
    /// From right to left, as in Arabic and Hebrew: leading is right.
    case rightToLeft = "rtl"
}

extension SceneDirection: SceneChoice {}

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
        let direction = content.direction ?? outer
        if outer == .rightToLeft { layer.placement.mirror() }
        if direction == .rightToLeft { layer.contentPadding.mirror() }
        layer.background = background.directed(direction)
        layer.mask = mask.directed(direction)
        layer.content = content.directed(direction)
        return layer
    }
}

extension SceneLayer.Content {
    /// The direction of its own; `nil` for that of the area.
    fileprivate var direction: SceneDirection? {
        switch self {
        case .text(let text): text.direction
        case .stack(let stack): stack.direction
        case .image, .fill, .blur, .glass, .shape, .qrCode, .overlay: nil
        }
    }

    fileprivate func directed(_ direction: SceneDirection) -> SceneLayer.Content {
        let isMirrored = direction == .rightToLeft
        switch self {
        case .text(var text):
            text.direction = direction
            return .text(text)
        case .stack(var stack):
            stack.direction = direction
            (stack.layers, stack.more) = (stack.layers.directed(direction), stack.more.directed(direction))
            if isMirrored { stack.contentAlignment = stack.contentAlignment.mirrored }
            return .stack(stack)
        case .glass(var glass):
            glass.isRightToLeft = isMirrored
            glass.items = glass.items.map { $0.directed(direction) }
            if let former = glass.transition?.items { glass.transition?.items = former.map { $0.directed(direction) } }
            if isMirrored { glass.contentAlignment = glass.contentAlignment.mirrored }
            return .glass(glass)
        case .overlay(var overlay):
            (overlay.content, overlay.above) = (overlay.content.directed(direction), overlay.above.directed(direction))
            if isMirrored { overlay.side = overlay.side.mirrored }
            return .overlay(overlay)
        case .image, .fill, .blur, .shape, .qrCode: return self
        }
    }
}

extension GlassItem {
    fileprivate func directed(_ direction: SceneDirection) -> GlassItem {
        var item = self
        if direction == .rightToLeft { item.placement.mirror() }
        item.label = label.directed(direction)
        return item
    }
}

extension Placement {
    /// Exchanges leading and trailing.
    fileprivate mutating func mirror() {
        chosenAlignment = chosenAlignment?.mirrored
        padding.mirror()
    }
}

extension Insets {
    /// Exchanges leading and trailing.
    fileprivate mutating func mirror() { swap(&leading, &trailing) }
}

extension SceneSide {
    fileprivate var mirrored: SceneSide {
        switch self {
        case .leading: .trailing
        case .trailing: .leading
        case .top, .bottom: self
        }
    }
}
