public import VariableBlur

extension AlphaMask {
    /// Reads a mask from an image file in memory, as a job reads its ``BlurJob/maskSource``.
    ///
    /// The mask is the alpha channel if any pixel is not opaque, else it is Rec. 601 luma. It is turned upright.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, which is not copied.
    ///   - isInverted: whether the mask is inverted.
    ///   - limits: limits that protect against hostile files; damage is always an error.
    /// - Throws: an error with cause and remedy.
    /// - Complexity: O(pixels).
    public init(
        file bytes: RawSpan, isInverted: Bool = false, limits: ImageLimits = ImageLimits()
    ) throws(ImageError) {
        let limits = limits.startingNow()
        try ImageSource.check(bytes.byteCount, limits)
        self = try unsafe bytes.withUnsafeBytes { (bytes) throws(ImageError) in
            try unsafe MaskFile.decode(
                FileContents(borrowing: bytes), isInverted: isInverted, limits: limits, codecs: .standard, nil
            ).mask
        }
    }
}
