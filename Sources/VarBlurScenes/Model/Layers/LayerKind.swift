internal import VarBlurJSON

extension SceneLayer {
    /// The types of layers, by their names in JSON.
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

        /// Reads the members of a layer that depend on its type.
        func content(
            _ given: [JSONValue.Member], _ reader: inout SceneReader, others: [String]
        ) -> Content {
            func value<Value: SceneObject>(_ type: Value.Type) -> Value {
                var value = Value()
                value.readMembers(given, &reader, others: others)
                return value
            }
            switch self {
            case .image: return .image(value(ImageLayer.self))
            case .fill: return .fill(value(FillLayer.self))
            case .blur: return .blur(value(BlurLayer.self))
            case .glass: return .glass(value(GlassLayer.self))
            case .shape: return .shape(value(ShapeLayer.self))
            case .text:
                let text = value(TextLayer.self)
                reader.countText(text.text)
                return .text(text)
            case .qrCode:
                let code = value(QRCodeLayer.self)
                reader.countText(code.text)
                return .qrCode(code)
            case .stack: return .stack(value(StackLayer.self))
            case .overlay: return .overlay(value(OverlayLayer.self))
            }
        }

        /// The members that depend on the type: name, summary, range, and schema.
        var documentation: [MemberDocumentation] {
            switch self {
            case .image: ImageLayer.documentation
            case .fill: FillLayer.documentation
            case .blur: BlurLayer.documentation
            case .glass: GlassLayer.documentation
            case .shape: ShapeLayer.documentation
            case .text: TextLayer.documentation
            case .qrCode: QRCodeLayer.documentation
            case .stack: StackLayer.documentation
            case .overlay: OverlayLayer.documentation
            }
        }
    }
}

extension SceneLayer.Content {
    /// The type, and the members that depend on it.
    var described: (kind: SceneLayer.Kind, members: [JSONValue.Member]) {
        switch self {
        case .image(let layer): (.image, layer.jsonMembers)
        case .fill(let layer): (.fill, layer.jsonMembers)
        case .blur(let layer): (.blur, layer.jsonMembers)
        case .glass(let layer): (.glass, layer.jsonMembers)
        case .shape(let layer): (.shape, layer.jsonMembers)
        case .text(let layer): (.text, layer.jsonMembers)
        case .qrCode(let layer): (.qrCode, layer.jsonMembers)
        case .stack(let layer): (.stack, layer.jsonMembers)
        case .overlay(let layer): (.overlay, layer.jsonMembers)
        }
    }
}

extension SceneLayer.Content {
    /// The contents with all lengths in pixels multiplied by a factor.
    func enlarged(by factor: Double) -> SceneLayer.Content {
        switch self {
        case .image(let layer): .image(layer.enlarged(by: factor))
        case .fill(let layer): .fill(layer.enlarged(by: factor))
        case .blur(let layer): .blur(layer.enlarged(by: factor))
        case .glass(let layer): .glass(layer.enlarged(by: factor))
        case .shape(let layer): .shape(layer.enlarged(by: factor))
        case .text(let layer): .text(layer.enlarged(by: factor))
        case .qrCode(let layer): .qrCode(layer.enlarged(by: factor))
        case .stack(let layer): .stack(layer.enlarged(by: factor))
        case .overlay(let layer): .overlay(layer.enlarged(by: factor))
        }
    }
}

/// A member of an object, as documents and schemas describe it.
struct MemberDocumentation: Sendable {
    let name: String
    let summary: String
    let rangeText: String?
    /// The default as JSON; `nil` if there is none.
    let defaultText: String?
    let isRequired: Bool
    let schema: JSONValue
}

extension SceneObject {
    /// The members, as documents describe them.
    static var documentation: [MemberDocumentation] {
        let defaults = Self()
        return zip(members, schemaMembers).map { member, schema in
            let value = member.write(defaults)
            return MemberDocumentation(
                name: member.name, summary: member.summary, rangeText: member.rangeText,
                defaultText: member.isRequired || value == .null ? nil : value.text, isRequired: member.isRequired,
                schema: schema.value)
        }
    }
}
