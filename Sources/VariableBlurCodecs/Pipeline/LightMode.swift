/// What a blur of an image file averages.
public enum LightMode: String, CaseIterable, Sendable, Hashable, Codable {
    /// Values as they are stored, as CSS and the toolkits of user interfaces do.
    case encoded
    /// Linear light, as a camera does that is out of focus.
    ///
    /// The image says how values stand for light: by a cICP chunk, a color profile, or an sRGB or gAMA chunk; without any, it is sRGB.
    case linear
}
