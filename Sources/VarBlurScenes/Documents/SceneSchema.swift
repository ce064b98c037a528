internal import VarBlurJSON

/// The JSON schema of scenes.
public enum SceneSchema {
    /// The schema according to JSON Schema 2020-12, for editors and validators.
    ///
    /// It is derived from the same descriptions as the decoder.
    public static var text: String { value.indentedText }

    static var value: JSONValue {
        var value: JSONValue = [
            "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "A scene of varblur compose",
        ]
        value.append(SceneDocument.schema)
        value.append(["$defs": definitions])
        return value
    }

    /// The types whose schemas stand in one place, because several members refer to them, or because they are long.
    private static let definedTypes: [any SceneValue.Type] = [
        SceneShape.self, Paint.self, ColorGradient.self, Insets.self, SceneLength.self, SceneShadow.self,
        BlurLayer.self, TextScrim.self, SceneUnitPoint.self, GlassItem.self, GlassTransition.self, OverlayNotch.self,
        OverlayTransition.self, HexagonBadge.Segment.self, SceneCanvas.self, CanvasExtension.self, LayerTiming.self,
        MotionParameters.self, SpringParameters.self,
    ]

    private static var definitions: JSONValue {
        var value: JSONValue = ["layer": ["oneOf": .array(layers)]]
        value.append(
            .object(definedTypes.compactMap { type in type.definition.map { JSONValue.Member($0, type.schema) } }))
        value.append([
            "nonnegativeLength": SceneLength.nonnegativeSchema, "positiveLength": SceneLength.positiveSchema,
        ])
        return value
    }

    private static var layers: [JSONValue] {
        SceneLayer.Kind.allCases.map { kind in
            let own = kind.documentation
            return .typeSchema(
                kind.rawValue, SceneLayer.schemaMembers + own.map { JSONValue.Member($0.name, $0.schema) },
                required: own.filter(\.isRequired).map(\.name))
        }
    }
}

extension JSONValue {
    /// The schema of an object whose member `type` is a name.
    static func typeSchema(_ name: String, _ members: [Member], required: [String]) -> JSONValue {
        objectSchema([Member("type", ["const": .string(name)])] + members, required: ["type"] + required)
    }
}
