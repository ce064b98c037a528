internal import ArgumentParser

/// The forms of reports for programs.
enum ReportForm: String, CaseIterable, ExpressibleByArgument {
    /// One JSON document at the end.
    case document
    /// A line of JSON for each image, as soon as it is done.
    case lines
}

/// The options for reports to programs.
struct ReportOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Report what was done on standard output, in JSON: as one document (--json), or as a line for each image, \
            in the order of the inputs (--json lines).
            """,
            valueName: "form"))
    var json: ReportForm?

    /// Gives `--json` its value where it stands alone; the option may stand without one.
    static func completed(_ arguments: [String]) -> [String] {
        var result: [String] = []
        var isOptions = true
        for (index, argument) in arguments.enumerated() {
            if argument == "--" { isOptions = false }
            let next = index + 1 < arguments.count ? arguments[index + 1] : ""
            let isAlone = isOptions && argument == "--json" && ReportForm(rawValue: next) == nil
            result.append(isAlone ? "--json=\(ReportForm.document.rawValue)" : argument)
        }
        return result
    }
}
