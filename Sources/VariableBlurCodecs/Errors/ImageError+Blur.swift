internal import VariableBlur

extension ImageError {
    /// The same complaint about the image at hand.
    init(_ error: BlurError) {
        let isMemory = error.code == .outOfMemory
        self.init(
            isMemory ? .outOfMemory : .invalidSettings, error.message,
            remedy: isMemory ? "try again with more memory free" : "")
    }

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
