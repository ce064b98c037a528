/// The XMP data of an image with a gain map or a depth map, or of the map: reads the properties of the map (`hdrgm`, `HDRGainMap`,
/// `GDepth`, `DepthMap`, and `apdi`), and the directory of the file (`Container`).
final class AuxiliaryXMP: XMLReader {
    /// The namespace of the properties of a gain map.
    static let gainMapURI = "http://ns.adobe.com/hdr-gain-map/1.0/"
    /// The namespaces of other properties: of depth maps in two versions, of Apple's images and gain maps, and of packets with a second
    /// part.
    private static let propertyURIs = [
        gainMapURI, "http://ns.google.com/photos/1.0/depthmap/", "http://ns.google.com/photos/dd/1.0/depthmap/",
        "http://ns.apple.com/pixeldatainfo/1.0/", "http://ns.apple.com/HDRGainMap/1.0/",
        "http://ns.adobe.com/xmp/note/",
    ]
    /// What all packets about depth maps contain that Android's cameras write.
    static let depthHint = Array("/depthmap/".utf8)
    private static let containerURI = "http://ns.google.com/photos/1.0/container/"
    private static let containerURIs = [containerURI, "http://ns.google.com/photos/dd/1.0/container/"]
    private static let itemURI = "http://ns.google.com/photos/1.0/container/item/"
    private static let itemURIs = [itemURI, "http://ns.google.com/photos/dd/1.0/item/"]
    private static let (maxDepth, maxItemCount, maxTextCount) = (64, 64, 256)
    private static let data = "Data"

    /// The values of each property of the map.
    private(set) var properties: [String: [String]] = [:]
    /// The map itself, in base64; empty if it is elsewhere.
    private(set) var data: [UInt8] = []
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

    /// Reads the parts of a packet; `nil` if one is invalid.
    ///
    /// - Throws: an error with the code `outOfMemory`, or `timeout` after the deadline.
    init?(_ parts: [[UInt8]], deadline: Deadline?) throws(ImageError) {
        for part in parts {
            guard try XMLParser.parse(part[...].withoutTrailingZeros, self, deadline: deadline) else { return nil }
        }
    }

