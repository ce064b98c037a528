internal import VarBlurLibC
internal import VarBlurCommand
internal import VarBlur
internal import VarBlurJSON
internal import VarBlurCodecs

/// The JSON that `varblur compose` writes to standard output.
struct ComposeResult {
    /// `nil` for the list of the values of a scene, which has a format of its own.
    private let form: ReportForm?
    private let settings: JSONValue
    private let request: ComposeRequest
    private let start = Instant.now

    /// - Parameters:
    ///   - command: the command line.
    ///   - request: what it asks for.
    ///   - settings: its settings.
    init(_ command: CommandRequest, _ request: ComposeRequest, _ settings: EffectiveSettings) {
        self.request = request
        form = request.options.listsValues ? nil : command.run.report
        self.settings = settings.json(.composeCommand)
    }

    /// The text for the answer to the request, which ends with a line break; the schema of results describes it.
    func text(_ answer: JSONValue) -> String {
        guard let form else {
            let list = isatty(STDOUT_FILENO) == 1 ? SceneValueList.text(answer) : nil
            return list ?? answer.text + "\n"
        }
        let outcome = SceneOutcome(report: answer, duration: Instant.now - start)
        let result = SceneResult.value(of: outcome, request, settings: settings)
        switch form {
        case .lines: return result.text + "\n"
        case .document:
            let isOK = !outcome.isFailure && !outcome.isSkipped
            return ResultDocument.document(
                [result], ok: isOK ? 1 : 0, skipped: outcome.isSkipped ? 1 : 0, outcome.duration
            ).text + "\n"
        }
    }
}
