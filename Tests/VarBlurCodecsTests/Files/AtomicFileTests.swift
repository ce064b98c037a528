import Foundation
import TestSupport
import Testing

@testable import VarBlurCodecs

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

    @Test("are created and replaced, with and without a temporary name", arguments: [true, false])
    func creation(unnamed: Bool) throws {
        try write(1, "a", replacing: false, unnamed: unnamed)
        #expect(try directory.read("a") == [1, 1])
        try write(2, "a", replacing: true, unnamed: unnamed)
        #expect(try directory.read("a") == [2, 2])
        #expect(try directory.names() == ["a"])
    }

    @Test("do not replace a file that has appeared in the meantime", arguments: [true, false])
    func race(unnamed: Bool) throws {
        let file = try AtomicFile(location("a"), replacesFiles: false, avoidsName: unnamed)
        try file.write([1].span.bytes)
        try Data([9]).write(to: directory.url.appending(path: "a"))
        let error = #expect(throws: ImageError.self) { try file.commit() }
        #expect(error?.code == .exists)
        #expect(try directory.read("a") == [9])
        #expect(try directory.names() == ["a"])
    }

    @Test("appear in the directory that was opened, even if a link takes its place", arguments: [true, false])
    func movedDirectory(unnamed: Bool) throws {
        for name in ["tree/x", "elsewhere"] {
            try FileManager.default.createDirectory(
                atPath: directory.path(name), withIntermediateDirectories: true)
        }
        let location = FileLocation(tree: directory.path("tree"), path: "x/a")
        for replaces in [false, true] {
            let file = try AtomicFile(location, replacesFiles: replaces, avoidsName: unnamed)
            try file.write(([1] as [UInt8]).span.bytes)
            try FileManager.default.moveItem(atPath: directory.path("tree/x"), toPath: directory.path("moved"))
            try FileManager.default.createSymbolicLink(
                atPath: directory.path("tree/x"), withDestinationPath: "../elsewhere")
            try file.commit()
            #expect(try directory.read("moved/a") == [1])
            let error = #expect(throws: ImageError.self) { try AtomicFile(location, replacesFiles: true) }
            #expect(error?.code == .cannotCreate && error?.cause.contains("'x' is a symbolic link") ?? false)
            try FileManager.default.removeItem(atPath: directory.path("tree/x"))
            try FileManager.default.moveItem(atPath: directory.path("moved"), toPath: directory.path("tree/x"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("tree/x")) == ["a"])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path("elsewhere")).isEmpty)
    }

    @Test("in a tree stay in it, whatever their paths are")
    func trees() throws {
        try FileManager.default.createDirectory(atPath: directory.path("tree"), withIntermediateDirectories: true)
        for path in ["../a", "x/../../a", "..", "x/..", "", ".", "/", String(repeating: "x/", count: 3_000) + "a"] {
            let error = #expect(throws: ImageError.self, "\(path.prefix(20))") {
                try AtomicFile(FileLocation(tree: directory.path("tree"), path: path), replacesFiles: true)
            }
            #expect(error?.code == .cannotCreate)
        }
        let slash = FileLocation(tree: nil, path: directory.path("tree") + "/")
        #expect(throws: ImageError.self) { try AtomicFile(slash, replacesFiles: true) }
        #expect(try directory.names() == ["tree"])
        let deep = FileLocation(tree: directory.path("tree"), path: "/x//./y/a")
        try AtomicFile(deep, replacesFiles: false).commit()
        #expect(try directory.read("tree/x/y/a").isEmpty)
    }

    @Test("a file that is not committed leaves nothing behind", arguments: [true, false])
    func abandoned(unnamed: Bool) throws {
        do {
            let file = try AtomicFile(location("a"), replacesFiles: false, avoidsName: unnamed)
            try file.write([1].span.bytes)
            #expect(try directory.names().count == (unnamed && Self.hasUnnamedFiles ? 0 : 1))
        }
        #expect(try directory.names().isEmpty)
    }

    @Test("the mode of a new file follows the umask", arguments: [true, false])
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
        #expect(try directory.read("\u{301}x") == [1, 1])
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
        for path in ["/dev/fd/+1", "/dev/fd/01", "/dev/fd/-1", "/dev/fd/", "/dev/fd/1/", "/dev/fd\u{301}/1"] {
            #expect(DescriptorPath.number(path) == nil, "\(path)")
        }
        #if os(Linux)
            for path in ["/dev/../dev/stdout", "//dev/./fd/1", "/proc/self/../self/fd/1", "/proc/./thread-self/fd/1"] {
                #expect(DescriptorPath.number(path) == 1, "\(path)")
            }
        #endif
        let link = directory.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/proc/self/fd/1")
        #expect(DescriptorPath.number(link) == 1)
        try FileManager.default.createSymbolicLink(atPath: directory.path("second"), withDestinationPath: "link")
        #expect(DescriptorPath.number(directory.path("second")) == 1)
    }
}
