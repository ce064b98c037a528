internal import VarBlurCommand

/// What the server tells a process that works on a picture.
enum ImageRequest: Codable, Sendable {
    /// The settings of the program. Comes first, and is not answered.
    case settings([PreviewRequest.Setting])
    /// Decode the picture in the bytes.
    case picture
    /// Keep the mask or matte in the bytes, a file of this name, for the requests that follow. Is not answered.
    case mask(ListedPicture)
    /// Decode the latest mask.
    case checkMask
    /// Check a job without its pixels.
    case check(JobDescription)
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
    /// The job has been checked; `problem` is why it would fail.
    case checked(problem: String?)
    /// The bytes are the rendered part of a picture of this size; `problem` is why the job would fail.
    case frame(ViewEncoding.FileType, width: Int, height: Int, problem: String?)
    /// The bytes are the output of the job; the notices are warnings about it.
    case output(notices: [String])
    /// The bytes are the rendered part of an output of this size, and of a file of this length.
    case outputFrame(ViewEncoding.FileType, width: Int, height: Int, byteCount: Int)
    /// A message for people; `isDamaged` if a damaged file could be read as far as possible.
    case failure(String, isDamaged: Bool)
}
