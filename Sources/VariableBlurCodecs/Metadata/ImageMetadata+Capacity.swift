extension ImageMetadata {
    /// Removes what files of a format have no place for.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - capacity: what the format can hold.
    ///   - hasProfile: whether a color profile describes the colors.
    /// - Returns: notices about what is left out, one sentence each.
    mutating func fit(to format: ImageFormat, _ capacity: MetadataCapacity, hasProfile: Bool) -> [String] {
        var notices: [String] = []
        Self.fit(&exif, "EXIF", to: format, capacity.exif, &notices)
        Self.fit(&xmp, "XMP", to: format, capacity.xmp, &notices)
        Self.fit(&iptc, "IPTC", to: format, capacity.iptc, &notices)
        if !capacity.holdsColorChunks { notices += removeColorChunks(format, hasProfile: hasProfile) }
        if !capacity.holdsTexts {
            if !textChunks.isEmpty {
                notices.append("the PNG file's texts have no place in a \(format.name) file and are left out")
            }
            textChunks = []
        }
        if !capacity.holdsDensity { density = nil }
        comments.removeAll { $0.count > capacity.comment }
        return notices
    }

    private static func fit(
        _ data: inout [UInt8]?, _ kind: String, to format: ImageFormat, _ capacity: Int, _ notices: inout [String]
    ) {
        guard let count = data?.count, count > capacity else { return }
        data = nil
        notices.append(
            capacity == 0
                ? "the \(kind) data has no place in a \(format.name) file and is left out"
                : "the \(kind) data is too long for a \(format.name) file and is left out")
    }

    private mutating func removeColorChunks(_ format: ImageFormat, hasProfile: Bool) -> [String] {
        defer { colorChunks = [] }
        let describesColors = colorChunks.contains { $0.type == "cICP" || $0.type == "gAMA" && !$0.isGammaOfSRGB }
        guard describesColors, !hasProfile, !colorChunks.contains(where: { $0.type == "sRGB" }) else { return [] }
        return ["\(format.name) has no place for the PNG file's gamma and primaries; colors may look different"]
    }
}
