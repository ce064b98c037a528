import Foundation
import TestSupport
import VarBlur
import VarBlurCodecs

/// Images that are rejected, each for a different reason.
enum RejectedImages {
    /// The contents by file name.
    static func all() throws -> [String: [UInt8]] { try png().merging(jpeg()) { $1 }.merging(webP()) { $1 } }

    private static func chunk(_ type: String, _ contents: [UInt8] = []) -> [UInt8] {
        let body = Array(type.utf8) + contents
        return FileEditing.bigEndian(contents.count, 4) + body + FileEditing.bigEndian(Int(FileEditing.crc32(body)), 4)
    }

    private static func png() throws -> [String: [UInt8]] {
        let whole = try PixelBuffer.noise(Size(8, 8)).encoded(.png)
        let (signature, header, rest) = (Array(whole[..<8]), Array(whole[8..<33]), Array(whole[33...]))
        let length = rest[..<4].reduce(0) { $0 << 8 | Int($1) }
        let (pixels, end) = (Array(rest[8..<8 + length]), Array(rest[(12 + length)...]))
        let half = (chunk("IDAT", Array(pixels[..<9])), chunk("IDAT", Array(pixels[9...])))
        var wrong = whole
        wrong[33 + 8 + length] ^= 1
        var broken = pixels
        broken[pixels.count / 2] ^= 0xFF
        let flat = FileEditing.bigEndian(0, 4) + FileEditing.bigEndian(8, 4) + [8, 2, 0, 0, 0]
        return [
            "iphone.png": signature + chunk("CgBI", [0, 0, 0, 0]) + header + rest,
            "unknown.png": signature + header + chunk("ABCD") + rest,
            "untyped.png": signature + header + chunk("1234") + rest,
            "headless.png": signature + rest, "pixelless.png": signature + header + end,
            "split.png": signature + header + half.0 + chunk("tEXt", Array("Title\0a".utf8)) + half.1 + end,
            "wrong-sum.png": wrong, "broken.png": signature + header + chunk("IDAT", broken) + end,
            "flat.png": signature + chunk("IHDR", flat) + rest,
            "texts.png": signature + header + (0..<3).flatMap { chunk("tEXt", Array("Title\0\($0)".utf8)) } + rest,
            "wide.png": try PixelBuffer(width: 65_501, height: 1, format: PixelFormat(.gray)).encoded(.png),
        ]
    }

    private static func jpeg() throws -> [String: [UInt8]] {
        let image = try PixelBuffer.noise(Size(16, 16))
        let whole = try image.encoded(.jpeg(JPEGStyle(.yCbCr), quality: 90))
        let frame = whole.indices.first { whole[$0] == 0xFF && whole[$0 + 1] == 0xC0 } ?? 0
        let scan = whole.indices.first { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA } ?? 0
        func changed(_ offset: Int, _ byte: UInt8) -> [UInt8] {
            var file = whole
            file[frame + offset] = byte
            return file
        }
        let inks = try PixelBuffer.noise(Size(16, 16), PixelFormat(.cmyk)).encoded(.jpeg(JPEGStyle(.cmyk), quality: 90))
        let manyScans = try image.encoded(.jpeg(JPEGStyle(.yCbCr, isProgressive: true), quality: 90))
        return [
            "lossless.jpg": changed(1, 0xC3), "hierarchical.jpg": changed(1, 0xC5), "twelve.jpg": changed(4, 12),
            "two.jpg": changed(9, 2), "headless.jpg": Array(whole[..<2]) + Array(whole[scan...]),
            "short.jpg": Array(whole[..<30]), "endless.jpg": [0xFF, 0xD8, 0xFF, 0xD9],
            "inks.jpg": inks, "scans.jpg": manyScans,
            "segments.jpg": (0..<3).reduce(whole) { file, _ in FileEditing.addingJPEGSegment(0xE5, [1], to: file) },
        ]
    }

    private static func webP() throws -> [String: [UInt8]] {
        let whole = try PixelBuffer.noise(Size(8, 8), PixelFormat(.rgba)).encoded(.webP(.lossy(80)))
        let pieces = FileEditing.webPPieces(whole)
        var animated = pieces
        animated[0].contents[0] |= 2
        let long = try PixelBuffer.noise(Size(8, 8)).encoded(.webP(.lossless))
        return [
            "animated.webp": FileEditing.webP(animated), "cut.webp": Array(whole.dropLast(9)),
            "pixelless.webp": FileEditing.webP([pieces[0]]), "cut-header.webp": Array(whole[..<20]),
            "chunks.webp": FileEditing.webP(FileEditing.webPPieces(long) + (0..<3).map { WebPPiece("abcd", [$0]) }),
        ]
    }
}
