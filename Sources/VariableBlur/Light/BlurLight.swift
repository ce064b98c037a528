/// What a blur averages: values as they are stored, or the amounts of light that they stand for.
///
/// In linear light, bright spots on a dark background stay as bright as in a photograph that is out of focus; encoded values make them
/// fade. Colors are converted to linear light first, then multiplied by alpha, blurred, divided by alpha, and encoded again; a
/// ``BlurLook`` takes effect after that. A pixel that is neither blurred nor changed by the look keeps its bytes.
public struct BlurLight: Sendable, Hashable {
    /// The curves of the colors in memory order, or one curve for all of them; none if values are blurred as they are stored.
    public let curves: [TransferCurve]

    private init(_ curves: [TransferCurve]) { self.curves = curves }

    /// Values are blurred as they are stored.
    public static let encoded = BlurLight([])
    /// Values are converted to linear light with the curve of sRGB.
    public static let linear = BlurLight([.sRGB])

    /// Values are converted to linear light with one curve for all colors.
    public static func linear(_ curve: TransferCurve) -> BlurLight { BlurLight([curve]) }

    /// Values are converted to linear light with a curve for each of three colors, in memory order.
    ///
    /// Gray takes the second curve.
    public static func linear(_ first: TransferCurve, _ second: TransferCurve, _ third: TransferCurve) -> BlurLight {
        first == second && second == third ? BlurLight([first]) : BlurLight([first, second, third])
    }

    /// Whether values are converted to linear light.
    public var isLinear: Bool { !curves.isEmpty }

    /// The curves of the color channels of pixels.
    func curves(of format: PixelFormat) -> [TransferCurve] {
        let channels = format.channels
        precondition(
            !isLinear || channels != .cmyk && channels != .chroma,
            "pixels with four inks, and color planes of YCbCr, cannot be blurred in linear light")
        let count = channels.hasAlpha ? channels.count - 1 : channels.count
        if curves.count < 2 { return isLinear ? [TransferCurve](repeating: curves[0], count: count) : [] }
        return count == 1 ? [curves[1]] : curves
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
