import Foundation
import TestSupport
import Testing

@testable import VarBlurCodecs

@Suite("XMP packets")
struct XMPPacketTests {
    private static let start = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk='Test'>
        <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
          xmlns:t='http://ns.adobe.com/tiff/1.0/' xmlns:tiff='urn:other'
          xmlns:i='http://ns.adobe.com/xap/1.0/g/img/' xmlns:core="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">
        """

    /// A packet with one resource.
    private static func packet(_ properties: String, attributes: String = "") -> [UInt8] {
        Array("\(start)<rdf:Description \(attributes)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>".utf8)
    }

    /// The rebuilt properties of a packet: the lines between the tags of the resource.
    private func properties(_ properties: String, attributes: String = "") throws -> [Substring]? {
        try XMPPacket.rebuilt(Self.packet(properties, attributes: attributes)).bytes.map { bytes in
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst(3).dropLast(3)
        }.map(Array.init)
    }

    @Test("are written anew with the known properties")
    func known() throws {
        let checked = try XMPPacket.rebuilt(
            Self.packet("<dc:subject><rdf:Bag/></dc:subject><other/>", attributes: "dc:format='image/jpeg'"))
        #expect(checked.losses.isEmpty)
        #expect(
            checked.bytes.map { String(decoding: $0, as: UTF8.self) } == """
                <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
                <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
                <dc:format>image/jpeg</dc:format>
                </rdf:Description>
                </rdf:RDF></x:xmpmeta>
                <?xpacket end="w"?>
                """)
        for (written, expected) in [
            (
                "<dc:title>\n <rdf:Alt> <rdf:li xml:lang='de-AT'>Grüße &amp; &#x263A; <![CDATA[<b>]]></rdf:li>\n</rdf:Alt></dc:title>",
                "<dc:title><rdf:Alt><rdf:li xml:lang=\"de-AT\">Grüße &amp; ☺ &lt;b&gt;</rdf:li></rdf:Alt></dc:title>"
            ),
            ("<dc:source>a&#10;b&#13;\"</dc:source>", "<dc:source>a&#10;b&#13;&quot;</dc:source>"),
            (
                "<xmpMM:History><rdf:Seq><rdf:li stEvt:action='a\"&#9;b' i:image='x'/></rdf:Seq></xmpMM:History>",
                "<xmpMM:History><rdf:Seq><rdf:li stEvt:action=\"a&quot;&#9;b\"></rdf:li></rdf:Seq></xmpMM:History>"
            ),
            (
                "<core:CreatorContactInfo rdf:parseType='Resource'><core:CiAdrCity>Rom</core:CiAdrCity><i:a/></core:CreatorContactInfo>",
                "<Iptc4xmpCore:CreatorContactInfo rdf:parseType=\"Resource\"><Iptc4xmpCore:CiAdrCity>Rom</Iptc4xmpCore:CiAdrCity></Iptc4xmpCore:CreatorContactInfo>"
            ),
            ("<dc:source rdf:resource='urn:a'/>", "<dc:source rdf:resource=\"urn:a\"></dc:source>"),
            ("<dc:source>a</dc:source><dc:source>b</dc:source>", "<dc:source>a</dc:source>"),
            ("<dc:source> </dc:source><dc:source>b</dc:source>", "<dc:source>b</dc:source>"),
            ("<!--c--><dc:source>1<?p i?>2</dc:source><!--d-->", "<dc:source>12</dc:source>"),
        ] {
            #expect(try properties(written) == [expected[...]], "\(written)")
        }
        for unknown in [
            "<dc:source rdf:parseType='Literal'><b>a</b></dc:source>",
            "<dc:source>a<rdf:value>b</rdf:value></dc:source>",
            "<dc:Source>a</dc:Source>", "<rdf:li>a</rdf:li>", "<i:dc:source>a</i:dc:source>", "a text",
            "<dc:subject><rdf:Bag><rdf:li xml:lang='de'/></rdf:Bag></dc:subject>", "<t:Other>1</t:Other>",
        ] { #expect(try properties(unknown) == nil, "\(unknown)") }
    }

    @Test("the orientation of XMP packets is reset with any namespace prefix")
    func orientation() throws {
        let upright = ["<tiff:Orientation>1</tiff:Orientation>"[...]]
        #expect(try properties("", attributes: "t:Orientation = '6' tiff:Orientation='6'") == upright)
        #expect(try properties("<t:Orientation> 8 </t:Orientation><t:Orientation>6</t:Orientation>") == upright)
        #expect(try properties("<t:Orientation><rdf:value>6</rdf:value></t:Orientation>") == upright)
        #expect(try properties("<dc:source t:Orientation='6'><t:Orientation>6</t:Orientation></dc:source>") == nil)
    }

    @Test("the properties of all resources become one resource")
    func resources() throws {
        let text = String(decoding: Self.packet("<dc:source>a</dc:source>", attributes: "dc:type='b'"), as: UTF8.self)
        let two = text.replacing(
            "</rdf:RDF>", with: "<rdf:Description dc:type='c' dc:format='d'/><dc:rights>e</dc:rights></rdf:RDF>")
        let rebuilt = String(decoding: try #require(try XMPPacket.rebuilt(Array(two.utf8)).bytes), as: UTF8.self)
        #expect(
            rebuilt.contains(
                "<dc:type>b</dc:type>\n<dc:source>a</dc:source>\n<dc:format>d</dc:format>\n</rdf:Description>\n</rdf:RDF>"
            ))
    }

    @Test("a property with an encoded image is left out as a whole")
    func refused() throws {
        let base64 = PlantedPreview.base64
        let subject = "<dc:subject><rdf:Bag><rdf:li>lake</rdf:li><rdf:li>\(base64)</rdf:li></rdf:Bag></dc:subject>"
        let packet = Self.packet(subject + "<dc:source>a</dc:source>", attributes: "dc:type='\(base64)'")
        let checked = try XMPPacket.rebuilt(packet)
        #expect(try checked.bytes == XMPPacket.rebuilt(Self.packet("<dc:source>a</dc:source>")).bytes)
        #expect(checked.losses == [.refusedText])
    }

    @Test("a known property in a form that is not copied, or with text that is none, does not vanish without a notice")
    func lostTexts() throws {
        let long = String(repeating: "long words ", count: 7000)
        for (lost, loss) in [
            ("<dc:source rdf:parseType='Literal'><b>a</b></dc:source>", .unsupportedForm),
            ("<dc:source rdf:parseType='Literal'>\(long)</dc:source>", .unsupportedForm),
            ("<dc:source>a<rdf:value>b</rdf:value></dc:source>", .unsupportedForm),
            ("<dc:source>Don\u{92}t</dc:source>", .refusedText), ("<dc:source>\(long)</dc:source>", .refusedText),
        ] as [(String, CheckedMetadata.Loss)] {
            let checked = try XMPPacket.rebuilt(Self.packet(lost + "<dc:rights>c</dc:rights>"))
            #expect(checked.losses == [loss] && checked.bytes != nil, "\(lost.prefix(60))")
            #expect(try XMPPacket.rebuilt(Self.packet(lost)).bytes == nil)
            let cause = loss == .refusedText ? "too long, or may contain" : "in a form that is not supported"
            let notices = checked.notices("XMP", for: "PNG")
            #expect(notices.count == 1 && notices[0].hasPrefix("parts of the XMP data are \(cause)"), "\(notices)")
        }
    }

    @Test("properties of Microsoft are read with and without a slash at the end of their namespace")
    func microsoft() throws {
        for end in ["", "/"] {
            let namespace = "xmlns:m='http://ns.microsoft.com/photo/1.0\(end)'"
            let kept = try properties(
                "<m:LastKeywordXMP>cat</m:LastKeywordXMP>", attributes: "\(namespace) m:Rating='75'")
            #expect(
                kept == [
                    "<MicrosoftPhoto:Rating>75</MicrosoftPhoto:Rating>",
                    "<MicrosoftPhoto:LastKeywordXMP>cat</MicrosoftPhoto:LastKeywordXMP>",
                ])
        }
        #expect(try properties("", attributes: "xmlns:m='http://ns.microsoft.com/photo/1' m:Rating='75'") == nil)
    }

    @Test("say nothing of samples and compression that may be untrue of the output")
    func facts() throws {
        let always = ["Compression", "PlanarConfiguration", "YCbCrSubSampling"]
        let ofSamples = ["BitsPerSample", "PhotometricInterpretation", "SamplesPerPixel"]
        let photoshop = ["ColorMode", "ICCProfile"]
        let packet = Self.packet(
            "<dc:source>a</dc:source>" + (always + ofSamples).map { "<t:\($0)>1</t:\($0)>" }.joined()
                + photoshop.map { "<photoshop:\($0)>1</photoshop:\($0)>" }.joined(),
            attributes: "xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'")
        func kept(_ change: (inout OutputPicture) -> Void) throws -> [String] {
            var picture = OutputPicture(width: 8, height: 8)
            change(&picture)
            let text = String(decoding: try #require(XMPPacket.rebuilt(packet, for: picture).bytes), as: UTF8.self)
            return (always + ofSamples + photoshop).filter { text.contains(":\($0)>1<") }
        }
        #expect(try kept { _ in } == ofSamples + photoshop)
        #expect(try kept { $0.changesSamples = true } == ["ICCProfile"])
        #expect(try kept { $0.hasProfile = false } == ofSamples + ["ColorMode"])
        #expect(try kept { $0.isSRGB = true }.isEmpty)
    }

    @Test("keep what other programs read", .enabled(if: Program(named: "exiftool") != nil))
    func otherPrograms() throws {
        let exiftool = try #require(Program(named: "exiftool"))
        let directory = try TemporaryDirectory()
        let tags = [
            "dc:Title=A title", "dc:Title-de=Ein Titel", "dc:Creator=A. Person", "dc:Subject=lake", "dc:Subject=dawn",
            "dc:Description=Mist & <fog>", "dc:Rights=© 2024", "xmp:Rating=4", "xmp:Label=Red", "xmp:CreatorTool=GIMP",
            "xmp:CreateDate=2024:05:06 07:08:09", "xmpRights:Marked=True", "xmpRights:UsageTerms=On request",
            "photoshop:City=Rom", "photoshop:Credit=A. Person", "photoshop:DateCreated=2024:05:06",
            "iptcCore:Location=A lake", "iptcCore:CreatorWorkEmail=a@example.com", "iptcExt:PersonInImage=B. Person",
            "iptcExt:LocationShownCity=Rom",
            "iptcExt:DigitalSourceType=http://cv.iptc.org/newscodes/digitalsourcetype/a",
            "plus:LicensorName=An agency", "lr:HierarchicalSubject=nature|lake", "tiff:Make=Canon", "tiff:Model=EOS R5",
            "exif:ExposureTime=1/250", "exif:FNumber=5.6", "exif:FocalLength=35", "exif:GPSLatitude=52.5",
            "exif:FlashFired=True", "exif:DateTimeOriginal=2024:05:06 07:08:09", "exifEX:LensModel=RF 24-70mm",
            "aux:Lens=RF 24-70mm", "GPano:ProjectionType=equirectangular", "xmpMM:DocumentID=xmp.did:1",
            "xmpMM:HistoryAction=saved", "xmpMM:DerivedFromDocumentID=xmp.did:2",
        ]
        let written = try exiftool.run(
            ["-q"] + tags.map { "-XMP-\($0)" } + ["-XMP-crs:Exposure2012=+0.35", "-o", directory.path("in.xmp")])
        #expect(written.status == 0 && written.errors.isEmpty, "\(written.errors)")
        let packet = try #require(try XMPPacket.rebuilt(directory.read("in.xmp")).bytes)
        try directory.write(packet, to: "out.xmp")
        func values(_ name: String) throws -> [Substring] {
            try exiftool.run(["-a", "-G1", "-n", "-s", "-XMP:all", directory.path(name)]).text.split(separator: "\n")
                .filter { !$0.hasPrefix("[XMP-x]") && !$0.hasPrefix("[XMP-crs]") && !$0.hasPrefix("[XMP-rdf]") }
                .sorted()
        }
        #expect(try values("out.xmp") == values("in.xmp"))
        #expect(try values("out.xmp").count >= tags.count - 2)
        #expect(try exiftool.run(["-s3", "-validate", "-warning", directory.path("out.xmp")]).text == "OK\n")
    }

    @Test("are dropped if they exceed a limit or are invalid")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        func attributes(_ count: Int) -> String { "<a " + (0..<count).map { "b\($0)='1' " }.joined() + "/>" }
        for (accepted, refused) in [(nested(60), nested(62)), (attributes(4096), attributes(4097))] {
            let source = "<dc:source>a</dc:source>"
            #expect(try properties(source + accepted) == [source[...]])
            #expect(try XMPPacket.rebuilt(Self.packet(source + refused)).losses == [.invalid])
        }
        for invalid in [
            "", "a", "<a>", "<a></b>", "<a/><b/>", "<a b='1' b='2'/>", "<a>\u{1}</a>", "<!DOCTYPE a><a/>", "<a>&b;</a>",
        ] {
            let checked = try XMPPacket.rebuilt(Array(invalid.utf8))
            #expect(checked.bytes == nil && checked.losses == [.invalid])
        }
        #expect(try XMPPacket.rebuilt(Array("<a>".utf8) + [0xFF, 0xFF] + Array("</a>".utf8)).losses == [.invalid])
        #expect(try XMPPacket.rebuilt([UInt8](repeating: 0x20, count: 16 << 20 + 1)).losses == [.refusedText])
        let none = try XMPPacket.rebuilt(Array("<a/>".utf8))
        #expect(none.bytes == nil && none.losses.isEmpty)
    }

    @Test("random packets stay valid", arguments: 0..<20)
    func random(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let places = HidingPlace.xmp.map(\.bytes)
        for _ in 0..<100 {
            var packet = places[Int.random(in: places.indices, using: &random)]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: packet.indices, using: &random)
                packet[index] = packet[Int.random(in: packet.indices, using: &random)]
            }
            let checked = try XMPPacket.rebuilt(packet)
            guard let bytes = checked.bytes else { continue }
            #expect(bytes.count <= packet.count * 3 + 512)
            #expect(try XMPPacket.rebuilt(bytes).bytes == bytes)
        }
    }
}
