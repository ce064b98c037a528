/// Random numbers for every pixel of an image, which depend on its position only.
///
/// The inner loops for looks combine the numbers of its row and its column.
package enum LookNoise {
    /// What the noise of a pixel is added to.
    package enum Kind: Int, Sendable {
        case red, green, blue, grain

        /// The noise that the colors of a pixel are dithered with; the planes of a YCbCr image count as colors.
        package static let dithers = [Kind.red, .green, .blue]
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
}
