import VarBlurLibC
import VarBlur
import VarBlurCodecs

/// Linear light of three colors, with 1 for the white of the standard rendition.
package struct LightImage: Sendable {
    package let width: Int
    package let height: Int
    package var values: [Double]

    package init(width: Int, height: Int, _ value: (_ x: Int, _ y: Int, _ color: Int) -> Double) {
        (self.width, self.height) = (width, height)
        values = (0..<height).flatMap { y in (0..<width).flatMap { x in (0..<3).map { value(x, y, $0) } } }
    }

    /// The linear light of a file in sRGB.
    package init(decoding file: [UInt8]) throws {
        let pixels = try PixelBuffer.decoded(file)
        let whole = pixels.format.depth.fullScale
        let table = (0...Int(whole)).map { TransferCurve.sRGB.linear(Double($0) / whole) }
        self.init(width: pixels.width, height: pixels.height) { x, y, color in table[pixels[x, y, color]] }
    }

    package subscript(x: Int, y: Int, color: Int) -> Double { values[(y * width + x) * 3 + color] }

    /// The averages of blocks of `ratio` × `ratio` pixels; blocks at the edges are smaller.
    package func reduced(by ratio: Int) -> LightImage {
        LightImage(width: (width + ratio - 1) / ratio, height: (height + ratio - 1) / ratio) { x, y, color in
            var (sum, count) = (0.0, 0.0)
            for row in y * ratio..<min((y + 1) * ratio, height) {
                for column in x * ratio..<min((x + 1) * ratio, width) {
                    sum += self[column, row, color]
                    count += 1
                }
            }
            return sum / count
        }
    }

    /// The luminance in all colors.
    package var luminance: LightImage {
        LightImage(width: width, height: height) { x, y, _ in
            0.2126 * self[x, y, 0] + 0.7152 * self[x, y, 1] + 0.0722 * self[x, y, 2]
        }
    }

    package func combined(_ other: LightImage, _ function: (Double, Double) -> Double) -> LightImage {
        LightImage(width: width, height: height) { function(self[$0, $1, $2], other[$0, $1, $2]) }
    }

    package func mapped(_ function: (Double) -> Double) -> LightImage {
        LightImage(width: width, height: height) { function(self[$0, $1, $2]) }
    }

    /// The image at a size, interpolated between the centers of its pixels.
    package func stretched(_ newWidth: Int, _ newHeight: Int) -> LightImage {
        func place(_ index: Int, _ count: Int, _ newCount: Int) -> (Int, Int, Double) {
            let position = max((Double(index) + 0.5) * Double(count) / Double(newCount) - 0.5, 0)
            let first = min(Int(position), count - 1)
            return (first, min(first + 1, count - 1), position - Double(first))
        }
        return LightImage(width: newWidth, height: newHeight) { x, y, color in
            let (left, right, u) = place(x, width, newWidth)
            let (top, bottom, v) = place(y, height, newHeight)
            let upper = self[left, top, color] * (1 - u) + self[right, top, color] * u
            return upper * (1 - v) + (self[left, bottom, color] * (1 - u) + self[right, bottom, color] * u) * v
        }
    }

    /// The blur with a ramp from the top, in double precision; `radius` is that at the upper edge, in pixels of this image.
    package func blurred(radius: Double) -> LightImage {
        func weights(_ center: Int, _ count: Int, _ sigma: Double) -> [Double] {
            let values = (0..<count).map { exp(-pow(Double($0 - center), 2) / (2 * sigma * sigma)) }
            let sum = values.reduce(0, +)
            return values.map { $0 / sum }
        }
        var result = self
        for y in 0..<height {
            let sigma = radius * (1 - (Double(y) + 0.5) / Double(height))
            if sigma < 0.15 { continue }
            var sums = [Double](repeating: 0, count: 3 * width)
            for (row, weight) in weights(y, height, sigma).enumerated() where weight > 1e-12 {
                for index in sums.indices { sums[index] += weight * values[row * 3 * width + index] }
            }
            for x in 0..<width {
                var pixel = [0.0, 0, 0]
                for (column, weight) in weights(x, width, sigma).enumerated() where weight > 1e-12 {
                    for color in 0..<3 { pixel[color] += weight * sums[column * 3 + color] }
                }
                for color in 0..<3 { result.values[(y * width + x) * 3 + color] = pixel[color] }
            }
        }
        return result
    }
}

