/// The space in which colors are averaged: stored values or linear light.
///
/// In linear light, bright spots on a dark background stay as bright as in an out-of-focus photo. If stored values are
/// averaged, the spots fade. Colors are converted to linear light, multiplied by alpha, blurred, divided by alpha, and
/// re-encoded. A ``BlurLook`` is applied after that. Pixels that are neither blurred nor changed by the look are copied
/// unchanged.
public struct BlurLight: Sendable, Hashable {
    /// The transfer curves of red, green, and blue, or one curve for all of them; empty if stored values are averaged.
    public let curves: [TransferCurve]

    private init(_ curves: [TransferCurve]) { self.curves = curves }

    /// Stored values are averaged.
    public static let encoded = BlurLight([])
    /// Values are converted to linear light with the curve of sRGB.
    public static let linear = BlurLight([.sRGB])

    /// Values are converted to linear light with one curve for all colors.
    public static func linear(_ curve: TransferCurve) -> BlurLight { BlurLight([curve]) }

    /// Values are converted to linear light with a curve for each of three colors.
    ///
    /// - Parameters:
    ///   - first: the curve of red, which is the last color of ``ChannelLayout/bgr`` and ``ChannelLayout/bgra``.
    ///   - second: the curve of green, and of gray.
    ///   - third: the curve of blue.
    /// - Returns: linear light with these curves.
    public static func linear(_ first: TransferCurve, _ second: TransferCurve, _ third: TransferCurve) -> BlurLight {
        first == second && second == third ? BlurLight([first]) : BlurLight([first, second, third])
    }

    /// Whether values are converted to linear light.
    public var isLinear: Bool { !curves.isEmpty }

    /// Checks that pixels can be converted to linear light, if that is averaged.
    ///
    /// - Throws: ``BlurError/Code/invalidLight``.
    func check(_ format: PixelFormat) throws(BlurError) {
        guard isLinear, format.channels == .cmyk || format.channels == .chroma else { return }
        throw BlurError(
            .invalidLight,
            "\(format.channels == .cmyk ? "pixels with four inks have" : "color planes of YCbCr have") no linear light")
    }

    /// The curves of the color channels of pixels, in memory order.
    func curves(of format: PixelFormat) -> [TransferCurve] {
        let channels = format.channels
        precondition((try? check(format)) != nil, "the pixels cannot be converted to linear light")
        let count = channels.hasAlpha ? channels.count - 1 : channels.count
        if curves.count < 2 { return isLinear ? [TransferCurve](repeating: curves[0], count: count) : [] }
        if count == 1 { return [curves[1]] }
        return channels.isBlueFirst ? curves.reversed() : curves
    }
}

extension BlurLight: Codable {
    private enum CodingKeys: String, CodingKey {
        case curves
    }

    /// Decodes an object with a list of no, one, or three curves under the key `curves`.
    ///
    /// - Throws: a `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        curves = try values.decode([TransferCurve].self, forKey: .curves)
        guard [0, 1, 3].contains(curves.count) else {
            throw DecodingError.dataCorruptedError(
                forKey: .curves, in: values, debugDescription: "there are \(curves.count) curves instead of 0, 1, or 3")
        }
    }
}
