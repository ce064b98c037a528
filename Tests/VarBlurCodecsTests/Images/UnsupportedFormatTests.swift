import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Formats that are not read")
struct UnsupportedFormatTests {
    /// A description of a file, and its first bytes.
    private static let files: [(String, [UInt8])] = [
        ("a GIF file", text("GIF87a\u{1}\0")),
        ("a GIF file", text("GIF89a\u{1}\0")), ("a TIFF file", text("II*\0\u{8}\0\0\0")),
        ("a TIFF file", text("MM\0*\0\0\0\u{8}")),
        ("a TIFF file", text("MM\0+\0\u{8}\0\0")),
        ("a BMP file", text("BM") + [66, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1]),
        ("a BMP file", text("BM") + [66, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0, 12, 0, 0, 0, 1]),
        ("a JPEG 2000 file", [0, 0, 0, 12] + text("jP  \r\n") + [0x87, 0x0A]),
        ("a JPEG 2000 file", [0xFF, 0x4F, 0xFF, 0x51]),
        ("a PDF file", text("%PDF-1.7\n") + [0xE2, 0xE3]),
        ("an SVG file", text("<svg xmlns='http://www.w3.org/2000/svg'/>")),
        ("an SVG file", text("\u{FEFF}<?xml version='1.0'?>\n<!-- a > b --><svg:svg>")),
        ("an SVG file", text("<?xml version='1.0'?><!DOCTYPE svg PUBLIC 'a' 'b' [<!ENTITY c 'd'>]><svg/>")),
    ]

    /// Files that are not images: a description and the first bytes.
    private static let others: [(String, [UInt8])] = [
        ("an HTML file", text("<html><body>")), ("an HTML file", text("\r\n<!doctype HTML>\n<title>404</title>")),
        ("an HTML file", text("<!-- saved -->\n<HTML lang='en'>")), ("a text file", text("hello")),
        ("a text file", text("<?xml version='1.0'?><plist/>")), ("a text file", text("<!-- svg")),
        ("a text file", text("Grüße aus Köln\n")), ("a text file", text("BM, II* and RIFF")),
        ("a text file", text(String(repeating: "a", count: 4095) + "ü")),
        ("a text file", text(String(repeating: "<!-- -->", count: 9_000))),
    ]

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The first box of a file of the ISO base media file format.
    private static func box(_ brands: String...) -> [UInt8] { box(brands) }

    private static func box(_ brands: [String]) -> [UInt8] {
        let contents = text("ftyp\(brands[0])\0\0\0\0\(brands.dropFirst().joined())")
        return FileEditing.bigEndian(contents.count + 4, 4) + contents + text("\0\0\0\u{8}mdat")
    }

    private func error(_ file: [UInt8]) throws -> ImageError {
        try #require(#expect(throws: ImageError.self) { _ = try ImageDecoder(file.span.bytes).header })
    }

    @Test("the error names an unsupported format and suggests a conversion", arguments: files)
    func images(name: String, file: [UInt8]) throws {
        let error = try error(file)
        #expect(error.code == .notAnImage && error.cause == "this is \(name), which varblur does not read")
        #expect(error.remedy == "convert it to \(ImageFormat.nameList("or")) first")
    }

    @Test("a video leads to its frames")
    func videos() throws {
        for file in [
            Self.box("isom", "mp42"), Self.box("qt  "), [0x1A, 0x45, 0xDF, 0xA3, 1], Self.text("RIFF\0\0\0\0AVI "),
        ] {
            let error = try error(file)
            #expect(error.code == .notAnImage && error.cause == "this is a video file, which varblur does not read")
            #expect(error.remedy.contains("varblur --y4m"))
        }
    }

    @Test("and are not images are named, and should be downloaded again", arguments: others)
    func noImages(name: String, file: [UInt8]) throws {
        let error = try error(file)
        let formats = ImageFormat.nameList("or")
        #expect(error.code == .notAnImage && error.cause == "this is \(name), not a \(formats) file")
        #expect(error.remedy == "check the path, or download the file again")
    }

    @Test("are told apart from those that share their first box")
    func brands() throws {
        let files: [([String], ImageFormat?)] = [
            (["heic", "mif1", "heic"], .heic), (["heix"], .heic), (["mif1", "heic"], .heic), (["msf1"], .heic),
            (["avif", "mif1", "miaf"], .avif), (["mif1", "avif"], .avif), (["avis"], .avif), (["isom", "mp42"], nil),
        ]
        for (brands, format) in files {
            let file = try FileContents(Self.box(brands))
            #expect(CodecRegistry.standard.codec(recognizing: file)?.format == format, "\(brands)")
        }
    }

    @Test("and are not known are not named")
    func unknown() throws {
        for file in [
            [1, 2, 3], [0xFF], [0xFF, 0xD8], [0x89], Self.text("RIFF\0\0\0\0WAVE"), Self.text("a\0b"),
        ]
            + [Self.text("hello") + [0xE9], Self.text("BM"), [0, 0, 0, 9] + Self.text("ftyp")] as [[UInt8]]
        {
            let kind = file == Self.text("BM") ? "this is a text file, " : ""
            #expect(try error(file).cause == "\(kind)not a \(ImageFormat.nameList("or")) file", "\(file)")
        }
        #expect(try error([]).cause == "the file is empty")
    }

    @Test("are recognized from any number of bytes without a trap")
    func truncation() throws {
        for (_, file) in Self.files + Self.others {
            for count in 0..<min(file.count, 64) { #expect(try error(Array(file[..<count])).code == .notAnImage) }
        }
    }

    @Test("unsupported formats are recognized by extensions in upper and lower case")
    func extensions() {
        #expect(
            UnsupportedFormat(fileExtension: "TIF")?.name == "TIFF"
                && UnsupportedFormat(fileExtension: "jp2")?.name == "JPEG 2000"
                && UnsupportedFormat(fileExtension: "jxl") == nil)
        for name in ["png", "jpg", "", "txt", "webp2", "gıf"] { #expect(UnsupportedFormat(fileExtension: name) == nil) }
    }
}
