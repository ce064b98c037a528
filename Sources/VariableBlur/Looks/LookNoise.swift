/// Random numbers for every pixel of an image, which depend on its position only.
///
/// The inner loop `make_noise` computes the same numbers.
package enum LookNoise {
    /// What distinguishes the noise of one channel, or of grain, from that of the others; `factor` is odd.
    package struct Kind: Sendable {
        package let offset: UInt16
        package let factor: UInt16

        /// The noise that the colors of a pixel are dithered with; the planes of a YCbCr image count as colors.
        package static let dithers = [
            Kind(offset: 0, factor: 0x9C8D), Kind(offset: 0x5A1D, factor: 0x6A35), Kind(offset: 0xC3B7, factor: 0xD2A7),
        ]
        /// Grain, which all colors of a pixel share.
        package static let grain = Kind(offset: 0x35A1, factor: 0xB1E9)
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

    /// The number of a pixel: -255 to 255, with a triangular distribution.
    package static func value(_ row: Keys, _ column: Keys, _ kind: Kind) -> Int {
        var mixed = (row.first ^ column.first) &* 0x9E35
        mixed ^= mixed >> 8
        mixed ^= row.second ^ column.second
        mixed &*= 0xB5C3
        mixed ^= mixed >> 7
        mixed = (mixed &+ kind.offset) &* kind.factor
        mixed ^= mixed >> 8
        return Int(mixed >> 8) - Int(mixed & 255)
    }
}
