internal import VarBlur

/// An animated WebP file, made from WebP files of its frames.
///
/// Source: RFC 9649, section 2.7.
struct WebPAnimation: AnimationContainer {
    static let pixelFormat: PixelFormat? = nil

    private let shape: AnimationShape
    private var frameNumber = 0

    init(_ shape: AnimationShape) { self.shape = shape }

    static func blocks(isLossless: Bool) -> CompressedBlocks {
        // positions are even; decoders smooth the edges of lossy macroblocks, and interpolate chroma
        isLossless ? CompressedBlocks(width: 2, height: 2) : CompressedBlocks(width: 16, height: 16, reach: 8)
    }

    var start: [UInt8] {
        let transparent = [UInt8](repeating: 0, count: 4)
        let repetitions = WebPChunk.number(0, 2)
        return WebPChunk.fileHeader(following: 0)
            + WebPChunk.extended([.animation, .alpha], shape.width, shape.height)
            + WebPChunk.bytes(of: "ANIM", transparent + repetitions)
    }

    let end: [UInt8] = []

    func correction(byteCount: Int) throws(ImageError) -> (bytes: [UInt8], position: Int)? {
        let (position, counted) = (4, byteCount - 8)
        guard counted <= Int(UInt32.max) - 10 else {
            throw ImageError(
                .overLimit, "a WebP file has at most 4 GiB",
                remedy: "choose fewer frames, a smaller scale, or a lower quality")
        }
        return (WebPChunk.number(counted, 4), position)
    }

    mutating func frame(_ file: [UInt8], _ region: PixelRegion) -> [UInt8] {
        defer { frameNumber += 1 }
        let numbers = [region.x / 2, region.y / 2, region.width - 1, region.height - 1, duration]
        let replacesPixels: UInt8 = 1 << 1
        var contents = numbers.flatMap { WebPChunk.number($0, 3) } + [replacesPixels]
        var offset = 12
        while let length = ByteReader(file, .littleEndian).uint32(at: offset + 4) {
            let all = file[offset..<min(offset + 8 + length + length % 2, file.count)]
            offset = all.endIndex
            if ["ALPH", "VP8 ", "VP8L"].contains(String(decoding: all.prefix(4), as: UTF8.self)) { contents += all }
        }
        return WebPChunk.bytes(of: "ANMF", contents)
    }

    /// The duration of the next frame in milliseconds; durations are rounded so that their sums are exact.
    private var duration: Int {
        func time(_ number: Int) -> Int { (1000 * number + shape.framesPerSecond / 2) / shape.framesPerSecond }
        return time(frameNumber + 1) - time(frameNumber)
    }
}
