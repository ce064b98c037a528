internal import Synchronization
internal import VarBlur
internal import VarBlurCodecs

/// A mask in memory: its file, and what has been decoded of it.
final class MaskFile: Sendable {
    let id: String
    private let path: String
    private let bytes: [UInt8]
    /// The decoded mask, as it is and inverted.
    private let masks = Mutex<[Bool: AlphaMask]>([:])

    /// What the photo knows of itself, if that was named in place of a file.
    var plane: PhotoPlane? { bytes.isEmpty ? PhotoPlane(rawValue: path) : nil }

    init(_ listed: ListedPicture, bytes: [UInt8]) { (id, path, self.bytes) = (listed.id, listed.path, bytes) }

    /// The decoded mask.
    ///
    /// - Throws: an error with the name of the file.
    func mask(isInverted: Bool, _ limits: ImageLimits) async throws -> AlphaMask {
        if let mask = masks.withLock({ $0[isInverted] }) { return mask }
        let (path, bytes) = (path, bytes)
        let mask = try await System.onThread {
            do throws(ImageError) {
                return try unsafe AlphaMask(file: bytes.span.bytes, isInverted: isInverted, limits: limits)
            } catch {
                throw ImageError(error.code, error.cause, remedy: error.remedy, file: path, reason: error.reason)
            }
        }
        masks.withLock { $0[isInverted] = mask }
        return mask
    }
}
