internal import VarBlur

extension EncodingPlan {
    /// Creates a plan for the upright image of a file, with the quality, the color profile, and the metadata of the file.
    ///
    /// The metadata contains neither the orientation, which ``ImageDecoder/readUprightImage()`` has already applied, nor
    /// previews of the image.
    ///
    /// - Parameters:
    ///   - header: the header of the file.
    ///   - output: the format, quality, and metadata of the output; by default, those of the file. The background is ignored.
    /// - Throws: an error with the code `unsupported` if the output's format cannot hold the pixels of the file.
    /// - Complexity: O(bytes of metadata).
    public init(upright header: ImageHeader, _ output: OutputSettings = OutputSettings()) throws(ImageError) {
        let codec = try CodecRegistry.standard.codec(of: output.format ?? header.format)
        self = try Self.upright(header, as: header.pixelFormat, output, codec, deadline: nil).plan
        try check(codec)
    }

    /// A plan for the upright image of a file, in a pixel format.
    ///
    /// - Returns: the plan, with the profile if the format holds one, and a notice for each part of the metadata that is
    ///   lost.
    /// - Throws: an error with the code `timeout` after the deadline.
    static func upright(
        _ header: ImageHeader, as pixelFormat: PixelFormat, _ output: OutputSettings, _ codec: any ImageCodec,
        deadline: Deadline?
    ) throws(ImageError) -> (plan: EncodingPlan, notices: [String]) {
        var plan = EncodingPlan(
            width: header.uprightWidth, height: header.uprightHeight, pixelFormat: pixelFormat,
            encoding: codec.encoding(of: header, as: pixelFormat, output))
        let keepsProfile = codec.capabilities.metadata.holdsProfile && output.stripping != .all
        plan.profile = keepsProfile ? header.profile : nil
        plan.deadline = deadline
        let fitted = try header.metadata.stripped(output.stripping).fitted(to: header, codec, deadline: deadline)
        plan.metadata = fitted.0
        return (plan, fitted.notices)
    }
}
