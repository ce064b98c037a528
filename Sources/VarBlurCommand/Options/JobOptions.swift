internal import ArgumentParser

/// The options that matter to a single image: those of the command line, and of a line of a batch.
struct JobOptions: ParsableArguments {
    @OptionGroup(title: "Blur")
    var blur: BlurOptions

    @OptionGroup(title: "Output")
    var output: OutputOptions

    @OptionGroup(title: "Existing outputs")
    var existing: ExistingOptions

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    func validateTogether() throws {
        try blur.validateTogether()
        try existing.validateTogether()
    }

    /// What the options ask for.
    var request: JobRequest {
        JobRequest(
            blur: blur.settings, saysThreads: blur.threads != nil, output: output.settings, rule: existing.rule,
            limits: limits.limits)
    }
}
