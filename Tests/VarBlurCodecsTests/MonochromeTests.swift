import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("AVIF and HEIC files without colors")
struct MonochromeTests {
    private let tools: HEIFFiles

    init() throws { tools = try HEIFFiles() }

    /// All values of a depth, of limited range and outside of it.
    private static func ramp(_ format: PixelFormat) throws -> PixelBuffer {
        // of other sizes, heif-enc makes a grid
        try PixelBuffer.make(Size(128, 64), format) { x, y, channel in
            let value = channel == 1 ? 255 - 3 * y : 2 * x + y % 2
            return format.depth == .sixteen ? value * 257 : value
        }
    }

    /// The value of a sample of limited range (ITU-T H.273, 8.3), on the scale of the result.
    private static func expanded(_ sample: Int, _ bits: Int, to fullScale: Int) -> Int {
        let step = Double(1 << (bits - 8))
        let part = (Double(sample) - 16 * step) / (219 * step)
        return Int((min(max(part, 0), 1) * Double(fullScale)).rounded())
    }

    /// Whether an image has the colors of another, of limited range instead of full, and the same alpha.
    private static func isExpanded(_ image: borrowing PixelBuffer, _ full: borrowing PixelBuffer, bits: Int) -> Bool {
        let (fullScale, greatest) = (bits > 8 ? 65535 : 255, 1 << bits - 1)
        let channels = image.format.channels.count
        let (values, others) = (image.sampleValues(), full.sampleValues())
        return values.count == others.count
            && values.indices.allSatisfy { index in
                let isAlpha = image.format.channels.hasAlpha && index % channels == channels - 1
                if isAlpha { return values[index] == others[index] }
                let stored = (others[index] * greatest + fullScale / 2) / fullScale
                return values[index] == expanded(stored, bits, to: fullScale)
            }
    }

    @Test(
        "Samples of limited range reach black and white, whatever the matrix",
        arguments: [(ImageFormat.avif, 8), (.avif, 12), (.heic, 8), (.heic, 10)])
    func range(format: ImageFormat, bits: Int) throws {
        let depth: SampleDepth = bits > 8 ? .sixteen : .eight
        let source = try Self.ramp(PixelFormat(.gray, depth)).encoded(.png)
        let file = try tools.encode(source, format, bits: bits, ["-q", "100"])
        func decoded(_ matrix: UInt8, isLimited: Bool) throws -> PixelBuffer {
            try PixelBuffer.decoded(FileEditing.describing(matrix: matrix, isLimited: isLimited, inHEIF: file))
        }
        let full = try decoded(6, isLimited: false)
        #expect(full.format == PixelFormat(.gray, depth))
        for matrix in [1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 14, 200] as [UInt8] {
            #expect(try decoded(matrix, isLimited: false).sampleValues() == full.sampleValues(), "matrix \(matrix)")
            let limited = try decoded(matrix, isLimited: true)
            let isExpanded = Self.isExpanded(limited, full, bits: bits)
            #expect(isExpanded, "matrix \(matrix)")
        }
        // there are samples outside of the limited range
        let samples = full.sampleValues().map { Double($0) / depth.fullScale }
        #expect(samples.contains { $0 < 0.05 } && samples.contains { $0 > 0.95 })
    }

    @Test(
        "The profile of gray pixels is used for them, and kept where they stay gray",
        .enabled(if: Program(named: "avifenc") != nil), arguments: [ChannelLayout.gray, .grayAlpha], [8, 10])
    func profile(channels: ChannelLayout, bits: Int) throws {
        let image = try Self.ramp(PixelFormat(channels, bits > 8 ? .sixteen : .eight))
        let profile = ICCProfile(
            bytes: HandmadeProfile(isGray: true, curve: HandmadeProfile.curve([460])).bytes)
        let png = try image.encoded(.png, profile: profile)
        let directory = try TemporaryDirectory()
        try directory.write(profile.bytes, to: "gray.icc")
        // libpng does not read the profile, which lacks most of its header
        let avif = try tools.encodeWithAvifenc(
            png, ["-y", "400", "-d", "\(bits)", "--icc", directory.path("gray.icc")])
        #expect(try ImageHeader.of(avif).pixelFormat == image.format)
        var job = BlurJob(radius: 0, format: .png)
        let kept = try job.run(from: .bytes(avif))
        #expect(try kept.notices.isEmpty && ImageHeader.of(kept.bytes).profile?.bytes == profile.bytes)
        let advice = "not copied, so they look different; a conversion to sRGB keeps their look"
        for (file, format) in [(avif, ImageFormat.avif), (avif, .webP), (png, .avif), (png, .webP)] {
            job.output.format = format
            let notices = try job.run(from: .bytes(file)).notices
            #expect(notices.last == "the gray color profile does not fit the color output and is \(advice)")
        }
        (job.output.format, job.output.convertsToSRGB) = (.png, true)
        guard ColorTransform.isAvailable else { return }
        let results = try [png, avif].map { (file) throws in
            let report = try job.run(from: .bytes(file))
            #expect(report.notices.isEmpty)
            return try PixelBuffer.decoded(report.bytes).sampleValues()
        }
        let fullScale = image.format.depth.fullScale
        #expect(zip(results[0], results[1]).allSatisfy { Double(abs($0 - $1)) / fullScale * 255 <= (bits > 8 ? 1 : 0) })
    }

