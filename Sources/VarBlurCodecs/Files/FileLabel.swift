/// The name of an input or output in errors.
struct FileLabel: Sendable {
    /// The name that the caller uses; empty in memory.
    let text: String

    /// The label of an image in memory.
    static let memory = FileLabel(text: "")

    /// Attributes the errors of `body` to this file.
    func attributingErrors<Result: ~Copyable>(
        _ body: () throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do { return try body() } catch { throw error.attributed(to: text) }
    }

    /// Attributes the errors of an expression to this file.
    func attributingErrors<Result: ~Copyable>(
        _ result: @autoclosure () throws(ImageError) -> Result
    ) throws(ImageError) -> Result {
        do { return try result() } catch { throw error.attributed(to: text) }
    }
}
