import VarBlurCodecs

/// A chunk of a WebP file.
package struct WebPPiece: Sendable {
    package var type: String
    package var contents: [UInt8]

    package init(_ type: String, _ contents: [UInt8]) { (self.type, self.contents) = (type, contents) }
}

extension FileEditing {
    /// The last `count` bytes of a number, least significant first.
    package static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] { bigEndian(value, count).reversed() }

    /// A WebP file of some chunks.
    package static func webP(_ pieces: [WebPPiece]) -> [UInt8] {
        let chunks = pieces.flatMap { piece -> [UInt8] in
            let padding: [UInt8] = piece.contents.count % 2 == 1 ? [0] : []
            return Array(piece.type.utf8) + littleEndian(piece.contents.count, 4) + piece.contents + padding
        }
        return Array("RIFF".utf8) + littleEndian(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    /// The chunks of an intact WebP file.
    package static func webPPieces(_ file: [UInt8]) -> [WebPPiece] {
        var (pieces, offset) = ([WebPPiece](), 12)
        while offset < file.count {
            let count = file[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: file[offset..<offset + 4], as: UTF8.self)
            pieces.append(WebPPiece(type, Array(file[offset + 8..<offset + 8 + count])))
            offset += 8 + count + count % 2
        }
        return pieces
    }

    /// The header of an extended WebP file.
    package static func webPHeader(flags: UInt8, width: Int, height: Int) -> WebPPiece {
        WebPPiece("VP8X", [flags, 0, 0, 0] + littleEndian(width - 1, 3) + littleEndian(height - 1, 3))
    }

    /// Adds a chunk of metadata to a WebP file, and announces it in the header.
    package static func addingWebPChunk(_ type: String, _ contents: [UInt8], to file: [UInt8]) throws -> [UInt8] {
        var pieces = webPPieces(file)
        if pieces[0].type != "VP8X" {
            let header = try ImageHeader.of(file)
            pieces.insert(webPHeader(flags: 0, width: header.width, height: header.height), at: 0)
        }
        pieces[0].contents[0] |= ["ICCP": 0x20, "EXIF": 0x08, "XMP ": 0x04][type] ?? 0
        pieces.insert(WebPPiece(type, contents), at: type == "ICCP" ? 1 : pieces.count)
        return webP(pieces)
    }
}
