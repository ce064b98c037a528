/// The version of libraries and command, which are released together.
public enum ToolVersion {
    /// As in `1.2.3`.
    public static let text = "0.1.0"
}
