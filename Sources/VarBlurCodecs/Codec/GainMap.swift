internal import VarBlur

/// The gain map of an image: a second image in its file, which says how much brighter a display with more headroom shows each part.
final class GainMap: Sendable {
    /// The header of the map, which its orientation turns to lie over the stored image.
    let header: ImageHeader
    /// Where the map, a JPEG file of its own, is in the file of the image; `nil` if it is an item there.
    let range: Range<Int>?
    /// The item that the map is in the file of the image; 0 for a file of its own.
    let item: Int
    /// The meaning of its samples.
    let parameters: GainMapParameters
    /// The parameters as data of ISO 21496-1; `nil` if the file has none.
    let data: [UInt8]?
    /// Whether outputs have the parameters as XMP data.
    let hasXMP: Bool
    /// The sample for each stored one, of 8 bits; `nil` if they are the same.
    let samples: [UInt8]?

    init(
        _ header: ImageHeader, at range: Range<Int>? = nil, item: Int = 0, _ parameters: GainMapParameters,
        data: [UInt8]? = nil, hasXMP: Bool = true, samples: [UInt8]? = nil
    ) {
        (self.header, self.range, self.item, self.parameters) = (header, range, item, parameters)
        (self.data, self.hasXMP, self.samples) = (data, hasXMP, samples)
    }

    /// The pixels of outputs.
    var format: PixelFormat { PixelFormat(header.pixelFormat.channels) }
}

extension GainMap {
    /// Reads the first of several maps that can be read.
    ///
    /// - Parameters:
    ///   - candidates: where maps may be.
    ///   - read: reads a map; `nil` if it has no valid parameters.
    /// - Returns: the map, or `nil`; and a notice if one exceeds a limit.
    /// - Throws: errors of `read`, except for those of damaged and unsupported maps.
    static func first<Candidate>(
        of candidates: [Candidate], _ read: (Candidate) throws(ImageError) -> GainMap?
    ) throws(ImageError) -> (map: GainMap?, notice: String?) {
        var notice: String?
        for candidate in candidates {
            do throws(ImageError) {
                if let map = try read(candidate) { return (map, nil) }
            } catch {
                switch error.code {
                case .damaged, .unsupported: break
                case .overLimit: notice = "the gain map is not copied: \(error.cause)"
                default: throw error
                }
            }
        }
        return (nil, notice)
    }
}

extension GainMap: Hashable {
    static func == (left: GainMap, right: GainMap) -> Bool {
        left.header == right.header && left.range == right.range && left.item == right.item
            && left.parameters == right.parameters && left.data == right.data && left.hasXMP == right.hasXMP
            && left.samples == right.samples
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(range)
        hasher.combine(item)
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
