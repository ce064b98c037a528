internal import VarBlur
internal import VarBlurJSON

extension SceneLayer {
    /// The kinds of layers, by their names in JSON.
    enum Kind: String, CaseIterable {
        case image
        case fill
        case blur
        case glass
        case shape
        case text
        case qrCode
        case stack
        case overlay

        static let names = allCases.map(\.rawValue)

        /// The type of the contents.
        var type: any LayerContent.Type {
            switch self {
            case .image: ImageLayer.self
            case .fill: FillLayer.self
            case .blur: BlurLayer.self
            case .glass: GlassLayer.self
            case .shape: ShapeLayer.self
            case .text: TextLayer.self
            case .qrCode: QRCodeLayer.self
            case .stack: StackLayer.self
            case .overlay: OverlayLayer.self
            }
        }

        /// Reads the members of a layer that depend on its kind.
        func content(_ given: [JSONValue.Member], _ reader: inout SceneReader, others: [String]) -> Content {
            type.content(given, &reader, others: others)
        }

        /// The members that depend on the kind: name, summary, range, and schema.
        var documentation: [MemberDocumentation] { type.documentation }
    }
}

extension SceneLayer.Content {
    /// The kind, and the value of its type.
    private var typed: (kind: SceneLayer.Kind, value: any LayerContent) {
        switch self {
        case .image(let layer): (.image, layer)
        case .fill(let layer): (.fill, layer)
        case .blur(let layer): (.blur, layer)
        case .glass(let layer): (.glass, layer)
        case .shape(let layer): (.shape, layer)
        case .text(let layer): (.text, layer)
        case .qrCode(let layer): (.qrCode, layer)
        case .stack(let layer): (.stack, layer)
        case .overlay(let layer): (.overlay, layer)
        }
    }

    var kind: SceneLayer.Kind { typed.kind }

    /// The value of the type of the contents.
    var value: any LayerContent {
        get { typed.value }
        set { self = newValue.layerContent }
    }

    /// The value as what all types of contents are to another part of the library: to the layout, or to the drawing.
    func value<Role>(as role: Role.Type) -> Role {
        guard let value = value as? Role else { trap("\(kind) layers are no \(role)") }
        return value
    }
}
