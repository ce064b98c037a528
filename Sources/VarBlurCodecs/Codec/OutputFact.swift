/// A fact about an output that is computed from its bytes, on request.
public enum OutputFact: String, CaseIterable, Sendable, Hashable, Codable {
    /// The SHA-256 hash of the file.
    case sha256
    /// The ThumbHash of the picture, a placeholder of about 25 bytes.
    case thumbHash = "thumbhash"
}
