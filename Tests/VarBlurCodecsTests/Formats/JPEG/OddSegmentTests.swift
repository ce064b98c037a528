import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Metadata that other decoders read over, and that is no reason to reject the pixels.
@Suite("Odd metadata")
struct OddSegmentTests {
    private static func sample() throws -> [UInt8] {
        try PixelBuffer.noise(Size(24, 32)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
    }

    /// The notices of a blur, whose output must be intact and have no profile.
    private func notices(_ file: [UInt8], to format: ImageFormat) throws -> [String] {
        let job = BlurJob(format: format) { $0.blur.startOffset = 0.5 }
        let (report, output) = try job.run(file, in: TemporaryDirectory())
        let header = try ImageHeader.of(output)
        #expect(header.profile == nil && header.width == 24 && header.height == 32 && header.notices.isEmpty)
        return report.notices
    }

    @Test("A color profile without bytes is not copied", arguments: ImageFormat.inProcess)
    func emptyProfile(format: ImageFormat) throws {
        let notice = "the color profile is incomplete or invalid and is not copied"
        let prefix = JPEGProfileParts.prefix
        let single = FileEditing.addingJPEGSegment(0xE2, prefix + [1, 1], to: try Self.sample())
        #expect(try notices(single, to: format) == [notice])
        let second = FileEditing.addingJPEGSegment(0xE2, prefix + [2, 2], to: try Self.sample())
        #expect(try notices(FileEditing.addingJPEGSegment(0xE2, prefix + [1, 2], to: second), to: format) == [notice])
        let png = FileEditing.addingPNGChunk(
            "iCCP", Array("p\0\0".utf8) + FileEditing.storedZlibStream([]),
            to: try PixelBuffer.noise(Size(24, 32)).encoded(.png))
        #expect(try notices(png, to: format) == ["the color profile is invalid or too large and is not copied"])
    }

    @Test("A profile without bytes is not written", arguments: ImageFormat.inProcess)
    func writingEmptyProfile(format: ImageFormat) throws {
        let file = try PixelBuffer.noise(Size(8, 8)).encoded(format.usualEncoding, profile: ICCProfile(bytes: []))
        let header = try ImageHeader.of(file)
        #expect(header.profile == nil && header.notices.isEmpty)
    }

    @Test("A part of a profile may be empty")
    func emptyPart() throws {
        let prefix = JPEGProfileParts.prefix
        let second = FileEditing.addingJPEGSegment(0xE2, prefix + [2, 2], to: try Self.sample())
        let both = FileEditing.addingJPEGSegment(0xE2, prefix + [1, 2] + FileEditing.profile(), to: second)
        #expect(try ImageHeader.of(both).profile?.bytes == FileEditing.profile())
    }

    @Test("Metadata segments with a length of 0 or 1 are left out", arguments: [0xFE, 0xE0, 0xE1, 0xE2, 0xED, 0xEE])
    func shortLength(marker: UInt8) throws {
        let whole = try Self.sample()
        for length in 0...1 as ClosedRange<UInt8> {
            for count in [1, 3] {
                let short: [UInt8] = [0xFF, marker, 0, length]
                let file = whole[..<20] + (0..<count).flatMap { _ in short } + whole[20...]
                let expected = "metadata segments with an invalid length are not copied: \(count)"
                for format in ImageFormat.inProcess {
                    #expect(try notices(Array(file), to: format) == [expected])
                }
                #expect(
                    try PixelBuffer.decoded(Array(file)).sampleValues() == PixelBuffer.decoded(whole).sampleValues())
            }
        }
    }

    @Test("Other segments with a length of 0 or 1 are damage", arguments: [0xDB, 0xC4, 0xC0, 0xDD])
    func shortTable(marker: UInt8) throws {
        let whole = try Self.sample()
        let file = whole[..<20] + [0xFF, marker, 0, 1] + whole[20...]
        let error = #expect(throws: ImageError.self) { try PixelBuffer.decoded(Array(file)).width }
        #expect(error?.code == .damaged)
    }

    @Test("A comment without bytes is no reason for a notice", arguments: ImageFormat.inProcess)
    func emptyComment(format: ImageFormat) throws {
        #expect(try notices(FileEditing.addingJPEGSegment(0xFE, [], to: Self.sample()), to: format).isEmpty)
    }
}
