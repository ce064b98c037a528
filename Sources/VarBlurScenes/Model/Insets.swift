internal import VarBlurJSON

/// Distances from the four sides of an area.
///
/// In JSON, a single length stands for all sides.
public struct Insets: Sendable, Hashable {
    /// The distance from the top.
    public var top = SceneLength.pixels(0)
    /// The distance from the leading side: the left one, unless ``SceneDirection/rightToLeft`` applies.
    public var leading = SceneLength.pixels(0)
    /// The distance from the bottom.
    public var bottom = SceneLength.pixels(0)
    /// The distance from the trailing side: the right one, unless ``SceneDirection/rightToLeft`` applies.
    public var trailing = SceneLength.pixels(0)

    /// Creates insets of 0.
    public init() {}

    /// Creates equal insets.
    public init(_ length: SceneLength) { (top, leading, bottom, trailing) = (length, length, length, length) }

    /// Creates insets.
    public init(top: SceneLength = 0, leading: SceneLength = 0, bottom: SceneLength = 0, trailing: SceneLength = 0) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }
}

extension Insets: SceneObject {
    static let definition: String? = "insets"

    static let members: [SceneMember<Insets>] = [
        .member("top", \.top, "The distance from the top.", check: SceneLength.negative),
        .member(
            "leading", \.leading,
            "The distance from the leading side: the left one, or the right one from right to left.",
            check: SceneLength.negative),
        .member("bottom", \.bottom, "The distance from the bottom.", check: SceneLength.negative),
        .member(
            "trailing", \.trailing,
            "The distance from the trailing side: the right one, or the left one from right to left.",
            check: SceneLength.negative),
    ]

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> Insets? {
        if let given = json.members {
            var value = Insets()
            value.readMembers(given, &reader, others: [])
            return value
        }
        if let hint = ForeignValue.insets(json) {
            reader.fail(hint)
            return nil
        }
        guard let length = SceneLength.read(json, &reader) else { return nil }
        if let mistake = SceneLength.negative(length) {
            reader.fail(mistake)
            return nil
        }
        return Insets(length)
    }

    static var schema: JSONValue {
        ["anyOf": [SceneLength.nonnegativeReference, .objectSchema(schemaMembers, required: requiredNames)]]
    }
}
