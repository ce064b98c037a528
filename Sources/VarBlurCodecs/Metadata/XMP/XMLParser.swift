internal import CLibExpat

/// An attribute of an element, except the declarations of namespaces.
struct XMLAttribute {
    /// The namespace and the local name, with ``XMLParser/separator`` between them; only the local name without a namespace.
    let name: [UInt8]
    /// The value in UTF-8, with references replaced.
    let value: [UInt8]
}

/// Receives the parts of an XML document.
protocol XMLReader: AnyObject {
    /// Reads a start tag; returns whether to continue.
    func startElement(_ name: [UInt8], _ attributes: [XMLAttribute]) -> Bool

    /// Reads a part of the text of an element; returns whether to continue.
    func text(_ bytes: [UInt8]) -> Bool

    /// Reads an end tag.
    func endElement()

    /// The number of bytes after which the value of an attribute is cut.
    var maxValueCount: Int { get }
}

extension XMLReader {
    /// One more than a text may have.
    var maxValueCount: Int { TextFilter.maxCount + 1 }
}

/// Parses XML 1.0 with namespaces, by Expat.
///
/// Document type declarations, and with them entities, are refused. Expat keeps every name of a document until its end,
/// so its memory is limited; no document of usual structure comes near the limit.
@safe final class XMLParser {
    /// The maximum number of attributes of an element, without the declarations of namespaces.
    static let maxAttributeCount = 4096
    /// The number of bytes after which a name with its namespace is cut; no known name is as long.
    private static let maxNameCount = 128
    /// The limit of the memory: bytes for each byte of the document, and in addition.
    private static let (memoryPerByte, baseMemory) = (4, 4 << 20)

    /// The version of the loaded Expat.
    static var libraryVersion: String {
        let version = XML_ExpatVersionInfo()
        return "\(version.major).\(version.minor).\(version.micro)"
    }

    private let parser: XML_Parser
    private let reader: any XMLReader
    private let memory: XMLMemory

    /// Separates namespaces from local names: a character that no name contains, because XML does not allow it.
    static let separator: UInt8 = 1

    private init?(_ reader: any XMLReader, _ memory: XMLMemory) {
        var functions = unsafe XML_Memory_Handling_Suite(
            malloc_fcn: { unsafe XMLMemory.resize(nil, $0) },
            realloc_fcn: { unsafe XMLMemory.resize($0, $1) },
            free_fcn: { unsafe XMLMemory.release($0) })
        let separator: [XML_Char] = [XML_Char(Self.separator), 0]
        guard let parser = unsafe XML_ParserCreate_MM("UTF-8", &functions, separator) else { return nil }
        unsafe (self.parser, self.reader, self.memory) = (parser, reader, memory)
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Parses a document in UTF-8.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - reader: receives its parts.
    ///   - deadline: the end of the allowed time.
    /// - Returns: whether the document is well-formed, has no document type declaration, stays within the limits, and
    ///   was handled to its end.
    /// - Throws: an error with the code `outOfMemory`, or `timeout` after the deadline.
    /// - Complexity: O(*n*) apart from the reader.
    static func parse(
        _ document: ArraySlice<UInt8>, _ reader: any XMLReader, deadline: Deadline? = nil
    ) throws(ImageError) -> Bool {
        // Expat would take some documents with zero bytes for UTF-16.
        guard document.count <= CInt.max, !document.contains(0) else { return false }
        let memory = XMLMemory(limit: memoryPerByte * document.count + baseMemory, deadline)
        var isValid = false
        memory.use {
            // the parser must be gone before its memory is
            if let parser = XMLParser(reader, memory) { isValid = parser.parse(document) }
        }
        if memory.isExhausted {
            throw ImageError(
                .outOfMemory, "no memory left for the XMP data", remedy: "try again with more memory free")
        }
        if memory.isLate, let deadline { throw deadline.error }
        return isValid
    }

    private func parse(_ document: ArraySlice<UInt8>) -> Bool {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        setHandlers()
        let status = unsafe document.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: XML_Char.self)
            return unsafe XML_Parse(parser, start, CInt(bytes.count), 1)
        }
        return status == XML_STATUS_OK
    }

    private func setHandlers() {
        unsafe XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name = unsafe name, let parser = unsafe XMLParser.of(data) else { return }
                guard let attributes = unsafe parser.attributes(attributes) else { return parser.proceed(false) }
                parser.proceed(parser.reader.startElement(unsafe XMLParser.name(name), attributes))
            },
            { data, _ in unsafe XMLParser.of(data)?.reader.endElement() })
        unsafe XML_SetCharacterDataHandler(parser) { data, text, count in
            guard let parser = unsafe XMLParser.of(data) else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: text, count: Int(count))
            parser.proceed(parser.reader.text(unsafe Array(bytes)))
        }
        unsafe XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
            unsafe XMLParser.of(data)?.proceed(false)
        }
    }

    /// The parser of a callback; `nil` after it has been stopped.
    private static func of(_ data: UnsafeMutableRawPointer?) -> XMLParser? {
        guard let data = unsafe data else { return nil }
        let parser = unsafe Unmanaged<XMLParser>.fromOpaque(data).takeUnretainedValue()
        return parser.memory.isClosed ? nil : parser
    }

    /// Stops the parser unless it may continue.
    ///
    /// Expat would first report the rest of the current part, so it gets no more memory for that.
    private func proceed(_ mayContinue: Bool) {
        guard !mayContinue else { return }
        _ = unsafe XML_StopParser(parser, XML_Bool(0))
        memory.close()
    }

    private static func bytes(_ text: UnsafePointer<XML_Char>?, atMost maxCount: Int) -> [UInt8] {
        guard let text = unsafe text else { return [] }
        var count = 0
        while unsafe count < maxCount && text[count] != 0 { count += 1 }
        return unsafe Array(UnsafeRawBufferPointer(start: text, count: count))
    }

    private static func name(_ text: UnsafePointer<XML_Char>) -> [UInt8] { unsafe bytes(text, atMost: maxNameCount) }

    /// The attributes in a list of names and values; `nil` if there are too many.
    private func attributes(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) -> [XMLAttribute]? {
        guard let list = unsafe list else { return [] }
        var attributes: [XMLAttribute] = []
        var index = 0
        while let name = unsafe list[index] {
            guard attributes.count < Self.maxAttributeCount else { return nil }
            let value = unsafe Self.bytes(list[index + 1], atMost: reader.maxValueCount)
            attributes.append(unsafe XMLAttribute(name: Self.name(name), value: value))
            index += 2
        }
        return attributes
    }
}
