internal import VarBlurCommand

/// A picture to draw.
struct ComposeFrame: Sendable {
    /// The number of the frame from 0; `nil` for a single picture.
    let number: Int?
    /// The time, 0 to 1.
    let time: Double

    /// The pictures of a request.
    static func all(_ request: ComposeRequest) -> [ComposeFrame] {
        guard let count = request.frames else { return [ComposeFrame(number: nil, time: request.time ?? 1)] }
        return (0..<count).map { ComposeFrame(number: $0, time: Double($0) / Double(count - 1)) }
    }
}
