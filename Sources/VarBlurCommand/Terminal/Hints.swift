internal import VariableBlur
internal import VariableBlurCodecs

/// What looks wrong although it is allowed.
enum Hints {
    /// One sentence each without a full stop, for a settings and an image of a size.
    static func hints(_ settings: BlurSettings, width: Int, height: Int) -> [String] {
        guard width > 0, height > 0, let blur = try? settings.progressiveBlur(width: width, height: height) else {
            return []
        }
        let length = settings.direction.axisLength(width: width, height: height)
        let axis = settings.direction.isVertical ? "height" : "width"
        var hints: [String] = []
        if blur.maximumRadius > Double(length) {
            hints.append(
                "the maximum radius of \(text(blur.maximumRadius)) pixels is above the image's \(axis) of \(length); "
                    + "radii are standard deviations, and 5% of the \(axis) is strong already")
        }
        let blurred = (1 - settings.startOffset) * Double(length)
        if blur.maximumRadius == 0 {
            hints.append("nothing is blurred, as the maximum radius is 0")
        } else if blurred < 1 && blur.minimumRadius == 0 {
            hints.append(
                "a start offset of \(text(settings.startOffset)) leaves less than one pixel of the image's \(axis) of "
                    + "\(length) to blur; 0 blurs all of it")
        }
        return hints
    }

    /// A number with three decimals at most.
    private static func text(_ number: Double) -> String {
        let rounded = (number * 1000).rounded() / 1000
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int(rounded))" : "\(rounded)"
    }
}
