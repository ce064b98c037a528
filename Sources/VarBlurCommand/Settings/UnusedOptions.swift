internal import VarBlur
internal import VarBlurCodecs

/// Hints about options of the command line, or of a job, that have no effect.
struct UnusedOptions {
    private let settings: EffectiveSettings
    private let job: JobRequest

    private let files: FileOptions
    /// Whether the options were given in a job.
    private let areOfJob: Bool

    /// - Parameters:
    ///   - settings: the settings in effect.
    ///   - job: what they ask for.
    ///   - files: the inputs and outputs of a command line.
    ///   - areOfJob: whether the options that the hints are about were given in a job.
    init(
        _ settings: EffectiveSettings, _ job: JobRequest, _ files: FileOptions = FileOptions(),
        areOfJob: Bool = false
    ) {
        (self.settings, self.job, self.files, self.areOfJob) = (settings, job, files, areOfJob)
    }

    /// Hints about the options that were given on the command line.
    ///
    /// - Parameter outputs: the formats of the outputs; `nil` for one that is not known before the input is read.
    /// - Returns: the hints, each one sentence without a period.
    func hints(_ outputs: [ImageFormat?]) -> [String] {
        let missing = settings["json"] == nil ? "without --json" : files.isDryRun ? "with --dry-run" : nil
        let report = missing.flatMap { isGiven("report") ? ["--report has no effect \($0)"] : nil } ?? []
        return formatHints(outputs) + combinationHints.map { $0.text(for: .commandLine) } + report
    }

    /// Hints about the options of a job, each one sentence without a period.
    var jobHints: [String] { combinationHints.map { $0.text(for: .job) } }

    private func isGiven(_ name: String) -> Bool {
        switch settings[name]?.origin {
        case .commandLine: !areOfJob
        case .job: areOfJob
        default: false
        }
    }

    private func formatHints(_ outputs: [ImageFormat?]) -> [String] {
        let known = ImageFormat.written.filter { outputs.contains($0) }
        guard !outputs.isEmpty, !outputs.contains(nil) else { return [] }
        return settings.settings.map(\.option).filter {
            isGiven($0.name) && !$0.formats.isEmpty && !known.contains(where: $0.formats.contains)
                && !($0.name == "background" && job.size.resize?.fit == .contain)
        }.map { option in
            "--\(option.name) has no effect on \(known.map(\.name).joined(separator: " and ")) outputs"
        }
    }

    private var combinationHints: [UsageText] {
        var hints: [UsageText] = []
        for name in ["quality", "jpeg-quality"] where isGiven("jpeg-smooth") && settings[name] != nil {
            hints.append("\(option: "jpeg-smooth") has no effect with \(option: name)")
        }
        if isGiven("tint-opacity") && job.look.tint == nil {
            hints.append("\(option: "tint-opacity") has no effect without \(option: "tint")")
        }
        for name in ["text-color", "contrast"] where isGiven(name) && job.look.opacity != .automatic {
            hints.append("\(option: name) has no effect without \(option: "tint-opacity") auto")
        }
        for name in ["fit", "position", "no-enlarge"] where isGiven(name) && job.size.size == nil {
            hints.append("\(option: name) has no effect without \(option: "resize")")
        }
        if files.widths.count > 1, hasPixelRadii {
            hints.append(
                "radii in pixels are the same for all widths; percentages refer to the size of each output")
        }
        if isGiven("min-radius") && job.area.isGiven && job.area.fill == nil && !job.hasRamp {
            hints.append(
                "\(option: "min-radius") has no effect on areas without a ramp: the rest of the image stays as it is")
        }
        if files.widths.count > 1, job.area.shapes.contains(where: { $0.lengths.contains(where: \.isInPixels) }) {
            hints.append(
                "areas in pixels are at the same place for all widths; percentages refer to the size of each output")
        }
        if job.area.fill != nil && !job.hasRamp && job.blur.areas.isEmpty {
            // light is that of a resize, too, and transparent edges change the format
            let others = (job.size.size == nil ? ["light"] : []) + (job.blur.edges == .transparent ? [] : ["edges"])
            for name in ["matte", "max-radius", "min-radius"] + others where isGiven(name) {
                hints.append("\(option: name) has no effect on filled areas without a ramp")
            }
        }
        // the edges of areas have the curve, too
        let ofRamp = ["start-offset", "reach"] + (job.area.isGiven ? [] : ["easing"])
        for name in ofRamp where isGiven(name) && isUniform {
            hints.append(
                "\(option: name) has no effect, because \(option: "min-radius") equals \(option: "max-radius")")
        }
        return hints
    }

    /// Whether a radius above zero does not depend on the size of the output.
    private var hasPixelRadii: Bool {
        let blur = job.blur
        let radii =
            blur.gradients.isEmpty
            ? [blur.maximumRadius, blur.minimumRadius] : blur.gradients.flatMap { $0.stops.map(\.radius) }
        return radii.contains(where: \.isInPixels)
    }

    /// Whether all pixels get the same blur, and no colors change along the ramp.
    private var isUniform: Bool {
        job.blur.minimumRadius == job.blur.maximumRadius && (try? job.look.look())?.followsAlpha != true
            && job.blur.gradients.isEmpty && job.mask == nil
            && job.blur.mosaic == nil && job.alphaPath == nil
    }
}

extension BlurLength {
    /// Whether the length does not depend on the size of the output, and is not zero.
    fileprivate var isInPixels: Bool { if case .pixels(let pixels) = self { pixels != 0 } else { false } }
}
