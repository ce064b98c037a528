/// Metadata that has been rebuilt without what may show the original image.
struct CheckedMetadata {
    /// The metadata; `nil` if nothing can be copied.
    let bytes: [UInt8]?
    /// Why something is missing that a reader may expect, if anything is.
    let loss: Loss?

    /// Why metadata is incomplete.
    enum Loss {
        /// The metadata cannot be parsed.
        case invalid
        /// Parts of the metadata cannot be parsed.
        case partlyInvalid
        /// Some texts are too long, or may be an encoded image.
        case refusedText
    }

    /// A notice about what is missing in metadata of a kind, such as `EXIF`; `nil` if nothing is.
    func notice(_ kind: String) -> String? {
        switch loss {
        case nil: nil
        case .invalid: "the \(kind) data is invalid and is not copied"
        case .partlyInvalid: "parts of the \(kind) data are invalid and are not copied"
        case .refusedText where bytes == nil:
            "the \(kind) data is too long, or may contain a preview of the original image, and is not copied"
        case .refusedText:
            "parts of the \(kind) data are too long, or may contain a preview of the original image, and are not copied"
        }
    }
}
