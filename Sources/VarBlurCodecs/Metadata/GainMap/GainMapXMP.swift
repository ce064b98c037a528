/// The XMP data of an image with a gain map, or of the map: reads the properties of the map (`hdrgm`) and the directory of the file
/// (`Container`).
final class GainMapXMP: XMLReader {
    /// The namespace of the properties.
    static let uri = "http://ns.adobe.com/hdr-gain-map/1.0/"
    private static let containerURI = "http://ns.google.com/photos/1.0/container/"
    private static let itemURI = "http://ns.google.com/photos/1.0/container/item/"
    private static let (maxDepth, maxItemCount, maxTextCount) = (64, 64, 256)

    /// The values of each property of the map.
    private(set) var properties: [String: [String]] = [:]
    /// The properties of the items of the directory, by name.
    private var items: [[String: String]] = []
    private var stack: [Name] = []
    private var text: [UInt8] = []

    private enum Name: Equatable {
        case property(String)
        case item(String)
        /// An element that begins an item of the directory.
        case itemStart
        case other
    }

    /// Reads a packet; `nil` if it is invalid.
    ///
    /// - Throws: an error with the code `outOfMemory`, or `timeout` after the deadline.
    init?(_ packet: [UInt8], deadline: Deadline?) throws(ImageError) {
        let end = packet.lastIndex { $0 != 0 } ?? -1
        guard try XMLParser.parse(packet[...end], self, deadline: deadline) else { return nil }
    }

    private static func name(_ bytes: [UInt8]) -> Name {
        let parts = bytes.split(separator: XMLParser.separator).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2 else { return .other }
        return switch (parts[0], parts[1]) {
        case (uri, let name): .property(name)
        case (itemURI, let name): .item(name)
        case (containerURI, "Item"), (XMPNamespace.rdf, "li"): .itemStart
        default: .other
        }
    }

    func startElement(_ name: [UInt8], _ attributes: [XMLAttribute]) -> Bool {
        guard stack.count < Self.maxDepth else { return false }
        let name = Self.name(name)
        if name == .itemStart && items.count < Self.maxItemCount { items.append([:]) }
        for attribute in attributes { note(attribute.value, of: Self.name(attribute.name)) }
        stack.append(name)
        text = []
        return true
    }

    func text(_ bytes: [UInt8]) -> Bool {
        text += bytes.prefix(Self.maxTextCount - text.count)
        return true
    }

    func endElement() {
        guard var name = stack.popLast() else { return }
        // a list of numbers
        if name == .itemStart, let property = stack.last(where: { $0 != .other }) { name = property }
        if text.contains(where: { $0 > 0x20 }) { note(text, of: name) }
        text = []
    }

    private func note(_ value: [UInt8], of name: Name) {
        let text = String(decoding: value.prefix(Self.maxTextCount), as: UTF8.self)
        switch name {
        case .property(let name): if properties[name]?.count ?? 0 <= 3 { properties[name, default: []].append(text) }
        case .item(let name): if !items.isEmpty { items[items.count - 1][name] = text }
        case .itemStart, .other: break
        }
    }

    /// The length of the map in bytes, and the number of bytes that follow it in the file; `nil` without an item for a map.
    ///
    /// The images follow each other at the end of the file, in the order of the directory.
    var mapLocation: (byteCount: Int, followingByteCount: Int)? {
        let items = items.filter { $0["Semantic"] != nil }
        guard let index = items.firstIndex(where: { $0["Semantic"] == "GainMap" }) else { return nil }
        func length(_ name: String, of item: [String: String]) -> Int? {
            guard let count = item[name].map({ Int($0) }) ?? 0, (0...Int(Int32.max)).contains(count) else { return nil }
            return count
        }
        var following = 0
        for item in items[(index + 1)...] {
            guard let count = length("Length", of: item), let padding = length("Padding", of: item) else { return nil }
            following += count + padding
        }
        guard let count = length("Length", of: items[index]), count > 0 else { return nil }
        return (count, following)
    }

    /// The directory of a file with a map of some length, in an element of RDF.
    static func directory(mapByteCount byteCount: Int) -> String {
        func item(_ attributes: String) -> String {
            "<rdf:li rdf:parseType=\"Resource\"><Container:Item \(attributes) Item:Mime=\"image/jpeg\"/></rdf:li>"
        }
        return """
            <rdf:Description rdf:about="" xmlns:Container="\(containerURI)" xmlns:Item="\(itemURI)" xmlns:hdrgm="\(uri)" \
            hdrgm:Version="1.0">
            <Container:Directory><rdf:Seq>
            \(item("Item:Semantic=\"Primary\""))
            \(item("Item:Semantic=\"GainMap\" Item:Length=\"\(byteCount)\""))
            </rdf:Seq></Container:Directory></rdf:Description>

            """
    }
}
