internal import LibC
package import VariableBlurCodecs

/// What `varblur compose` is asked to do.
package struct ComposeRequest: Sendable {
    /// The path of the scene; `-` for standard input.
    package let scene: String
    /// The path of the output; `-` for standard output, and if there is none.
    package let output: String
    /// Values to set in the document, as paths and texts.
    package let assignments: [(path: String, value: String)]
    /// The time of the picture of an animation, 0 to 1; `nil` for its end.
    package let time: Double?
    /// The number of frames; `nil` for a single picture.
    package let frames: Int?
    /// The folder that images must lie in; `nil` for anywhere.
    package let confinement: String?
    /// The format and the quality of the output.
    package let settings: OutputSettings
    /// Whether an existing output is replaced.
    package let replaces: Bool
    /// Whether nothing is drawn, and the values that can be set are listed.
    package let listsValues: Bool
    /// Whether nothing is written.
    package let isDryRun: Bool
    /// Whether the result is written to standard output as JSON.
    package let reportsJSON: Bool
}

extension ComposeRequest {
    /// The request of a command line.
    ///
    /// - Throws: `ValidationError` for arguments that contradict each other.
    init(_ request: CommandRequest) throws {
        let options = request.scene
        try options.validate()
        listsValues = options.listsValues
        let paths = request.paths
        guard paths.count == (listsValues ? 1 : 2) else {
            throw ComposeUsage.error(pathCount: paths.count, listsValues: listsValues)
        }
        (scene, output) = (paths[0], listsValues ? "-" : paths[1])
        assignments = options.assignments.map { ($0.path, $0.value) }
        (time, frames, confinement) = (options.time, options.frames, options.confinement)
        settings = request.job.output
        replaces = request.job.isForced
        isDryRun = request.files.isDryRun
        reportsJSON = request.run.report != nil || listsValues
        if scene.isSame(as: "-") && isatty(STDIN_FILENO) == 1 { throw ComposeUsage.terminalInput }
        if listsValues { return }
        if reportsJSON && output.isSame(as: "-") { throw ComposeUsage.twoOutputs }
        if output.isSame(as: "-") && !isDryRun && isatty(STDOUT_FILENO) == 1 { throw ComposeUsage.terminalOutput }
    }
}
