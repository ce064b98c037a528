/// The implementations of the blur; all of them compute the same definition.
public enum BlurEngine: String, CaseIterable, Sendable, Hashable, Codable {
    /// The definition itself, in double precision, with kernels cut at six standard deviations.
    ///
    /// It uses 8 bytes for every sample of the image, and time in proportion to the radius.
    case reference
}
