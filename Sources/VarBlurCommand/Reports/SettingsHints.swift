internal import VarBlur
internal import VarBlurCodecs

/// Hints about settings that are valid but probably not intended.
enum SettingsHints {
    /// The hints for an image that was blurred or skipped, each one sentence without a period.
    static func hints(for report: BlurJob.Report, of task: ImageTask) -> [String] {
        let repeated =
            "it had been blurred before and is now blurred twice; --if-exists skip-same skips such images"
        let isRepeated = report.isRepeated && task.target == .input
        let told = (isRepeated ? [repeated] : []) + task.hints
        guard let radii = report.radii else { return told }
        let picture = Picture(width: report.width, height: report.height, radii: radii)
        return told + hints(for: task.job, picture, isIntended: task.isToldOfRadius || isConversion(task, report))
    }

    /// What was blurred: an image, or the frames of a video.
    struct Picture {
        let width: Int
        let height: Int
        /// The minimum and the maximum radius over all stops of the blur, in pixels.
        let radii: ClosedRange<Double>
    }

    /// Whether the run has an effect even without a blur: the output has another format than the extension of the input says, or metadata
    /// is removed.
    private static func isConversion(_ task: ImageTask, _ report: BlurJob.Report) -> Bool {
        if task.job.output.stripping != OutputSettings().stripping { return true }
        guard let format = ImageFormat(ofPath: PathName.last(of: task.input)) else { return false }
        return report.format.map { $0 != format } ?? false
    }

    /// The hints for a job, each one sentence without a period.
    ///
    /// - Parameters:
    ///   - job: the job.
    ///   - picture: what it blurs.
    ///   - isIntended: whether there is nothing to say about a maximum radius of 0.
    /// - Returns: the hints.
    static func hints(for job: BlurJob, _ picture: Picture, isIntended: Bool) -> [String] {
        let (settings, radii) = (job.blur, picture.radii)
        let hasSides = settings.gradients.isEmpty && !job.hasMask && !settings.directions.isEmpty
        let (length, axis) = reference(settings, hasSides, picture)
        var hints = mosaicHints(settings, picture)
        if radii.upperBound > Double(length) {
            hints.append(
                "the maximum radius of \(text(radii.upperBound)) pixels exceeds the image \(axis) of \(ImageLimits.pixels(length)); "
                    + "the radius is a standard deviation, and 5% of the \(axis) is already a strong blur")
        }
        let blurredLength = settings.reach?.pixels(of: Double(length)) ?? (1 - settings.startOffset) * Double(length)
        let hasField = hasSides || !settings.gradients.isEmpty || !settings.areas.isEmpty || job.hasMask
        if !hasField && job.fill == nil {
            hints.append("the list of areas is empty, so nothing is blurred")
        } else if settings.areas.contains(where: \.shapes.isEmpty) {
            hints.append("the list of areas is empty, so the whole image is blurred")
        } else if radii.upperBound == 0 && settings.mosaic == nil && !settings.look.followsAlpha && job.crop == nil
            && job.resize == nil && job.turn == .up
            && job.sharpening == 0 && job.fill == nil && !isIntended
        {
            hints.append("the maximum radius is 0, so nothing is blurred")
        } else if radii.upperBound > 0 && radii.upperBound <= LineSigmas.greatestUnblurred && settings.mosaic == nil {
            hints.append(
                "a maximum radius of \(text(radii.upperBound)) pixels is too small to blur anything"
                    + signRemedy(for: [settings.maximumRadius] + settings.areas.map(\.radius), example: "5%"))
        } else if hasSides && blurredLength < 1 && radii.lowerBound == 0 {
            let (cause, remedy) =
                settings.reach.map { ("a reach of \($0.sizeText)", "100%") }
                ?? ("a start offset of \(text(settings.startOffset))", "0")
            hints.append(
                "with \(cause), the blur covers less than one pixel of the image \(axis) of \(ImageLimits.pixels(length)); \(remedy) blurs "
                    + "the whole image")
        }
        return hints
    }

    private static func mosaicHints(_ settings: BlurSettings, _ picture: Picture) -> [String] {
        let side = settings.mosaic?.pixels(of: Double(min(picture.width, picture.height)))
        guard let side, side.rounded() <= 1 else { return [] }
        let remedy = signRemedy(for: [settings.mosaic].compactMap(\.self), example: "3%")
        return ["a mosaic with cells of one pixel changes nothing\(remedy)"]
    }

    /// What to write in place of lengths that are too small, if one of them may be a percentage without its sign.
    private static func signRemedy(for lengths: [BlurLength], example: String) -> String {
        let isMistyped = lengths.contains { length in
            if case .pixels(let number) = length { number > 0 && number.rounded() <= 1 } else { false }
        }
        return isMistyped ? "; percentages have a sign, as in \(example)" : ""
    }

    /// The length of the image that radii are compared with, and its name.
    private static func reference(
        _ settings: BlurSettings, _ hasSides: Bool, _ picture: Picture
    ) -> (length: Int, name: String) {
        if hasSides && settings.directions.allSatisfy(\.isVertical) { return (picture.height, "height") }
        if hasSides && !settings.directions.contains(where: \.isVertical) { return (picture.width, "width") }
        return picture.width <= picture.height ? (picture.width, "width") : (picture.height, "height")
    }

    private static func text(_ number: Double) -> String { ReadableNumber.text(number, decimals: 3) }
}
