package import VarBlur

/// The options for the part of the image to keep, and for the size of the output.
package struct SizeRequest: Sendable, Hashable {
    /// The clockwise rotation of the upright image: 0, 90, 180, or 270 degrees.
    package var rotation = 0
    /// Whether the rotated image is mirrored from top to bottom.
    package var isFlipped = false
    /// Whether the rotated image is mirrored from left to right.
    package var isFlopped = false
    package var crop: Crop?
    /// The size, with the fit that its text implies.
    package var size: Resize?
    package var fit: Resize.Fit?
    package var position: BlurGradient.Position?
    package var enlarges = true
    package var bars = Resize.Bars.background
    /// The standard deviation of the sharpening in pixels; 0 for none.
    package var sharpening = 0.0

    /// The rotation, and what follows it, as the library represents them.
    package var turn: ImageOrientation {
        let rotated: ImageOrientation =
            switch rotation {
            case 90: .right
            case 180: .down
            case 270: .left
            default: .up
            }
        return rotated.followed(by: isFlipped ? .downMirrored : .up).followed(by: isFlopped ? .upMirrored : .up)
    }

    /// The resize as the library represents it; `nil` if no size was given.
    package var resize: Resize? {
        guard var resize = size else { return nil }
        if let fit { resize.fit = fit }
        if let position { resize.position = position }
        if !enlarges { resize.enlarges = false }
        resize.bars = bars
        return resize
    }

    /// Checks the options that constrain each other.
    ///
    /// Without a size, fit and position have no effect: a settings file may contain them for the images that are resized.
    package func validate() throws(UsageError) {
        guard let size, let resize else {
            guard bars == .background else {
                throw UsageError(
                    "a blurred background fills the bars of a resized image, but the size stays as it is",
                    remedy: "set a color")
            }
            return
        }
        let hasTwoSides = size.width != nil && size.height != nil
        if resize.fit == .cover || resize.fit == .contain, !hasTwoSides {
            throw UsageError(
                "\(option: "fit") \(resize.fit.rawValue) needs a width and a height, but \(option: "resize") has only one of them",
                remedy: "write both, such as 640x480")
        }
        let isImplied = size.fit == .outside || size.fit == .fill && !size.isPercentage
        if let fit, isImplied, fit != size.fit {
            throw UsageError(
                """
                the size ends with \(size.fit == .fill ? "!" : "^"), which means \(option: "fit") \(size.fit.rawValue), but \
                \(option: "fit") \(fit.rawValue) was given
                """,
                remedy: "leave out one of them")
        }
        if position != nil, resize.fit != .cover, resize.fit != .contain {
            throw UsageError(
                "\(option: "position") has no effect with \(option: "fit") \(resize.fit.rawValue)",
                remedy: "use \(option: "fit") cover or \(option: "fit") contain, or leave out \(option: "position")")
        }
        if bars != .background, resize.fit != .contain {
            throw UsageError(
                "a blurred background fills the bars of \(option: "fit") contain, but the fit is \(resize.fit.rawValue)",
                remedy: "add \(option: "fit") contain, or set a color")
        }
    }
}

extension Resize {
    /// Whether both sides are percentages.
    fileprivate var isPercentage: Bool {
        if case (.percent?, .percent?) = (width, height) { true } else { false }
    }
}
