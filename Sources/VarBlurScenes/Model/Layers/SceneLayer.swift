internal import VarBlur
internal import VarBlurJSON

/// A layer of a scene: its contents, and where they are.
public struct SceneLayer: Sendable, Hashable {
    /// A unique name, by which values can be set; empty for none.
    public var id = ""
    /// Where the layer is in the area that its parent offers.
    public var placement = Placement()
    /// Whether the layer is not drawn and takes no room in a stack.
    public var isHidden = false
    /// Whether the layer is also hidden while it is empty: a text or an image without a name, or a stack whose layers are all hidden.
    public var hidesEmpty = false
    /// The opacity of the layer as a whole, with everything in it: 0 to 1.
    ///
    /// The result is a mixture of the picture without the layer and the picture with the opaque layer. What the layer draws over itself
    /// therefore does not show through, and a blur or glass takes effect in part.
    public var opacity = 1.0
    /// The distance from the sides of the layer to its contents, by which it is larger than these.
    public var contentPadding = Insets()
    /// Layers behind the contents, placed in the frame of the layer with its ``contentPadding``.
    ///
    /// A scrim below a text in the layer ends at the outline of the first of them.
    public var background: [SceneLayer] = []
    /// Layers in the frame of the layer whose opacity masks it with its ``background``; empty for no mask.
    public var mask: [SceneLayer] = []
    /// How the colors of the layer as a whole are mixed with those behind it.
    public var blendMode = SceneBlendMode.normal
    /// The angle in degrees by which the layer is rotated clockwise about its ``anchor``; its place in a stack remains the same.
    ///
    /// Blurs, glass, and texts with a minimum contrast depend on what is behind them, and therefore cannot be rotated, scaled, or blended.
    public var rotation = 0.0
    /// The factor by which the layer is enlarged from its ``anchor``: 0.01 to 100; its place in a stack remains the same.
    public var scale = 1.0
    /// The point of the layer that a rotation and a change of scale leave in place, as fractions of its frame.
    public var anchor = SceneUnitPoint(x: 0.5, y: 0.5)
    /// When the layer, and the layers in it without a timing of their own, change in an animation; `nil` for the timing of the layer that
    /// contains it, or the whole duration.
    public var timing: LayerTiming?
    /// What the layer draws.
    public var content: Content
    /// Whether the opacity is between those of two states of an animation.
    var isFading = false

    /// What a layer draws.
    public indirect enum Content: Sendable, Hashable {
        /// An image file, or an image of the caller.
        case image(ImageLayer)
        /// A color or a gradient over an area.
        case fill(FillLayer)
        /// A blur of everything below.
        case blur(BlurLayer)
        /// Pieces of glass that melt where they are close.
        case glass(GlassLayer)
        /// A shape with a fill and a stroke.
        case shape(ShapeLayer)
        /// Text.
        case text(TextLayer)
        /// A QR code.
        case qrCode(QRCodeLayer)
        /// Layers beside, below, or above one another.
        case stack(StackLayer)
        /// A panel that rises from a side of the canvas.
        case overlay(OverlayLayer)
    }

    /// Creates a layer.
    public init(_ content: Content, id: String = "", placement: Placement = Placement(), opacity: Double = 1) {
        (self.content, self.id, self.placement, self.opacity) = (content, id, placement, opacity)
    }
}

extension SceneLayer: SceneObject {
    /// What takes the place of a layer that cannot be read, so that those after it keep their numbers.
    private static let unreadable = SceneLayer()

    init() { content = .stack(StackLayer()) }

