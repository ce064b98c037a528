import TestSupport

extension HidingPlace {
    private static let base64 = PlantedPreview.base64
    private static let namespaces = """
        xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:xmp="http://ns.adobe.com/xap/1.0/" \
        xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/" xmlns:picture="http://ns.adobe.com/xap/1.0/g/img/" \
        xmlns:GImage="http://ns.google.com/photos/1.0/image/" xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" \
        xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#" \
        xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:own="http://example.com/own/"
        """

    /// A packet with a title, and with more properties and attributes of the description.
    static func packet(_ properties: String, attributes: String = "", before: String = "", after: String = "") -> String
    {
        """
        \(before)<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(namespaces)><rdf:Description rdf:about="" \
        dc:format="\(rest)" \(attributes)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>\(after)
        """
    }

    /// The value of a property that every packet contains.
    static let rest = "image/jpeg"

    private static func xmp(_ name: String, _ properties: String, attributes: String = "") -> HidingPlace {
        HidingPlace(.xmp, name, Array(packet(properties, attributes: attributes).utf8))
    }

    /// A packet that is dropped as a whole.
    private static func dropped(_ name: String, _ packet: String) -> HidingPlace {
        HidingPlace(.xmp, name, keepsRest: false, Array(packet.utf8))
    }

    private static func thumbnails(_ prefix: String, _ value: String = base64) -> String {
        """
        <xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><\(prefix):width>9</\(prefix):width>\
        <\(prefix):image>\(value)</\(prefix):image></rdf:li></rdf:Alt></xmp:Thumbnails>
        """
    }

    private static func items(_ parts: [String]) -> String {
        "<own:parts><rdf:Seq>\(parts.map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Seq></own:parts>"
    }

    static let xmp = thumbnailPlaces + properties + markup + encodings

    private static let thumbnailPlaces: [HidingPlace] = [
        xmp("thumbnails", thumbnails("xmpGImg")), xmp("thumbnails with another prefix", thumbnails("picture")),
        xmp("thumbnails with a line break in each line", thumbnails("picture", base64.replacing("A", with: "&#xA;A"))),
        xmp("thumbnails in a CDATA section", thumbnails("xmpGImg", "<![CDATA[\(base64)]]>")),
        xmp("short thumbnails", thumbnails("xmpGImg", String(base64.prefix(60)))),
        xmp(
            "thumbnails in a default namespace",
            "<own:box rdf:parseType='Resource'><image xmlns='http://ns.adobe.com/xap/1.0/g/img/'>\(base64)</image></own:box>"
        ),
        xmp(
            "thumbnails as attributes",
            "<own:box><rdf:Alt><rdf:li picture:width='9' picture:image='\(base64)'/></rdf:Alt></own:box>"),
        xmp(
            "thumbnails of ingredients",
            "<xmpMM:Pantry><rdf:Bag><rdf:li><rdf:Description own:name='a'>\(thumbnails("xmpGImg"))</rdf:Description></rdf:li></rdf:Bag></xmpMM:Pantry>"
        ),
        xmp("another image", "<GImage:Data>\(base64)</GImage:Data>"),
        xmp("a depth map as an attribute", "", attributes: "GDepth:Data='\(base64)'"),
    ]

