import VarBlurLibC
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Reads a JPEG file with a gain map, and reconstructs its HDR rendition in double precision.
struct HDRRendition {
    /// The bytes of the image.
    let image: [UInt8]
    /// The bytes of the map.
    let map: [UInt8]
    /// The XMP packets of the image and of the map.
    let packets: (image: String?, map: String?)
    /// The data of ISO 21496-1 of the image and of the map.
    let data: (image: [UInt8]?, map: [UInt8]?)

    /// Divides a file at the place that its index names.
    init(_ file: [UInt8]) throws {
        let index = try #require(Self.contents(of: file, 0xE2, "MPF\0"))
        let start = index.lowerBound
        #expect(Array(file[start..<start + 4]) == Array("MM\0*".utf8))
        func number(_ offset: Int) -> Int { file[start + offset..<start + offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        // the entries follow the three fields
        let place = start + number(74)
        #expect(number(54) == place && number(58) == 0 && place + number(70) == file.count)
        try self.init(parts: Array(file[..<place]), Array(file[place...]))
    }

    init(parts image: [UInt8], _ map: [UInt8]) throws {
        (self.image, self.map) = (image, map)
        #expect(image.suffix(2) == [0xFF, 0xD9] && map.prefix(2) == [0xFF, 0xD8] && map.suffix(2) == [0xFF, 0xD9])
        packets = (Self.packet(image), Self.packet(map))
        func data(_ file: [UInt8]) -> [UInt8]? {
            Self.contents(of: file, 0xE2, "urn:iso:std:iso:ts:21496:-1\0").map { Array(file[$0]) }
        }
        self.data = (data(image), data(map))
    }

    /// An image and a map in files of their own, of any format.
    init(image: [UInt8], map: [UInt8]) {
        (self.image, self.map) = (image, map)
        (packets, data) = ((nil, nil), (nil, nil))
    }

    private static func packet(_ file: [UInt8]) -> String? {
        contents(of: file, 0xE1, "http://ns.adobe.com/xap/1.0/\0").map { String(decoding: file[$0], as: UTF8.self) }
    }

    /// The contents of the first segment with a prefix, after that.
    static func contents(of file: [UInt8], _ marker: UInt8, _ prefix: String) -> Range<Int>? {
        let matching = HDRFile.segments(of: file).first {
            $0.marker == marker && file[($0.range.lowerBound + 4)...].starts(with: Array(prefix.utf8))
        }
        return matching.map { $0.range.lowerBound + 4 + prefix.utf8.count..<$0.range.upperBound }
    }

    /// The samples of the map, from 0 to 1.
    func samples() throws -> LightImage { try Self.samples(of: map) }

    /// The samples of an encoded map.
    static func samples(of map: [UInt8]) throws -> LightImage {
        let pixels = try PixelBuffer.decoded(map)
        let isGray = pixels.format.channels == .gray
        return LightImage(width: pixels.width, height: pixels.height) { x, y, color in
            Double(pixels[x, y, isGray ? 0 : color]) / pixels.format.depth.fullScale
        }
    }

    /// The gains of the pixels of the image.
    static func gains(_ samples: LightImage, of image: LightImage, _ file: HDRFile) -> LightImage {
        samples.stretched(image.width, image.height).mapped {
            exp2(file.least + (file.greatest - file.least) * pow($0, 1 / file.gamma))
        }
    }

    /// The linear light of the HDR rendition, with the parameters of the file that it was made from.
    func light(_ file: HDRFile) throws -> LightImage {
        let image = try LightImage(decoding: self.image)
        return image.combined(Self.gains(try samples(), of: image, file)) { ($0 + file.offset) * $1 - file.offset }
    }
}

/// The relative errors of an image.
struct LightErrors: CustomStringConvertible {
    private let sorted: [Double]

    init(_ image: LightImage, _ expected: LightImage, offset: Double) {
        sorted = zip(image.values, expected.values).map { abs(($0 + offset) / ($1 + offset) - 1) }.sorted()
    }

    var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }
    /// The error that 1% of the values exceed.
    var large: Double { sorted[sorted.count * 99 / 100] }

    var description: String {
        "mean \((mean * 10000).rounded() / 100)%, 99% below \((large * 10000).rounded() / 100)%"
    }
}
