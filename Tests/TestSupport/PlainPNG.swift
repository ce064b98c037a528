import VarBlurCodecs

/// An uncompressed PNG file of any color type and bit depth, written without libpng or zlib.
package struct PlainPNG {
    package let width: Int
    package let height: Int
    package let colorType: Int
    package let bitDepth: Int
    package let isInterlaced: Bool
    package var palette: [UInt8] = []
    package var transparency: [UInt8] = []

    /// Creates the description of a file with random palette and transparency.
    ///
    /// - Parameters:
    ///   - size: The size in pixels.
    ///   - colorType: The color type of the PNG specification: 0, 2, 3, 4 or 6.
    ///   - bitDepth: The bits per sample: 1, 2, 4, 8 or 16.
    ///   - isInterlaced: Whether the rows are in Adam7 order.
    ///   - hasTransparency: Whether the file has a `tRNS` chunk.
    ///   - seed: The seed of the palette.
    package init(
        _ size: Size, colorType: Int, bitDepth: Int, isInterlaced: Bool, hasTransparency: Bool, seed: UInt64 = 1
    ) {
        (width, height, self.colorType, self.bitDepth) = (size.width, size.height, colorType, bitDepth)
        self.isInterlaced = isInterlaced
        var random = SplitMix64(seed: seed)
        let colors = 1 << min(bitDepth, 8)
        if colorType == 3 { palette = (0..<3 * colors).map { _ in UInt8.random(in: 0...255, using: &random) } }
        guard hasTransparency else { return }
        switch colorType {
        case 3: transparency = (0..<colors / 2 + 1).map { UInt8(255 - $0 * 255 / colors) }
        case 2: transparency = [UInt8](repeating: 0, count: 6)
        default: transparency = [0, 1]
        }
    }

    private var channels: Int { [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colorType] ?? 1 }

    /// The bytes of the file, with random pixels.
    package func file(seed: UInt64 = 2) -> [UInt8] {
        var random = SplitMix64(seed: seed)
        // Half of the samples are 0 or 1, so that the transparent color occurs.
        let largest = min((1 << bitDepth) - 1, bitDepth == 16 ? 65535 : 255)
        let samples = (0..<width * height * channels).map { _ in
            Bool.random(using: &random)
                ? Int.random(in: 0...largest, using: &random) : Int.random(in: 0...1, using: &random)
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        func add(_ type: String, _ contents: [UInt8]) {
            let body = Array(type.utf8) + contents
            file += FileEditing.bigEndian(contents.count, 4) + body
            file += FileEditing.bigEndian(Int(FileEditing.crc32(body)), 4)
        }
        let sides = FileEditing.bigEndian(width, 4) + FileEditing.bigEndian(height, 4)
        add("IHDR", sides + [UInt8(bitDepth), UInt8(colorType), 0, 0, isInterlaced ? 1 : 0])
        if !palette.isEmpty { add("PLTE", palette) }
        if !transparency.isEmpty { add("tRNS", transparency) }
        add("IDAT", Self.stored(rows(samples)))
        add("IEND", [])
        return file
    }

    /// The rows of all passes, each after the filter byte for no filter.
    private func rows(_ samples: [Int]) -> [UInt8] {
        let adam7 = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        var bytes: [UInt8] = []
        for (x0, y0, dx, dy) in isInterlaced ? adam7 : [(0, 0, 1, 1)] where x0 < width {
            for y in stride(from: y0, to: height, by: dy) {
                var (bits, count) = (0, 0)
                bytes.append(0)
                for x in stride(from: x0, to: width, by: dx) {
                    for channel in 0..<channels {
                        bits = bits << bitDepth | samples[(y * width + x) * channels + channel]
                        count += bitDepth
                        while count >= 8 {
                            count -= 8
                            bytes.append(UInt8(bits >> count & 0xFF))
                        }
                    }
                }
                if count > 0 { bytes.append(UInt8(bits << (8 - count) & 0xFF)) }
            }
        }
        return bytes
    }

    /// A zlib stream of stored (uncompressed) blocks.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = [UInt8(block.count & 0xFF), UInt8(block.count >> 8)]
            stream += [rest.isEmpty ? 1 : 0] + count + count.map { ~$0 } + block
        } while !rest.isEmpty
        return stream + FileEditing.bigEndian(FileEditing.adler32(bytes), 4)
    }
}
