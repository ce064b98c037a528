/// Metadata that has been rebuilt without what may show the original image.
struct CheckedMetadata {
    /// The metadata; `nil` if nothing can be copied.
    let bytes: [UInt8]?
    /// Why parts are missing that a reader may expect, each reason once.
    let losses: [Loss]

    /// Why metadata is incomplete.
    enum Loss {
        /// The metadata, or parts of it, cannot be parsed.
        case invalid
        /// Some texts are too long, or may be an encoded image.
        case refusedText
        /// Some values have a form that is not copied.
        case unsupportedForm
        /// The longest values are left out, because the format cannot store all of them.
        case tooLong
    }

    /// Creates checked metadata with the reasons that apply.
    init(_ bytes: [UInt8]?, _ reasons: (loss: Loss, applies: Bool)...) {
        (self.bytes, losses) = (bytes, reasons.filter(\.applies).map(\.loss))
    }

    /// Notices about what is missing in metadata of a kind, such as `EXIF`, in a file of a format, such as `JPEG`.
    func notices(_ kind: String, for format: String) -> [String] {
        let (subject, verb) = bytes == nil ? ("the \(kind) data", "is") : ("parts of the \(kind) data", "are")
        return losses.map { loss in
            let cause =
                switch loss {
                case .invalid: "invalid"
                case .refusedText: "too long, or may contain a preview of the original image,"
                case .unsupportedForm: "in a form that is not supported,"
                case .tooLong: "too long for a \(format) file"
                }
            return "\(subject) \(verb) \(cause) and \(verb) not copied"
        }
    }

    /// The longest of some parts, which are left out so that the others fit.
    ///
    /// - Parameters:
    ///   - byteCounts: the lengths of the parts.
    ///   - excess: the number of bytes that are too many.
    /// - Returns: the indices of the parts; of several that are equally long, the last ones.
    static func longest(of byteCounts: [Int], excess: Int) -> Set<Int> {
        var excess = excess
        let order = byteCounts.indices.sorted { (byteCounts[$0], $0) > (byteCounts[$1], $1) }
        return Set(
            order.prefix { index in
                defer { excess -= byteCounts[index] }
                return excess > 0
            })
    }
}
