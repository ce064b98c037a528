/// Writes the known properties of an XMP packet anew, while a parser reads it.
///
/// Only elements and attributes with known names, and texts that a filter accepts, are written. A property of which a part is
/// refused is left out as a whole; other unknown parts are left out alone.
final class XMPReader: XMLReader {
    /// Where an element stands.
    private enum Role {
        /// Around the RDF data.
        case outside
        /// The RDF data.
        case rdf
        /// A resource, of which the elements and attributes are properties.
        case resource
        /// A property, or an element in one.
        case kept
        /// A property with another value in the output, of which the contents are not read.
        case changed
        case unknown
    }

    /// An element whose end tag has not been reached.
    private struct Element {
        let name: String
        let role: Role
        var text: [UInt8] = []
        var hasElements = false
    }

    /// The property that is being written.
    private struct Property {
        /// The number of bytes before it, and with it.
        let start: Int
        var end = 0
        /// The state of the filter before it.
        let filter: TextFilter
        var isRefused = false
        var hasText = false
        var prefixes: Set<Substring> = []
    }

    private static let maxDepth = 64
    /// The maximum number of bytes of the properties; their texts are shorter.
    private static let maxCount = 1 << 18
    /// The number of parts between two looks at the clock.
    private static let partsPerCheck = 256

    private let picture: OutputPicture?
    /// The values of properties that differ from those of the input, by name; `nil` for those that are left out.
    private let changes: [String: String?]

    private let deadline: Deadline?
    private var partCount = 0
    /// Whether the deadline has passed.
    private(set) var isLate = false
    private var stack: [Element] = []
    private var filter = TextFilter()
    private var properties: [UInt8] = []
    private var property = Property(start: 0, filter: TextFilter())
    /// The names of the properties so far, each of which is written once.
    private var names: Set<String> = []
    private var kept: [Property] = []

    /// Whether a property was left out because it may contain a preview, or is too long.
    var hasRefused: Bool { filter.hasRefused }
    /// Whether a property was left out because it is XML, or has text and elements beside each other.
    private(set) var hasUnsupportedForm = false

    init(_ picture: OutputPicture?, _ deadline: Deadline?) {
        (self.picture, self.deadline) = (picture, deadline)
        changes = picture?.xmpValues ?? ["tiff:Orientation": "1"]
    }

    func startElement(_ name: [UInt8], _ attributes: [XMLAttribute]) -> Bool {
        guard mayContinue, stack.count < Self.maxDepth else { return false }
        let name = outputName(of: name) ?? ""
        let role = role(of: name)
        if !stack.isEmpty { stack[stack.count - 1].hasElements = true }
        if role == .resource { attributes.forEach(writeProperty) }
        if role == .kept { startKept(name, attributes) }
        if role == .changed { writeProperty(name, []) }
        stack.append(Element(name: name, role: role))
        return true
    }

    func text(_ bytes: [UInt8]) -> Bool {
        guard mayContinue else { return false }
        if let last = stack.last, last.role == .kept {
            stack[stack.count - 1].text += bytes.prefix(TextFilter.maxCount + 1 - last.text.count)
        }
        return true
    }

    func endElement() {
        guard let element = stack.popLast(), element.role == .kept else { return }
        if element.text.contains(where: { $0 > 0x20 }) {
            if element.hasElements { refuseForm() } else { writeText(element.text) }
        }
        write("</\(element.name)>")
        if stack.last?.role == .resource { endProperty(element.name) }
    }

    /// The packet, `nil` without any properties, and whether the longest properties had to be left out.
    func packet(maxCount: Int) -> (bytes: [UInt8]?, isCut: Bool) {
        let whole = packet(kept)
        guard let excess = whole.map({ $0.count - maxCount }), excess > 0 else { return (whole, false) }
        let removed = CheckedMetadata.longest(of: kept.map { $0.end - $0.start }, excess: excess)
        return (packet(kept.indices.filter { !removed.contains($0) }.map { kept[$0] }), true)
    }

