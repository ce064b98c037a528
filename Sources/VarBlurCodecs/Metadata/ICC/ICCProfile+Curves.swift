internal import VarBlur

// The transfer curves of a profile (ICC.1, sections 7 and 10). Every offset and size in a profile is checked.
extension ICCProfile {
    /// The primaries, the transfer function, the matrix, and the range of ITU-T H.273 in the `cicp` tag; `nil` if there is none.
    var codePoints: [UInt8]? {
        guard let tag = tag("cicp"), tag.count >= 12, type(of: tag) == "cicp" else { return nil }
        return Array(bytes[tag.lowerBound + 8..<tag.lowerBound + 12])
    }

    /// The conversion of RGB to sRGB, as Little CMS makes it with the relative colorimetric intent, without an adaptation of black; `nil`
    /// unless the profile consists of curves and a matrix.
    var formula: ColorFormula? {
        guard isRGB, connectsXYZ, tag("A2B0") == nil, tag("D2B0") == nil, let curves = light(isGray: false),
            let red = color("rXYZ"), let green = color("gXYZ"), let blue = color("bXYZ"),
            let matrix = ColorMatrix(columns: [red, green, blue]).toStandard(white: ColorMatrix.connectingWhite)
        else { return nil }
        return ColorFormula(curves: curves, matrix: matrix.weights)
    }

    /// The conversion of an image to sRGB as a formula; `nil` if there is none.
    func formula(isGray: Bool) -> ColorFormula? {
        guard isGray, !isRGB else { return formula }
        return light(isGray: true).map { ColorFormula(curves: $0, matrix: ColorFormula.standard.matrix) }
    }

    /// The coordinates of a color in the connecting space (ICC.1, section 10.31).
    private func color(_ signature: String) -> [Double]? {
        guard let tag = tag(signature), tag.count >= 20, type(of: tag) == "XYZ " else { return nil }
        return (0..<3).compactMap { index in
            ByteReader(bytes).int32(at: tag.lowerBound + 8 + 4 * index).map { Double($0) / 65536 }
        }
    }

    /// The curves of the colors of a matrix profile, or of the gray of a gray profile.
    ///
    /// Profiles that describe colors with lookup tables only have none.
    ///
    /// - Parameter isGray: whether the image is gray.
    /// - Returns: the curves; `nil` if the profile has none, or they cannot be read.
    func light(isGray: Bool) -> BlurLight? {
        // a curve to the lightness of Lab is not one to light
        if isGray, connectsXYZ, let curve = curve("kTRC") { return .linear(curve) }
        guard let red = curve("rTRC"), let green = curve("gTRC"), let blue = curve("bTRC") else { return nil }
        return .linear(red, green, blue)
    }

    /// The most tags that are searched.
    private static let greatestTagCount = 256

    /// The contents of a tag, of which the first four bytes are its type; at least 12 bytes.
    private func tag(_ signature: String) -> Range<Int>? {
        let reader = ByteReader(bytes)
        guard hasValidHeader, let count = reader.uint32(at: 128), count <= Self.greatestTagCount else { return nil }
        for index in 0..<count {
            let entry = 132 + 12 * index
            guard let offset = reader.uint32(at: entry + 4), let size = reader.uint32(at: entry + 8) else { return nil }
            guard bytes[entry..<entry + 4].elementsEqual(signature.utf8) else { continue }
            guard size >= 12, offset <= bytes.count, size <= bytes.count - offset else { return nil }
            return offset..<offset + size
        }
        return nil
    }

    private func type(of tag: Range<Int>) -> String {
        String(decoding: bytes[tag.lowerBound..<tag.lowerBound + 4], as: UTF8.self)
    }

    /// The name of the profile in its description (`desc`, as text or in several languages, of which the first counts); `nil` if there is
    /// none that can be read.
    var description: String? {
        guard let tag = tag("desc") else { return nil }
        let (reader, start) = (ByteReader(bytes), tag.lowerBound)
        switch type(of: tag) {
        case "desc":
            guard let count = reader.uint32(at: start + 8), count <= tag.count - 12 else { return nil }
            let text = bytes[start + 12..<start + 12 + count].prefix { $0 != 0 }
            return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
        case "mluc":
            guard let records = reader.uint32(at: start + 8), records >= 1, let count = reader.uint32(at: start + 20),
                let offset = reader.uint32(at: start + 24), offset <= tag.count, count <= tag.count - offset
            else { return nil }
            let units = stride(from: 0, to: count - 1, by: 2).compactMap { reader.uint16(at: start + offset + $0) }
            let text = String(decoding: units.prefix { $0 != 0 }.map { UInt16($0) }, as: UTF16.self)
            return text.isEmpty ? nil : text
        default: return nil
        }
    }

    private func curve(_ signature: String) -> TransferCurve? {
        guard let tag = tag(signature) else { return nil }
        return switch type(of: tag) {
        case "curv": sampledCurve(tag)
        case "para": parametricCurve(tag)
        default: nil
        }
    }

    /// A curve of the type `curv`: none or one number are an exponent, more are samples.
    private func sampledCurve(_ tag: Range<Int>) -> TransferCurve? {
        let reader = ByteReader(bytes)
        guard let count = reader.uint32(at: tag.lowerBound + 8), count <= (tag.count - 12) / 2 else { return nil }
        let numbers = (0..<count).compactMap { reader.uint16(at: tag.lowerBound + 12 + 2 * $0) }
        switch numbers.count {
        case 0: return try? TransferCurve(gamma: 1)
        case 1: return try? TransferCurve(gamma: Double(numbers[0]) / 256)
        default: return try? TransferCurve(table: numbers.map { UInt16(truncatingIfNeeded: $0) })
        }
    }

    /// A curve of the type `para`, with 1 to 7 parameters.
    private func parametricCurve(_ tag: Range<Int>) -> TransferCurve? {
        let reader = ByteReader(bytes)
        let counts = [1, 3, 4, 5, 7]
        guard let kind = reader.uint16(at: tag.lowerBound + 8), kind < counts.count,
            counts[kind] <= (tag.count - 12) / 4
        else { return nil }
        let p = (0..<counts[kind]).compactMap { index in
            reader.int32(at: tag.lowerBound + 12 + 4 * index).map { Double($0) / 65536 }
        }
        var parameters = TransferCurve.Parameters(g: p[0])
        if kind > 0 {
            (parameters.a, parameters.b) = (p[1], p[2])
            // the first two kinds with an offset begin where the power does
            parameters.d = kind < 3 && p[1] > 0 ? -p[2] / p[1] : 0
        }
        if kind == 2 { (parameters.e, parameters.f) = (p[3], p[3]) }
        if kind > 2 { (parameters.c, parameters.d) = (p[3], p[4]) }
        if kind == 4 { (parameters.e, parameters.f) = (p[5], p[6]) }
        return try? TransferCurve(parameters)
    }
}
