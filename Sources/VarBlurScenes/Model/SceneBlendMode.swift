/// How the colors of a layer are mixed with those behind it (W3C Compositing and Blending).
public enum SceneBlendMode: String, CaseIterable, Sendable, Hashable, SceneChoice {
    /// The layer covers what is behind it.
    case normal
    /// The product, which is darker.
    case multiply
    /// The product of the inverted colors, which is brighter.
    case screen
    /// Multiplies dark colors behind the layer, and screens bright ones.
    case overlay
    /// The darker one of both colors.
    case darken
    /// The brighter one of both colors.
    case lighten
    /// Brightens the colors behind the layer.
    case colorDodge
    /// Darkens the colors behind the layer.
    case colorBurn
    /// Multiplies dark colors of the layer, and screens bright ones.
    case hardLight
    /// Like ``hardLight``, but softer.
    case softLight
    /// The difference of both colors.
    case difference
    /// Like ``difference``, with less contrast.
    case exclusion
    /// The hue of the layer.
    case hue
    /// The saturation of the layer.
    case saturation
    /// The hue and the saturation of the layer.
    case color
    /// The luminosity of the layer.
    case luminosity
    /// The sum.
    case plusLighter
}
