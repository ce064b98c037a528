import TestSupport
import Testing
import VarBlur

@Suite("Memory layouts")
struct MemoryLayoutTests {
    private let regions = [
        PixelRegion(x: 0, y: 0, width: 21, height: 18), PixelRegion(x: 3, y: 5, width: 7, height: 4),
        PixelRegion(x: 20, y: 17, width: 1, height: 1), PixelRegion(x: 0, y: 9, width: 21, height: 2),
    ]

    private func blur(_ direction: BlurDirection) throws -> ProgressiveBlur {
        try ProgressiveBlur(maximumRadius: 6, direction: direction, startOffset: 0.3, edges: .mirror)
    }

    @Test("a blurred region is the crop of the blurred image", arguments: BlurDirection.allCases)
    func regionsAreCrops(direction: BlurDirection) throws {
        let source = try PixelBuffer.noise(Size(21, 18), PixelFormat(.rgba, .sixteen))
        let whole = try blur(direction).blurred(source)
        for region in regions {
            let part = try blur(direction).blurred(source, region: region)
            let crop = try whole.rearranged(Size(region.width, region.height)) {
                ($0 + region.x, $1 + region.y)
            }
            #expect(part.sampleValues() == crop.sampleValues(), "\(region)")
        }
    }

    @Test("in place, only the region is written", arguments: BlurDirection.allCases)
    func regionInPlace(direction: BlurDirection) throws {
        let source = try PixelBuffer.noise(Size(21, 18), PixelFormat(.rgb))
        let whole = try blur(direction).blurred(source)
        for region in regions {
            var image = try source.copy()
            try blur(direction).blur(&image, region: region)
            let expected = try PixelBuffer.make(Size(21, 18)) { x, y, channel in
                let isInside = PixelRegion(x: x, y: y, width: 1, height: 1).isInside(region)
                return isInside ? whole[x, y, channel] : source[x, y, channel]
            }
            #expect(image.sampleValues() == expected.sampleValues(), "\(region)")
        }
    }

    @Test("padding between rows is not changed")
    func paddedSpan() throws {
        let source = try PixelBuffer.noise(Size(5, 4), PixelFormat(.rgb))
        let layout = try PixelLayout(width: 5, height: 4, format: source.format, bytesPerRow: 23)
        var memory = [UInt8](repeating: 0xA5, count: 23 * 4)
        for y in 0..<4 { for (x, value) in source.row(y).enumerated() { memory[y * 23 + x] = UInt8(value) } }
        let unblurred = memory
        var memorySpan = memory.mutableSpan
        var bytes = memorySpan.mutableBytes
        try blur(.top).blur(&bytes, layout: layout)
        let expected = try blur(.top).blurred(source)
        for y in 0..<4 {
            #expect(memory[y * 23..<y * 23 + 15].map { Int($0) } == expected.row(y))
            #expect(memory[y * 23 + 15..<y * 23 + 23].allSatisfy { $0 == 0xA5 })
        }
        var other = [UInt8](repeating: 0x5A, count: 3 * 2 * 3)
        let region = PixelRegion(x: 1, y: 0, width: 2, height: 3)
        let small = try PixelLayout(width: 2, height: 3, format: source.format)
        var otherSpan = other.mutableSpan
        var destination = otherSpan.mutableBytes
        try blur(.top).blur(
            unblurred.span.bytes, layout: layout, region: region, into: &destination, layout: small)
        #expect(try other.map { Int($0) } == blur(.top).blurred(source, region: region).sampleValues())
    }

    @Test("an array is blurred in place")
    func array() throws {
        let source = try PixelBuffer.noise(Size(9, 7), PixelFormat(.rgba))
        let original = source.sampleValues().map { UInt8($0) }
        var bytes = original
        try blur(.top).blur(&bytes, layout: source.layout)
        #expect(try bytes.map { Int($0) } == blur(.top).blurred(source).sampleValues())
        #expect(bytes != original)
    }

    @Test("an array, or a region of it, is blurred into a new array", arguments: BlurDirection.allCases)
    func newArray(direction: BlurDirection) throws {
        let source = try PixelBuffer.noise(Size(21, 18), PixelFormat(.rgb))
        let bytes = source.sampleValues().map { UInt8($0) }
        let whole = try blur(direction).blurred(bytes, layout: source.layout)
        #expect(try whole.map { Int($0) } == blur(direction).blurred(source).sampleValues())
        for region in regions {
            let part = try blur(direction).blurred(bytes, layout: source.layout, region: region)
            #expect(try part.map { Int($0) } == blur(direction).blurred(source, region: region).sampleValues())
        }
    }

    @Test("16-bit samples require no alignment")
    func unaligned() throws {
        let source = try PixelBuffer.noise(Size(6, 5), PixelFormat(.gray, .sixteen))
        let layout = try PixelLayout(width: 6, height: 5, format: source.format, bytesPerRow: 13)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 13 * 5 + 1, alignment: 16)
        defer { memory.deallocate() }
        for y in 0..<5 {
            for x in 0..<6 {
                memory.storeBytes(
                    of: UInt16(source[x, y, 0]), toByteOffset: 1 + y * 13 + x * 2, as: UInt16.self)
            }
        }
        try blur(.left).blur(UnsafeMutablePixels(base: memory + 1, layout: layout))
        let expected = try blur(.left).blurred(source)
        for y in 0..<5 {
            for x in 0..<6 {
                let value = memory.loadUnaligned(fromByteOffset: 1 + y * 13 + x * 2, as: UInt16.self)
                #expect(Int(value) == expected[x, y, 0])
            }
        }
    }

    @Test(
        "impossible sizes are rejected",
        arguments: [Size(0, 1), Size(1, 0), Size(-1, 5), Size(.max, 2), Size(1 << 31, 1 << 31)])
    func impossibleSizes(size: Size) {
        let error = #expect(throws: BlurError.self) {
            _ = try PixelBuffer(width: size.width, height: size.height, format: PixelFormat(.rgba)).width
        }
        #expect(error?.code == .invalidSize)
    }

    @Test("a failed allocation throws an error")
    func outOfMemory() {
        let error = #expect(throws: BlurError.self) {
            _ = try PixelBuffer(width: 1 << 28, height: 1 << 28, format: PixelFormat(.rgba)).width
        }
        #expect(error?.code == .outOfMemory)
    }

    #if os(Linux) || os(macOS)
        @Test("a region outside the image, or too short a buffer, stops the program")
        func misuse() async {
            await #expect(processExitsWith: .failure) {
                var image = try PixelBuffer(width: 4, height: 4, format: PixelFormat(.rgb))
                try ProgressiveBlur().blur(&image, region: PixelRegion(x: 1, y: 0, width: 4, height: 1))
            }
            await #expect(processExitsWith: .failure) {
                let layout = try PixelLayout(width: 4, height: 4, format: PixelFormat(.rgb))
                var memory = [UInt8](repeating: 0, count: layout.byteCount - 1)
                var memorySpan = memory.mutableSpan
                var bytes = memorySpan.mutableBytes
                try ProgressiveBlur().blur(&bytes, layout: layout)
            }
            await #expect(processExitsWith: .failure) {
                let image = try PixelBuffer(width: 4, height: 4, format: PixelFormat(.rgb))
                _ = image[4, 0, 0]
            }
        }
    #endif
}
