/// The command-line tool `varblur-compose`, for its executable.
public enum ComposeTool {
    /// Runs the tool.
    public static func main() {}
}
