internal import PlainJSON

/// A layer of a scene: its contents, and where they are.
public struct Layer: Sendable, Hashable {
    /// A unique name, by which values can be set; empty for none.
    public var id = ""
    /// Where the layer is in the area that its parent offers.
    public var placement = Placement()
    /// The opacity of the layer as a whole, with everything in it: 0 to 1.
    ///
    /// The result is a mixture of the picture without the layer and the picture with the opaque layer. What the layer draws over itself
    /// therefore does not show through, and a blur or glass takes effect in part.
    public var opacity = 1.0
    /// What the layer draws.
    public var content: Content
    /// Whether the opacity is between those of two states of an animation.
    var isFading = false
    /// Whether the opacity of the color of a text is between those of two states of an animation.
    var hasFadingColor = false

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

/// The members that all layers have.
struct LayerParameters {
    var id = ""
    var opacity = 1.0
}

extension LayerParameters: SceneObject {
    static let members: [SceneMember<LayerParameters>] = [
        .member("id", \.id, "A unique name, with which the paths of its values begin.") { id in
            let isName = id.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            }
            return isName && id.utf8.count <= 64
                ? nil : "an id consists of up to 64 letters, digits, hyphens, and underscores"
        },
        .number(
            "opacity", \.opacity, 0...1,
            "The opacity of the layer as a whole. For blur and glass layers, how strongly the effect is mixed in."),
    ]
}

extension Layer: SceneValue {
    /// What takes the place of a layer that cannot be read, so that those after it keep their numbers.
    private static let unreadable = Layer(.stack(StackLayer()))

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Layer? {
        guard reader.countLayer() else { return nil }
        guard case .object(let given) = json else {
            reader.fail("must be a layer, not \(json.kindName)")
            return .unreadable
        }
        guard case .string(let name)? = json["type"] else {
            reader.fail(member: "type", "the type of the layer is missing: \(SceneText.list(Kind.names))")
            return .unreadable
        }
        guard let kind = Kind(rawValue: name) else {
            let meant = SceneText.suggestion(for: name, among: Kind.names)
            reader.fail(
                member: "type",
                "'\(SceneText.quoted(name))' is not a type of layer; there are \(SceneText.list(Kind.names, "and"))\(meant)"
            )
            return .unreadable
        }
        let common = LayerParameters.members.map(\.name) + Placement.members.map(\.name) + ["type"]
        var (parameters, placement) = (LayerParameters(), Placement())
        let own = given.filter { item in LayerParameters.members.contains { $0.name == item.name } }
        parameters.readMembers(own, &reader, others: [])
        if !parameters.id.isEmpty { reader.note(identifier: parameters.id) }
        placement.readMembers(
            given.filter { item in Placement.members.contains { $0.name == item.name } }, &reader, others: [])
        let content = kind.content(given, &reader, others: common)
        return Layer(content, id: parameters.id, placement: placement, opacity: parameters.opacity)
    }

    var json: JSONValue {
        let (kind, members) = content.described
        let parameters = LayerParameters(id: id, opacity: opacity)
        return .object(
            [.init("type", .string(kind.rawValue))] + parameters.jsonMembers + placement.jsonMembers + members)
    }

    static var schema: JSONValue { .object([.init("$ref", .string("#/$defs/layer"))]) }
}
