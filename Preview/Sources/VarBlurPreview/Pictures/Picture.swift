internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// A picture in memory: its file, its pixels, and smaller copies of them.
final class Picture: Sendable {
    let bytes: [UInt8]
    let header: ImageHeader
    /// The upright picture.
    let image: PixelBuffer
    private let copies = Mutex<[ReducedPicture]>([])

    /// The number of smaller copies that are kept: that of the whole view, and one for details.
    private static let maximumCopyCount = 3

    /// Decodes a file.
    ///
    /// - Throws: an error with cause and remedy.
    init(bytes: [UInt8], limits: ImageLimits) throws(ImageError) {
        self.bytes = bytes
        var decoder = try unsafe ImageDecoder(bytes.span.bytes, limits: limits)
        image = try decoder.readUprightImage()
        header = decoder.header
    }

    /// The picture with one pixel for `ratio` × `ratio` pixels.
    ///
    /// - Throws: `BlurError` if there is no memory.
    func reduced(by ratio: Int, addingAlpha: Bool) throws -> ReducedPicture {
        func find(_ copies: [ReducedPicture]) -> ReducedPicture? {
            copies.first { $0.ratio == ratio && $0.hasAddedAlpha == addingAlpha }
        }
        if let known = copies.withLock({ find($0) }) { return known }
        let made = ReducedPicture(
            try Reduction.reduced(image, by: ratio, addingAlpha: addingAlpha), ratio: ratio, hasAddedAlpha: addingAlpha)
        copies.withLock { copies in
            copies.removeAll { $0.ratio == ratio && $0.hasAddedAlpha == addingAlpha }
            copies = copies.suffix(Self.maximumCopyCount - 1) + [made]
        }
        return made
    }

    /// Why a job with this picture would fail, as far as it is known from the header; `nil` if it would not.
    func problem(of job: BlurJob) -> String? {
        do throws(ImageError) {
            _ = try job.preflight(from: .bytes(bytes))
            return nil
        } catch {
            return "\(error)"
        }
    }
}

/// A smaller copy of a picture.
final class ReducedPicture: Sendable {
    let image: PixelBuffer
    let ratio: Int
    let hasAddedAlpha: Bool

    init(_ image: consuming PixelBuffer, ratio: Int, hasAddedAlpha: Bool) {
        self.image = image
        (self.ratio, self.hasAddedAlpha) = (ratio, hasAddedAlpha)
    }
}
