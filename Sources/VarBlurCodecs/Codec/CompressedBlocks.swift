internal import VarBlur

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

extension CompressedBlocks {
    /// The blocks on which a part of the image depends once it is decoded at a size reduced by a number.
    func region(dependingOn part: SourceRegion, reducedBy reduction: Int) -> SourceRegion {
        let reach = Double(reach * reduction)
        func blocks(_ start: Double, _ length: Double, _ block: Int) -> (start: Double, length: Double) {
            let block = Double(block)
            let first = ((start - reach) / block).rounded(.down) * block
            return (first, ((start + length + reach) / block).rounded(.up) * block - first)
        }
        let (x, y) = (blocks(part.x, part.width, width), blocks(part.y, part.height, height))
        return SourceRegion(x: x.start, y: y.start, width: x.length, height: y.length)
    }
}
