import Foundation
import TestSupport
import Testing

@testable import VariableBlurCodecs

@Suite("XMP packets")
struct XMPPacketTests {
    private func rebuilt(_ packet: String) throws -> String? {
        try XMPPacket.rebuilt(Array(packet.utf8)).bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// A packet of usual structure, with parts that a parser could be tempted to change.
    private static let usual = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk='Test'>
        <rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>
          <rdf:Description rdf:about=""\r\n    xmlns:dc = "http://purl.org/dc/elements/1.1/"
            xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
            xmpMM:DocumentID="xmp.did:6F77F117-4072-0681-1822-AE9A1D1F1B2C"
            dc:format="image/jpeg" >
           <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Grüße &amp; &#x263A; <![CDATA[<b>]]></rdf:li></rdf:Alt></dc:title>
           <dc:subject><rdf:Bag/></dc:subject><dc:creator></dc:creator>
           <xmpMM:History><rdf:Seq>\(
            String(repeating: "<rdf:li stEvt:action='saved' stEvt:instanceID='xmp.iid:F77F117407206811822AE9A1D1F1B2C0'"
                + " stEvt:when='2024-05-06T07:08:09+02:00' stEvt:softwareAgent='Adobe Photoshop 25.1 (Macintosh)'/>",
                count: 30)
           )</rdf:Seq></xmpMM:History>
          </rdf:Description></rdf:RDF></x:xmpmeta>\n     \n<?xpacket end="w"?>
        """

    @Test("harmless XMP packets are copied unchanged")
    func unchanged() throws {
        #expect(try rebuilt(Self.usual) == Self.usual)
        #expect(try XMPPacket.rebuilt(Array(Self.usual.utf8)).loss == nil)
        // Another encoding becomes UTF-8.
        let utf16 = PlantedPreview.utf16(Self.usual, littleEndian: true)
        #expect(try XMPPacket.rebuilt(utf16).bytes == Array(Self.usual.utf8))
    }

    @Test("the orientation of XMP packets is reset with any namespace prefix")
    func orientation() throws {
        let root = "<a xmlns:t='http://ns.adobe.com/tiff/1.0/' xmlns:tiff='urn:other'>"
        #expect(
            try rebuilt("\(root)<b t:Orientation = '6' tiff:Orientation='6'/><t:Orientation> 8 </t:Orientation></a>")
                == "\(root)<b t:Orientation = '1' tiff:Orientation='6'/><t:Orientation>1</t:Orientation></a>")
        #expect(try rebuilt("\(root)<t:Orientation/></a>") == "\(root)<t:Orientation/></a>")
        #expect(
            try rebuilt("\(root)<t:Orientation><b>6</b><!-- c --></t:Orientation></a>")
                == "\(root)<t:Orientation>1</t:Orientation></a>")
    }

    @Test("lose pictures together with what becomes empty, and nothing else")
    func pictures() throws {
        let start = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:o="urn:o"
            xmlns:i="http://ns.adobe.com/xap/1.0/g/img/"><rdf:Description>
            """
        let end = "</rdf:Description></rdf:RDF>"
        func properties(_ properties: String) throws -> String? {
            try rebuilt(start + properties + end).map { String($0.dropFirst(start.count).dropLast(end.count)) }
        }
        #expect(try properties("<o:a><rdf:Bag><rdf:li i:image='x' i:width='1'/></rdf:Bag></o:a><o:b/>") == "<o:b/>")
        #expect(
            try properties("<o:a><rdf:Bag><rdf:li i:image='x' o:c='1'/></rdf:Bag></o:a>")
                == "<o:a><rdf:Bag><rdf:li o:c='1'/></rdf:Bag></o:a>")
        #expect(
            try properties("<o:a><rdf:Bag><rdf:li><i:image>x</i:image></rdf:li><rdf:li>y</rdf:li></rdf:Bag></o:a>")
                == "<o:a><rdf:Bag><rdf:li>y</rdf:li></rdf:Bag></o:a>")
        #expect(try properties("<o:a rdf:parseType='Resource'>\n<i:a><i:b/></i:a>\n</o:a>") == "")
        #expect(try properties("<!--c--><o:a>1<?p i?>2</o:a><!--d-->") == "<o:a>12</o:a>")
    }

    @Test("are dropped if they exceed a limit or are invalid")
    func limits() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        func attributes(_ count: Int) -> String { "<a " + (0..<count).map { "b\($0)='1' " }.joined() + "/>" }
        func named(_ count: Int) -> String { "<a><\(String(repeating: "ab-", count: count / 3))a/></a>" }
        func spaced(_ count: Int) -> String { "<a xmlns:b='u:\(String(repeating: "ab:", count: count / 3))'/>" }
        for (accepted, refused) in [
            (nested(64), nested(65)), (attributes(4096), attributes(4097)), (named(120), named(150)),
            (spaced(240), spaced(270)),
        ] {
            #expect(try rebuilt(accepted) == accepted)
            #expect(try XMPPacket.rebuilt(Array(refused.utf8)).loss == .invalid)
        }
        for invalid in [
            "", "a", "<a>", "<a></b>", "<a/><b/>", "<a b='1' b='2'/>", "<a>\u{1}</a>", "<!DOCTYPE a><a/>", "<a>&b;</a>",
        ] {
            let checked = try XMPPacket.rebuilt(Array(invalid.utf8))
            #expect(checked.bytes == nil && checked.loss == .invalid)
        }
        #expect(try XMPPacket.rebuilt(Array("<a>".utf8) + [0xFF, 0xFF] + Array("</a>".utf8)).loss == .invalid)
        #expect(try XMPPacket.rebuilt([0xFE, 0xFF, 0xD8]).loss == .invalid)
        #expect(try XMPPacket.rebuilt([0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0]).loss == .invalid)
    }

    @Test("XMP packets are processed in linear time")
    func time() throws {
        let long = "u:" + String(repeating: "ab:", count: 80)
        let packets = [
            "<a xmlns:b='\(long)'><c \((0..<4000).map { "b:d\($0)='e' " }.joined())/></a>",
            "<a>"
                + String(repeating: "<b><!--c--><i:d xmlns:i='http://ns.adobe.com/xap/1.0/g/img/'/></b>", count: 40_000)
                + "</a>",
            "<a><b>" + String(repeating: "&#32;", count: 400_000) + "</b></a>",
            "<a><b c='" + String(repeating: "/9j/ ", count: 13_000) + "'/></a>",
            "<a " + String(repeating: " ", count: 2_000_000) + "/>",
        ]
        for packet in packets {
            let seconds = try ProcessorTime.seconds { () throws in #expect(try rebuilt(packet) != nil) }
            #expect(seconds < 10)
        }
    }

    @Test("the time limit applies")
    func deadline() throws {
        let packet = "<a>" + String(repeating: "<b/>", count: 1000) + "</a>"
        #expect(throws: ImageError.self) {
            try XMPPacket.rebuilt(Array(packet.utf8), deadline: Deadline(after: .zero))
        }
    }

    @Test("random packets stay valid", arguments: 0..<20)
    func random(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let places = HidingPlace.xmp.map(\.bytes) + [Array(Self.usual.utf8)]
        for _ in 0..<100 {
            var packet = places[Int.random(in: places.indices, using: &random)]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: packet.indices, using: &random)
                packet[index] = packet[Int.random(in: packet.indices, using: &random)]
            }
            let checked = try XMPPacket.rebuilt(packet)
            guard let bytes = checked.bytes else { continue }
            #expect(bytes.count <= packet.count * 3)
            #expect(try XMPPacket.rebuilt(bytes).bytes == bytes)
        }
    }
}
