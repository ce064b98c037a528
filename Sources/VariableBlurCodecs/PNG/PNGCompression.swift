/// What a PNG file spends time on.
public enum PNGCompression: String, CaseIterable, Sendable, Hashable, Codable {
    /// As fast as it is decoded.
    case fast
    /// Nearly as small as libpng makes it, in a fraction of the time.
    case `default`
    /// As small as is sensible, in many times the time.
    case small
}
