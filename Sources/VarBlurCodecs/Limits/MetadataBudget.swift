/// The memory that the metadata of one file may take.
///
/// Metadata is work and memory like pixels. Every piece of it is reserved before it is copied or decompressed, so a
/// small file cannot cause much of either. Compressed metadata counts with the longer of its two forms.
struct MetadataBudget {
    private let context: JobContext
    private let inputByteCount: Int
    /// The number of bytes reserved so far.
    private(set) var byteCount = 0

    /// The largest number of copies of a piece that exist at the same time: the piece that was read, its form in the
    /// output, and the buffers of the encoder.
    private static let copyCount = 6

    /// Creates an empty budget for a file of some bytes.
    init(_ context: JobContext, inputBytes: Int) { (self.context, inputByteCount) = (context, inputBytes) }

    /// The number of bytes that can still be reserved.
    var bytesLeft: Int { context.limits.metadata - byteCount }

    /// The deadline of the job; `nil` if there is none.
    var deadline: Deadline? { context.deadline }

    /// Reserves bytes that are about to be copied or decompressed.
    ///
    /// - Throws: an error with the code `overLimit` or `timeout`.
    mutating func reserve(_ count: Int) throws(ImageError) {
        guard count <= bytesLeft else { throw error }
        byteCount += count
        try context.limits.check(memory: inputByteCount + Self.memory(ofMetadata: byteCount))
        try context.deadline?.check()
    }

    /// Copies bytes of a file, which are reserved first.
    ///
    /// - Throws: an error with the code `overLimit` or `timeout`.
    mutating func copy(_ range: Range<Int>, of file: FileContents) throws(ImageError) -> [UInt8] {
        try reserve(range.count)
        return file.bytes(range)
    }

    /// Checks the memory for a copy that is released at once.
    ///
    /// - Throws: an error with the code `overLimit`.
    func check(temporaryBytes count: Int) throws(ImageError) {
        try context.limits.check(memory: inputByteCount + Self.memory(ofMetadata: byteCount) + count)
    }

    /// An upper bound on the memory for metadata of a number of bytes, from reading it to writing it.
    static func memory(ofMetadata byteCount: Int) -> Int { copyCount * byteCount }

    /// The error if more bytes are needed than the limit allows.
    var error: ImageError {
        ImageError(
            .overLimit, "the metadata exceeds the limit of \(ImageLimits.size(context.limits.metadata))",
            remedy: "raise the limit, or leave the metadata out", reason: .metadataLimit)
    }
}
