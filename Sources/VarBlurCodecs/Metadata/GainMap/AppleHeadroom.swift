import VarBlur
import VarBlurLibC

/// What the samples of a gain map mean that Apple's cameras wrote before ISO 21496-1 ("Applying Apple HDR effect to your photos" in Apple's
/// documentation).
///
/// The HDR rendition is `image × (1 + (headroom - 1) × gain)`, in linear light. Samples are gains that are encoded by the curve of BT.709.
struct AppleHeadroom {
    /// The greatest factor.
    let factor: Double

    /// Reads the headroom; `nil` if it is missing or invalid.
    ///
    /// - Parameters:
    ///   - xmp: the XMP data of the map. It tells the headroom in files that were edited.
    ///   - exif: the EXIF data of the picture, whose maker notes tell the headroom otherwise.
    init?(_ xmp: AuxiliaryXMP, _ exif: [UInt8]?) {
        guard xmp.properties["HDRGainMapVersion"] != nil else { return nil }
        if let text = xmp.properties["HDRGainMapHeadroom"]?.first {
            guard let number = Double(text), number > 1 else { return nil }
            factor = number
        } else {
            guard let stops = exif.flatMap({ Self.stops($0) }), stops > 0 else { return nil }
            factor = exp2(stops)
        }
    }

    /// The headroom by the maker notes, as a logarithm to base 2.
    private static func stops(_ exif: [UInt8]) -> Double? {
        guard let notes = TIFFData(appleNotesIn: exif),
            let brightness = notes.fraction(brightnessTag, inDirectoryAt: notes.firstDirectoryOffset),
            let gain = notes.fraction(gainTag, inDirectoryAt: notes.firstDirectoryOffset)
        else { return nil }
        return brightness < 1
            ? (gain <= 0.01 ? 1.8 - 20 * gain : 1.601 - 0.101 * gain)
            : (gain <= 0.01 ? 3 - 70 * gain : 2.303 - 0.303 * gain)
    }

    private static let (brightnessTag, gainTag) = (33, 48)

    /// The logarithm of the gain for a sample from 0 to 1, as a part of that for 1.
    private func part(_ sample: Double) -> Double {
        log2(1 + (factor - 1) * TransferCurve.bt709.linear(sample)) / log2(factor)
    }

    /// The exponent with which samples of ISO 21496-1 are about the same, so that programs interpolate alike between them.
    fileprivate var gamma: Double { -1 / log2(part(0.5)) }

    /// The sample of ISO 21496-1 for each sample.
    var samples: [UInt8] {
        let gamma = gamma
        return (0...255).map { UInt8((255 * pow(part(Double($0) / 255), gamma)).rounded()) }
    }
}

extension GainMapParameters {
    /// The parameters of a map with the samples of ISO 21496-1 for those of Apple's form; `nil` if the headroom is out of range.
    init?(_ headroom: AppleHeadroom) {
        let stops = log2(headroom.factor)
        let channel = Channel(maximum: stops, gamma: headroom.gamma, offset: 0, alternateOffset: 0)
        self.init([channel], from: 0, to: stops)
    }
}

extension TIFFData {
    private static let notesTag = 0x927C
    private static let applePrefix = Array("Apple iOS\0\0\u{1}MM".utf8)

    /// Reads the maker notes of Apple's cameras; `nil` if EXIF data has none.
    init?(appleNotesIn exif: [UInt8]) {
        guard let tiff = TIFFData(exif),
            let offset = tiff.directory(ExifRule.exifTag, inDirectoryAt: tiff.firstDirectoryOffset),
            let notes = tiff.entry(Self.notesTag, inDirectoryAt: offset),
            case let bytes = tiff.bytes[notes.values], bytes.starts(with: Self.applePrefix)
        else { return nil }
        // a directory follows the prefix; its offsets count from there
        let header = Array("MM\0*".utf8) + ByteOrder.bigEndian.bytes(of: Self.applePrefix.count, count: 4)
        self.init(header + bytes.dropFirst(header.count))
    }

    /// The signed fraction of a directory with a tag; `nil` if there is none.
    fileprivate func fraction(_ tag: Int, inDirectoryAt offset: Int) -> Double? {
        guard let entry = entry(tag, inDirectoryAt: offset), entry.type == TIFFType.signedRational,
            case let reader = ByteReader(bytes, byteOrder), let numerator = reader.int32(at: entry.values.lowerBound),
            let denominator = reader.int32(at: entry.values.lowerBound + 4), denominator != 0
        else { return nil }
        return Double(numerator) / Double(denominator)
    }
}
