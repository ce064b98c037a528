/// The available implementations of the blur.
///
/// All of them compute the same definition.
public enum BlurEngine: String, CaseIterable, Sendable, Hashable, Codable {
    /// Direct evaluation in double precision, with kernels truncated at six standard deviations.
    ///
    /// Memory: 8 bytes per sample of the image. Time: proportional to the radius.
    case reference

    /// A close approximation, computed at the resolution that each radius requires.
    ///
    /// The error is at most 0.4 of an 8-bit step before rounding. Memory: proportional to the width times the radius; if the radius
    /// varies along both axes, about the size of the image. Time: independent of the radius. See <doc:TheFastEngine>.
    case fast
}
