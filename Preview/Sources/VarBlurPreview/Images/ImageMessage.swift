internal import VarBlurCommand
internal import VarBlur

/// What the server tells a process that works on a picture.
enum ImageRequest: Codable, Sendable {
    /// The settings of the program. Comes first, and is not answered.
    case settings([PreviewRequest.Setting])
    /// Decode the picture in the bytes.
    case picture
    /// Use the mask in the bytes, a file of this name, for the requests that follow. Is not answered.
    case mask(String)
    /// Use the matte in the bytes in the same way.
    case matte(String)
    /// Decode the mask.
    case checkMask
    /// Render a part of the picture.
    case render(RenderRequest)
    /// Perform a job on the file of the picture.
    case perform(JobDescription)
    /// Perform the job, and render a part of its output.
    case renderOutput(RenderRequest)
    /// End the work on another request early. Is not answered.
    case cancel(UInt32)
}

/// The answer of a process that works on a picture.
///
/// A hostile picture may have taken over the process, so that an answer is worth no more than the picture.
enum ImageReply: Codable, Sendable {
    /// The picture has been decoded.
    case picture(PictureDescription)
    /// The mask can be decoded.
    case mask
    /// The bytes are the rendered part of a picture of this size; `problem` is why the job would fail.
    case frame(ViewEncoding.FileType, width: Int, height: Int, problem: String?)
    /// The bytes are the output of the job.
    case output
    /// The bytes are the rendered part of an output of this size, and of a file of this length.
    case outputFrame(ViewEncoding.FileType, width: Int, height: Int, byteCount: Int)
    /// A message for people; `isDamaged` if a damaged file could be read as far as possible.
    case failure(String, isDamaged: Bool)
}

/// The first bytes of a message in either direction; a text in JSON and the bytes of a file follow.
struct ImageMessageHead: Sendable {
    /// The number of bytes of the head itself.
    static let byteCount = 16
    /// The maximum number of bytes of a text.
    static let maximumTextByteCount = 4 << 20

    /// The number of the request.
    let number: UInt32
    let textByteCount: Int
    let fileByteCount: Int

    /// The head of a message.
    init(number: UInt32, textByteCount: Int, fileByteCount: Int) {
        (self.number, self.textByteCount, self.fileByteCount) = (number, textByteCount, fileByteCount)
    }

    /// Reads a head; `nil` if it is not one, or announces more than `maximumFileByteCount` bytes of a file.
    init?(_ bytes: some Collection<UInt8>, maximumFileByteCount: Int = .max) {
        func value(_ range: Range<Int>) -> UInt64 {
            bytes.dropFirst(range.lowerBound).prefix(range.count).reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard bytes.count == Self.byteCount, let file = Int(exactly: value(8..<16)) else { return nil }
        self.init(number: UInt32(value(0..<4)), textByteCount: Int(value(4..<8)), fileByteCount: file)
        guard textByteCount <= Self.maximumTextByteCount, file <= maximumFileByteCount else { return nil }
    }

    /// The bytes of the head.
    var bytes: [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            unsafe withUnsafeBytes(of: value.bigEndian) { unsafe Array($0) }
        }
        return bytes(number) + bytes(UInt32(textByteCount)) + bytes(UInt64(fileByteCount))
    }
}
