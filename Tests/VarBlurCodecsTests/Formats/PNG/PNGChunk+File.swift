import TestSupport
import VarBlur

@testable import VarBlurCodecs

extension PNGChunk {
    /// A chunk with a text, or with what else follows its keyword.
    static func text(_ text: [UInt8], _ type: String = "tEXt", keyword: String = "Title") -> PNGChunk {
        PNGChunk(type: type, contents: Array(keyword.utf8) + [0] + text)
    }

    /// A small file with chunks, in their order.
    static func file(_ chunks: [PNGChunk]) throws -> [UInt8] {
        let plain = try PixelBuffer.noise(Size(16, 16)).encoded(.png)
        return chunks.reversed().reduce(plain) { FileEditing.addingPNGChunk($1.type, $1.contents, to: $0) }
    }
}
