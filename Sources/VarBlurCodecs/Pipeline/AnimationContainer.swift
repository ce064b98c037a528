internal import VarBlur

/// A file of several frames, made from files of single pictures.
protocol AnimationContainer {
    /// The blocks that frames consist of, and how far from a change they have to be stored again.
    static func blocks(isLossless: Bool) -> CompressedBlocks

    /// The pixels that all frames have; `nil` if each may have its own.
    static var pixelFormat: PixelFormat? { get }

    /// What precedes the first frame.
    var start: [UInt8] { get }

    /// The part of the file for the next frame.
    ///
    /// - Parameters:
    ///   - file: a file of the picture in the region.
    ///   - region: the part of the picture that changes; the first frame changes all of it.
    /// - Returns: the bytes.
    mutating func frame(_ file: [UInt8], _ region: PixelRegion) -> [UInt8]

    /// What follows the last frame.
    var end: [UInt8] { get }

    /// Bytes that are known at the end, and their position in the file; `nil` if there are none.
    ///
    /// - Throws: an error with the code `overLimit` if a file cannot have that many bytes.
    func correction(byteCount: Int) throws(ImageError) -> (bytes: [UInt8], position: Int)?
}

/// The size of the frames of an animation, their number, and how fast they follow one another.
package struct AnimationShape: Sendable {
    let width: Int
    let height: Int
    let frameCount: Int
    let framesPerSecond: Int

    package init(width: Int, height: Int, frameCount: Int, framesPerSecond: Int) {
        (self.width, self.height) = (width, height)
        (self.frameCount, self.framesPerSecond) = (frameCount, framesPerSecond)
    }
}
