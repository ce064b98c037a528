import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("Round trips")
struct RoundTripTests {
    private static let pngFormats = PixelFormat.all.filter {
        ![.cmyk, .chroma].contains($0.channels) && $0.alpha == .straight
    }

    @Test("PNG keeps every sample, according to this decoder and an independent one", arguments: pngFormats)
    func png(format: PixelFormat) throws {
        let directory = try TemporaryDirectory()
        for size in [Size(1, 1), Size(7, 5), Size(300, 41)] {
            let image = try PixelBuffer.noise(size, format)
            let file = try image.encoded(.png)
            #expect(try PixelBuffer.decoded(file).sampleValues() == image.sampleValues())
            let path = directory.path("\(size.width).png")
            try Data(file).write(to: URL(fileURLWithPath: path))
            let other = try #require(try ReferenceImage.decode([path])[0])
            #expect(other.samples == image.widened(isPNG: true))
            let check = try #require(Program(named: "pngcheck")).run(["-q", path])
            #expect(check.status == 0, "\(check.text)")
        }
    }

    @Test(
        "JPEG of quality 100 is close to the original in every color space and sampling",
        arguments: [
            JPEGStyle(.gray), JPEGStyle(.yCbCr), JPEGStyle(.rgb), JPEGStyle(.cmyk), JPEGStyle(.ycck),
            JPEGStyle(.cmyk, hasAdobeMarker: true), JPEGStyle(.yCbCr, isProgressive: true),
            JPEGStyle(.yCbCr, sampling: [.init(2, 1), .init(1, 1), .init(1, 1)]),
            JPEGStyle(.yCbCr, sampling: [.init(4, 1), .init(1, 1), .init(1, 1)]),
        ])
    func jpeg(style: JPEGStyle) throws {
        let channels: ChannelLayout =
            switch style.color {
            case .gray: .gray
            case .yCbCr, .rgb: .rgb
            case .cmyk, .ycck: .cmyk
            }
        let directory = try TemporaryDirectory()
        let image = try PixelBuffer.make(Size(67, 45), PixelFormat(channels)) { x, y, channel in
            (x + y * 2 + channel * 40) % 256 < 255 ? 40 + (x + y * 2) / 2 + channel * 20 : 0
        }
        let file = try image.encoded(.jpeg(style, quality: 100))
        let header = try ImageHeader.of(file)
        #expect(header.jpegStyle?.withoutQuantization == style.normalized)
        let decoded = try PixelBuffer.decoded(file)
        let errors = zip(decoded.sampleValues(), image.sampleValues()).map { abs($0 - $1) }
        #expect((errors.max() ?? 255) <= 4)
        let path = directory.path("a.jpg")
        try Data(file).write(to: URL(fileURLWithPath: path))
        let other = try #require(try ReferenceImage.decode([path])[0])
        #expect(other.samples == decoded.widened(isPNG: false))
    }

    @Test("pixels that a format cannot hold are refused")
    func impossibleEncodings() throws {
        let ink = try PixelBuffer.noise(Size(3, 3), PixelFormat(.cmyk))
        let transparent = try PixelBuffer.noise(Size(3, 3), PixelFormat(.rgba))
        let deep = try PixelBuffer.noise(Size(3, 3), PixelFormat(.rgb, .sixteen))
        #expect(throws: ImageError.self) { try ink.encoded(.png) }
        #expect(throws: ImageError.self) { try transparent.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90)) }
        #expect(throws: ImageError.self) { try deep.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90)) }
        let fine = try PixelBuffer.noise(Size(3, 3), PixelFormat(.rgb))
        #expect(throws: ImageError.self) { try fine.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 0)) }
        #expect(throws: ImageError.self) { try fine.encoded(.jpeg(JPEGStyle(.gray), quality: 90)) }
    }
}

extension JPEGStyle {
    /// The style as a decoder reports it: the encoder adds Adobe's marker where it is required.
    fileprivate var normalized: JPEGStyle {
        var style = self
        if color == .rgb || color == .ycck { style.hasAdobeMarker = true }
        return style
    }
}