    static let members: [SceneMember<SceneLayer>] =
        [
            .member("id", \.id, "A unique name, with which the paths of its values begin.") { id in
                let isName = id.utf8.allSatisfy {
                    UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                }
                return isName && id.utf8.count <= 64
                    ? nil : "an id consists of up to 64 letters, digits, hyphens, and underscores"
            },
            .member("hidden", \.isHidden, "Whether the layer is not drawn and takes no room in a stack."),
            .member(
                "hidesEmpty", \.hidesEmpty,
                "Whether the layer is also hidden while its text or the path of its image is empty, or all of its layers are hidden."
            ),
            .number(
                "opacity", \.opacity, 0...1,
                "The opacity of the layer as a whole. For blur and glass layers, how strongly the effect is mixed in."),
        ] + Placement.members.map { $0.within(\.placement) } + [
            .member(
                "contentPadding", \.contentPadding,
                "The distance from the sides of the layer to its contents: a length, or an object with a length for each side."
            ),
            .member(
                "background", \.background,
                "Layers behind the contents, as large as the layer with its `contentPadding`."),
            .member(
                "maskedBy", \.mask,
                "Layers as large as the layer, whose opacity masks it: shapes, gradients, images, or others."),
            .member("blendMode", \.blendMode, "How the layer as a whole is mixed with what is behind it, as in CSS."),
            .number(
                "rotation", \.rotation, -36_000...36_000,
                "The angle in degrees by which the layer is rotated clockwise; its place in a stack remains the same."),
            .number("scale", \.scale, 0.01...100, "The factor by which the layer is enlarged after it is placed."),
            .member(
                "anchor", \.anchor,
                "The point of the layer that stays in place: an alignment such as bottom, or [x, y] as fractions of the layer."
            ),
            .member(
                "timing", \.timing,
                "When the layer, and the layers in it without a timing of their own, change in an animation; by default, during all of it."
            ),
        ]

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> SceneLayer? {
        guard reader.countLayer() else { return nil }
        guard case .object(let given) = json else {
            reader.fail("must be a layer, not \(json.kindName)")
            return .unreadable
        }
        guard let name = json["type"]?.string else {
            reader.fail(member: "type", "the type of the layer is missing: \(Kind.names.list("or"))")
            return .unreadable
        }
        guard let kind = Kind(rawValue: name) else {
            let meant = SceneText.suggestion(for: name, among: Kind.names)
            reader.fail(
                member: "type",
                "'\(SceneText.quoted(name))' is not a type of layer; there are \(Kind.names.list("and"))\(meant)"
            )
            return .unreadable
        }
        var layer = SceneLayer()
        layer.readMembers(
            given.filter { item in members.contains { $0.name == item.name } }, &reader, others: [])
        if !layer.id.isEmpty { reader.note(identifier: layer.id) }
        layer.content = kind.content(given, &reader, others: members.map(\.name) + ["type"])
        if case .image(let image) = layer.content, image.image.isEmpty, !layer.isAbsent, json["image"] == "" {
            reader.fail(member: "image", "the path is empty")
        }
        return layer
    }

    static func hint(onListFor json: JSONValue) -> String {
        switch json {
        case .string: "; write [{\"type\": \"fill\", \"paint\": \(SceneText.quoted(json.text))}]"
        case .object: "; write it in brackets: [{…}]"
        default: ""
        }
    }

    var json: JSONValue {
        .object([.init("type", .string(content.kind.rawValue))] + jsonMembers + content.value.jsonMembers)
    }

    func enlarged(by factor: Double) -> SceneLayer {
        var layer = withEnlargedMembers(by: factor)
        layer.content.value = content.value.enlarged(by: factor)
        return layer
    }

    static var schema: JSONValue { ["$ref": "#/$defs/layer"] }
}

extension SceneLayer {
    /// Whether the layer is hidden, so that it takes no room.
    var isAbsent: Bool { isHidden || hidesEmpty && content.value.isEmpty }

    /// Whether the layer can change the picture.
    var isDrawn: Bool { opacity > 0 && !isAbsent }

    /// Whether the layer is only its contents, so that those of a stack can be drawn one by one.
    var isPlain: Bool { opacity == 1 && background.isEmpty && mask.isEmpty && isolatingMember == nil }

    /// The name of the member that separates the layer from what is behind it; `nil` if there is none.
    var isolatingMember: String? {
        blendMode != .normal ? "blendMode" : rotation != 0 ? "rotation" : scale != 1 ? "scale" : nil
    }
}
