internal import VarBlur
internal import VarBlurCodecs

/// Hints about options of the command line that have no effect.
struct UnusedOptions {
    private let settings: EffectiveSettings
    private let job: JobRequest

    private let files: FileOptions

    init(_ settings: EffectiveSettings, _ job: JobRequest, _ files: FileOptions = FileOptions()) {
        (self.settings, self.job, self.files) = (settings, job, files)
    }

    /// The options that apply to outputs of some formats only.
    private static let formats: [(name: String, formats: [ImageFormat])] = [
        ("jpeg-quality", [.jpeg]), ("jpeg-smooth", [.jpeg]), ("progressive", [.jpeg]), ("baseline", [.jpeg]),
        ("background", [.jpeg]), ("png-compression", [.png]), ("webp-quality", [.webP]), ("dither", [.png, .webP]),
        ("avif-quality", [.avif]), ("avif-speed", [.avif]),
    ]

    /// The options that set the quality of outputs, as on a command line; none for lossless formats.
    static func qualityOptions(of outputs: [ImageFormat]) -> [String] {
        formats.filter { $0.name.hasSuffix("-quality") && outputs.contains(where: $0.formats.contains) }.map {
            "--\($0.name)"
        }
    }

    /// Hints about the options that were given on the command line.
    ///
    /// - Parameter outputs: the formats of the outputs; `nil` for one that is not known before the input is read.
    /// - Returns: the hints, each one sentence without a period.
    func hints(_ outputs: [ImageFormat?]) -> [String] { formatHints(outputs) + combinationHints }

    private func isGiven(_ name: String) -> Bool { settings[name]?.origin == .commandLine }

    private func formatHints(_ outputs: [ImageFormat?]) -> [String] {
        let known = ImageFormat.written.filter { outputs.contains($0) }
        guard !outputs.isEmpty, !outputs.contains(nil) else { return [] }
        return Self.formats.filter {
            isGiven($0.name) && !known.contains(where: $0.formats.contains)
                && !($0.name == "background" && job.size.resize?.fit == .contain)
        }.map { option in
            "--\(option.name) has no effect on \(known.map(\.name).joined(separator: " and ")) outputs"
        }
    }

    private var combinationHints: [String] {
        var hints: [String] = []
        if isGiven("jpeg-smooth") && settings["jpeg-quality"] != nil {
            hints.append("--jpeg-smooth has no effect with --jpeg-quality")
        }
        if isGiven("tint-opacity") && job.look.tint == nil {
            hints.append("--tint-opacity has no effect without --tint")
        }
        for name in ["fit", "position", "no-enlarge"] where isGiven(name) && job.size.size == nil {
            hints.append("--\(name) has no effect without --resize")
        }
        if files.widths.count > 1, hasPixelRadii {
            hints.append(
                "radii in pixels are the same for all widths; percentages refer to the size of each output")
        }
        if isGiven("min-radius") && job.area.isGiven
            && job.shape.isDisjoint(with: [.ramps, .mask, .sides, .startOffset, .reach])
        {
            hints.append("--min-radius has no effect on areas without a ramp: the rest of the image stays as it is")
        }
        if files.widths.count > 1, job.area.shapes.contains(where: { $0.description.includes("px") }) {
            hints.append(
                "areas in pixels are at the same place for all widths; percentages refer to the size of each output")
        }
        for name in ["start-offset", "reach"] where isGiven(name) && isUniform {
            hints.append("--\(name) has no effect, because --min-radius equals --max-radius")
        }
        return hints
    }

    /// Whether a radius above zero does not depend on the size of the output.
    private var hasPixelRadii: Bool {
        if !job.blur.gradients.isEmpty {
            return job.blur.gradients.contains { $0.description.includes("px") }
        }
        return [job.blur.maximumRadius, job.blur.minimumRadius].contains { radius in
            if case .pixels(let pixels) = radius { pixels > 0 } else { false }
        }
    }

    /// Whether all pixels get the same blur, and no colors change along the ramp.
    private var isUniform: Bool {
        job.blur.minimumRadius == job.blur.maximumRadius && (try? job.look.look())?.followsAlpha != true
            && job.shape.isDisjoint(with: [.ramps, .mask])
    }
}
