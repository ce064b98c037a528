/// XMP packets (ISO 16684-1).
enum XMPPacket {
    /// A packet without pictures, for an upright image: everything else stays as it is, byte for byte.
    ///
    /// Also removed are comments, processing instructions other than those that enclose the packet, and the XML
    /// declaration, because the result is in UTF-8 whatever the encoding of the input.
    ///
    /// - Parameters:
    ///   - packet: the packet, in UTF-8, UTF-16, or UTF-32.
    ///   - deadline: the end of the allowed time.
    /// - Returns: the packet in UTF-8, and whether something was lost.
    /// - Throws: an error with the code `outOfMemory`, or `timeout` after the deadline.
    /// - Complexity: O(*n*)
    static func rebuilt(_ packet: [UInt8], deadline: Deadline? = nil) throws(ImageError) -> CheckedMetadata {
        guard var document = utf8(packet) else { return CheckedMetadata(bytes: nil, loss: .invalid) }
        while document.last == 0 { document.removeLast() }
        let editor = XMPEditor(document, deadline)
        let isValid = try XMLParser.parse(document, editor, deadline: deadline)
        if editor.isLate, let deadline { throw deadline.error }
        guard isValid else {
            return CheckedMetadata(bytes: nil, loss: editor.hasPossibleImage ? .possiblePreview : .invalid)
        }
        editor.finish()
        let loss: CheckedMetadata.Loss? = editor.hasPossibleImage ? .possiblePreview : nil
        return CheckedMetadata(bytes: apply(editor.edits, to: document), loss: loss)
    }

    private static func apply(_ edits: [XMPEditor.Edit], to document: [UInt8]) -> [UInt8] {
        guard !edits.isEmpty else { return document }
        var result: [UInt8] = []
        result.reserveCapacity(document.count)
        var position = 0
        for edit in edits {
            result += document[position..<edit.range.lowerBound]
            result += edit.replacement
            position = edit.range.upperBound
        }
        result += document[position...]
        return result
    }

    /// Converts a document to UTF-8, as far as its first bytes tell its encoding (XML 1.0, appendix F).
    private static func utf8(_ document: [UInt8]) -> [UInt8]? {
        let start = Array(document.prefix(4))
        if start.count < 4 { return document }
        if start[0] == 0 && start[1] == 0 { return utf8(fromUTF32: document, .bigEndian) }
        if start[2] == 0 && start[3] == 0 { return utf8(fromUTF32: document, .littleEndian) }
        if start[0] == 0 || start.starts(with: [0xFE, 0xFF]) {
            return TextInspector.utf8(fromUTF16: document, .bigEndian)
        }
        if start[1] == 0 || start.starts(with: [0xFF, 0xFE]) {
            return TextInspector.utf8(fromUTF16: document, .littleEndian)
        }
        return document
    }

    private static func utf8(fromUTF32 bytes: [UInt8], _ order: ByteOrder) -> [UInt8]? {
        guard bytes.count % 4 == 0 else { return nil }
        let reader = ByteReader(bytes, order)
        var text = String.UnicodeScalarView()
        for offset in stride(from: 0, to: bytes.count, by: 4) {
            guard let value = reader.uint32(at: offset), let scalar = Unicode.Scalar(UInt32(value)) else { return nil }
            text.append(scalar)
        }
        return Array(String(text).utf8)
    }
}
