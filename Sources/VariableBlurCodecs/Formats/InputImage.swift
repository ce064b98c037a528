internal import VariableBlur

/// A file that is being decoded, and what is said of it meanwhile.
final class InputImage: @unchecked Sendable {
    let header: ImageHeader
    private(set) var reader: any RowReader
    private var complaint = ""

    init(_ file: FileContents, limits: ImageLimits) throws(ImageError) {
        reader = try ImageDecoder.reader(of: file, limits: limits)
        header = reader.header
    }

    /// The reader, if it can read more of the file than rows of pixels.
    var jpeg: JPEGReader? { reader as? JPEGReader }

    /// Reads what follows the pixels.
    func finish() throws(ImageError) { complaint = try reader.finish() }

    /// Begins to read the file anew.
    func reopen(_ file: FileContents, limits: ImageLimits) throws(ImageError) {
        reader = try ImageDecoder.reader(of: file, limits: limits)
    }

    /// Notes what the readers of the file complain of before its end.
    func note(_ complaint: String) {
        self.complaint = complaint.isEmpty ? jpeg?.warning ?? "" : complaint
    }

    /// All that is odd about the file, one sentence each without a full stop.
    var notices: [String] {
        var notices = header.notices
        if !complaint.isEmpty { notices.append("the decoder says: \(complaint)") }
        if let damage = reader.damage {
            notices.append("the file is damaged, and what is missing was filled: \(damage)")
        }
        return notices
    }
}
