/// An ICC color profile, to be handed on byte for byte, whatever it says.
public struct ICCProfile: Sendable, Hashable {
    /// The profile's bytes.
    public let bytes: [UInt8]

    /// Wraps a profile's bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}