/// Writes JPEG files with a gain map.
package struct HDRFile: Sendable {
    /// How a file holds the parameters of its map.
    package enum Form: String, CaseIterable, Sendable { case xmp, iso }

    package var size: Size
    /// The number of pixels of the image for each of the map along each axis.
    package var ratio: Int
    package var isColored: Bool
    package var forms: Set<Form>
    /// The logarithms to base 2 of the least and the greatest gain.
    package var least: Double
    package var greatest: Double
    package var gamma: Double
    package var offset = 1.0 / 64
    package var quality = 95
    package var style = JPEGStyle(.yCbCr)
    /// Properties of the image besides those of the map, as attributes.
    package var properties: String
    package var orientation: Int?
    /// Whether an index says where the map is, and not only the XMP data.
    package var hasIndex = true
    /// The light of the HDR rendition.
    package var scene: @Sendable (_ x: Int, _ y: Int, _ color: Int) -> Double

    package init(
        size: Size = Size(192, 144), ratio: Int = 4, isColored: Bool = false, forms: Set<Form> = Set(Form.allCases),
        least: Double = 0, greatest: Double = 4, gamma: Double = 1, properties: String = "", orientation: Int? = nil,
        scene: @escaping @Sendable (_ x: Int, _ y: Int, _ color: Int) -> Double = HDRFile.lamps
    ) {
        (self.size, self.ratio, self.isColored, self.forms) = (size, ratio, isColored, forms)
        (self.least, self.greatest, self.gamma, self.properties) = (least, greatest, gamma, properties)
        (self.orientation, self.scene) = (orientation, scene)
    }

    /// A dim gradient with texture and lamps, colored lamps among them.
    @Sendable package static func lamps(_ x: Int, _ y: Int, _ color: Int) -> Double {
        for (centerX, centerY, radius, light) in [(40, 22, 3, 9.0), (96, 30, 7, 6), (150, 15, 2, 14), (160, 100, 9, 4)]
        {
            guard (x - centerX) * (x - centerX) + (y - centerY) * (y - centerY) <= radius * radius else { continue }
            return light * (centerX == 96 ? [1, 0.7, 0.4][color] : 1)
        }
        return 0.04 + 0.1 * Double(x) / 192 + 0.05 * Double(color) + 0.02 * sin(Double(x * (color + 2) + y * 3) / 5)
    }

    /// The parts of a file: the image, and its map with the parameters.
    package func parts() throws -> (image: [UInt8], map: [UInt8]) {
        let hdr = LightImage(width: size.width, height: size.height, scene)
        let pixels = try PixelBuffer.make(size) { x, y, color in
            // highlights approach white
            let light = hdr[x, y, color]
            return Int((255 * TransferCurve.sRGB.encoded(light < 0.5 ? light : 1 - 0.25 / light)).rounded())
        }
        let image = try pixels.encoded(.jpeg(style, quality: quality))
        let light = try LightImage(decoding: image)
        let (bright, base) = isColored ? (hdr, light) : (hdr.luminance, light.luminance)
        let gains = bright.reduced(by: ratio).combined(base.reduced(by: ratio)) { ($0 + offset) / ($1 + offset) }
        let samples = gains.mapped { sample(ofGain: $0) }
        let map = try PixelBuffer.make(Size(samples.width, samples.height), PixelFormat(isColored ? .rgb : .gray)) {
            Int((255 * samples[$0, $1, $2]).rounded())
        }
        let encoding = ImageEncoding.jpeg(isColored ? style : JPEGStyle(.gray), quality: quality)
        return (image, try mapSegments.reduce(map.encoded(encoding)) { Self.adding($1.0, $1.1, to: $0) })
    }

    /// The sample for a gain, from 0 to 1.
    package func sample(ofGain gain: Double) -> Double {
        pow(min(max((log2(gain) - least) / (greatest - least), 0), 1), gamma)
    }

    /// The file.
    package func bytes() throws -> [UInt8] {
        let (image, map) = try parts()
        return assembled(image, map)
    }

    /// The file with an image and a map, with the index directly before the first scan.
    package func assembled(_ image: [UInt8], _ map: [UInt8]) -> [UInt8] {
        var image = imageSegments(map.count).reduce(image) { Self.adding($1.0, $1.1, to: $0) }
        guard hasIndex else { return image + map }
        let scan = Self.offset(of: 0xDA, in: image)
        let (byteCount, origin) = (image.count + 90, scan + 8)
        image.insert(contentsOf: Self.index(byteCount, map.count, byteCount - origin), at: scan)
        return image + map
    }

    private var mapSegments: [(UInt8, [UInt8])] {
        var segments: [(UInt8, [UInt8])] = []
        if forms.contains(.xmp) {
            let numbers = [
                ("GainMapMin", least), ("GainMapMax", greatest), ("Gamma", gamma), ("OffsetSDR", offset),
                ("OffsetHDR", offset), ("HDRCapacityMax", greatest),
            ]
            let attributes = numbers.map { "hdrgm:\($0.0)=\"\($0.1)\"" }.joined(separator: " ")
            segments.append((0xE1, Self.xmp("hdrgm:Version=\"1.0\" \(attributes)", "")))
        }
        if forms.contains(.iso) {
            segments.append((0xE2, Self.isoPrefix + isoData))
        }
        return segments
    }

    /// The parameters in the form of ISO 21496-1.
    package var isoData: [UInt8] {
        let numbers = [least, greatest, gamma, offset, offset]
        let channel = numbers.flatMap { Self.fraction($0) }
        let channels = (0..<(isColored ? 3 : 1)).flatMap { _ in channel }
        return [0, 0, 0, 0, isColored ? 0xC0 : 0x40] + Self.fraction(0) + Self.fraction(greatest) + channels
    }

    private func imageSegments(_ mapByteCount: Int) -> [(UInt8, [UInt8])] {
        var segments: [(UInt8, [UInt8])] = []
        if forms.contains(.iso) { segments.append((0xE2, Self.isoPrefix + [0, 0, 0, 0])) }
        if forms.contains(.xmp) {
            let directory = """
                <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="Primary" \
                Item:Mime="image/jpeg"/></rdf:li><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" \
                Item:Length="\(mapByteCount)" Item:Semantic="GainMap"/></rdf:li></rdf:Seq></Container:Directory>
                """
            segments.append((0xE1, Self.xmp("hdrgm:Version=\"1.0\" \(properties)", directory)))
        }
        if let orientation {
            let exif = FileEditing.exif(orientation: orientation, littleEndian: false)
            segments.append((0xE1, Array("Exif\0\0".utf8) + exif))
        }
        return segments
    }

    package static let isoPrefix = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)

    private static func fraction(_ number: Double) -> [UInt8] {
        FileEditing.bigEndian(Int((number * 1024).rounded()), 4) + FileEditing.bigEndian(1024, 4)
    }

    package static func adding(_ marker: UInt8, _ contents: [UInt8], to file: [UInt8]) -> [UInt8] {
        FileEditing.addingJPEGSegment(marker, contents, to: file)
    }

    package static func xmp(_ attributes: String, _ elements: String) -> [UInt8] {
        let packet = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Container="http://ns.google.com/photos/1.0/container/" \
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \(attributes)>\(elements)</rdf:Description>
            </rdf:RDF></x:xmpmeta>
            """
        return Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8)
    }

    /// A segment with the places of two images, in little-endian order.
    package static func index(_ byteCount: Int, _ mapByteCount: Int, _ mapOffset: Int) -> [UInt8] {
        func number(_ value: Int, _ count: Int = 4) -> [UInt8] { FileEditing.bigEndian(value, count).reversed() }
        func field(_ tag: Int, _ type: Int, _ count: Int, _ value: [UInt8]) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count) + value
        }
        var index = Array("MPF\0II*\0".utf8) + number(8) + number(3, 2)
        index += field(0xB000, 7, 4, Array("0100".utf8)) + field(0xB001, 4, 1, number(2))
        index += field(0xB002, 7, 32, number(50)) + number(0)
        index += number(0x030000) + number(byteCount) + number(0) + number(0)
        index += number(0) + number(mapByteCount) + number(mapOffset) + number(0)
        return [0xFF, 0xE2] + FileEditing.bigEndian(index.count + 2, 2) + index
    }

    /// The offset of a marker among the segments of a file.
    package static func offset(of marker: UInt8, in file: [UInt8]) -> Int {
        segments(of: file).first { $0.marker == marker }?.range.lowerBound ?? file.count
    }

    /// The segments of a file, up to its first scan, with their markers.
    package static func segments(of file: [UInt8]) -> [(marker: UInt8, range: Range<Int>)] {
        var segments: [(UInt8, Range<Int>)] = []
        var offset = 2
        while offset + 3 < file.count && file[offset] == 0xFF {
            let end = offset + 2 + Int(file[offset + 2]) << 8 + Int(file[offset + 3])
            segments.append((file[offset + 1], offset..<end))
            if file[offset + 1] == 0xDA { break }
            offset = end
        }
        return segments
    }
}
