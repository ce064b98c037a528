import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Previews of the original image")
struct HiddenPreviewTests {
    private static let title = FileEditing.dataset(2, 5, Array("A title".utf8))

    private static let iptc: [HidingPlace] =
        [
            (2, 202, "a preview"), (2, 125, "a rasterized caption"), (8, 10, "the image"), (7, 20, "a size"),
            (3, 40, "newsphoto data"), (240, 1, "an unknown record"), (2, 120, "the caption"),
            (1, 90, "the character set"),
        ].map { record, number, name in
            HidingPlace(.iptc, name, FileEditing.dataset(record, number, PlantedPreview.bytes) + title)
        }
        + [
            HidingPlace(.iptc, "Base64", title + FileEditing.dataset(2, 120, Array(PlantedPreview.base64.utf8))),
            HidingPlace(
                .iptc, "keywords",
                title
                    + PlantedPreview.parts(PlantedPreview.base64, of: 300).dropLast().flatMap {
                        FileEditing.dataset(2, 25, Array($0.utf8))
                    }),
            HidingPlace(.iptc, "bytes after the datasets", keepsRest: false, title + PlantedPreview.bytes),
        ]

    private static let images: [ImageFormat: [UInt8]] = [
        .png: (try? PixelBuffer.noise(Size(8, 8)).encoded(.png)) ?? [],
        .jpeg: (try? PixelBuffer.noise(Size(8, 8)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 50))) ?? [],
        .webP: (try? PixelBuffer.noise(Size(8, 8)).encoded(.webP(.lossy(50)))) ?? [],
    ]

    private static func file(_ place: HidingPlace, _ format: ImageFormat) throws -> [UInt8] {
        let image = try #require(images[format])
        switch (format, place.kind) {
        case (.png, .exif): return FileEditing.addingPNGChunk("eXIf", place.bytes, to: image)
        case (.png, .xmp):
            let chunk = PNGChunk(internationalText: place.bytes, keyword: PNGMetadata.xmpKeyword)
            return FileEditing.addingPNGChunk(chunk.type, chunk.contents, to: image)
        case (.png, .iptc):
            let chunk = try RawProfile.chunk("iptc", IPTCData.resource(place.bytes), deadline: nil)
            return FileEditing.addingPNGChunk(chunk.type, chunk.contents, to: image)
        case (.webP, .exif): return try FileEditing.addingWebPChunk("EXIF", place.bytes, to: image)
        case (.webP, _): return try FileEditing.addingWebPChunk("XMP ", place.bytes, to: image)
        case (_, .exif): return FileEditing.addingJPEGSegment(0xE1, ExifData.segmentPrefix + place.bytes, to: image)
        case (_, .xmp): return FileEditing.addingJPEGSegment(0xE1, XMPPacket.segmentPrefix + place.bytes, to: image)
        case (_, .iptc): return FileEditing.addingJPEGSegment(0xED, IPTCData.segment(place.bytes), to: image)
        }
    }

    @Test(
        "no preview survives in metadata", arguments: HidingPlace.exif + HidingPlace.xmp + iptc, ImageFormat.inProcess)
    func hidden(place: HidingPlace, format: ImageFormat) throws {
        guard format != .webP || place.kind != .iptc else { return }
        let input = try Self.file(place, format)
        let before = try ImageHeader.of(input).metadata
        #expect(PlantedPreview.leavesTrace(in: (before.exif ?? []) + (before.xmp ?? []) + (before.iptc ?? [])))
        let (report, output) = try BlurJob().run(input, in: TemporaryDirectory())
        #expect(!PlantedPreview.leavesTrace(in: output))
        let after = try ImageHeader.of(output).metadata
        let (kept, rest) =
            switch place.kind {
            case .exif: (after.exif, HandmadeExif.camera)
            case .xmp: (after.xmp, HidingPlace.rest)
            case .iptc: (after.iptc, "A title")
            }
        #expect(!PlantedPreview.leavesTrace(in: kept ?? []))
        #expect((kept != nil) == place.keepsRest, "\(report.notices)")
        if let kept { #expect(FileEditing.contains(kept, Array(rest.utf8))) }
        if kept == nil { #expect(report.notices.count == 1) }
    }

    @Test("are announced where only signs of them are removed")
    func notices() throws {
        let description = try #require(HidingPlace.exif.first { $0.description == "Base64 as the description" })
        let exif = try ExifData.rebuilt(description.bytes, for: OutputPicture(width: 8, height: 8))
        #expect(
            exif.notices("EXIF", for: "JPEG") == [
                "parts of the EXIF data are too long, or may contain a preview of the original image, and are not copied"
            ]
        )
        let title = try #require(HidingPlace.xmp.first { $0.description == "the title" })
        #expect(try XMPPacket.rebuilt(title.bytes).losses == [.refusedText])
        let thumbnails = try #require(HidingPlace.xmp.first { $0.description == "thumbnails" })
        let xmp = try XMPPacket.rebuilt(thumbnails.bytes)
        #expect(try xmp.losses.isEmpty && xmp.bytes == XMPPacket.rebuilt(Array(HidingPlace.packet("").utf8)).bytes)
    }
}