    private static func name(_ bytes: [UInt8]) -> Name {
        let parts = bytes.split(separator: XMLParser.separator).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 2 else { return .other }
        return switch (parts[0], parts[1]) {
        case (let uri, let name) where propertyURIs.contains(uri): .property(name)
        case (let uri, let name) where itemURIs.contains(uri): .item(name)
        case (let uri, "Item") where containerURIs.contains(uri): .itemStart
        case (XMPNamespace.rdf, "li"): .itemStart
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
        text += stack.last == .property(Self.data) ? bytes[...] : bytes.prefix(Self.maxTextCount - text.count)
        return true
    }

    func endElement() {
        guard var name = stack.popLast() else { return }
        // a list of numbers
        if name == .itemStart, let property = stack.last(where: { $0 != .other }) { name = property }
        if text.contains(where: { $0 > 0x20 }) { note(text, of: name) }
        text = []
    }

    /// The map may be a value.
    var maxValueCount: Int { .max }

    private func note(_ value: [UInt8], of name: Name) {
        if name == .property(Self.data) { return data = value }
        let text = String(decoding: value.prefix(Self.maxTextCount), as: UTF8.self)
        switch name {
        case .property(let name): if properties[name]?.count ?? 0 <= 3 { properties[name, default: []].append(text) }
        case .item(let name): if !items.isEmpty { items[items.count - 1][name] = text }
        case .itemStart, .other: break
        }
    }

    /// The length of an item in bytes, and the number of bytes of items between the first image and it, and after it.
    struct Location {
        var byteCount, precedingByteCount, followingByteCount: Int

        /// Where the item may be in a file: the last item ends with the file, unless a program has appended something else.
        func ranges(in file: FileContents, of packet: Range<Int>, after imageEnd: Int) -> [Range<Int>] {
            [file.count - followingByteCount - byteCount, imageEnd + precedingByteCount]
                .filter { $0 > packet.upperBound && $0 <= file.count - byteCount }
                .map { $0..<$0 + byteCount }
        }
    }

    /// Where the gain map is; `nil` without an item for one.
    var gainMapLocation: Location? { location { $0["Semantic"] == "GainMap" } }

    /// Where the depth map is: the item that it names, or the one that is called so; `nil` without such an item.
    var depthLocation: Location? {
        let name = properties["DepthURI"]?.first
        return location { $0["DataURI"] != nil && $0["DataURI"] == name } ?? location { $0["Semantic"] == "Depth" }
    }

    /// Where an item is; `nil` without one.
    ///
    /// The images follow each other, in the order of the directory. The first item is the image of the file.
    private func location(where isWanted: ([String: String]) -> Bool) -> Location? {
        let items = items.filter { $0["Semantic"] != nil || $0["Mime"] != nil }
        guard let index = items.firstIndex(where: isWanted) else { return nil }
        func length(_ name: String, of item: [String: String]) -> Int? {
            guard let count = item[name].map({ Int($0) }) ?? 0, (0...Int(Int32.max)).contains(count) else { return nil }
            return count
        }
        func length(of items: ArraySlice<[String: String]>) -> Int? {
            items.reduce(0) { sum, item in
                guard let sum, let count = length("Length", of: item), let padding = length("Padding", of: item) else {
                    return nil
                }
                return sum + count + padding
            }
        }
        guard let following = length(of: items[(index + 1)...]), let count = length("Length", of: items[index]),
            count > 0,
            let padding = items.first.flatMap({ length("Padding", of: $0) }),
            let preceding = length(of: items[..<index].dropFirst())
        else { return nil }
        return Location(byteCount: count, precedingByteCount: padding + preceding, followingByteCount: following)
    }

    /// The directory of a file with a map of some length, in an element of RDF.
    static func directory(mapByteCount byteCount: Int) -> String {
        func item(_ attributes: String) -> String {
            "<rdf:li rdf:parseType=\"Resource\"><Container:Item \(attributes) Item:Mime=\"image/jpeg\"/></rdf:li>"
        }
        return """
            <rdf:Description rdf:about="" xmlns:Container="\(containerURI)" xmlns:Item="\(itemURI)" xmlns:hdrgm="\(gainMapURI)" \
            hdrgm:Version="1.0">
            <Container:Directory><rdf:Seq>
            \(item("Item:Semantic=\"Primary\""))
            \(item("Item:Semantic=\"GainMap\" Item:Length=\"\(byteCount)\""))
            </rdf:Seq></Container:Directory></rdf:Description>

            """
    }
}

// MARK: - Depth

extension AuxiliaryXMP {
    private func number(_ name: String) -> Double { properties[name]?.first.flatMap { Double($0) } ?? .nan }

    /// What the samples of Apple's depth map mean, of which this is the packet.
    var appleScale: DepthScale {
        // four letters each: half and single precision
        func isFormat(_ names: [String]) -> Bool {
            let format = properties["NativeFormat"]?.first.flatMap { Int($0) }
            return names.contains { $0.utf8.reduce(0) { $0 << 8 | Int($1) } == format }
        }
        let isDistance =
            isFormat(["hdep", "fdep"])
            || !isFormat(["hdis", "fdis"]) && properties["AuxiliaryImageType"]?.first == "depth"
        return isDistance ? .distance(from: number("FloatMinValue"), to: number("FloatMaxValue")) : .inverse
    }

    /// What the samples of an Android camera's depth map mean; `nil` if the packet describes none.
    var androidScale: DepthScale? {
        guard properties["Near"] != nil || properties["DepthURI"] != nil || !data.isEmpty,
            (properties["ItemSemantic"]?.first ?? "Depth").lowercased() == "depth"
        else { return nil }
        let isLinear = properties["Format"]?.first?.lowercased() == "rangelinear"
        return isLinear ? .distance(from: number("Near"), to: number("Far")) : .fallingInverse
    }

    /// The name of the second part of a packet that is too long for one segment.
    var extensionName: String? { properties["HasExtendedXMP"]?.first }
}
