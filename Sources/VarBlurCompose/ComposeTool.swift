internal import VarBlurCommand
internal import VarBlurScenes

/// The command-line tool `varblur-compose`, for its executable.
public enum ComposeTool {
    /// Runs the tool with the arguments of the process.
    ///
    /// Returns after success. After an error, writes messages to standard error and ends the process with the exit status that the
    /// manual page lists.
    public static func main() {
        TextEngine.silenceLibraries()
        var documents: [String: () -> String] = [
            "scene.schema.json": { SceneSchema.text }, "scenes.md": { SceneGuide.text },
        ]
        for (name, json) in LayerExamples.all { documents["layer-\(name).json"] = { json + "\n" } }
        ComposeProgram.run(documents: documents) { (request, watch) throws(ComposeFailure) in
            try Composer(request, watch).run()
        }
    }
}
