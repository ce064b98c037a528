extension ImageMetadata {
    /// Removes the metadata that files of a format cannot store.
    ///
    /// - Parameters:
    ///   - format: the format.
    ///   - capacity: the metadata that the format can store.
    ///   - needsColorChunks: whether nothing but the color chunks describes colors that are not those of sRGB.
    /// - Returns: a notice for each part that is removed.
    mutating func fit(to format: ImageFormat, _ capacity: MetadataCapacity, needsColorChunks: Bool) -> [String] {
        var notices: [String] = []
        Self.fit(&exif, "EXIF", to: format, capacity.exif, &notices)
        Self.fit(&xmp, "XMP", to: format, capacity.xmp, &notices)
        Self.fit(&iptc, "IPTC", to: format, capacity.iptc, &notices)
        if !capacity.holdsColorChunks {
            let holdsCodes = codePoints.map { capacity.holdsCodePoints($0.primaries, $0.transfer) } ?? false
            let light = colorChunks.filter { ["mDCV", "cLLI"].contains($0.type) }
            let keepsLight = holdsCodes && capacity.holdsLight
            if !keepsLight && !light.isEmpty {
                notices.append(
                    "\(format.name) outputs do not get the mastering display and light levels of the input")
            }
            if holdsCodes {
                colorChunks = colorChunks.filter { $0.type == "cICP" } + (keepsLight ? light : [])
            } else {
                if needsColorChunks && !colorChunks.isEmpty {
                    notices.append(
                        "\(format.name) cannot store the gamma and primaries of the input; colors may look different")
                }
                colorChunks = []
            }
        }
        if !capacity.holdsTexts {
            comments += textChunks.compactMap(\.comment)
            textChunks.removeAll { $0.comment != nil }
            if !textChunks.isEmpty {
                notices.append("\(format.name) cannot store the text chunks of the PNG file; they are not copied")
            }
            textChunks = []
        }
        if !capacity.holdsDensity { density = nil }
        if comments.contains(where: { $0.count > capacity.comment }) {
            notices.append(
                capacity.comment == 0
                    ? "\(format.name) cannot store comments; they are not copied"
                    : "a comment is too long for a \(format.name) file and is not copied")
        }
        comments.removeAll { $0.count > capacity.comment || capacity.comment == 0 }
        return notices
    }

    private static func fit(
        _ data: inout [UInt8]?, _ kind: String, to format: ImageFormat, _ maxCount: Int, _ notices: inout [String]
    ) {
        guard data != nil, maxCount == 0 else { return }
        data = nil
        notices.append("\(format.name) cannot store the \(kind) data; it is not copied")
    }
}