    private static let properties: [HidingPlace] = [
        xmp("an unknown property", "<own:data>\(base64)</own:data>"),
        xmp("an unknown attribute", "", attributes: "own:data=\"\(base64)\""),
        xmp("the title", "<dc:title><rdf:Alt><rdf:li xml:lang='x-default'>\(base64)</rdf:li></rdf:Alt></dc:title>"),
        xmp("a language", "<dc:title><rdf:Alt><rdf:li xml:lang='\(base64)'>A title</rdf:li></rdf:Alt></dc:title>"),
        xmp("the format as an element", "", attributes: "dc:source='\(base64)'"),
        xmp("a rating", "<xmp:Rating>\(base64)</xmp:Rating>"),
        xmp("the orientation", "<tiff:Orientation>\(base64)</tiff:Orientation>"),
        xmp("a field", "<xmpMM:History><rdf:Seq><rdf:li stEvt:action='\(base64)'/></rdf:Seq></xmpMM:History>"),
        xmp("a keyword", "<dc:subject><rdf:Bag><rdf:li>lake</rdf:li><rdf:li>\(base64)</rdf:li></rdf:Bag></dc:subject>"),
        xmp(
            "a nested thumbnail",
            "<dc:subject><rdf:Bag><rdf:li>lake</rdf:li><rdf:li>\(thumbnails("xmpGImg"))</rdf:li></rdf:Bag></dc:subject>"
        ),
        xmp("a thumbnail in a known property", "<dc:source>\(thumbnails("picture"))</dc:source>"),
        xmp("a text beside elements", "<dc:subject><rdf:Bag><rdf:li>lake</rdf:li></rdf:Bag>\(base64)</dc:subject>"),
        xmp(
            "keywords",
            "<dc:subject><rdf:Bag>\(PlantedPreview.parts(base64, of: 60).map { "<rdf:li>\($0)</rdf:li>" }.joined())</rdf:Bag></dc:subject>"
        ),
        xmp("a known attribute of an unknown type", "<dc:source rdf:parseType='\(base64)'>a</dc:source>"),
        xmp("a description in lines", "<dc:description>\(PlantedPreview.lines(base64, of: 64))</dc:description>"),
        xmp("the source in decimal numbers", "<dc:source>\(PlantedPreview.decimal)</dc:source>"),
        xmp("the address of a known resource", "<dc:source rdf:resource='data:image/jpeg;base64,\(base64)'/>"),
        xmp("XML in a known property", "<dc:source rdf:parseType='Literal'><own:a>\(base64)</own:a></dc:source>"),
        xmp("lines", "<own:data>\(PlantedPreview.lines(base64, of: 64))</own:data>"),
        xmp("references to characters", "<own:data>\(base64.replacing("/", with: "&#47;"))</own:data>"),
        xmp("hexadecimal digits", "<own:data>\(PlantedPreview.hexadecimal.uppercased())</own:data>"),
        xmp("decimal numbers", "<own:data>\(PlantedPreview.decimal)</own:data>"),
        xmp("Base64 without a signature", "<own:data>\(PlantedPreview.headlessBase64)</own:data>"),
        xmp(
            "several properties",
            PlantedPreview.parts(base64, of: 900).enumerated().map { "<own:data\($0)>\($1)</own:data\($0)>" }.joined()),
        xmp(
            "several attributes", "",
            attributes: PlantedPreview.parts(base64, of: 450).enumerated().map { "own:data\($0)='\($1)'" }.joined(
                separator: " ")),
        xmp("items", items(PlantedPreview.parts(base64, of: 100))),
        xmp("short items", items(PlantedPreview.parts(base64, of: 20))),
        xmp("a JSON text", "<own:data>{\"data\": \"\(base64)\"}</own:data>"),
        xmp("a URL with data", "", attributes: "own:link='data:image/jpeg;base64,\(base64)'"),
        xmp("the address of a resource", "<own:data rdf:resource='data:\(base64)'/>"),
        xmp(
            "XML in a property", "<own:data rdf:parseType='Literal'><own:a><own:b>\(base64)</own:b></own:a></own:data>"),
    ]

    private static let markup: [HidingPlace] = [
        xmp("a comment", "<!-- \(base64) -->"), xmp("an instruction", "<?own \(base64)?>"),
        HidingPlace(.xmp, "a comment after the packet", Array(packet("", after: "<!--\(base64)-->").utf8)),
        HidingPlace(.xmp, "the instruction at the end", Array(packet("", after: "<?xpacket \(base64)?>").utf8)),
        HidingPlace(
            .xmp, "many instructions",
            Array(
                packet("", after: PlantedPreview.parts(base64, of: 80).map { "<?xpacket \($0)?>" }.joined()).utf8)),
        HidingPlace(
            .xmp, "the subject of the description",
            Array(
                packet("").replacing("rdf:about=\"\"", with: "rdf:about=\"\(base64)\"").utf8)),
        dropped("an entity", packet("<own:data>&a;</own:data>", before: "<!DOCTYPE a [<!ENTITY a \"\(base64)\">]>")),
        dropped("a text after the packet", packet("", after: base64)),
        xmp("a text in the description", "<own:a>b</own:a>\(base64)"),
        dropped("a packet that does not end", String(packet("<own:data>\(base64)</own:data>").dropLast(9))),
        dropped("an undeclared prefix", packet("<unknown:data>\(base64)</unknown:data>")),
        xmp("a namespace", "<a:b xmlns:a='http://example.com/\(base64)'>c</a:b>"),
        xmp(
            "namespaces",
            PlantedPreview.parts(PlantedPreview.hexadecimal, of: 100).map { "<a:b xmlns:a='u:\($0)'/>" }.joined()),
        xmp("names", PlantedPreview.parts(PlantedPreview.hexadecimal, of: 100).map { "<dc:a\($0)/>" }.joined()),
        xmp(
            "names of attributes",
            PlantedPreview.parts(PlantedPreview.hexadecimal, of: 100).map { "<dc:source dc:a\($0)='a'>b</dc:source>" }
                .joined()),
    ]

    private static let encodings: [HidingPlace] = {
        let whole = packet(thumbnails("picture") + "<own:data>\(base64)</own:data>")
        let declared = "<?xml version='1.0' encoding='UTF-16'?>" + whole
        return [
            HidingPlace(
                .xmp, "UTF-16", keepsRest: false, PlantedPreview.utf16("\u{FEFF}" + declared, littleEndian: false)),
            HidingPlace(
                .xmp, "little-endian UTF-16", keepsRest: false,
                PlantedPreview.utf16("\u{FEFF}" + whole, littleEndian: true)),
            HidingPlace(.xmp, "UTF-32", keepsRest: false, PlantedPreview.utf32(whole)),
            HidingPlace(.xmp, "zeros after the packet", Array(whole.utf8) + [0, 0]),
            HidingPlace(.xmp, "bytes after zeros", keepsRest: false, Array(whole.utf8) + [0] + PlantedPreview.bytes),
        ]
    }()
}
