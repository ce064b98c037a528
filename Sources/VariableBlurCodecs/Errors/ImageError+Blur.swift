internal import VariableBlur

extension ImageError {
    /// Converts an error of the engine.
    init(_ error: BlurError) {
        let isMemory = error.code == .outOfMemory
        self.init(
            isMemory ? .outOfMemory : .invalidSettings, error.message,
            remedy: isMemory ? "try again with more memory free" : "")
    }

    /// Converts the errors of `body`.
    static func wrapping<Result: ~Copyable>(
        _ body: () throws(BlurError) -> Result
    ) throws(ImageError) -> Result {
        do {
            return try body()
        } catch {
            throw ImageError(error)
        }
    }
}
