internal import VarBlurJSON

/// A length in a scene: in pixels, or relative to the canvas.
///
/// In JSON, a number stands for pixels, and a text such as `"12.5%"` for a part of the canvas: of its width for horizontal lengths,
/// and of its height for vertical lengths and sizes of fonts. A text such as `"50% - 24"` is the sum of both.
public enum SceneLength: Sendable, Hashable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// A number of pixels.
    case pixels(Double)
    /// A percentage of the canvas: 50 stands for one half.
    case percent(Double)
    /// The sum of a percentage of the canvas and a number of pixels.
    case sum(percent: Double, pixels: Double)

    /// Creates a length in pixels.
    public init(floatLiteral value: Double) { self = .pixels(value) }

    /// Creates a length in pixels.
    public init(integerLiteral value: Int) { self = .pixels(Double(value)) }

    /// The largest magnitude of a length, in pixels or percent.
    static let greatest = 1_000_000.0

    /// The length in pixels if 100 % are `whole` pixels.
    public func pixels(of whole: Double) -> Double {
        switch self {
        case .pixels(let pixels): pixels
        case .percent(let percent): percent / 100 * whole
        case .sum(let percent, let pixels): percent / 100 * whole + pixels
        }
    }

    /// The number of pixels or percent; of a sum, the greater one, because only a canvas decides on its sign.
    private var number: Double {
        switch self {
        case .pixels(let number), .percent(let number): number
        case .sum(let percent, let pixels): max(percent, pixels)
        }
    }

    /// What is wrong with a length that has to be 0 or more; `nil` if nothing is.
    static func negative(_ length: SceneLength) -> String? {
        length.number < 0 ? "\(SceneText.number(length.number)) is negative; the length has to be 0 or more" : nil
    }

    /// What is wrong with a length that has to be more than 0; `nil` if nothing is.
    static func notPositive(_ length: SceneLength?) -> String? {
        guard let length, length.number <= 0 else { return nil }
        return "\(SceneText.number(length.number)) is not a size; it has to be more than 0"
    }

    /// Whether all numbers are at most ``greatest``.
    private var isInRange: Bool {
        switch self {
        case .pixels(let number), .percent(let number): abs(number) <= Self.greatest
        case .sum(let percent, let pixels): abs(percent) <= Self.greatest && abs(pixels) <= Self.greatest
        }
    }
}

// MARK: - Texts

extension SceneLength {
    /// Parses a text such as `50%` or `50% - 24`.
    init?(sceneText text: String) {
        guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "%")) else { return nil }
        guard let percent = Double(text[..<sign]) else { return nil }
        let rest = text[text.utf8.index(after: sign)...].filter { $0 != " " }
        if rest.isEmpty {
            self = .percent(percent)
            return
        }
        guard rest.hasPrefix("+") || rest.hasPrefix("-"), let pixels = Double(rest) else { return nil }
        self = .sum(percent: percent, pixels: pixels)
    }

    var sceneText: String {
        switch self {
        case .pixels(let pixels): SceneText.number(pixels)
        case .percent(let percent): SceneText.number(percent) + "%"
        case .sum(let percent, let pixels):
            "\(SceneText.number(percent))% \(pixels < 0 ? "-" : "+") \(SceneText.number(abs(pixels)))"
        }
    }

    /// The length between this one and another one, of any units.
    func interpolated(to other: SceneLength, _ fraction: Double) -> SceneLength {
        let ((percent, pixels), (lastPercent, lastPixels)) = (parts, other.parts)
        return .sum(
            percent: percent + (lastPercent - percent) * fraction, pixels: pixels + (lastPixels - pixels) * fraction)
    }

    private var parts: (percent: Double, pixels: Double) {
        switch self {
        case .pixels(let pixels): (0, pixels)
        case .percent(let percent): (percent, 0)
        case .sum(let percent, let pixels): (percent, pixels)
        }
    }
}

extension SceneLength: SceneValue {
    static let definition: String? = "length"

    static func read(_ json: JSONValue, _ reader: inout SceneReader) -> SceneLength? {
        let length: SceneLength?
        switch json {
        case .number(let text): length = Double(text).map { .pixels($0) }
        case .string(let text): length = SceneLength(sceneText: text)
        default: length = nil
        }
        guard let length else {
            reader.fail(
                ForeignValue.length(json) { SceneLength(sceneText: $0)?.sceneText }
                    ?? "must be a number of pixels or a percentage such as \"50%\", not \(json.kindName)")
            return nil
        }
        guard length.isInRange else {
            reader.fail("the length is not from -1000000 to 1000000")
            return nil
        }
        return length
    }

    var json: JSONValue {
        switch self {
        case .pixels(let pixels): pixels.json
        case .percent, .sum: .string(sceneText)
        }
    }

    func enlarged(by factor: Double) -> SceneLength {
        switch self {
        case .pixels(let pixels): .pixels(pixels * factor)
        case .percent: self
        case .sum(let percent, let pixels): .sum(percent: percent, pixels: pixels * factor)
        }
    }

    static var schema: JSONValue { schema(Double.schema, percentage: "-?[0-9]+(\\.[0-9]+)?") }

    /// A reference to the schema of lengths of more than 0.
    static let positiveReference: JSONValue = ["$ref": "#/$defs/positiveLength"]

    /// The schema of lengths of more than 0.
    static var positiveSchema: JSONValue {
        schema(["type": "number", "exclusiveMinimum": 0], percentage: "(?!0+(\\.0+)?%$)[0-9]+(\\.[0-9]+)?")
    }

    /// A reference to the schema of lengths of 0 or more.
    static let nonnegativeReference: JSONValue = ["$ref": "#/$defs/nonnegativeLength"]

    /// The schema of lengths of 0 or more.
    static var nonnegativeSchema: JSONValue {
        schema(["type": "number", "minimum": 0], percentage: "[0-9]+(\\.[0-9]+)?")
    }

    private static func schema(_ number: JSONValue, percentage: String) -> JSONValue {
        let pattern: JSONValue = "^\(percentage)%( *[+-] *[0-9]+(\\.[0-9]+)?)?$"
        return ["anyOf": [number, ["type": "string", "pattern": pattern]]]
    }

    static func schema(checkedBy check: (SceneLength) -> String?) -> JSONValue {
        check(.pixels(-1)) == nil
            ? schemaReference : check(.pixels(0)) == nil ? nonnegativeReference : positiveReference
    }
}
