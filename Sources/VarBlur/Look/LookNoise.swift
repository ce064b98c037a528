/// Random numbers for every pixel of an image, which depend on its position only.
///
/// The inner loops for looks compute the same numbers.
package enum LookNoise {
    /// What the noise of a pixel is added to.
    package enum Kind: Int, Sendable {
        case red, green, blue, grain

        /// The noise that the colors of a pixel are dithered with; the planes of a YCbCr image count as colors.
        package static let dithers = [Kind.red, .green, .blue]

        /// Whether the noise is taken from the second 16 bits of a pixel.
        fileprivate var usesSecondBits: Bool { self == .green || self == .blue }
        /// Whether the complement of the low byte is subtracted from the high byte, instead of the low byte itself.
        ///
        /// The difference of two bytes is not correlated with that of one byte and the complement of the other.
        fileprivate var isComplemented: Bool { self == .blue || self == .grain }
    }

    /// The random numbers of a row or a column.
    package struct Keys: Sendable {
        package let first: UInt16
        package let second: UInt16

        /// The numbers of a row of the upright image.
        package static func row(_ index: Int) -> Keys { Keys(index, seed: 0xB529_7A4D) }

        /// The numbers of a column of the upright image.
        package static func column(_ index: Int) -> Keys { Keys(index, seed: 0x68E3_1DA4) }

        /// Mixes the bits of an index with the `lowbias32` function of Chris Wellons' hash prospector.
        private init(_ index: Int, seed: UInt32) {
            var mixed = UInt32(truncatingIfNeeded: index) &* 0x9E37_79B1 &+ seed
            mixed ^= mixed >> 16
            mixed &*= 0x7FEB_352D
            mixed ^= mixed >> 15
            mixed &*= 0x846C_A68B
            mixed ^= mixed >> 16
            (first, second) = (UInt16(truncatingIfNeeded: mixed), UInt16(mixed >> 16))
        }
    }

    /// The standard deviation of the numbers: that of the difference of two independent bytes, √((256² - 1) / 6).
    package static let deviation = 104.510765

    /// What the numbers are multiplied by when colors are dithered: the result is within -1 and 1.
    package static let unit = 127.0 / 32768

    /// The number of a pixel: -255 to 255, with a triangular distribution.
    package static func value(_ row: Keys, _ column: Keys, _ kind: Kind) -> Int {
        var bits = (row.first ^ column.first) &* 0x9E35
        bits ^= bits >> 8
        bits ^= row.second ^ column.second
        bits &*= 0xB5C3
        bits ^= bits >> 7
        if kind.usesSecondBits { bits &*= 0x9A91 }
        if kind.isComplemented { bits ^= 255 }
        return Int(bits >> 8) - Int(bits & 255)
    }
}
