import TestSupport
import Testing

@testable import VarBlur

extension ProgressiveBlur {
    /// Expects the same bytes with all instruction sets, with several threads, in place, and in a region.
    func expectSameBytes(of image: borrowing PixelBuffer, in region: PixelRegion) throws {
        let expected = try blurred(image, execution: BlurExecution(threadCount: 1, instructionSet: .portable))
        let samples = expected.sampleValues()
        #expect(try blurred(image, execution: BlurExecution(threadCount: 1)).sampleValues() == samples)
        for set in InstructionSet.allCases where set.isAvailable {
            let result = try blurred(image, execution: BlurExecution(threadCount: 3, instructionSet: set))
            #expect(result.sampleValues() == samples, "\(set)")
        }
        try expectSameBytes(of: image, as: expected, in: region)
    }

    /// Expects that a blur in place and the blur of a region have the bytes of the blur of an image.
    func expectSameBytes(
        of image: borrowing PixelBuffer, as expected: borrowing PixelBuffer, in region: PixelRegion
    ) throws {
        var copy = try image.copy()
        try blur(&copy, execution: BlurExecution(threadCount: 2))
        #expect(copy.sampleValues() == expected.sampleValues())
        let part = try blurred(image, region: region)
        let wrong = part.exceptions { x, y, channel in
            part[x, y, channel] == expected[x + region.x, y + region.y, channel]
        }
        #expect(wrong == nil)
    }
}
