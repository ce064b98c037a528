internal import VarBlurCodecs
package import VarBlurJSON

extension SceneAnimation {
    /// Reads a scene from JSON.
    ///
    /// All mistakes in the document are reported at once, each with its path; ``SceneRenderer/check(_:)`` finds those in images and texts.
    ///
    /// - Parameters:
    ///   - json: the document in UTF-8.
    ///   - assignments: values to set before the document is checked, in their order.
    ///   - limits: limits that protect against hostile scenes.
    /// - Throws: ``SceneError/Code/invalidScene`` or ``SceneError/Code/overLimit``.
    /// - Complexity: O(length of the document).
    public init(
        json: [UInt8], setting assignments: [SceneAssignment] = [], limits: SceneLimits = SceneLimits()
    ) throws(SceneError) {
        let document = try Self.document(json, limits)
        self = try SceneReading(document: document, setting: assignments, limits: limits).animation()
    }

    /// Parses a document, which is not checked.
    ///
    /// - Throws: ``SceneError/Code/invalidScene`` or ``SceneError/Code/overLimit`` if it is not JSON, or too long.
    package static func document(_ json: [UInt8], _ limits: SceneLimits) throws(SceneError) -> JSONValue {
        guard json.count <= limits.documentBytes else {
            throw SceneError(.overLimit, "the document is larger than the limit of \(limits.documentBytes) bytes")
        }
        do throws(JSONError) {
            return try JSONParser.value(of: json)
        } catch {
            throw SceneError(
                .invalidScene, "the document is not JSON: \(error.cause) at \(Self.position(error.offset, json))")
        }
    }

    /// A document with values set.
    static func assigned(
        _ assignments: [SceneAssignment], to document: JSONValue
    ) throws(SceneError) -> JSONValue {
        var value = document
        for assignment in assignments { value = try assignment.applied(to: value) }
        return value
    }

    /// A position in a text as line and column.
    private static func position(_ offset: Int, _ text: [UInt8]) -> String {
        let before = text.prefix(offset)
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        let column = offset - (before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0) + 1
        return "line \(line), column \(column)"
    }

    /// The document as JSON, which ``init(json:setting:limits:)`` reads to the same animation.
    public var json: String {
        var document = SceneDocument()
        (document.canvas, document.fonts, document.layers) = (end.canvas, end.fonts, end.layers)
        document.motion = MotionParameters(timing)
        guard let members = document.json.members else { return "" }
        let written = Self.members(of: end, like: members).filter {
            $0.value != .null && !(isStill && $0.name == "motion")
        }
        let last = JSONValue.object(written)
        let first = isStill ? last : .object(Self.members(of: start, like: written))
        return last.replacing(from: first, to: last) { from, to in ["from": from, "to": to] }.text
    }

    private static func members(of scene: Scene, like members: [JSONValue.Member]) -> [JSONValue.Member] {
        members.map { JSONValue.Member($0.name, scene.json[$0.name] ?? $0.value) }
    }
}

extension Scene {
    /// Reads a scene from JSON.
    ///
    /// - Parameters:
    ///   - json: the document in UTF-8; of a scene with two states, the last one.
    ///   - limits: limits that protect against hostile scenes.
    /// - Throws: ``SceneError/Code/invalidScene`` or ``SceneError/Code/overLimit``, with all mistakes at once.
    /// - Complexity: O(length of the document).
    public init(json: [UInt8], limits: SceneLimits = SceneLimits()) throws(SceneError) {
        self = try SceneAnimation(json: json, limits: limits).end
    }

    var json: JSONValue { ["canvas": canvas.json, "fonts": fonts.json, "layers": layersJSON] }

    /// The layers, with the values that follow overlays.
    private var layersJSON: JSONValue {
        followers.reduce(layers.json) { json, followers in
            json.replacing(from: followers.layers.json, to: layers.json) { from, to in
                ["from": from, "to": to, "follows": .string(followers.overlay)]
            }
        }
    }

    /// Checks what a single value cannot show: the size of the canvas.
    func check(_ limits: SceneLimits) throws(SceneError) {
        if let width = canvas.width, let height = canvas.height { try Self.check(width, height, limits) }
    }

    /// Checks the size of a canvas before memory is allocated for it.
    static func check(_ width: Int, _ height: Int, _ limits: SceneLimits) throws(SceneError) {
        guard max(width, height) <= SceneCanvas.maximumSide else {
            throw SceneError(
                .overLimit, "\(max(width, height)) pixels exceed the maximum side of \(SceneCanvas.maximumSide)",
                path: "canvas")
        }
        var images = ImageLimits()
        images.pixels = limits.pixels
        do throws(ImageError) { try images.check(width: width, height: height) } catch {
            throw SceneError(error.withRemedy("raise the limit, or make the canvas smaller"), path: "canvas")
        }
    }
}

extension SceneLimits {
    /// No limits, for scenes that were checked before.
    static let unlimited: SceneLimits = {
        var limits = SceneLimits()
        (limits.layers, limits.listLength, limits.textBytes) = (.max - 1, .max, .max)
        return limits
    }()
}
