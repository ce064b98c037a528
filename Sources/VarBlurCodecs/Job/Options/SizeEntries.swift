internal import VarBlur

extension JobOptions {
    /// The options for the part of the image to keep, and for the size of the output.
    static let size: [OptionEntry] = [
        .value(
            "rotate", .degrees, section: .size, changesOutput: true,
            digest: { $0.turn == .up ? nil : "\($0.turn.rawValue)" }, default: 0,
            """
            Turn the image clockwise, as displayed, by 90, 180, or 270 degrees. All other options refer to the turned image. From JPEG to \
            JPEG, a turn alone loses nothing where whole MCUs allow.
            """
        ) { value in .job { $0.size.rotation = value } },
        .flag(
            "flip", section: .size, changesOutput: true,
            "Mirror the image from top to bottom, after \(option: "rotate")."
        ) {
            .job { $0.size.isFlipped = true }
        },
        .flag(
            "flop", section: .size, changesOutput: true,
            "Mirror the image from left to right, after \(option: "rotate")."
        ) {
            .job { $0.size.isFlopped = true }
        },
        .value(
            "crop", .crop, section: .size, changesOutput: true, digest: { $0.crop.map { "\($0)" } },
            """
            Part of the image to keep, as displayed: width, height, and distances from the left and the top edge, in pixels \
            (1200x800+40+0) or as percentages (50%x50%+25%+0%).
            """
        ) { value in .job { $0.size.crop = value } },
        .value(
            "resize", .resize, section: .size, scope: .output, changesOutput: true,
            digest: { $0.resize.map { "\($0)" } },
            """
            Size of the output: a box (640x480), one side (640x or x480), or a percentage (50%), of the cropped image. The image \
            is resized before it is blurred, so the radii refer to the output; with \(option: "max-radius") 0, it stays sharp.
            """
        ) { value in .job { $0.size.size = value } },
        .value(
            "fit", .choice("fit"), section: .size, scope: .output, changesOutput: true,
            defaultDescription: "inside; fill for percentages",
            """
            How the image fits into the box: inside (largest size within the box), outside (smallest size that covers it), cover \
            (fill the box, and cut off the rest), contain (whole image between bars), or fill (stretch).
            """
        ) { value in .job { $0.size.fit = value } },
        .value(
            "position", .position, section: .size, scope: .output, changesOutput: true, defaultDescription: "center",
            """
            Part of the image that \(option: "fit") cover keeps, or its place with \(option: "fit") contain, as object-position in \
            CSS: 'top', 'left 20%', or '30% 70%'.
            """
        ) { value in .job { $0.size.position = value } },
        .flag(
            "no-enlarge", section: .size, scope: .output, changesOutput: true,
            "Keep images that are smaller than the box at their size."
        ) { .job { $0.size.enlarges = false } },
        .value(
            "sharpen", .number(BlurJob.sharpenings, noun: "a standard deviation"), section: .size, changesOutput: true,
            current: { $0.sharpening },
            """
            Sharpen the image after it is resized, and before it is blurred: the standard deviation of the unsharp mask in pixels, such as \
            0.5. Its amount is 1.
            """
        ) { value in .job { $0.size.sharpening = value } },
    ]
}

extension OptionValue where Value == Int {
    /// A multiple of a right angle.
    fileprivate static var degrees: Self {
        OptionValue(
            syntax: ValueSyntax(
                placeholder: "degrees", kind: .text(pattern: "^(0|90|180|270)$", takesIntegers: true),
                suggestions: { ["90", "180", "270"] }),
            parse: { text throws(InvalidValue) in
                guard let degrees = Int(text), [0, 90, 180, 270].contains(degrees) else {
                    let turns = Int(text).flatMap { $0.isMultiple(of: 90) ? ($0 % 360 + 360) % 360 : nil }
                    throw InvalidValue(
                        turns.map { "choose 0, 90, 180, or 270; \(text) is \($0)" }
                            ?? "choose 90, 180, or 270; for other angles, rotate the image with another program")
                }
                return degrees
            })
    }
}

extension OptionValue where Value == Crop {
    /// A rectangle such as `1200x800+40+0`.
    fileprivate static var crop: Self {
        text(
            "area", pattern: "^[0-9.]+%?[xX×][0-9.]+%?[+][0-9.]+%?[+][0-9.]+%?$",
            parse: { text throws(BlurTextError) in try Crop(text) })
    }
}

extension OptionValue where Value == Resize {
    /// A size such as `640x480`.
    fileprivate static var resize: Self {
        text(
            "size", pattern: "^([0-9]+%?|[0-9.]+%)?([xX×]([0-9]+|[0-9.]+%)?)?[!^>]*$",
            parse: { text throws(BlurTextError) in try Resize(text) })
    }
}

extension OptionValue where Value == BlurGradient.Position {
    /// A position such as `50% 20%` or `top`.
    fileprivate static var position: Self {
        text(
            "position", pattern: nil,
            parse: { text throws(BlurTextError) in try BlurGradient.Position(text) })
    }
}