    private func packet(_ kept: [Property]) -> [UInt8]? {
        if kept.isEmpty { return nil }
        let prefixes = kept.reduce(into: Set<Substring>()) { $0.formUnion($1.prefixes) }
        let namespaces = XMPNamespace.all.filter { prefixes.contains($0.prefix[...]) }
        let declarations = namespaces.map { " xmlns:\($0.prefix)=\"\($0.uri)\"" }.joined()
        return XMPPacket.start + Array("<rdf:Description rdf:about=\"\"\(declarations)>\n".utf8)
            + kept.flatMap { properties[$0.start..<$0.end] } + Array("</rdf:Description>\n".utf8) + XMPPacket.end
    }

    /// The name that a known property of the input has in the output.
    private func outputName(of name: [UInt8]) -> String? {
        XMPNamespace.qualifiedNames[name].map { picture?.xmpName($0) ?? $0 }
    }

    private var mayContinue: Bool {
        partCount += 1
        isLate = partCount % Self.partsPerCheck == 0 && deadline?.hasPassed ?? false
        return !isLate
    }

    /// The role of an element after the start tags so far.
    private func role(of name: String) -> Role {
        switch stack.last?.role ?? .outside {
        case .outside: name == "rdf:RDF" ? .rdf : .outside
        case .rdf: name == "rdf:Description" ? .resource : .unknown
        case .resource where !isNewProperty(name): .unknown
        case .resource: changes[name] == nil ? .kept : .changed
        case .kept: name.isEmpty || changes[name] != nil ? .unknown : .kept
        case .changed, .unknown: .unknown
        }
    }

    private func isNewProperty(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("rdf:") && !name.hasPrefix("xml:") && !names.contains(name)
    }

    /// Writes the start tag of a property, or of an element in one.
    private func startKept(_ name: String, _ attributes: [XMLAttribute]) {
        if stack.last?.role == .resource { property = Property(start: properties.count, filter: filter) }
        write("<")
        writeName(name)
        for attribute in attributes {
            guard let name = outputName(of: attribute.name), changes[name] == nil else { continue }
            // other kinds of contents are XML or lists in another form
            if name == "rdf:parseType" && attribute.value != Array("Resource".utf8) { refuseForm() }
            write(" ")
            writeName(name)
            write("=\"")
            writeText(attribute.value, isContent: name != "rdf:parseType" && name != "xml:lang")
            write("\"")
        }
        write(">")
    }

    /// Writes a property that is an attribute.
    private func writeProperty(_ attribute: XMLAttribute) {
        guard let name = outputName(of: attribute.name), isNewProperty(name) else { return }
        writeProperty(name, attribute.value)
    }

    /// Writes a property with its text, or with another one that the output requires.
    private func writeProperty(_ name: String, _ text: [UInt8]) {
        let change = changes[name]
        guard let text = change.map({ $0.map { Array($0.utf8) } }) ?? text else { return }
        property = Property(start: properties.count, filter: filter)
        write("<")
        writeName(name)
        write(">")
        writeText(text)
        write("</\(name)>")
        endProperty(name)
    }

    /// Ends a property, which is removed if it has no texts, or if a part of it was refused.
    private func endProperty(_ name: String) {
        guard property.hasText, !property.isRefused else {
            properties.removeLast(properties.count - property.start)
            filter.restore(property.filter)
            return
        }
        properties.append(0x0A)
        names.insert(name)
        property.end = properties.count
        kept.append(property)
    }

    private func writeName(_ name: String) {
        property.prefixes.insert(name.prefix { $0 != ":" })
        write(name)
    }

    /// Writes a text, or refuses the property that contains it.
    private func writeText(_ text: [UInt8], isContent: Bool = true) {
        guard !property.isRefused, filter.accepts(text) else {
            property.isRefused = true
            return
        }
        property.hasText = property.hasText || (isContent && !text.isEmpty)
        for byte in text {
            switch byte {
            case 0x00..<0x20: write("&#\(byte);")
            case UInt8(ascii: "&"): write("&amp;")
            case UInt8(ascii: "<"): write("&lt;")
            case UInt8(ascii: ">"): write("&gt;")
            case UInt8(ascii: "\""): write("&quot;")
            default: properties.append(byte)
            }
        }
    }

    private func refuseForm() { (hasUnsupportedForm, property.isRefused) = (true, true) }

    /// Writes markup, unless the property is refused or too long.
    private func write(_ markup: String) {
        if properties.count > Self.maxCount {
            filter.refuse()
            property.isRefused = true
        }
        if !property.isRefused { properties += markup.utf8 }
    }
}
