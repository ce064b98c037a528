internal import VarBlur
package import VarBlurCodecs

/// Hints about options of the command line, or of a job, that have no effect.
package struct UnusedOptions {
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
    package init(
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

    /// Hints about options for other formats than those of the outputs.
    ///
    /// - Parameter outputs: the formats; `nil` for one that is not known.
    /// - Returns: the hints, each one sentence without a period.
    package func formatHints(_ outputs: [ImageFormat?]) -> [String] {
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
        generalHints + areaHints + shapeHints + mosaicHints
    }

    private var generalHints: [UsageText] {
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
        if files.widths.count > 1, hasPixelRadii, !fillsOnly {
            hints.append(
                "radii in pixels are the same for all widths; percentages refer to the size of each output")
        }
        return hints
    }

    private var areaHints: [UsageText] {
        var hints: [UsageText] = []
        if isGiven("min-radius") && job.area.isGiven && job.area.fill == nil && !job.hasRamp {
            hints.append(
                "\(option: "min-radius") has no effect on areas without a ramp: the rest of the image stays as it is")
        }
        if isGiven("easing") && job.area.isGiven && job.area.fill == nil && !job.hasRamp
            && job.area.feather?.isZero ?? true
        {
            hints.append("\(option: "easing") has no effect on areas without \(option: "feather")")
        }
        if files.widths.count > 1, job.area.shapes.contains(where: { $0.lengths.contains(where: \.isInPixels) }) {
            hints.append(
                "areas in pixels are at the same place for all widths; percentages refer to the size of each output")
        }
        if fillsOnly {
            // light is that of a resize, too, and transparent edges change the format
            let others = (job.size.size == nil ? ["light"] : []) + (job.blur.edges == .transparent ? [] : ["edges"])
            for name in ["matte", "max-radius", "min-radius"] + others where isGiven(name) {
                hints.append("\(option: name) has no effect on filled areas without a ramp")
            }
        }
        return hints
    }

    /// Whether nothing is blurred, because areas are filled and there is no ramp.
    private var fillsOnly: Bool { job.area.fill != nil && !job.hasRamp && job.blur.areas.isEmpty }

    /// Hints about options that say where to blur, although there is nothing to blur, or all pixels get the same blur.
    private var shapeHints: [UsageText] {
        if let name = nameWithoutRadius {
            let isOfArea = name.hasPrefix("area") && job.area.radius != nil
            return [
                isOfArea
                    ? "\(option: name) has no effect, because \(option: "area-radius") is 0"
                    : "\(option: name) has no effect, because the maximum radius is 0"
            ]
        }
        // with areas, these options add a ramp
        guard isUniform && !job.area.isGiven else { return [] }
        let cause: UsageText = "because \(option: "min-radius") equals \(option: "max-radius")"
        // percentages of radii may refer to another length with these
        return ["mask", "direction"].filter(isGiven).map { "\(option: $0) does not say where to blur, \(cause)" }
            + ["start-offset", "reach", "easing"].filter(isGiven).map { "\(option: $0) has no effect, \(cause)" }
    }

    private var mosaicHints: [UsageText] {
        guard job.blur.mosaic != nil else { return [] }
        // beside a ramp, areas have another share of the mosaic; colors that change are dithered
        let names =
            (job.area.isGiven || settings["min-radius"] != nil || job.blur.maximumRadius.isZero ? [] : ["max-radius"])
            + (job.blur.edges == .transparent ? [] : ["edges"]) + (hasLook ? [] : ["dither"])
        return names.filter(isGiven).map { "\(option: $0) has no effect with \(option: "mosaic")" }
    }

    /// Whether a radius above zero does not depend on the size of the output.
    private var hasPixelRadii: Bool {
        let blur = job.blur
        let radii =
            blur.gradients.isEmpty
            ? [blur.maximumRadius, blur.minimumRadius] : blur.gradients.flatMap { $0.stops.map(\.radius) }
        return radii.contains(where: \.isInPixels)
    }

    /// Whether all pixels get the same blur, so that no colors change along the ramp.
    private var isUniform: Bool {
        job.blur.minimumRadius == job.blur.maximumRadius && !job.blur.maximumRadius.isZero
            && job.blur.gradients.isEmpty && job.blur.mosaic == nil && job.alphaPath == nil
    }

    /// Whether colors change along the ramp.
    private var hasLook: Bool { (try? job.look.look())?.followsAlpha ?? false }
}

extension UnusedOptions {
    /// The first option that says where to blur, although the radius there is 0; `nil` if there is none.
    var nameWithoutRadius: String? {
        guard job.blur.gradients.isEmpty && job.blur.mosaic == nil && job.alphaPath == nil && !hasLook else {
            return nil
        }
        let hasRamp = !job.blur.maximumRadius.isZero
        let hasAreas = job.area.isGiven && (job.area.fill != nil || !(job.area.radius ?? job.blur.maximumRadius).isZero)
        let names =
            (hasAreas ? [] : ["area", "areas-from"])
            + (hasRamp ? [] : ["mask", "direction", "reach", "start-offset"])
            + (hasAreas || hasRamp ? [] : ["easing", "matte"])
        return names.first(where: isGiven)
    }
}

extension BlurLength {
    fileprivate var isZero: Bool {
        switch self {
        case .pixels(let number), .percent(let number): number == 0
        }
    }

    /// Whether the length does not depend on the size of the output, and is not zero.
    fileprivate var isInPixels: Bool { if case .pixels(let pixels) = self { pixels != 0 } else { false } }
}
