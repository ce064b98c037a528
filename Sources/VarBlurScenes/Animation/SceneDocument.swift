internal import VarBlurJSON
internal import VarBlur

/// The top level of the JSON document of a scene.
struct SceneDocument {
    var canvas = SceneCanvas()
    var fonts: [String] = []
    var layers: [SceneLayer] = []
    var motion = MotionParameters()
    var followers: [SceneFollowers] = []
    var schemaAddress: String?
    var title: String?

    /// The scene without its motion.
    var scene: Scene { Scene(canvas: canvas, layers: layers, fonts: fonts, followers: followers) }
}

extension SceneDocument: SceneObject {
    static let members: [SceneMember<SceneDocument>] = [
        .member("$schema", \.schemaAddress, "The address of the schema, for editors."),
        .member("title", \.title, "A description for readers of the document."),
        .member("canvas", \.canvas, "The area of the scene."),
        .member(
            "fonts", \.fonts,
            "The paths of font files, relative to the directory of the scene; their families take the place of installed ones."
        ),
        .member("layers", \.layers, isRequired: true, "The layers, from back to front."),
        .member("motion", \.motion, "How values of the form {\"from\": …, \"to\": …} change."),
    ]
}

/// How the progress of an animation depends on time.
struct MotionParameters {
    var easing: Easing?
    var spring: SpringParameters?

    /// The timing.
    var timing: SceneTiming {
        if let spring { return .spring(response: spring.response, damping: spring.damping) }
        return .easing(easing ?? .easeInOut)
    }

    init() {}

    init(_ timing: SceneTiming) {
        switch timing {
        case .easing(let easing): self.easing = easing
        case .spring(let response, let damping): spring = SpringParameters(response: response, damping: damping)
        }
    }
}

extension MotionParameters: SceneObject {
    static let definition: String? = "motion"

    static let members: [SceneMember<MotionParameters>] = [
        .member("easing", \.easing, "A curve; without it and a spring, ease-in-out."),
        .member("spring", \.spring, "A spring, instead of a curve."),
    ]
}

/// A damped spring.
struct SpringParameters {
    var response = 0.5
    var damping = 0.8
}

extension SpringParameters: SceneObject {
    static let definition: String? = "spring"

    static let members: [SceneMember<SpringParameters>] = [
        .number(
            "response", \.response, 0.01...10,
            "The period of the spring without damping, as a fraction of the duration of the animation."),
        .number("damping", \.damping, 0.05...10, "The fraction of critical damping: 1 does not overshoot."),
    ]
}
