/// Metadata in the compressed form of the input, which the output keeps if the metadata is the same.
struct CompressedMetadata: Sendable, Hashable {
    /// The metadata.
    let bytes: [UInt8]
    /// A zlib stream of the metadata in the form in which a PNG chunk stores it.
    let stream: [UInt8]
}
