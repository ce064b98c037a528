internal import ArgumentParser
internal import PlainJSON
internal import VariableBlurCodecs

/// What programs are told of an image; `share/varblur/result.schema.json` is its definition.
enum ResultDocument {
    /// Raised when a member changes its meaning or goes; new members may come at any time.
    static let version = 1

    typealias Member = JSONValue.Member

    /// What a run or a batch says of one image.
    static func value(
        of outcome: TaskOutcome, _ task: ImageTask, settings: JSONValue, batch: [Member] = []
    ) -> JSONValue {
        var members = [Member("version", .integer(version))] + batch
        members.append(Member("status", .string(status(of: outcome))))
        members.append(Member("input", .string(task.input)))
        members.append(Member("output", .string(task.output)))
        switch outcome.result {
        case .success(.written(let report)): members += self.members(of: report)
        case .success(.planned(let examination)): members += self.members(of: examination)
        case .failure: break
        }
        members.append(Member("ms", milliseconds(outcome.duration)))
        members += times(of: outcome)
        members.append(Member("settings", settings))
        if let report = outcome.report {
            if let digest = report.digest { members.append(Member("digest", .string(digest.description))) }
            members.append(Member("warnings", .array(report.notices.map { .string($0) })))
            let hints = Hints.hints(task.job.blur, width: report.width, height: report.height)
            members.append(Member("hints", .array(hints.map { .string($0) })))
            if report.isDamaged { members.append(Member("damaged", .bool(true))) }
        }
        if case .failure(let error) = outcome.result { members.append(Member("error", self.error(error))) }
        return .object(members)
    }

    static func status(of outcome: TaskOutcome) -> String {
        switch outcome.result {
        case .failure: "error"
        case .success(let work):
            if outcome.isSkipped { "skipped" } else if case .planned = work { "planned" } else { "ok" }
        }
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
        return size + [
            Member("bytesIn", .integer(report.inputBytes)), Member("bytesOut", .integer(report.outputBytes)),
        ]
    }

    private static func members(of examination: BlurJob.Examination) -> [Member] {
        [
            Member("width", .integer(examination.width)), Member("height", .integer(examination.height)),
            Member("bytesIn", .integer(examination.inputBytes)), Member("memory", .integer(examination.memory)),
        ]
    }

    private static func times(of outcome: TaskOutcome) -> [Member] {
        guard let times = outcome.report?.times else { return [] }
        let stages = [
            ("read", times.read), ("decode", times.decode), ("blur", times.blur), ("encode", times.encode),
            ("write", times.commit),
        ]
        return [Member("timings", .object(stages.map { Member($0.0, milliseconds($0.1)) }))]
    }

    static func milliseconds(_ duration: Duration) -> JSONValue {
        let (seconds, attoseconds) = duration.components
        return .decimal(Double(seconds) * 1000 + Double(attoseconds) / 1e15)
    }

    /// The settings that matter to the output, as options are written.
    static func settings(_ settings: EffectiveSettings) -> JSONValue {
        .object(
            settings.table.entries.filter(\.changesOutput).compactMap { option in
                let text = settings[option.name]?.value ?? option.defaultText()
                return text.map { Member(option.name, option.isFlag ? .bool($0 == "yes") : .string($0)) }
            })
    }
}
