internal import VarBlurLibC

/// What the samples of a gain map mean: factors of the linear light of an image (ISO 21496-1, and the form of Adobe and Google).
///
/// The HDR rendition is `(image + offset) × gain - alternate offset`, in linear light with 1 for the white of the image.
struct GainMapParameters: Sendable, Hashable {
    /// The parameters of one color.
    struct Channel: Sendable, Hashable {
        /// The logarithm to base 2 of the gain for the sample 0.
        var minimum = 0.0
        /// The logarithm to base 2 of the gain for the greatest sample; at least the minimum.
        var maximum = 0.0
        /// The exponent by which samples are encoded.
        var gamma = 1.0
        /// What is added to the image before it is multiplied.
        var offset = 1.0 / 64
        /// What is subtracted from the product.
        var alternateOffset = 1.0 / 64

        /// The gain for a sample from 0 to 1.
        func gain(_ sample: Double) -> Double { exp2(minimum + (maximum - minimum) * pow(sample, 1 / gamma)) }

        /// The numbers that programs use are far smaller; with larger ones, gains could be infinite.
        fileprivate static let greatestLogarithm = 32.0
        private static let gammas = 1.0 / 64...64
        private static let greatestOffset = 64.0

        fileprivate var isValid: Bool {
            [minimum, maximum].allSatisfy { abs($0) <= Self.greatestLogarithm } && minimum <= maximum
                && Self.gammas.contains(gamma)
                && [offset, alternateOffset].allSatisfy { abs($0) <= Self.greatestOffset }
        }
    }

    /// The parameters of all colors, or of each of three.
    let channels: [Channel]
    /// The headroom of a display up to which the image is shown as it is, and from which on the gain is applied in full: logarithms to
    /// base 2.
    let (leastHeadroom, greatestHeadroom): (Double, Double)

    /// Combines parameters; `nil` if they are out of range, or if the image is the HDR rendition.
    init?(_ channels: [Channel], from leastHeadroom: Double, to greatestHeadroom: Double) {
        // comparisons are also false for numbers that are not finite
        guard channels.allSatisfy(\.isValid), leastHeadroom >= 0, leastHeadroom < greatestHeadroom,
            greatestHeadroom.isFinite
        else { return nil }
        // programs read lists of equal numbers less often than single ones
        self.channels = channels.allSatisfy { $0 == channels[0] } ? [channels[0]] : channels
        (self.leastHeadroom, self.greatestHeadroom) = (leastHeadroom, greatestHeadroom)
    }

    /// The parameters of a color: a map of one channel is read with those of green.
    func channel(_ index: Int, of count: Int) -> Channel {
        channels.count == 1 ? channels[0] : channels[count == 1 ? 1 : index]
    }
}

// MARK: - ISO 21496-1

extension GainMapParameters {
    /// The prefix of a JPEG segment of ISO 21496-1.
    static let segmentPrefix = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
    /// The data of the image itself: the versions that a reader and the writer need.
    static let imageData: [UInt8] = [0, 0, 0, 0]
    /// The greatest length of the data of a map in bytes: 32 numbers after the versions and the flags.
    static let maxDataCount = 5 + 2 * 8 + 3 * 5 * 8

    /// Whether gains are those of the colors of the image, and not of the colors of its other rendition, by valid data.
    static func isForColorsOfImage(_ data: [UInt8]) -> Bool { data[4] & 0x40 != 0 }

    /// Reads the data of a map.
    ///
    /// - Parameter data: the data, after the prefix of its segment; it may be followed by other bytes.
    /// - Returns: the parameters, and the length of the data in bytes; `nil` for other versions, and for data that is too short or
    ///   invalid.
    static func read(_ data: [UInt8]) -> (GainMapParameters, byteCount: Int)? {
        let (isThreefold, isBackward, hasCommonDenominator) = (0x80, 0x04, 0x08)
        let reader = ByteReader(data)
        guard reader.uint16(at: 0) == 0, let flags = reader.integer(at: 4, byteCount: 1), flags & isBackward == 0 else {
            return nil
        }
        var offset = 5
        func integer() -> Int? {
            defer { offset += 4 }
            return reader.uint32(at: offset)
        }
        var common: Int?
        if flags & hasCommonDenominator != 0 {
            common = integer()
            if common == nil { return nil }
        }
        func fraction(isSigned: Bool = true) -> Double? {
            guard let numerator = integer(), let denominator = common ?? integer(), denominator > 0 else { return nil }
            return Double(isSigned ? Int(Int32(truncatingIfNeeded: numerator)) : numerator) / Double(denominator)
        }
        guard let least = fraction(isSigned: false), let greatest = fraction(isSigned: false) else { return nil }
        var channels: [Channel] = []
        for _ in 0..<(flags & isThreefold != 0 ? 3 : 1) {
            guard let minimum = fraction(), let maximum = fraction(), let gamma = fraction(isSigned: false),
                let offset = fraction(), let alternateOffset = fraction()
            else { return nil }
            channels.append(
                Channel(
                    minimum: minimum, maximum: maximum, gamma: gamma, offset: offset, alternateOffset: alternateOffset))
        }
        return GainMapParameters(channels, from: least, to: greatest).map { ($0, offset) }
    }

