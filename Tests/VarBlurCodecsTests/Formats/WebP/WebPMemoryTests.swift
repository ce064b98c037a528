import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// The tables of prefix codes can take much more memory than the pixels.
@Suite("The memory of lossless WebP images")
struct WebPMemoryTests {
    /// A lossless image whose blocks of 4×4 pixels have the group of codes with a number; every code has one symbol.
    private static func file(group: Int, size: Size) -> [UInt8] {
        var bits: [Bool] = []
        func add(_ value: Int, _ count: Int) { for bit in 0..<count { bits.append(value >> bit & 1 == 1) } }
        func addCode(_ symbol: Int) {
            // a simple code of one symbol with 8 bits
            add(1, 1)
            add(0, 1)
            add(1, 1)
            add(symbol, 8)
        }
        add(0x2F, 8)
        add(size.width - 1, 14)
        add(size.height - 1, 14)
        add(0, 1 + 3)
        add(0, 1)  // no transform
        add(0, 1)  // no color cache
        add(1, 1)  // blocks
        add(0, 3)  // of 4×4 pixels
        add(0, 1)  // no color cache for the block image
        for symbol in [group & 0xFF, group >> 8, 0, 0xFF, 0] { addCode(symbol) }
        // The decoder would find out that further groups are missing.
        for _ in 0...min(group, 100) {
            for symbol in [10, 20, 30, 0xFF, 0] { addCode(symbol) }
        }
        var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit { bytes[index / 8] |= 1 << UInt8(index % 8) }
        return FileEditing.webP([WebPPiece("VP8L", bytes)])
    }

    private func memory(_ file: [UInt8], width: Int, height: Int) throws -> Int {
        let contents = try FileContents.copy(of: file)
        let range = try WebPStructure(contents, JobContext(ImageLimits())).imageContents.dropFirst(5)
        return try WebPLosslessMemory(range, of: contents, size: (width, height), deadline: nil).byteCount
    }

    @Test("is estimated by the number of groups of codes")
    func groups() throws {
        let one = try memory(Self.file(group: 0, size: Size(1024, 1024)), width: 1024, height: 1024)
        let many = try memory(Self.file(group: 0xFFFF, size: Size(1024, 1024)), width: 1024, height: 1024)
        let blockBytes = 256 * 256 * 4
        #expect(one > blockBytes && one < blockBytes + 20_000)
        #expect(many - blockBytes == 65_536 * (one - blockBytes))
        // There are no more groups than blocks.
        let small = try memory(Self.file(group: 0xFFFF, size: Size(16, 16)), width: 16, height: 16)
        #expect(small < 16 * 20_000)
    }

    @Test("exceeds the limit before anything is allocated")
    func limit() throws {
        let bomb = Self.file(group: 0xFFFF, size: Size(1024, 1024))
        #expect(bomb.count < 1000)
        var limits = ImageLimits()
        limits.memory = 256 << 20
        let error = #expect(throws: ImageError.self) { try ImageDecoder(bomb.span.bytes, limits: limits).header.width }
        #expect(error?.code == .overLimit && error?.reason == .memoryLimit)
        let harmless = Self.file(group: 3, size: Size(64, 64))
        #expect(try PixelBuffer.decoded(harmless, limits: limits)[63, 63, 0] == 20)
    }

    @Test("is not much more than that of the pixels in ordinary files")
    func ordinaryFiles() throws {
        for (size, colors) in [(Size(600, 400), 256), (Size(601, 399), 3), (Size(500, 500), 12), (Size(90, 2000), 2)] {
            let image = try PixelBuffer.make(size) { x, y, channel in
                ((x * x + y * y * (channel + 1)) / 700 % colors) * (255 / (colors - 1))
            }
            let file = try image.encoded(.webP(.lossless))
            let bytes = try memory(file, width: size.width, height: size.height)
            #expect(bytes < 4 * size.width * size.height, "\(size): \(bytes)")
        }
    }

    @Test("is bounded by the length of the file if the image is damaged")
    func damaged() throws {
        let file = try PixelBuffer.noise(Size(300, 200)).encoded(.webP(.lossless))
        for count in stride(from: 30, to: 2000, by: 7) {
            let piece = WebPPiece("VP8L", Array(file[20..<20 + count]))
            let bytes = try memory(FileEditing.webP([piece]), width: 300, height: 200)
            #expect(bytes < 40_000 * (2 + 8 * count / 20))
        }
    }

    @Test("reading prefix codes stops at the deadline")
    func deadline() throws {
        let contents = try FileContents.copy(of: Self.file(group: 1, size: Size(1024, 1024)))
        let error = #expect(throws: ImageError.self) {
            try WebPLosslessMemory(
                25..<contents.count, of: contents, size: (1024, 1024), deadline: Deadline(after: .zero)
            ).byteCount
        }
        #expect(error?.code == .timeout)
    }
}
