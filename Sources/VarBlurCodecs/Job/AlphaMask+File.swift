public import VarBlur

extension AlphaMask {
    /// Reads a mask from an image file in memory, as a job reads its ``BlurJob/maskSource``.
    ///
    /// If the image has transparency, its alpha channel is the mask; otherwise, its Rec. 601 luma is. The mask is turned
    /// upright.
    ///
    /// - Parameters:
    ///   - bytes: the whole file, which is not copied.
    ///   - isInverted: whether the mask is inverted.
    ///   - limits: limits that protect against malicious files; damage is always an error.
    /// - Throws: an error with the cause and the remedy.
    /// - Complexity: O(pixels).
    public init(
        file bytes: RawSpan, isInverted: Bool = false, limits: ImageLimits = ImageLimits()
    ) throws(ImageError) {
        let context = JobContext(startingNow: limits)
        try ImageSource.check(bytes.byteCount, context)
        self = try unsafe bytes.withUnsafeBytes { (bytes) throws(ImageError) in
            try unsafe MaskFile.decode(
                FileContents(borrowing: bytes), isInverted: isInverted, context, codecs: .standard, nil
            ).mask
        }
    }
}

extension LoadedImageFile {
    /// The image as a mask: its alpha if any pixel is not opaque, and otherwise its luma.
    ///
    /// - Throws: an error with the code `damaged`, `overLimit`, `timeout`, `unsupported`, or `outOfMemory`.
    package func mask(isInverted: Bool) throws(ImageError) -> AlphaMask {
        try MaskFile.decode(contents, isInverted: isInverted, context, codecs: .standard, nil).mask
    }

    /// Finds the images in the photo of which a mask is made, without decoding them.
    ///
    /// - Throws: an error with the code `unsupported` if there are none, or `damaged`, `overLimit`, `timeout`, or `outOfMemory`.
    package func check(_ plane: PhotoPlane) throws(ImageError) {
        if header.auxiliaryImages.contains(where: plane.kinds.contains) { return }
        try MaskFile.images(of: plane, in: contents, context, .standard, .mask)
    }

    /// A mask of what the photo knows of itself.
    ///
    /// - Throws: an error with the code `damaged`, `overLimit`, `timeout`, `unsupported`, or `outOfMemory`.
    package func mask(_ plane: PhotoPlane, isInverted: Bool) throws(ImageError) -> AlphaMask {
        try MaskFile.read(
            plane, of: contents, .up, isInverted: isInverted, painting: [], besides: contents.count, context,
            codecs: .standard,
            as: .mask
        ).mask
    }
}
