internal import VariableBlur
internal import VariableBlurCodecs

extension OptionTable {
    /// The options of the blur itself.
    static let blur: [OptionEntry] = [
        .value(
            "max-radius", .radius, section: .blur, changesOutput: true, default: BlurSettings().maximumRadius,
            """
            Blur radius at the blurred edge: the standard deviation of the Gaussian, in pixels (20 or 20px) or as a \
            percentage (5%) of the image height, or of the width for left and right.
            """
        ) { $0.job.blur.maximumRadius = $1 },
        .value(
            "min-radius", .radius, section: .blur, changesOutput: true, default: BlurSettings().minimumRadius,
            "Blur radius at the end of the ramp and beyond it, in the same units; must not exceed --max-radius."
        ) { $0.job.blur.minimumRadius = $1 },
        .value(
            "direction", .choice("side"), section: .blur, changesOutput: true, default: BlurSettings().direction,
            "Side of the image, as displayed, where the blur is strongest."
        ) { $0.job.blur.direction = $1 },
        .value(
            "start-offset", .fraction, section: .blur, changesOutput: true, default: BlurSettings().startOffset,
            """
            Where the ramp ends: at this distance from the edge opposite the blurred one, as a fraction (0.25) or a \
            percentage (25%) of the image. Beyond the end, the image stays sharp, or at the minimum radius. A negative \
            value ends the ramp outside the image.
            """
        ) { $0.job.blur.startOffset = $1 },
        .value(
            "edges", .choice("mode"), section: .blur, changesOutput: true, default: BlurSettings().edges,
            """
            Treatment of pixels beyond the image: normalize (ignore them), clamp (repeat the nearest edge pixel), \
            mirror (mirror the image), wrap (repeat the image), or transparent.
            """
        ) { $0.job.blur.edges = $1 },
        .value(
            "engine", .choice("engine"), section: .blur, changesOutput: true, default: BlurSettings().engine,
            "Implementation: fast (within 0.4 of an 8-bit step of the exact result) or reference (exact, but slow)."
        ) { $0.job.blur.engine = $1 },
        .value(
            "threads", .count("count", noun: "The number of threads"), section: .blur,
            defaultDescription: "number of available processors",
            """
            Maximum number of threads for the blur and for PNG compression. With 1, decoding and encoding \
            also run on the same thread.
            """
        ) {
            $0.job.blur.execution.threadCount = $1
            $0.job.setsThreadCount = true
        },
        .value(
            // The library reads the environment variable of this name itself
            "instruction-set", .choice("set"), section: .blur, scope: .image.subtracting(.environment),
            defaultDescription: "best available", "CPU instruction set to use. Does not affect the output."
        ) { (request, set: InstructionSet) in request.job.blur.execution.instructionSet = set },
    ]
}
