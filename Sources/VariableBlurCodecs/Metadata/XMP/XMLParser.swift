internal import CLibExpat

/// Parses XML 1.0 with namespaces, by Expat.
///
/// Document type declarations, and with them entities, are refused.
@safe final class XMLParser {
    private let parser: XML_Parser
    private let handler: any XMLHandler

    /// Separates namespaces from local names: a character that no name contains, because XML does not allow it.
    private static let separator: UInt8 = 1

    private init?(_ handler: any XMLHandler) {
        guard let parser = unsafe XML_ParserCreateNS("UTF-8", XML_Char(Self.separator)) else { return nil }
        unsafe (self.parser, self.handler) = (parser, handler)
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Parses a document in UTF-8.
    ///
    /// - Returns: whether the document is well-formed, has no document type declaration, and was handled to its end.
    /// - Complexity: O(*n*) apart from the handler.
    static func parse(_ document: [UInt8], _ handler: any XMLHandler) -> Bool {
        // Expat would take some documents with zero bytes for UTF-16.
        guard document.count <= CInt.max, !document.contains(0), let parser = XMLParser(handler) else { return false }
        return parser.parse(document)
    }

    private func parse(_ document: [UInt8]) -> Bool {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        setElementHandlers()
        setOtherHandlers()
        let status = unsafe document.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: XML_Char.self)
            return unsafe XML_Parse(parser, start, CInt(bytes.count), 1)
        }
        return status == XML_STATUS_OK
    }

    private func setElementHandlers() {
        unsafe XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name = unsafe name, let parser = unsafe XMLParser.of(data) else { return }
                parser.proceed(
                    parser.handler.startElement(
                        unsafe XMLParser.name(name), unsafe XMLParser.attributes(attributes), parser.range))
            },
            { data, _ in
                guard let parser = unsafe XMLParser.of(data) else { return }
                parser.proceed(parser.handler.endElement(parser.range))
            })
        unsafe XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let parser = unsafe XMLParser.of(data) else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
            parser.proceed(parser.handler.text(unsafe Array(bytes)))
        }
        unsafe XML_SetStartNamespaceDeclHandler(parser) { data, prefix, namespace in
            guard let parser = unsafe XMLParser.of(data) else { return }
            parser.proceed(parser.handler.namespace(unsafe XMLParser.bytes(prefix), unsafe XMLParser.bytes(namespace)))
        }
    }

    private func setOtherHandlers() {
        unsafe XML_SetXmlDeclHandler(parser) { data, _, _, _ in
            guard let parser = unsafe XMLParser.of(data) else { return }
            parser.proceed(parser.handler.declaration(parser.range))
        }
        unsafe XML_SetCommentHandler(parser) { data, _ in
            guard let parser = unsafe XMLParser.of(data) else { return }
            parser.proceed(parser.handler.comment(parser.range))
        }
        unsafe XML_SetProcessingInstructionHandler(parser) { data, target, contents in
            guard let parser = unsafe XMLParser.of(data) else { return }
            let name = unsafe String(decoding: XMLParser.bytes(target), as: UTF8.self)
            parser.proceed(parser.handler.instruction(name, unsafe XMLParser.bytes(contents), parser.range))
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            unsafe XMLParser.of(data)?.proceed(false)
        }
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> XMLParser? {
        unsafe data.map { unsafe Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Stops the parser unless it may continue; Expat may still report the end of an empty element.
    private func proceed(_ mayContinue: Bool) {
        if !mayContinue { _ = unsafe XML_StopParser(parser, XML_Bool(0)) }
    }

    /// The bytes of the current part.
    private var range: Range<Int> {
        let start = unsafe Int(XML_GetCurrentByteIndex(parser))
        return start..<start + Int(unsafe XML_GetCurrentByteCount(parser))
    }

    private static func bytes(_ text: UnsafePointer<XML_Char>?) -> [UInt8] {
        guard let text = unsafe text else { return [] }
        var count = 0
        while unsafe text[count] != 0 { count += 1 }
        return unsafe Array(UnsafeRawBufferPointer(start: text, count: count))
    }

    private static func name(_ text: UnsafePointer<XML_Char>) -> XMLName {
        let bytes = unsafe bytes(text)
        let end = bytes.firstIndex(of: separator)
        return XMLName(
            namespace: String(decoding: bytes[..<(end ?? 0)], as: UTF8.self),
            local: String(decoding: bytes[(end.map { $0 + 1 } ?? 0)...], as: UTF8.self))
    }

    private static func attributes(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) -> [XMLAttribute] {
        guard let list = unsafe list else { return [] }
        var attributes: [XMLAttribute] = []
        var index = 0
        while let name = unsafe list[index] {
            attributes.append(unsafe XMLAttribute(name: Self.name(name), value: bytes(list[index + 1])))
            index += 2
        }
        return attributes
    }
}
