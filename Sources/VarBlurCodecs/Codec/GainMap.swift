internal import VarBlur

/// The gain map of an image: a second image in its file, which says how much brighter a display with more headroom shows each part.
final class GainMap: Sendable {
    /// The header of the map, which is a JPEG file of its own.
    let header: ImageHeader
    /// Where the map is in the file of the image.
    let range: Range<Int>
    /// The meaning of its samples.
    let parameters: GainMapParameters
    /// The parameters as data of ISO 21496-1; `nil` if the file has none.
    let data: [UInt8]?
    /// Whether the file has the parameters as XMP data.
    let hasXMP: Bool

    init(_ header: ImageHeader, at range: Range<Int>, _ parameters: GainMapParameters, data: [UInt8]?, hasXMP: Bool) {
        (self.header, self.range, self.parameters) = (header, range, parameters)
        (self.data, self.hasXMP) = (data, hasXMP)
    }
}

extension GainMap: Hashable {
    static func == (left: GainMap, right: GainMap) -> Bool {
        left.header == right.header && left.range == right.range && left.parameters == right.parameters
            && left.data == right.data && left.hasXMP == right.hasXMP
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(range)
        hasher.combine(parameters)
    }
}

/// What happened to the gain map of an image.
public enum GainMapOutcome: String, Sendable, Hashable {
    /// It was cropped, resized, blurred, and painted like the image, and is in the output.
    case kept
    /// It is not in the output.
    case dropped
}
