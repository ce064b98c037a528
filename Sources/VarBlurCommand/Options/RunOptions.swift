internal import ArgumentParser
internal import VariableBlur

/// The options for a run of several images.
struct RunOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How many images to work on at once, 1 to 1024; each may need the memory of --max-memory. Default: the \
            processors that the process may use. The outputs are the same for any number.
            """,
            valueName: "count"),
        transform: parseJobCount)
    var jobs: Int?

    @Flag(name: .shortAndLong, help: "Say nothing but errors.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Say what was done with each image, and how long it took.")
    var verbose = false

    @Option(
        help: ArgumentHelp(
            "Read settings from this file. Default: ~/.config/varblur/settings.conf, if it is there.", valueName: "file"
        ),
        completion: .file())
    var settings: String?

    @Flag(name: .customLong("no-settings"), help: "Read no settings file.")
    var readsNoSettings = false

    @Flag(
        name: .customLong("print-settings"),
        help: "Print the settings in force, and where each comes from, and do nothing else.")
    var printsSettings = false

    func validateTogether() throws {
        guard !quiet || !verbose else { throw ValidationError("--quiet and --verbose do not go together.") }
    }

    /// How many images to work on at once, of so many.
    func imagesAtOnce(of count: Int = .max) -> Int { max(1, min(jobs ?? BlurExecution().threadCount, count)) }
}

/// A number of jobs on the command line.
private func parseJobCount(_ text: String) throws -> Int {
    guard let count = Int(text), (1...1024).contains(count) else {
        throw ValidationError("A number of jobs is 1 to 1024.")
    }
    return count
}
