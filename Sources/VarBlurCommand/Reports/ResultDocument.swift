package import VarBlurJSON
internal import VarBlur
internal import VarBlurCodecs

/// The JSON objects for one image; their schema is `share/varblur/result.schema.json`.
package enum ResultDocument {
    /// Incremented when a member is removed or changes its meaning; new members do not change it.
    package static var version: Int { FailureReport.version }

    typealias Member = JSONValue.Member

    /// The result of one image; `batch` holds the members that only the results of a batch have.
    static func value(
        of outcome: TaskOutcome, _ task: ImageTask, settings: JSONValue, batch: [Member] = []
    ) -> JSONValue {
        var members = [Member("version", .integer(version))] + batch
        members.append(Member("status", .string(status(of: outcome))))
        members.append(Member("input", task.source.isInMemory ? .null : .string(task.input)))
        members += source(of: outcome) + output(of: outcome, task)
        members.append(Member("ms", milliseconds(outcome.duration)))
        members += timings(of: outcome)
        members.append(Member("settings", settings))
        members += messages(of: outcome, task)
        return .object(members)
    }

    /// The result of several outputs of one image.
    static func value(
        of outcomes: [TaskOutcome], _ tasks: [ImageTask], settings: [JSONValue], _ duration: Duration, batch: [Member]
    ) -> JSONValue {
        let failed = outcomes.first(where: \.isFailure)
        let summary = failed ?? outcomes.first { !$0.isSkipped } ?? outcomes.first
        let isInMemory = tasks.first?.source.isInMemory ?? true
        var members = [Member("version", .integer(version))] + batch
        members.append(Member("status", .string(summary.map(status) ?? "ok")))
        members.append(Member("input", isInMemory ? .null : .string(tasks.first?.input ?? "")))
        if let done = outcomes.first(where: { $0.source != nil }) { members += source(of: done) }
        members += [Member("output", .null), Member("ms", milliseconds(duration))]
        if let done = outcomes.first(where: { $0.report != nil && !$0.isSkipped }) { members += timings(of: done) }
        let (shared, own) = ResultSettings.split(settings)
        members.append(Member("settings", shared))
        let outputs = zip(zip(outcomes, tasks), own).map { output, settings in
            JSONValue.object(
                [Member("status", .string(status(of: output.0)))] + self.output(of: output.0, output.1)
                    + [Member("settings", settings)] + messages(of: output.0, output.1))
        }
        members.append(Member("outputs", .array(outputs)))
        if case .failure(let error) = failed?.result { members.append(Member("error", self.error(error))) }
        return .object(members)
    }

    /// The properties of the input.
    private static func source(of outcome: TaskOutcome) -> [Member] {
        guard let source = outcome.source else { return [] }
        return [
            Member(
                "source",
                .object([
                    Member("format", .string(source.format.rawValue)), Member("width", .integer(source.width)),
                    Member("height", .integer(source.height)), Member("bits", .integer(source.bitCount)),
                    Member("alpha", .bool(source.hasAlpha)), Member("colorModel", .string(source.colorModel)),
                    Member("profile", source.profileName.map { .string($0) } ?? .null),
                    Member("orientation", .integer(source.orientation.rawValue)),
                    Member("auxiliary", .array(source.auxiliaryImages.map { .string($0) })),
                ]))
        ]
    }

    /// The output, and its properties.
    private static func output(of outcome: TaskOutcome, _ task: ImageTask) -> [Member] {
        var members = [Member("output", task.target == .memory ? bytes(of: outcome) : .string(task.output))]
        if let mask = task.maskOutput { members.append(Member("mask", .string(mask))) }
        if let report = outcome.report { members += self.members(of: report) }
        if case .success(.planned(let preflight)) = outcome.result { members += self.members(of: preflight) }
        return members
    }

    private static func messages(of outcome: TaskOutcome, _ task: ImageTask) -> [Member] {
        switch outcome.result {
        case .success: outcome.report.map { messages(of: $0, task) } ?? []
        case .failure(let error): [Member("error", self.error(error))]
        }
    }

    /// The document of all results of a run, which have the same settings; those that are neither ok nor skipped are errors.
    package static func document(_ results: [JSONValue], ok: Int, skipped: Int, _ duration: Duration) -> JSONValue {
        var told = ResultSettings()
        let settings = results.first?["settings"] ?? .null
        _ = told.reduced(.object([Member("settings", settings)]))
        let summary = JSONValue.object([
            Member("images", .integer(results.count)), Member("ok", .integer(ok)),
            Member("skipped", .integer(skipped)), Member("errors", .integer(results.count - ok - skipped)),
            Member("ms", milliseconds(duration)), Member("peakMemory", .integer(MemoryBudget.processPeak)),
        ])
        return .object([
            Member("version", .integer(version)), Member("tool", .string("varblur \(ToolVersion.text)")),
            Member("settings", settings), Member("results", .array(results.map { told.reduced($0) })),
            Member("summary", summary),
        ])
    }

    private static func status(of outcome: TaskOutcome) -> String {
        switch outcome.result {
        case .failure: "error"
        case .success where outcome.isSkipped: "skipped"
        case .success(.planned): "planned"
        case .success: "ok"
        }
    }

    /// An output in memory; null after an error.
    private static func bytes(of outcome: TaskOutcome) -> JSONValue {
        guard let report = outcome.report, let format = report.format else { return .null }
        return .object([Member("base64", .bytes(report.bytes)), Member("format", .string(format.rawValue))])
    }

    static func error(_ error: ImageError) -> JSONValue {
        .object([
            Member("code", .string(error.code.description)), Member("message", .string(error.description)),
            Member("exit", .integer(Int(ExitStatus.code(for: error).rawValue))),
        ])
    }

    private static func members(of report: BlurJob.Report) -> [Member] {
        let size =
            report.isSkipped
            ? [] : [Member("width", .integer(report.width)), Member("height", .integer(report.height))]
        let radii = report.radii.map { radii in
            [Member("r_min", .decimal(radii.lowerBound)), Member("r_max", .decimal(radii.upperBound))]
        }
        let quantization = report.quantization.map { [Member("quantization", .string($0.rawValue))] } ?? []
        let kept = report.isSkipped ? [] : [Member("dataKept", .bool(report.keepsData))]
        let credentials =
            report.dropsContentCredentials ? [Member("contentCredentials", .string("dropped"))] : []
        let gainMap = report.gainMap.map { [Member("gainMap", .string($0.rawValue))] } ?? []
        return size + compression(of: report) + (radii ?? []) + curve(of: report.light) + text(of: report.legibility)
            + quantization + kept + gainMap + credentials
            + [Member("bytesIn", .integer(report.inputBytes)), Member("bytesOut", .integer(report.outputBytes))]
            + (report.isSkipped
                ? []
                : [Member("memory", .integer(report.memory)), Member("peakMemory", .integer(MemoryBudget.processPeak))])
    }

    /// How legible text is on the tint.
    private static func text(of legibility: TextLegibility?) -> [Member] {
        guard let legibility else { return [] }
        return [
            Member(
                "text",
                .object([
                    Member("tintOpacity", .decimal(legibility.opacity)),
                    Member("color", .string(legibility.textColor.hexadecimal)),
                    Member("contrast", .decimal(legibility.contrast)),
                ]))
        ]
    }

    /// How the output is compressed, and the facts about it that were asked for.
    private static func compression(of report: BlurJob.Report) -> [Member] {
        guard let format = report.format, let compression = report.compression else { return [] }
        let texts = [
            ("subsampling", compression.subsampling), ("sha256", report.sha256), ("thumbhash", report.thumbHash),
        ]
        return [Member("format", .string(format.rawValue)), Member("lossless", .bool(compression.isLossless))]
            + (compression.quality.map { [Member("quality", .integer($0))] } ?? [])
            + texts.compactMap { name, text in text.map { Member(name, .string($0)) } }
    }

    private static func members(of preflight: BlurJob.Preflight) -> [Member] {
        let size = [Member("width", .integer(preflight.width)), Member("height", .integer(preflight.height))]
        return size + curve(of: preflight.light) + [
            Member("bytesIn", .integer(preflight.inputBytes)), Member("memory", .integer(preflight.memory)),
        ]
    }

    /// The name of the curve of linear light, or the names of three.
    private static func curve(of light: BlurLight?) -> [Member] {
        guard let light, light.isLinear else { return [] }
        return [Member("curve", .string(light.description))]
    }

    private static func messages(of report: BlurJob.Report, _ task: ImageTask) -> [Member] {
        let hints = SettingsHints.hints(for: report, of: task)
        let digest = report.digest.map { [Member("digest", .string($0.description))] } ?? []
        return digest + [
            Member("warnings", .array(report.notices.map { .string($0) })),
            Member("hints", .array(hints.map { .string($0) })),
        ] + (report.isDamaged ? [Member("damaged", .bool(true))] : [])
    }

    private static func timings(of outcome: TaskOutcome) -> [Member] {
        guard let times = outcome.report?.timings else { return [] }
        let stages = [
            ("read", times.read), ("decode", times.decode), ("resize", times.resize), ("blur", times.blur),
            ("encode", times.encode),
            ("write", times.commit),
        ]
        return [Member("timings", .object(stages.map { Member($0.0, milliseconds($0.1)) }))]
    }

    package static func milliseconds(_ duration: Duration) -> JSONValue {
        let (seconds, attoseconds) = duration.components
        return .decimal(Double(seconds) * 1000 + Double(attoseconds) / 1e15)
    }
}
