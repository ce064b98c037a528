internal import VarBlur

extension ImageError {
    /// Converts an error of the engine.
    init(_ error: BlurError) {
        switch error.code {
        case .outOfMemory: self.init(.outOfMemory, error.message, remedy: "try again with more memory free")
        case .overLimit:
            self.init(
                .overLimit, error.message, remedy: "raise the limit, or scale the image down first",
                reason: .memoryLimit)
        case .cancelled: self.init(.cancelled, error.message)
        case .invalidRadius: self.init(.invalidSettings, error.message, reason: .radii)
        default: self.init(.invalidSettings, error.message)
        }
    }

    /// Converts the errors of `body`.
    static func wrapping<Result: ~Copyable>(
        _ body: () throws(BlurError) -> Result
    ) throws(ImageError) -> Result {
        do { return try body() } catch { throw ImageError(error) }
    }

    /// Converts the errors of an expression.
    static func wrapping<Result: ~Copyable>(
        _ result: @autoclosure () throws(BlurError) -> Result
    ) throws(ImageError) -> Result {
        do { return try result() } catch { throw ImageError(error) }
    }
}
