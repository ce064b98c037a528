/// The blocks of pixels that a lossy file stores together, from the top left corner.
///
/// The pixels of a block cannot be told apart in the file: each of them has left traces in the others.
struct CompressedBlocks: Sendable, Hashable {
    /// The width of a block in pixels.
    var width = 1
    /// The height of a block in pixels.
    var height = 1
    /// The distance from a block in pixels up to which decoded pixels depend on it, because the decoder interpolates or smooths.
    var reach = 0

    /// The blocks of a file that stores each pixel by itself.
    static let pixels = CompressedBlocks()
}
