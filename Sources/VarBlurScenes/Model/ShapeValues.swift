internal import VarBlur
internal import VarBlurJSON

/// The JSON of shapes: the name of a shape without parameters, or an object with its `type`.
extension SceneShape: SceneValue {
    static let definition: String? = "shape"

    private static let names = ["rectangle", "capsule", "circle", "ellipse", "polygon", "hexagonBadge", "path"]

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> SceneShape? {
        switch json {
        case .string(let name): return shape(named: name, [], &reader)
        case .object(let members):
            guard let name = json["type"]?.string else {
                reader.fail(member: "type", "the type of the shape is missing: \(names.list("or"))")
                return nil
            }
            return shape(named: name, members, &reader)
        default:
            reader.fail(
                "must be a shape, not \(json.kindName): \(names.list("or")), or an object with its type")
            return nil
        }
    }

    private static func shape(
        named name: String, _ members: [JSONValue.Member], _ reader: inout SceneReader
    ) -> SceneShape? {
        func parameters<Parameters: SceneObject>(_ type: Parameters.Type) -> Parameters {
            var parameters = Parameters()
            parameters.readMembers(members, &reader, others: ["type"])
            return parameters
        }
        switch name {
        case "rectangle":
            let values = parameters(RectangleParameters.self)
            return .rectangle(cornerRadius: values.cornerRadius, style: values.style)
        case "polygon":
            return .polygon(points: parameters(PolygonParameters.self).points)
        case "path": return path(parameters(PathParameters.self), &reader)
        case "hexagonBadge": return .hexagonBadge(parameters: parameters(HexagonBadge.self))
        case "capsule", "circle", "ellipse":
            _ = parameters(NoParameters.self)
            return name == "capsule" ? .capsule : name == "circle" ? .circle : .ellipse
        default:
            let meant = SceneText.suggestion(for: name, among: names)
            reader.fail("'\(SceneText.quoted(name))' is not a shape; there are \(names.list("and"))\(meant)")
            return nil
        }
    }

    private static func path(_ values: PathParameters, _ reader: inout SceneReader) -> SceneShape? {
        do throws(PathTextError) {
            let box = values.viewBox
            let frame =
                box.count == 4 ? SceneRectangle(x: box[0], y: box[1], width: box[2], height: box[3]) : nil
            return .path(outline: try SVGPath(values.data, viewBox: frame))
        } catch {
            reader.fail(member: "data", error.description)
            return nil
        }
    }

    func enlarged(by factor: Double) -> SceneShape {
        guard case .rectangle(let radius, let style) = self else { return self }
        return .rectangle(cornerRadius: radius * factor, style: style)
    }

    var json: JSONValue {
        func object(_ name: String, _ members: [JSONValue.Member]) -> JSONValue {
            .object([JSONValue.Member("type", .string(name))] + members)
        }
        switch self {
        case .rectangle(let radius, let style):
            return object("rectangle", RectangleParameters(cornerRadius: radius, style: style).jsonMembers)
        case .capsule: return .string("capsule")
        case .circle: return .string("circle")
        case .ellipse: return .string("ellipse")
        case .polygon(let points):
            return object("polygon", PolygonParameters(points: points).jsonMembers)
        case .hexagonBadge(let badge):
            return badge == .standard ? .string("hexagonBadge") : object("hexagonBadge", badge.jsonMembers)
        case .path(let outline):
            let box = outline.viewBox.map { [$0.x, $0.y, $0.width, $0.height] } ?? []
            return object("path", PathParameters(data: outline.text, viewBox: box).jsonMembers)
        }
    }

    static var schema: JSONValue {
        func type<Parameters: SceneObject>(_ name: String, _ parameters: Parameters.Type) -> JSONValue {
            .typeSchema(name, Parameters.schemaMembers, required: Parameters.requiredNames)
        }
        return [
            "anyOf": [
                ["enum": ["rectangle", "capsule", "circle", "ellipse", "hexagonBadge"]],
                type("rectangle", RectangleParameters.self), type("polygon", PolygonParameters.self),
                type("path", PathParameters.self), type("hexagonBadge", HexagonBadge.self),
                type("capsule", NoParameters.self), type("circle", NoParameters.self),
                type("ellipse", NoParameters.self),
            ]
        ]
    }
}

extension CornerStyle: SceneChoice {}
