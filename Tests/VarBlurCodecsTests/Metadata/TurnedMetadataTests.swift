import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Metadata of turned images")
struct TurnedMetadataTests {
    /// A file with other resolutions horizontally and vertically, which lies as an EXIF orientation says.
    private static func input(_ orientation: Int, in directory: TemporaryDirectory, _ exiftool: Program) throws {
        try directory.write(
            TestContent.natural.image(Size(48, 32)).encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90)), to: "in.jpg")
        let tags = [
            "IFD0:Orientation#=\(orientation)", "JFIF:XResolution=300", "JFIF:YResolution=150",
            "JFIF:ResolutionUnit#=1",
            "IFD0:XResolution=300", "IFD0:YResolution=150", "XMP-tiff:XResolution=300", "XMP-tiff:YResolution=150",
            "ExifIFD:FocalPlaneXResolution=100", "ExifIFD:FocalPlaneYResolution=200",
            "XMP-exif:FocalPlaneXResolution=100",
            "XMP-exif:FocalPlaneYResolution=200", "ExifIFD:SubjectArea=10 20 8 6", "XMP-exif:SubjectArea=10",
            "IFD0:Make=Canon",
        ]
        let written = try exiftool.run(
            ["-q", "-overwrite_original"] + tags.map { "-\($0)" } + [directory.path("in.jpg")])
        #expect(written.status == 0, "\(written.errors)")
    }

    private static func values(_ path: String, _ exiftool: Program) throws -> [Substring: Substring] {
        let text = try exiftool.run(["-a", "-G1", "-n", "-s", "-j", "-JFIF:all", "-EXIF:all", "-XMP:all", path]).text
        let lines = text.split(separator: "\n").filter { $0.contains("\": ") }
        return Dictionary(
            lines.map { line in
                let parts = line.split(separator: "\"")
                return (parts[1], parts.dropFirst(2).joined().filter { !" :,".contains($0) }[...])
            }, uniquingKeysWith: { first, _ in first })
    }

    @Test(
        "resolutions of EXIF, XMP, and JFIF follow the axes, and positions that no longer hold are left out",
        .enabled(if: Program(named: "exiftool") != nil), arguments: 1...8, [nil, ImageFormat.png])
    func resolutions(orientation: Int, format: ImageFormat?) throws {
        let exiftool = try #require(Program(named: "exiftool"))
        let directory = try TemporaryDirectory()
        try Self.input(orientation, in: directory, exiftool)
        let name = "out.\(format?.name.lowercased() ?? "jpg")"
        _ = try BlurJob().run(from: .file(path: directory.path("in.jpg")), to: .file(path: directory.path(name)))
        let values = try Self.values(directory.path(name), exiftool)
        let isTransposed = orientation >= 5
        for group in ["IFD0", "XMP-tiff"] + (format == nil ? ["JFIF"] : []) {
            #expect(values["\(group):XResolution"] == (isTransposed ? "150" : "300"), "\(group)")
            #expect(values["\(group):YResolution"] == (isTransposed ? "300" : "150"), "\(group)")
        }
        for group in ["ExifIFD", "XMP-exif"] {
            #expect(values["\(group):FocalPlaneXResolution"] == (isTransposed ? "200" : "100"), "\(group)")
            #expect(values["\(group):FocalPlaneYResolution"] == (isTransposed ? "100" : "200"), "\(group)")
            #expect((values["\(group):SubjectArea"] != nil) == (orientation == 1), "\(group)")
        }
        #expect(values["IFD0:Make"] == "Canon")
        // the tags of a directory are in ascending order
        let warnings = try exiftool.run(["-validate", "-warning", "-a", directory.path(name)]).text
        #expect(!warnings.contains("out of sequence"), "\(warnings)")
    }

    @Test(
        "positions are left out, and resolutions exchanged, where the decoder has turned the image, whatever EXIF data says",
        arguments: [1, 3, 6])
    func turnedByDecoder(orientation: Int) throws {
        var exif = HandmadeExif()
        let (tag, short) = (0x9214, HandmadeExif.short)
        let field = exif.number(10, 2) + exif.number(20, 2)
        let details = exif.directory([HandmadeExif.Entry(tag: tag, type: short, count: 2, field: field)])
        var header = ImageHeader(format: .heic, width: 8, height: 8, pixelFormat: PixelFormat(.rgb))
        let resolution = HandmadeExif.Entry(
            tag: 0x011A, type: 5, count: 1, field: exif.number(exif.append(exif.number(300, 4) + exif.number(1, 4)), 4))
        header.metadata.exif = exif.finish([
            exif.integer(0x0112, orientation, short), resolution, exif.integer(0x8769, details),
        ])
        for turn in [ImageOrientation.up, .down, .right] {
            header.decoderTurn = turn
            let codec = try CodecRegistry.standard.writer(of: .jpeg)
            let plan = try EncodingPlan.upright(
                header, as: header.pixelFormat, OutputSettings(), codec, deadline: nil
            ).plan
            let written = try #require(plan.metadata.exif)
            let hasArea = written.indices.dropLast(3).contains {
                Array(written[$0..<$0 + 4]) == exif.number(tag, 2) + exif.number(short, 2)
            }
            #expect(hasArea == (turn == .up) && InputSummary(header).orientation == turn)
            #expect(InputSummary(header.turned(.right)).orientation == turn.followed(by: .right))
            let tiff = try #require(TIFFData(written))
            let entry = tiff.entry(turn == .right ? 0x011B : 0x011A, inDirectoryAt: tiff.firstDirectoryOffset)
            #expect(entry.map { tiff.integer(at: $0.values.lowerBound, byteCount: 4) } == 300)
        }
    }
}
