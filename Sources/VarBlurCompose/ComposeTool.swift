internal import VarBlurCommand

/// The command-line tool `varblur-compose`, for its executable.
public enum ComposeTool {
    /// Runs the tool with the arguments of the process.
    ///
    /// Returns after success. After an error, writes messages to standard error and ends the process with the exit status that the
    /// manual page lists.
    public static func main() { ComposeProgram.run { (request) throws(ComposeFailure) in try Composer(request).run() } }
}
