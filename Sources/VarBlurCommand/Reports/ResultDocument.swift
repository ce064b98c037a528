package import VarBlurJSON
internal import VarBlur
internal import VarBlurCodecs

/// The JSON objects for one image; their schema is `share/varblur/result.schema.json`.
package enum ResultDocument {
    /// Incremented when a member is removed or changes its meaning; new members do not change it.
    package static var version: Int { FailureReport.version }

    /// The result of one image; `batch` holds the members that only the results of a batch have.
    static func value(
        of outcome: TaskOutcome, _ task: ImageTask, settings: JSONValue, batch: JSONValue = [:]
    ) -> JSONValue {
        var value: JSONValue = ["version": .integer(version)]
        value.append(batch)
        value.append([
            "status": .string(status(of: outcome)), "input": task.source.isInMemory ? .null : .string(task.input),
            "source": source(of: outcome),
        ])
        value.append(output(of: outcome, task))
        value.append([
            "ms": milliseconds(outcome.duration), "timings": timings(of: outcome), "settings": settings,
        ])
        value.append(messages(of: outcome, task))
        return value
    }

    /// The result of several outputs of one image.
    static func value(
        of outcomes: [TaskOutcome], _ tasks: [ImageTask], settings: [JSONValue], _ duration: Duration, batch: JSONValue
    ) -> JSONValue {
        let failed = outcomes.first(where: \.isFailure)
        let summary = failed ?? outcomes.first { !$0.isSkipped } ?? outcomes.first
        let isInMemory = tasks.first?.source.isInMemory ?? true
        let (shared, own) = ResultSettings.split(settings)
        let outputs = zip(zip(outcomes, tasks), own).map { output, settings in
            var value: JSONValue = ["status": .string(status(of: output.0))]
            value.append(self.output(of: output.0, output.1))
            value.append(["settings": settings])
            value.append(messages(of: output.0, output.1))
            return value
        }
        var value: JSONValue = ["version": .integer(version)]
        value.append(batch)
        value.append([
            "status": .string(summary.map(status) ?? "ok"),
            "input": isInMemory ? .null : .string(tasks.first?.input ?? ""),
            "source": outcomes.first { $0.source != nil }.flatMap { source(of: $0) }, "output": .null,
            "ms": milliseconds(duration),
            "timings": outcomes.first { $0.report != nil && !$0.isSkipped }.flatMap { timings(of: $0) },
            "settings": shared,
            "outputs": .array(outputs), "error": failed.flatMap { error(of: $0) },
        ])
        return value
    }

    /// The properties of the input.
    private static func source(of outcome: TaskOutcome) -> JSONValue? {
        guard let source = outcome.source else { return nil }
        return [
            "format": .string(source.format.rawValue), "width": .integer(source.width),
            "height": .integer(source.height), "bits": .integer(source.bitCount), "alpha": .bool(source.hasAlpha),
            "colorModel": .string(source.colorModel), "profile": source.profileName.map { .string($0) } ?? .null,
            "orientation": .integer(source.orientation.rawValue), "auxiliary": .strings(source.auxiliaryImages),
        ]
    }

    /// The output, and its properties.
    private static func output(of outcome: TaskOutcome, _ task: ImageTask) -> JSONValue {
        var value: JSONValue = [
            "output": task.target == .memory ? bytes(of: outcome) : .string(task.output),
            "mask": task.maskOutput.map { .string($0) },
        ]
        if let report = outcome.report { value.append(properties(of: report)) }
        if case .success(.planned(let preflight)) = outcome.result { value.append(properties(of: preflight)) }
        return value
    }

    private static func messages(of outcome: TaskOutcome, _ task: ImageTask) -> JSONValue {
        if outcome.isFailure { return ["error": error(of: outcome)] }
        let (report, warnings) = (outcome.report, JSONValue.strings(outcome.notices))
        return [
            "digest": report?.digest.map { .string($0.description) }, "warnings": warnings,
            "hints": report.map { .strings(SettingsHints.hints(for: $0, of: task)) },
            "damaged": report?.isDamaged == true ? true : nil,
        ]
    }

    /// The document of all results of a run, which have the same settings; those that are neither ok nor skipped are errors.
    package static func document(_ results: [JSONValue], ok: Int, skipped: Int, _ duration: Duration) -> JSONValue {
        var told = ResultSettings()
        let settings = results.first?["settings"] ?? .null
        _ = told.reduced(["settings": settings])
        return [
            "version": .integer(version), "tool": "varblur \(ToolVersion.text)", "settings": settings,
            "results": .array(results.map { told.reduced($0) }),
            "summary": [
                "images": .integer(results.count), "ok": .integer(ok), "skipped": .integer(skipped),
                "errors": .integer(results.count - ok - skipped), "ms": milliseconds(duration),
                "peakMemory": .integer(MemoryBudget.processPeak),
            ],
        ]
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
        return ["base64": .bytes(report.bytes), "format": .string(format.rawValue)]
    }

    private static func error(of outcome: TaskOutcome) -> JSONValue? {
        if case .failure(let error) = outcome.result { self.error(error) } else { nil }
    }

    static func error(_ error: ImageError) -> JSONValue {
        [
            "code": .string(error.code.description), "message": .string(error.description),
            "exit": .integer(Int(ExitStatus.code(for: error).rawValue)),
        ]
    }

    private static func properties(of report: BlurJob.Report) -> JSONValue {
        let isWritten = !report.isSkipped
        let (compression, hasSize) = (report.compression, report.width > 0)
        return [
            "width": hasSize ? .integer(report.width) : nil, "height": hasSize ? .integer(report.height) : nil,
            "format": report.format.map { .string($0.rawValue) },
            "lossless": compression.map { .bool($0.isLossless) },
            "quality": compression?.quality.map { .integer($0) },
            "subsampling": compression?.subsampling.map { .string($0) },
            "sha256": report.sha256.map { .string($0) },
            "thumbhash": report.thumbHash.map { .string($0) },
            "r_min": report.radii.map { .decimal($0.lowerBound) },
            "r_max": report.radii.map { .decimal($0.upperBound) }, "curve": curve(of: report.light),
            "text": report.legibility.map { text(of: $0) },
            "quantization": report.quantization.map { .string($0.rawValue) },
            "dataKept": isWritten ? .bool(report.keepsData) : nil,
            "gainMap": report.gainMap.map { .string($0.rawValue) },
            "contentCredentials": report.dropsContentCredentials ? "dropped" : nil,
            "bytesIn": .integer(report.inputBytes), "bytesOut": .integer(report.outputBytes),
            "memory": isWritten ? .integer(report.memory) : nil,
            "peakMemory": isWritten ? .integer(MemoryBudget.processPeak) : nil,
        ]
    }

    /// How legible text is on the tint.
    private static func text(of legibility: TextLegibility) -> JSONValue {
        [
            "tintOpacity": .decimal(legibility.opacity), "color": .string(legibility.textColor.hexadecimal),
            "contrast": .decimal(legibility.contrast),
        ]
    }

    private static func properties(of preflight: BlurJob.Preflight) -> JSONValue {
        [
            "width": .integer(preflight.width), "height": .integer(preflight.height),
            "curve": curve(of: preflight.light), "bytesIn": .integer(preflight.inputBytes),
            "memory": .integer(preflight.memory),
        ]
    }

    /// The name of the curve of linear light, or the names of three.
    private static func curve(of light: BlurLight?) -> JSONValue? {
        guard let light, light.isLinear else { return nil }
        return .string(light.description)
    }

    private static func timings(of outcome: TaskOutcome) -> JSONValue? {
        guard let times = outcome.report?.timings else { return nil }
        return .object(times.stages.map { .init($0, milliseconds($1)) })
    }

    package static func milliseconds(_ duration: Duration) -> JSONValue { .decimal(duration / .milliseconds(1)) }
}
