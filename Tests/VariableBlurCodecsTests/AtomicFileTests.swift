import Foundation
import TestSupport
import Testing

@testable import VariableBlurCodecs

@Suite("Atomic files")
struct AtomicFileTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func write(_ byte: UInt8, _ name: String, replacing: Bool, unnamed: Bool) throws {
        let file = try AtomicFile(location(name), replacesFiles: replacing, avoidsName: unnamed)
        try file.write([byte, byte].span.bytes)
        #expect(try directory.names().filter { $0 == name }.count == (replacing ? 1 : 0))
        try file.commit()
    }

    private func location(_ name: String) -> FileLocation { FileLocation(tree: nil, path: directory.path(name)) }

    private func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: directory.url.appending(path: name)))
    }

    @Test("are created and replaced, with and without a temporary name", arguments: [true, false])
    func creation(unnamed: Bool) throws {
        try write(1, "a", replacing: false, unnamed: unnamed)
        #expect(try bytes("a") == [1, 1])
        try write(2, "a", replacing: true, unnamed: unnamed)
        #expect(try bytes("a") == [2, 2])
        #expect(try directory.names() == ["a"])
    }

    @Test("do not replace a file that has appeared in the meantime", arguments: [true, false])
    func race(unnamed: Bool) throws {
        let file = try AtomicFile(location("a"), replacesFiles: false, avoidsName: unnamed)
        try file.write([1].span.bytes)
        try Data([9]).write(to: directory.url.appending(path: "a"))
        let error = #expect(throws: ImageError.self) { try file.commit() }
        #expect(error?.code == .exists)
        #expect(try bytes("a") == [9])
        #expect(try directory.names() == ["a"])
    }

    @Test("leave nothing behind if they are not committed", arguments: [true, false])
    func abandoned(unnamed: Bool) throws {
        do {
            let file = try AtomicFile(location("a"), replacesFiles: false, avoidsName: unnamed)
            try file.write([1].span.bytes)
            #expect(try directory.names().count == (unnamed && Self.hasUnnamedFiles ? 0 : 1))
        }
        #expect(try directory.names().isEmpty)
    }

    @Test("have the mode that the umask leaves", arguments: [true, false])
    func mode(unnamed: Bool) throws {
        try write(1, "a", replacing: false, unnamed: unnamed)
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path("a"))
        let mask = umask(0)
        umask(mask)
        #expect((attributes[.posixPermissions] as? NSNumber)?.uint32Value == UInt32(0o666 & ~mask))
    }

    @Test("have names of bytes: a combining character may follow the slash")
    func combiningName() throws {
        try write(1, "\u{301}x", replacing: false, unnamed: true)
        #expect(try bytes("\u{301}x") == [1, 1])
    }

    #if os(Linux)
        private static let hasUnnamedFiles = true
    #else
        private static let hasUnnamedFiles = false
    #endif

    @Test("paths of descriptors are recognized, also through links")
    func descriptorPaths() throws {
        #expect(DescriptorPath.number("/dev/stdout") == 1)
        #expect(DescriptorPath.number("/dev/fd/7") == 7)
        #expect(DescriptorPath.number(directory.path("none")) == nil)
        let link = directory.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/proc/self/fd/1")
        #expect(DescriptorPath.number(link) == 1)
        try FileManager.default.createSymbolicLink(atPath: directory.path("second"), withDestinationPath: "link")
        #expect(DescriptorPath.number(directory.path("second")) == 1)
    }
}
