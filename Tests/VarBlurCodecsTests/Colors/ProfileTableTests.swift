import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Conversions to sRGB through the tables of profiles", .enabled(if: ColorTransform.isAvailable))
struct ProfileTableTests {
    private static let displayP3 = [
        [0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407],
    ]

    /// A profile whose table has the colors of Display P3 in its corners, of RGB or of inks, and the curve of sRGB before it.
    private static func profile(_ channels: ChannelLayout) -> ICCProfile {
        let count = channels == .cmyk ? 4 : 3
        func bytes(_ number: Double) -> [UInt8] { FileEditing.bigEndian(Int(min(max(number, 0), 65535).rounded()), 2) }
        var table = Array("mft2".utf8) + [0, 0, 0, 0, UInt8(count), 3, 2, 0]
        for index in 0..<9 { table += FileEditing.bigEndian(index % 4 == 0 ? 65536 : 0, 4) }
        table += FileEditing.bigEndian(4096, 2) + FileEditing.bigEndian(2, 2)
        let curve = (0..<4096).flatMap { bytes(TransferCurve.sRGB.linear(Double($0) / 4095) * 65535) }
        for _ in 0..<count { table += curve }
        for corner in 0..<(1 << count) {
            let inks = (0..<count).map { Double(corner >> (count - 1 - $0) & 1) }
            let black = count == 4 ? inks[3] : 0
            let light = (0..<3).map { (count == 4 ? 1 - inks[$0] : inks[$0]) * (1 - 0.9 * black) }
            for axis in 0..<3 {
                table += bytes((0..<3).reduce(0) { $0 + Self.displayP3[$1][axis] * light[$1] } * 32768)
            }
        }
        for _ in 0..<3 { table += [0, 0, 0xFF, 0xFF] }
        var profile = HandmadeProfile(space: channels == .cmyk ? "CMYK" : "RGB ")
        let white = [0.9642, 1, 0.8249].flatMap { FileEditing.bigEndian(Int($0 * 65536), 4) }
        profile.add("wtpt", Array("XYZ ".utf8) + [0, 0, 0, 0] + white)
        profile.add("A2B0", table)
        return ICCProfile(bytes: profile.bytes)
    }

    /// The converted pixels of 8 bits, or the same ones of 16 bits.
    private static func converted(
        _ samples: [UInt8], _ source: PixelFormat, to target: ChannelLayout, _ depth: SampleDepth
    ) throws -> [Double] {
        let (from, to) = (PixelFormat(source.channels, depth), PixelFormat(target, depth))
        let transform = try ColorTransform(.profile(profile(source.channels)), from, to: to)
        let count = samples.count / source.channels.count
        func converted<Sample: FixedWidthInteger>(_ row: [Sample]) -> [Sample] {
            var result = [Sample](repeating: 77, count: count * target.count)
            unsafe row.withUnsafeBytes { row in
                unsafe result.withUnsafeMutableBytes { result in
                    guard let start = unsafe result.baseAddress else { return }
                    unsafe transform.convert(row, to: start, count: count)
                }
            }
            return result
        }
        // a row twice, the second time with what is known of the first
        return (0..<2).flatMap { _ in
            if depth == .eight { return converted(samples).map { Double($0) } }
            return converted(samples.map { UInt16($0) * 257 }).map { $0 == 77 ? 77 : Double($0) / 257 }
        }
    }

    @Test(
        "are as exact with 8 bits as with 16, also near the limits of sRGB",
        arguments: [
            (ChannelLayout.rgb, ChannelLayout.rgb), (.rgba, .rgba), (.cmyk, .rgb), (.rgb, .bgra), (.rgba, .bgra),
            (.cmyk, .bgra),
        ])
    func exactness(source: ChannelLayout, target: ChannelLayout) throws {
        var random = SplitMix64(seed: 5)
        let format = PixelFormat(source)
        var samples = (0..<source.count * 3000).map { _ in UInt8.random(in: 0...255, using: &random) }
        // black, white, and pixels that are already known
        samples += [UInt8](repeating: 0, count: source.count * 2) + [UInt8](repeating: 255, count: source.count)
        samples += samples.prefix(source.count * 500)
        let narrow = try Self.converted(samples, format, to: target, .eight)
        let wide = try Self.converted(samples, format, to: target, .sixteen)
        let greatest = zip(narrow, wide).map { abs($0 - $1) }.max() ?? 255
        #expect(narrow.count == wide.count && greatest <= 0.6, "\(greatest)")
    }
}
