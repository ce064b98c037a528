/// A color at a position of a gradient.
public struct ColorStop: Sendable, Hashable {
    /// The color.
    public var color: SceneColor
    /// The position: 0 is the start, 1 the end; `nil` for an even distance from the neighboring stops.
    public var position: Double?

    /// Creates a stop.
    public init(_ color: SceneColor, at position: Double? = nil) { (self.color, self.position) = (color, position) }
}

extension ColorStop: SceneTextValue {
    static let format: String? = "color-stop"

    static let expectation = "a CSS color, optionally followed by a position such as 40%"

    static func hint(for text: String) -> String? { ForeignValue.color(text) }

    init?(sceneText text: String) {
        let parts = text.split(separator: " ")
        guard let last = parts.last, parts.count > 1, last.hasSuffix("%"), !last.hasSuffix(")"),
            let percent = Double(last.dropLast()), (0...100).contains(percent)
        else {
            guard let color = SceneColor(css: text) else { return nil }
            self.init(color)
            return
        }
        guard let color = SceneColor(css: parts.dropLast().joined(separator: " ")) else { return nil }
        self.init(color, at: percent / 100)
    }

    var sceneText: String {
        position.map { "\(color.css) \(SceneText.number($0 * 100))%" } ?? color.css
    }
}
