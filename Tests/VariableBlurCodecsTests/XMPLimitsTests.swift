import Foundation
import TestSupport
import Testing

@testable import VariableBlurCodecs

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
            "depth": repeated("<b>"), "changes": repeated("<b/><?b?>"),
        ]
    }()

    @Test("packets that would take many times their length are dropped")
    func refused() throws {
        for (name, packet) in Self.refused {
            let seconds = try ProcessorTime.seconds { () throws in
                let checked = try XMPPacket.rebuilt(packet)
                #expect(checked.bytes == nil && checked.loss != nil, "\(name)")
            }
            #expect(seconds < 10, "\(name)")
        }
    }

    @Test("names of combining marks take no longer than others")
    func combiningMarks() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 60)
        let elements = String(repeating: "<n:b/>", count: 20_000)
        let short = Self.packet("<c xmlns:n='a\(marks)'>\(elements)</c>")
        let long = Self.packet("<n:c xmlns:n='a\(String(repeating: marks, count: 400))'/>")
        let seconds = try ProcessorTime.seconds { () throws in
            #expect(try XMPPacket.rebuilt(short).bytes == short)
            #expect(try XMPPacket.rebuilt(long).bytes == nil)
        }
        #expect(seconds < 10)
        // a mark after a prefix does not hide it
        let picture = Self.packet("<i:b xmlns:i='http://ns.adobe.com/xap/1.0/g/img/\u{301}'>a</i:b>")
        #expect(try XMPPacket.rebuilt(picture).bytes == Self.packet(""))
    }

    @Test("adjacent removals are one change", arguments: ["<?b?>", "<!---->"])
    func merged(part: String) throws {
        let packet = Self.repeated(part)
        let editor = XMPEditor(packet, nil)
        #expect(try XMLParser.parse(packet, editor))
        #expect(editor.edits.count == 1)
        #expect(try XMPPacket.rebuilt(packet).bytes == Array("<a></a>".utf8))
    }

    @Test("long texts are removed, long blanks stay")
    func texts() throws {
        let long = String(repeating: "ab ", count: 100_000)
        #expect(try XMPPacket.rebuilt(Self.packet("<b/><c><d>\(long)</d></c>")).bytes == Self.packet("<b/>"))
        #expect(try XMPPacket.rebuilt(Self.packet("<b c='\(long)'/>")).bytes == Self.packet(""))
        let blank = Self.packet("<b>" + String(repeating: " ", count: 300_000) + "</b>")
        #expect(try XMPPacket.rebuilt(blank).bytes == blank)
        let late = Self.packet("<b>" + String(repeating: " ", count: 300_000) + "c</b>")
        #expect(try XMPPacket.rebuilt(late).bytes == Self.packet(""))
    }

    @Test("images are not spelled in names, short names of usual programs stay")
    func names() throws {
        var random = SplitMix64(seed: 3)
        let digits = (0..<3000).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
        for length in [8, 20, 30] {
            let parts = PlantedPreview.parts(digits, of: length)
            for packet in [
                Self.packet(parts.map { "<a\($0)z/>" }.joined()), Self.packet(parts.map { "<b a\($0)z=''/>" }.joined()),
            ] {
                #expect(try XMPPacket.rebuilt(packet).loss == .possiblePreview)
            }
        }
        for part in ["P", "Point2D", "ToneCurvePV2012_", "LocalExposure"] {
            let packet = Self.packet((0..<3000).map { "<\(part)\($0)/>" }.joined())
            #expect(try XMPPacket.rebuilt(packet).bytes == packet)
        }
    }

    @Test("the deadline applies to each kind of part")
    func deadline() throws {
        for name in ["declarations", "names of elements", "names of attributes", "changes"] {
            let packet = try #require(Self.refused[name])
            #expect(throws: ImageError.self, "\(name)") {
                try XMPPacket.rebuilt(packet, deadline: Deadline(after: .zero))
            }
        }
        for part in ["<?b?>", "<!---->", "&#97;", "<b/>"] {
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
