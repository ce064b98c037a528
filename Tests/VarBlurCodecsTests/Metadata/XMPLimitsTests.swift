import Foundation
import TestSupport
import Testing

@testable import VarBlurCodecs

@Suite("Limits of XMP packets")
struct XMPLimitsTests {
    private static let size = 8 << 20

    /// Names of five letters.
    private static func names(_ count: Int) -> [String] {
        let letters = Array("abcdefghijklmnopqrst".utf8)
        return (0..<count).map { index in
            String(decoding: [1, 20, 400, 8000, 160_000].map { letters[index / $0 % 20] }, as: UTF8.self)
        }
    }

    private static func packet(_ parts: String) -> [UInt8] { Array("<a>\(parts)</a>".utf8) }

    private static func repeated(_ part: String) -> [UInt8] {
        packet(String(repeating: part, count: size / part.utf8.count))
    }

    /// Packets whose parts would take many times their length in memory.
    private static let refused: [String: [UInt8]] = {
        let names = Self.names(size / 10)
        let namespace = "urn:" + String(repeating: "abcdefgh/", count: 27)
        return [
            "attributes": packet("<b \(names.map { $0 + "='' " }.joined())/>"),
            "attributes in a long namespace": packet(
                "<b xmlns:n='\(namespace)' \(names.map { "n:\($0)='' " }.joined())/>"),
            "a namespace of great length": packet(
                "<b xmlns:n='\(String(repeating: "a:", count: size / 4))' \(names.prefix(4000).map { "n:\($0)='' " }.joined())/>"
            ),
            "declarations": packet("<b \(names.map { "xmlns:\($0)='u' " }.joined())/>"),
            "names of elements": packet(names.map { "<\($0)/>" }.joined()),
            "names of attributes": packet(names.map { "<b \($0)=''/>" }.joined()),
            "depth": repeated("<b>"),
        ]
    }()

    @Test("packets that would take many times their length are dropped")
    func refused() throws {
        for (name, packet) in Self.refused {
            let seconds = try ProcessorTime.seconds { () throws in
                let checked = try XMPPacket.rebuilt(packet)
                #expect(checked.bytes == nil && !checked.losses.isEmpty, "\(name)")
            }
            #expect(seconds < 10, "\(name)")
        }
    }

    /// The start of a packet up to its resource, and the end.
    private static let (start, end) = (
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:dc='http://purl.org/dc/elements/1.1/'"
            + "><rdf:Description>",
        "</rdf:Description></rdf:RDF>"
    )

    private static func properties(_ properties: String) -> [UInt8] { Array((start + properties + end).utf8) }

    @Test("long texts and long properties are left out with a notice")
    func texts() throws {
        let long = String(repeating: "word ", count: 60_000)
        let rest = "<dc:format>image/jpeg</dc:format>"
        for property in [
            "<dc:source>\(long)</dc:source>", "<dc:source rdf:resource='\(long)'/>",
            "<dc:subject><rdf:Bag><rdf:li>a</rdf:li>\(String(repeating: "<rdf:li/>", count: 100_000))</rdf:Bag></dc:subject>",
        ] {
            let checked = try XMPPacket.rebuilt(Self.properties(property + rest))
            #expect(try checked.bytes == XMPPacket.rebuilt(Self.properties(rest)).bytes)
            #expect(checked.losses == [.refusedText])
        }
        let words = "<dc:source>\(long.prefix(60_000))</dc:source>"
        #expect(try XMPPacket.rebuilt(Self.properties(words)).losses.isEmpty)
        // all texts together
        let twice = try XMPPacket.rebuilt(Self.properties(words + words.replacing("source", with: "rights")))
        #expect(try twice.losses == [.refusedText] && twice.bytes == XMPPacket.rebuilt(Self.properties(words)).bytes)
    }

    @Test("are read in linear time")
    func time() throws {
        let items = String(repeating: "<rdf:li>a</rdf:li>", count: 3_000)
        let attributes = (0..<4000).map { "b:d\($0)='e' " }.joined()
        for part in [
            "<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>",
            "<c xmlns:b='u:\(String(repeating: "ab:", count: 80))' \(attributes)/>",
            "<c xmlns='a\(String(repeating: "\u{301}\u{316}", count: 6000))'>\(String(repeating: "<b/>", count: 20_000))</c>",
            String(repeating: "<dc:subject><rdf:Bag/></dc:subject>", count: 100_000),
            "<dc:source>" + String(repeating: "&#32;", count: 400_000) + "</dc:source>",
            "<c " + String(repeating: " ", count: 2_000_000) + "/>",
            String(repeating: "<!--c--><?b?>", count: 200_000),
        ] {
            let seconds = try ProcessorTime.seconds { () throws in
                let checked = try XMPPacket.rebuilt(Self.properties(part + "<dc:format>image/jpeg</dc:format>"))
                #expect(checked.bytes != nil, "\(part.prefix(40))")
            }
            #expect(seconds < 5, "\(part.prefix(40))")
        }
    }

    @Test("the deadline applies to each kind of part")
    func deadline() throws {
        for name in ["declarations", "names of elements", "names of attributes"] {
            let packet = try #require(Self.refused[name])
            #expect(throws: ImageError.self, "\(name)") {
                try XMPPacket.rebuilt(packet, deadline: Deadline(after: .zero))
            }
        }
        for part in ["&#97;", "<b/>"] {
            let error = #expect(throws: ImageError.self, "\(part)") {
                try XMPPacket.rebuilt(Self.repeated(part), deadline: Deadline(after: .zero))
            }
            #expect(error?.code == .timeout)
        }
    }

    @Test("the memory of a parser is limited and returned")
    func memory() {
        let memory = XMLMemory(limit: 1000, nil)
        #expect(unsafe XMLMemory.resize(nil, 1) == nil, "without a current memory")
        memory.use {
            let first = unsafe XMLMemory.resize(nil, 400)
            let second = unsafe XMLMemory.resize(nil, 400)
            #expect(unsafe first != nil && second != nil && XMLMemory.resize(nil, 400) == nil)
            unsafe XMLMemory.release(first)
            let larger = unsafe XMLMemory.resize(second, 900)
            #expect(unsafe larger != nil && XMLMemory.resize(nil, 200) == nil)
            unsafe XMLMemory.release(larger)
            unsafe XMLMemory.release(nil)
            let whole = unsafe XMLMemory.resize(nil, 980)
            #expect(unsafe whole != nil)
            unsafe XMLMemory.release(whole)
            memory.close()
            #expect(unsafe XMLMemory.resize(nil, 1) == nil)
        }
        #expect(!memory.isExhausted)
    }
}
