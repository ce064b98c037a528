internal import VarBlurJSON

/// What a layer of one kind draws.
///
/// A new kind is a type with this protocol, which is also a `DrawnContent`, and a case of ``SceneLayer/Kind`` and of
/// ``SceneLayer/Content``; the compiler names the lists of all cases, and a test a missing `DrawnContent`.
protocol LayerContent: SceneObject, Hashable {
    /// The contents of a layer of this kind.
    var layerContent: SceneLayer.Content { get }

    /// Whether there is nothing to draw yet, such as no text.
    var isEmpty: Bool { get }
    /// The text that counts for the limit of all texts.
    var countedText: String { get }
    /// The shadow of the whole contents; `nil` if there is none, or if the kind has none.
    var contentShadow: SceneShadow? { get set }
    /// The shape to which the contents are limited; `nil` for their frame.
    var outline: SceneShape? { get }
    /// The direction of its own in which the contents are read; `nil` for that of the area.
    var readingDirection: SceneDirection? { get }
    /// The images that are no layers, with their paths in the contents.
    var images: [ImageReference] { get }
    /// The member whose former value is kept in the transition of the contents; `nil` if there is none.
    static var movingMember: String? { get }

    /// The lists of layers in the contents, with their paths in these.
    var children: [(path: String, layers: [SceneLayer])] { get }
    /// Calls `change` with each of the lists of ``children``, in their order.
    mutating func changeChildren(_ change: (inout [SceneLayer]) -> Void)
    /// Exchanges leading and trailing of everything but ``children`` if the direction is from right to left.
    mutating func direct(_ direction: SceneDirection)
    /// Marks what fades between two states; ``children`` are marked by default.
    mutating func markFading(from first: Self, to last: Self)
}

extension LayerContent {
    var isEmpty: Bool { false }

    var countedText: String { "" }

    var contentShadow: SceneShadow? {
        get { nil }
        // the kind has none
        set {}
    }

    var outline: SceneShape? { nil }

    var readingDirection: SceneDirection? { nil }

    var images: [ImageReference] { [] }

    static var movingMember: String? { nil }

    var children: [(path: String, layers: [SceneLayer])] { [] }

    mutating func changeChildren(_ change: (inout [SceneLayer]) -> Void) {}

    mutating func direct(_ direction: SceneDirection) {}

    mutating func markFading(from first: Self, to last: Self) {
        var states = zip(first.children, last.children).makeIterator()
        changeChildren { layers in
            if let (first, last) = states.next() { layers.markFading(from: first.layers, to: last.layers) }
        }
    }

    /// The contents with marks of what fades between two states, which are of the same kind.
    func markingFading(from first: any LayerContent, to last: any LayerContent) -> SceneLayer.Content {
        var marked = self
        if let first = first as? Self, let last = last as? Self { marked.markFading(from: first, to: last) }
        return marked.layerContent
    }

    /// All layers in the contents.
    var childLayers: [SceneLayer] { children.flatMap(\.layers) }

    /// Reads the members of a layer that depend on its kind.
    static func content(
        _ given: [JSONValue.Member], _ reader: inout SceneReader, others: [String]
    ) -> SceneLayer.Content {
        var value = Self()
        value.readMembers(given, &reader, others: others)
        reader.countText(value.countedText)
        return value.layerContent
    }
}

/// Contents with a shadow of all of them.
protocol ShadowedContent: LayerContent {
    var shadow: SceneShadow? { get set }
}

extension ShadowedContent {
    var contentShadow: SceneShadow? {
        get { shadow }
        set { shadow = newValue }
    }
}