    /// The parameters as data of ISO 21496-1, rounded to fractions; the colors are those of the image.
    var data: [UInt8] {
        func fraction(_ value: Double) -> [UInt8] {
            // exact for 64ths and for six decimals
            let denominator = abs(value) <= Self.Channel.greatestLogarithm ? 64_000_000 : 1_000_000
            let numerator = Int((min(value, 2000) * Double(denominator)).rounded())
            return [numerator, denominator].flatMap { ByteOrder.bigEndian.bytes(of: $0, count: 4) }
        }
        let (isThreefold, isForColorsOfImage): (UInt8, UInt8) = (channels.count == 3 ? 0x80 : 0, 0x40)
        let numbers = channels.flatMap { [$0.minimum, $0.maximum, $0.gamma, $0.offset, $0.alternateOffset] }
        return [0, 0, 0, 0, isThreefold | isForColorsOfImage]
            + ([leastHeadroom, greatestHeadroom] + numbers).flatMap(fraction)
    }
}

// MARK: - XMP

extension GainMapParameters {
    /// The names of the parameters in XMP data, with the properties that they set.
    private static var properties: [(name: String, property: WritableKeyPath<Channel, Double>)] {
        [
            ("GainMapMin", \.minimum), ("GainMapMax", \.maximum), ("Gamma", \.gamma), ("OffsetSDR", \.offset),
            ("OffsetHDR", \.alternateOffset),
        ]
    }

    /// Reads the properties of a map from its XMP data: the values of each property, by its name.
    ///
    /// It is `nil` if a required property is missing or one is invalid, or if the image is the HDR rendition.
    init?(xmp values: [String: [String]]) {
        func numbers(_ name: String) -> [Double]? {
            let texts = values[name] ?? []
            let numbers = texts.compactMap { Double($0) }
            return numbers.count == texts.count && [0, 1, 3].contains(numbers.count) ? numbers : nil
        }
        let isHDR = values["BaseRenditionIsHDR"] ?? ["False"]
        guard values["Version"] == ["1.0"], values["GainMapMax"] != nil, isHDR == ["False"],
            let greatest = numbers("HDRCapacityMax")?.first, let least = numbers("HDRCapacityMin")
        else { return nil }
        let isThreefold = Self.properties.contains { values[$0.name]?.count == 3 }
        var channels = [Channel](repeating: Channel(), count: isThreefold ? 3 : 1)
        for (name, property) in Self.properties {
            guard let numbers = numbers(name) else { return nil }
            if numbers.isEmpty { continue }
            for index in channels.indices { channels[index][keyPath: property] = numbers[index % numbers.count] }
        }
        self.init(channels, from: least.first ?? 0, to: greatest)
    }

    /// The properties of a map for its XMP data, in an element of RDF.
    var xmpDescription: String {
        let capacities = "hdrgm:HDRCapacityMin=\"\(leastHeadroom)\" hdrgm:HDRCapacityMax=\"\(greatestHeadroom)\""
        let lists = Self.properties.map { name, property -> (attribute: String, element: String) in
            let numbers = channels.map { $0[keyPath: property] }
            let items = numbers.map { "<rdf:li>\($0)</rdf:li>" }.joined()
            return numbers.count == 1
                ? (" hdrgm:\(name)=\"\(numbers[0])\"", "")
                : ("", "<hdrgm:\(name)><rdf:Seq>\(items)</rdf:Seq></hdrgm:\(name)>\n")
        }
        return """
            <rdf:Description rdf:about="" xmlns:hdrgm="\(AuxiliaryXMP.gainMapURI)" hdrgm:Version="1.0"\
            \(lists.map(\.attribute).joined()) \(capacities) hdrgm:BaseRenditionIsHDR="False">
            \(lists.map(\.element).joined())</rdf:Description>

            """
    }
}
