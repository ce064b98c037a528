extension ImageEncoder {
    /// Starts a file and sends its bytes to a sink.
    ///
    /// - Throws: an error with the code `unsupported`, `invalidSettings` if a number of the encoding is out of range, or `outOfMemory`, or
    ///   an error of the sink.
    public init(_ plan: EncodingPlan, to sink: any ByteSink) throws(ImageError) {
        let codec = try CodecRegistry.standard.writer(of: plan.encoding.format)
        try self.init(plan, codec, to: sink, digest: plan.metadata.digest.map { digest in { digest } })
    }
}

extension EncodingPlan {
    /// Creates a plan for the upright image of a file, with the quality, the color profile, and the metadata of the file.
    ///
    /// The metadata contains neither the orientation, which ``ImageDecoder/readUprightImage()`` has already applied, nor
    /// previews of the image.
    ///
    /// - Parameters:
    ///   - header: the header of the file.
    ///   - output: the format, quality, and metadata of the output; by default, those of the file. The background is ignored.
    /// - Throws: an error with the code `unsupported` if the output's format cannot hold the pixels of the file, or `invalidSettings` if a
    ///   number of the settings is out of range.
    /// - Complexity: O(bytes of metadata).
    public init(upright header: ImageHeader, _ output: OutputSettings = OutputSettings()) throws(ImageError) {
        let codec = try CodecRegistry.standard.writer(of: output.format ?? header.format)
        self = try Self.upright(header, as: header.pixelFormat, output, codec, deadline: nil).plan
        leaveOutSignificantBits()
        try check(codec)
    }
}
