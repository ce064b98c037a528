internal import VarBlur

/// An animated PNG file (APNG), made from PNG files of its frames.
///
/// Source: Portable Network Graphics (PNG) Specification, third edition, section 11.3.6.
struct PNGAnimation: AnimationContainer {
    static let pixelFormat: PixelFormat? = PixelFormat(.rgba)

    private let shape: AnimationShape
    private var isFirst = true
    /// The number of the next chunk of frames.
    private var sequenceNumber = 0

    init(_ shape: AnimationShape) { self.shape = shape }

    let start: [UInt8] = []
    let end = bytes(of: "IEND", [])

    static func blocks(isLossless: Bool) -> CompressedBlocks { .pixels }

    func correction(byteCount: Int) -> (bytes: [UInt8], position: Int)? { nil }

    mutating func frame(_ file: [UInt8], _ region: PixelRegion) -> [UInt8] {
        defer { isFirst = false }
        let signatureCount = 8
        var result = isFirst ? Array(file[..<signatureCount]) : []
        var (offset, hasControl) = (signatureCount, false)
        while let length = ByteReader(file).uint32(at: offset) {
            let all = file[offset..<offset + length + 12]
            offset = all.endIndex
            let type = String(decoding: all.dropFirst(4).prefix(4), as: UTF8.self)
            switch type {
            case "IHDR" where isFirst:
                result += all
                result += Self.bytes(of: "acTL", Self.number(shape.frameCount) + Self.number(0))
            case "IDAT":
                if !hasControl { result += control(region) }
                hasControl = true
                result += isFirst ? Array(all) : Self.bytes(of: "fdAT", next() + all.dropFirst(8).dropLast(4))
            case "IEND": break
            default: if isFirst { result += all }
            }
        }
        return result
    }

    /// The chunk before the pixels of a frame, which replace those of the frames before.
    private mutating func control(_ region: PixelRegion) -> [UInt8] {
        let numbers = [region.width, region.height, region.x, region.y].flatMap(Self.number)
        let delay =
            ByteOrder.bigEndian.bytes(of: 1, count: 2)
            + ByteOrder.bigEndian.bytes(of: shape.framesPerSecond, count: 2)
        let (disposal, blending): (UInt8, UInt8) = (0, 0)
        return Self.bytes(of: "fcTL", next() + numbers + delay + [disposal, blending])
    }

    private mutating func next() -> [UInt8] {
        defer { sequenceNumber += 1 }
        return Self.number(sequenceNumber)
    }

    private static func number(_ number: Int) -> [UInt8] { ByteOrder.bigEndian.bytes(of: number, count: 4) }

    private static func bytes(of type: String, _ contents: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + contents
        return number(contents.count) + checked + number(Deflate.crc32(checked))
    }
}
