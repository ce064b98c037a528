import TestSupport
import Testing
import VarBlur
import VarBlurLibC

@testable import VarBlurCodecs

/// A HEIF file with a gain map of at least 64×64 pixels, which heif-enc does not pad, that is built from boxes as phones and other programs write it.
struct HEIFHDRFile {
    /// How a file holds its map.
    enum Form: CaseIterable {
        /// A derived item, as in files of AVIF's programs.
        case iso
        /// The same, and an auxiliary image that belongs to two items, as phones write it since iOS 18.
        case isoAndAuxiliary
        /// Apple's auxiliary image, with the headroom in its XMP data.
        case appleXMP
        /// Apple's auxiliary image, with the headroom in the maker notes of the picture.
        case appleNotes

        var isApple: Bool { self == .appleXMP || self == .appleNotes }
    }

    /// What the map means, and the scene.
    var hdr: HDRFile
    let form: Form
    let image: HEIFBuilder.Coded
    let map: HEIFBuilder.Coded
    let format: ImageFormat
    /// The bytes of the derived item.
    var payload: [UInt8]
    var turn: [[UInt8]] = []
    var mapTurn: [[UInt8]] = []
    var imageProperties: [[UInt8]] = []
    var notes = (brightness: 0.7, gain: 0.006)
    var xmp = "HDRGainMap:HDRGainMapVersion=\"131072\" HDRGainMap:HDRGainMapHeadroom=\"5.5\""

    static let auxiliaryName = "urn:com:apple:photo:2020:aux:hdrgainmap"

    init(
        _ hdr: HDRFile, _ tools: HEIFFiles, _ format: ImageFormat = .heic, _ form: Form = .iso, bits: Int = 8
    ) throws {
        let parts = try hdr.parts()
        func coded(_ file: [UInt8]) throws -> HEIFBuilder.Coded {
            let pixels = try PixelBuffer.decoded(file)
            let depth: SampleDepth = bits > 8 ? .sixteen : .eight
            let wide = try pixels.converted(to: PixelFormat(pixels.format.channels, depth))
            return try HEIFBuilder.Coded(of: tools.encode(wide.encoded(.png), format, bits: bits, ["-q", "95"]))
        }
        (self.hdr, self.format, self.form) = (hdr, format, form)
        (image, map) = (try coded(parts.image), try coded(parts.map))
        payload = [0] + hdr.isoData
    }

    /// The headroom of Apple's form.
    var headroom: Double { form == .appleXMP ? 5.5 : exp2(1.8 - 20 * notes.gain) }

    /// The file, and the items of its picture, its map, and the derived rendition.
    func builder() -> (file: HEIFBuilder, map: Int, derived: Int?) {
        var file = HEIFBuilder(format)
        file.primary = file.add(image, turn + imageProperties)
        let isAuxiliary = form != .iso
        let own = mapTurn + (isAuxiliary ? [HEIFBuilder.auxiliary(Self.auxiliaryName)] : [])
        let item = file.add(map, own)
        file.items[item - 1].isHidden = !isAuxiliary
        var derived: Int?
        if !form.isApple {
            let rendition = file.add("tmap", [HEIFBuilder.size(hdr.size)] + turn, payload)
            file.references.append(("dimg", rendition, [file.primary, item]))
            file.groups.append(("altr", [rendition, file.primary]))
            derived = rendition
        }
        if isAuxiliary { file.references.append(("auxl", item, [file.primary] + (derived.map { [$0] } ?? []))) }
        if form.isApple {
            let attributes = form == .appleXMP ? xmp : "HDRGainMap:HDRGainMapVersion=\"65536\""
            add("mime", Array(Self.packet(attributes).utf8), of: item, to: &file)
            add("Exif", [0, 0, 0, 0] + Self.exif(notes.brightness, notes.gain), of: file.primary, to: &file)
        }
        return (file, item, derived)
    }

    private func add(_ type: String, _ data: [UInt8], of item: Int, to file: inout HEIFBuilder) {
        let text = file.add(type, [], data)
        if type == "mime" { file.items[text - 1].contentType = "application/rdf+xml" }
        file.references.append(("cdsc", text, [item]))
    }

    func bytes() -> [UInt8] { builder().file.file() }

    /// The picture and the map as files of their own, turned as they are in the file.
    func parts() -> HDRRendition {
        func alone(_ image: HEIFBuilder.Coded, _ properties: [[UInt8]]) -> [UInt8] {
            var file = HEIFBuilder(format)
            file.primary = file.add(image, properties)
            return file.file()
        }
        return HDRRendition(
            image: alone(image, turn + imageProperties), map: alone(map, mapTurn.isEmpty ? turn : mapTurn))
    }

    /// The gain for each sample of the map, in double precision.
    func gain(_ sample: Double) -> Double {
        if form.isApple { return 1 + (headroom - 1) * TransferCurve.bt709.linear(sample) }
        return exp2(hdr.least + (hdr.greatest - hdr.least) * pow(sample, 1 / hdr.gamma))
    }

    private var offset: Double { form.isApple ? 0 : hdr.offset }

    /// The HDR rendition of an image with a map, in double precision.
    func light(_ image: LightImage, _ samples: LightImage) -> LightImage {
        image.combined(samples.stretched(image.width, image.height).mapped(gain)) { ($0 + offset) * $1 - offset }
    }

    /// What an output means, by the XMP data of its map.
    func written(_ output: HDRRendition) throws -> HDRFile {
        let packet = Array(try #require(output.packets.map).utf8)
        let properties = try #require(try AuxiliaryXMP([packet], deadline: nil)).properties
        let channel = try #require(GainMapParameters(xmp: properties)).channel(0, of: 1)
        var written = hdr
        (written.least, written.greatest, written.gamma) = (channel.minimum, channel.maximum, channel.gamma)
        written.offset = channel.offset
        #expect(channel.offset == channel.alternateOffset)
        return written
    }

    static func packet(_ attributes: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/" \
        xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/" apdi:AuxiliaryImageType="\(auxiliaryName)" \(attributes)/>
        </rdf:RDF></x:xmpmeta>
        """
    }

    /// EXIF data with the maker notes of an iPhone.
    static func exif(_ brightness: Double, _ gain: Double, denominator: Int = 1_000_000) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] { FileEditing.bigEndian(value, count) }
        func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        func fraction(_ value: Double) -> [UInt8] {
            number(Int((value * 1_000_000).rounded()), 4) + number(denominator, 4)
        }
        // the offsets in the notes count from their prefix
        let directory = number(2, 2) + entry(33, 10, 1, 44) + entry(48, 10, 1, 52) + number(0, 4)
        let notes = Array("Apple iOS\0\0\u{1}MM".utf8) + directory + fraction(brightness) + fraction(gain)
        let camera = number(0x010F, 2) + number(2, 2) + number(4, 4) + Array("Fon\0".utf8)
        return Array("MM\0*".utf8) + number(8, 4) + number(2, 2) + camera + entry(0x8769, 4, 1, 38) + number(0, 4)
            + number(1, 2) + entry(0x927C, 7, notes.count, 56) + number(0, 4) + notes
    }
}
