/// A QR code.
public struct QRCodeLayer: Sendable, Hashable {
    /// How much of a code may be covered or damaged.
    public enum ErrorCorrection: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// 7 %.
        case low
        /// 15 %.
        case medium
        /// 25 %.
        case quartile
        /// 30 %: for a logo on the code.
        case high
    }

    /// The text that the code stands for.
    public var text = ""
    /// How much of the code may be covered or damaged.
    public var errorCorrection = ErrorCorrection.medium
    /// The width of the margin, in modules: the squares of the code.
    ///
    /// Scanners need 4, unless the code lies on a light surface.
    public var quietZone = 4
    /// The color of the dark modules.
    public var color = SceneColor.black
    /// The color of the light modules and of the margin.
    public var lightColor = SceneColor.white

    /// Creates a code.
    public init(_ text: String = "") { self.text = text }

    init() {}
}

extension QRCodeLayer: LayerContent {
    var layerContent: SceneLayer.Content { .qrCode(self) }

    var isEmpty: Bool { text.isEmpty }

    var countedText: String { text }

    static let members: [SceneMember<QRCodeLayer>] = [
        .textOrNumber("text", \.text, "The text that the code stands for, such as an address."),
        .member(
            "errorCorrection", \.errorCorrection,
            "How much of the code may be covered or damaged: 7, 15, 25, or 30%. A logo on the code requires high."),
        .number(
            "quietZone", \.quietZone, 0...20,
            "The width of the margin, in modules: the squares of the code. Scanners need 4, unless what is around the code is light."
        ),
        .member("color", \.color, "The color of the dark modules, which should be much darker than the light ones."),
        .member("lightColor", \.lightColor, "The color of the light modules and of the margin."),
    ]
}
