internal import VariableBlur
internal import VariableBlurCodecs

/// Hints about settings that are valid but probably not intended.
enum SettingsHints {
    /// The hints for an image that was blurred or skipped, each one sentence without a period.
    static func hints(for report: BlurJob.Report, of task: ImageTask) -> [String] {
        let repeated =
            "it had been blurred before and is now blurred twice; --if-exists skip-same skips such images"
        let isRepeated = report.isRepeated && task.target == .input
        return (isRepeated ? [repeated] : []) + hints(for: task.job.blur, width: report.width, height: report.height)
    }

    /// The hints for an image of a given size, each one sentence without a period.
    static func hints(for settings: BlurSettings, width: Int, height: Int) -> [String] {
        guard width > 0, height > 0, let blur = try? settings.progressiveBlur(width: width, height: height) else {
            return []
        }
        let length = settings.direction.axisLength(width: width, height: height)
        let axis = settings.direction.isVertical ? "height" : "width"
        var hints: [String] = []
        if blur.maximumRadius > Double(length) {
            hints.append(
                "the maximum radius of \(text(blur.maximumRadius)) pixels exceeds the image \(axis) of \(length) pixels; "
                    + "the radius is a standard deviation, and 5% of the \(axis) is already a strong blur")
        }
        let blurredLength = (1 - settings.startOffset) * Double(length)
        if blur.maximumRadius == 0 {
            hints.append("the maximum radius is 0, so nothing is blurred")
        } else if blurredLength < 1 && blur.minimumRadius == 0 {
            hints.append(
                "with a start offset of \(text(settings.startOffset)), the blur covers less than one pixel of the image \(axis) of "
                    + "\(length) pixels; 0 blurs the whole image")
        }
        return hints
    }

    /// A number with up to three decimals.
    private static func text(_ number: Double) -> String {
        let rounded = (number * 1000).rounded() / 1000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }
}
