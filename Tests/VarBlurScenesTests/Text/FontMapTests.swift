import Foundation
import TestSupport
import Testing

@testable import VarBlurScenes

@Suite("Fonts that several scenes use")
struct FontMapTests {
    private static func map(_ files: [String]) throws -> FontMap {
        try FontMap(files: files, directories: [], directoriesText: "")
    }

    @Test("fonts are read once, for one scene at a time, and again if a file has changed")
    func reuse() throws {
        let directory = try TemporaryDirectory()
        let font = try #require(Program(named: "fc-match")).run(["-f", "%{file}", "DejaVu Serif"]).text
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: font)))
        for name in ["a.ttf", "b.ttf"] { try directory.write(bytes, to: name) }
        let (first, second) = (directory.path("a.ttf"), directory.path("b.ttf"))
        // contexts are compared while what they belong to exists
        var map: FontMap? = try Self.map([first])
        let context = try unsafe #require(map).context
        let other = try Self.map([first])
        #expect(unsafe other.context != context)
        map = nil
        #expect(unsafe try Self.map([second]).context != context)
        #expect(unsafe try Self.map([first, second]).context != context)
        #expect(unsafe try Self.map([first]).context == context)
        try directory.write(bytes + [0], to: "a.ttf")
        #expect(unsafe try Self.map([first]).context != context)
    }

    @Test("the number of fonts that no scene uses is limited")
    func limit() throws {
        let directory = try TemporaryDirectory()
        try directory.write(Array("no font".utf8), to: "a")
        #expect(try Self.map([directory.path("a")]).mistakes.keys.elementsEqual([directory.path("a")]))
        let font = try #require(Program(named: "fc-match")).run(["-f", "%{file}", "DejaVu Serif"]).text
        for index in 0..<FontMap.greatestUnusedCount + 4 {
            #expect(try Self.map([String(repeating: "/.", count: index) + font]).mistakes.isEmpty)
        }
        #expect(FontMap.unusedCount <= FontMap.greatestUnusedCount)
    }
}
