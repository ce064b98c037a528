public import ArgumentParser
public import VariableBlur
internal import VariableBlurCodecs

/// The options that describe the blur.
struct BlurOptions: ParsableArguments {
    @Option(
        name: .customLong("max-radius"), parsing: .unconditional,
        help: ArgumentHelp(
            """
            The radius at the blurred edge: the standard deviation of the Gaussian, in pixels (20, 20px) or in percent \
            of the image's height, or width for left and right (5%). 0 or more; default: 20.
            """,
            valueName: "radius"),
        transform: LengthArgument.parse)
    var maximumRadius = BlurSettings.Length.pixels(20)

    @Option(
        name: .customLong("min-radius"), parsing: .unconditional,
        help: ArgumentHelp(
            "The radius at the clear end, in the same units: 0 up to the maximum; default: 0.",
            valueName: "radius"),
        transform: LengthArgument.parse)
    var minimumRadius = BlurSettings.Length.pixels(0)

    @Option(help: ArgumentHelp("The side that is blurred.", valueName: "side"))
    var direction = BlurDirection.top

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            """
            Where the blur ends: 0 at the opposite edge, 0.25 or 25% a quarter of the image before it, and -0.25 a \
            quarter beyond it, so that no row is quite clear. Below 1; default: 0.
            """,
            valueName: "fraction"),
        transform: FractionArgument.parse)
    var startOffset = 0.0

    @Option(
        help: ArgumentHelp(
            """
            What lies beyond the image: nothing (normalize), its edge pixels (clamp), its mirror image (mirror), its \
            repetition (wrap), or transparency (transparent).
            """,
            valueName: "rule"))
    var edges = EdgeMode.normalize

    @Option(
        help: ArgumentHelp(
            "The implementation: fast, within 0.4 of an 8-bit step of the exact blur, or the exact definition (reference).",
            valueName: "engine"))
    var engine = BlurEngine.fast

    @Option(
        help: ArgumentHelp(
            """
            The most threads for the blur and for PNG's compression, 1 or more; with 1, reading and writing have none of \
            their own either. Default: the processors that the process may use.
            """, valueName: "count"),
        transform: CountArgument.threads)
    var threads: Int?

    @Option(
        help: ArgumentHelp(
            "The processor's instructions to use; the result is the same. Default: the best that the machine has.",
            valueName: "set"))
    var instructionSet: InstructionSet?

    /// What the options ask for.
    var settings: BlurSettings {
        var settings = BlurSettings()
        settings.maximumRadius = maximumRadius
        settings.minimumRadius = minimumRadius
        settings.direction = direction
        settings.startOffset = startOffset
        settings.edges = edges
        settings.engine = engine
        settings.execution = BlurExecution(threadCount: threads, instructionSet: instructionSet)
        return settings
    }

    /// Checks what can be checked before the image's size is known.
    func validateTogether() throws {
        if let instructionSet, !instructionSet.isAvailable {
            let available = InstructionSet.allCases.filter(\.isAvailable).map(\.rawValue).joined(separator: ", ")
            throw ValidationError("This machine does not have \(instructionSet.rawValue). It has: \(available).")
        }
        try settings.validateTogether()
    }
}

extension BlurSettings {
    /// Checks what can be checked before the image's size is known.
    func validateTogether() throws {
        let isComparable =
            switch (maximumRadius, minimumRadius) {
            case (.pixels, .pixels), (.axisFraction, .axisFraction): true
            default: false
            }
        do {
            // with both in the same unit, an image of any size tells which is larger
            _ = try isComparable ? progressiveBlur(width: 100, height: 100) : nil
            _ = try LinearAlphaMask(startOffset: startOffset)
        } catch {
            throw ValidationError(
                isComparable && error.code == .invalidRadius ? Self.minimumAboveMaximum : error.message)
        }
    }

    private static let minimumAboveMaximum =
        "The minimum radius is above the maximum radius. Lower --min-radius, or raise --max-radius."
}

extension BlurDirection: ExpressibleByArgument {}
extension EdgeMode: ExpressibleByArgument {}
extension BlurEngine: ExpressibleByArgument {}
extension InstructionSet: ExpressibleByArgument {}
