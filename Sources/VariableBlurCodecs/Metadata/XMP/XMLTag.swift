/// The positions of the attributes in the start tag of an element.
///
/// The tag must be well-formed, which an XML parser has to verify before.
enum XMLTag {
    /// The bytes of an attribute.
    struct AttributeRange {
        /// The attribute with the blanks before it.
        let all: Range<Int>
        /// The value between the quotes.
        let value: Range<Int>
    }

    /// The attributes of a start tag in their order, without the declarations of namespaces.
    ///
    /// - Complexity: O(*n*)
    static func attributes(of tag: Range<Int>, in document: [UInt8]) -> [AttributeRange] {
        var attributes: [AttributeRange] = []
        var position = end(ofNameAt: tag.lowerBound + 1, tag, document)
        while position < tag.upperBound {
            let start = position
            skipBlanks(&position, tag, document)
            let nameEnd = end(ofNameAt: position, tag, document)
            guard nameEnd > position else { break }
            let isDeclaration = isDeclaration(document[position..<nameEnd])
            position = nameEnd
            skipBlanks(&position, tag, document)
            // the equals sign
            position += 1
            skipBlanks(&position, tag, document)
            guard position < tag.upperBound else { break }
            let quote = document[position]
            guard let end = document[(position + 1)..<tag.upperBound].firstIndex(of: quote) else { break }
            if !isDeclaration { attributes.append(AttributeRange(all: start..<end + 1, value: position + 1..<end)) }
            position = end + 1
        }
        return attributes
    }

    private static func isDeclaration(_ name: ArraySlice<UInt8>) -> Bool {
        let prefix = Array("xmlns".utf8)
        return name.starts(with: prefix) && (name.count == prefix.count || name[name.startIndex + prefix.count] == 0x3A)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private static func skipBlanks(_ position: inout Int, _ tag: Range<Int>, _ document: [UInt8]) {
        while position < tag.upperBound && isBlank(document[position]) { position += 1 }
    }

    /// The end of the name that begins at a position: a blank, or one of `=/>`.
    private static func end(ofNameAt start: Int, _ tag: Range<Int>, _ document: [UInt8]) -> Int {
        var position = start
        while position < tag.upperBound {
            let byte = document[position]
            if isBlank(byte) || byte == 0x3D || byte == 0x2F || byte == 0x3E { break }
            position += 1
        }
        return position
    }
}