    @Test("Derived images are gray if all of their parts are known to be", arguments: [ImageFormat.avif, .heic])
    func derived(format: ImageFormat) throws {
        let (size, red) = (Size(128, 64), [255, 255, 0, 0, 0, 0, 255, 255] as [UInt8])
        let gray = try HEIFBuilder.Coded(of: tools.encode(Self.ramp(PixelFormat(.gray)).encoded(.png), format))
        func image(_ build: (inout HEIFBuilder, Int) -> Int) -> [UInt8] {
            var file = HEIFBuilder(format)
            let part = file.add(gray)
            file.primary = build(&file, part)
            return file.file()
        }
        func derive(_ type: String, _ parts: [Int], _ data: [UInt8] = [], in file: inout HEIFBuilder) -> Int {
            let item = file.add(type, [HEIFBuilder.size(size)], data)
            file.references.append(("dimg", item, parts))
            return item
        }
        func overlay(_ part: Int, in file: inout HEIFBuilder) -> Int {
            let data = [0, 0] + red + [128, 64, 64, 0].flatMap { HEIFBuilder.number($0, 2) }
            return derive("iovl", [part], data, in: &file)
        }
        let plain = image { derive("iden", [$1], in: &$0) }
        let nested = image { derive("iden", [$0.addGrid([$1], columns: 1, size: size)], in: &$0) }
        // newer versions of libheif refuse images that are derived in an order that MIAF does not allow
        func check(_ file: [UInt8], _ isRight: (borrowing PixelBuffer) -> Bool) throws {
            do {
                let image = try PixelBuffer.decoded(file)
                let isFulfilled = isRight(image)
                #expect(isFulfilled)
            } catch let error as ImageError where error.description.contains("MIAF") {}
        }
        #expect(try PixelBuffer.decoded(plain).format == PixelFormat(.gray))
        try check(nested) { $0.format == PixelFormat(.gray) }
        let expected = try PixelBuffer.decoded(image { overlay($1, in: &$0) }).sampleValues()
        #expect(Array(expected.prefix(3)) == [255, 0, 0])
        let colored = [
            image { derive("iden", [overlay($1, in: &$0)], in: &$0) },
            image { $0.addGrid([overlay($1, in: &$0)], columns: 1, size: size) },
            image { derive("iden", [$0.addGrid([overlay($1, in: &$0)], columns: 1, size: size)], in: &$0) },
        ]
        for file in colored { try check(file) { $0.sampleValues() == expected } }
        // of parts of which one does not tell
        let unknown = image {
            $0.addGrid([$1, $0.add("zzzz", [HEIFBuilder.size(size)], gray.data)], columns: 1, size: size)
        }
        #expect(try ImageHeader.of(unknown).pixelFormat == PixelFormat(.rgb))
    }

    @Test("Images with alpha, of tiles, and of 10 bits", .enabled(if: Program(named: "avifenc") != nil))
    func otherEncoder() throws {
        for bits in [8, 10, 12] {
            for (channels, options) in [(ChannelLayout.gray, []), (.grayAlpha, []), (.gray, ["--grid", "2x1"])] {
                let image = try Self.ramp(PixelFormat(channels, bits > 8 ? .sixteen : .eight))
                let source = try image.encoded(.png)
                let files = try ["full", "limited"].map { range in
                    try tools.encodeWithAvifenc(source, ["-y", "400", "-d", "\(bits)", "-r", range] + options)
                }
                let decoded = try files.map { try PixelBuffer.decoded($0).sampleValues() }
                let step = (bits > 8 ? 65535.0 : 255) / Double(219 << (bits - 8))
                #expect(decoded[0].count == decoded[1].count)
                #expect(zip(decoded[0], decoded[1]).allSatisfy { abs(Double($0 - $1)) <= step }, "\(bits) \(options)")
            }
        }
    }
}
