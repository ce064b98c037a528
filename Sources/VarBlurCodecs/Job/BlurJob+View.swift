package import VarBlur

extension BlurJob {
    /// What shows the result of a job before there is an output.
    package struct View: Sendable {
        /// The blur, in the light and with the tint of the pixels that are blurred.
        package let blur: ProgressiveBlur
        /// The header of these pixels.
        package let header: ImageHeader
        /// Whether they are those of the file after a conversion to sRGB.
        package let isConverted: Bool
    }

    /// What shows the result of the job for an image.
    ///
    /// - Parameter header: the header of the image.
    /// - Returns: the blur of the picture that ``picture(of:)`` returns for this job with PNG outputs.
    /// - Throws: an error with the cause and the remedy if the settings do not fit the image.
    package func view(of header: ImageHeader) throws(ImageError) -> View {
        let png = try self.png(of: header)
        let plan = try BlurPlan(header, png, png.startingContext(gainMaps: .nothing), inputByteCount: 0)
        let conversion = png.output.convertsToSRGB ? try SRGBConversion(header) : nil
        let changed = conversion.flatMap { $0.source == nil ? nil : $0.header }
        return View(blur: plan.request.blur, header: changed ?? header, isConverted: changed != nil)
    }

    /// The job with a PNG output, which can hold all pixels but those of CMYK, and has the colors of the output.
    package func png(of header: ImageHeader) throws(ImageError) -> BlurJob {
        var job = self
        if let writer = try? codecs.writer(of: output.format ?? header.format) {
            let conversion = try SRGBConversion(header, output, to: writer.format, writer.capabilities.metadata)
            job.output.convertsToSRGB = conversion != nil
        }
        let isCMYK = header.pixelFormat.channels == .cmyk && !job.output.convertsToSRGB
        job.output.format = isCMYK ? nil : .png
        return job
    }
}
