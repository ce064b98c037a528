import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Owners and modes of replaced files")
struct FileAccessTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([1], to: "a")
    }

    private func status(_ name: String) throws -> stat {
        var result = stat()
        try #require(stat(directory.path(name), &result) == 0)
        return result
    }

    /// Replaces a file; calls `check` with the new file's status before anything is written.
    private func replace(unnamed: Bool, check: (stat) -> Void = { _ in }) throws {
        let location = FileLocation(tree: nil, path: directory.path("a"))
        let file = try AtomicFile(location, replacesFiles: true, avoidsName: unnamed)
        let names = try directory.names()
        if let temporary = names.first(where: { $0.hasSuffix(".tmp") }) { check(try status(temporary)) }
        try file.write(([2, 2] as [UInt8]).span.bytes)
        try file.commit()
        #expect(try directory.read("a") == [2, 2])
        #expect(try directory.names() == ["a"])
    }

    @Test("The mode is kept, but not the set-user-ID, set-group-ID and sticky bits", arguments: [true, false])
    func modes(unnamed: Bool) throws {
        for mode: mode_t in [0o600, 0o640, 0o664, 0o666, 0o400, 0o755, 0o4755, 0o2755, 0o6755, 0o7777, 0o4644] {
            try #require(chmod(directory.path("a"), mode) == 0)
            try replace(unnamed: unnamed) { #expect($0.st_mode & 0o7777 == mode & 0o777) }
            #expect(try status("a").st_mode & 0o7777 == mode & 0o777)
            try directory.write([1], to: "a")
        }
    }

    @Test(
        "The owner and the group are kept, even with special bits", .enabled(if: getuid() == 0),
        arguments: [true, false])
    func owners(unnamed: Bool) throws {
        for (owner, group): (uid_t, gid_t) in [(1234, 5678), (0, 5678), (1234, 0)] {
            try #require(chown(directory.path("a"), owner, group) == 0)
            try #require(chmod(directory.path("a"), 0o6640) == 0)
            try replace(unnamed: unnamed) {
                #expect($0.st_uid == owner && $0.st_gid == group && $0.st_mode & 0o7777 == 0o640)
            }
            let new = try status("a")
            #expect(new.st_uid == owner && new.st_gid == group && new.st_mode & 0o7777 == 0o640)
        }
    }

    @Test(
        "A process without privileges keeps the mode without special bits, and gives its group no more than others",
        .enabled(if: getuid() == 0))
    func unprivileged() throws {
        let image = try PixelBuffer.noise(Size(8, 8)).encoded(.png)
        try directory.write(image, to: "b.png")
        try #require(chmod(directory.path("b.png"), 0o4775) == 0 && chmod(directory.path("."), 0o777) == 0)
        let script = "import os, sys; os.setgid(4321); os.setuid(4321); os.execv(sys.argv[1], sys.argv[1:])"
        let program = Program.varblur.url.path
        let outcome = try #require(Program.python).run(
            ["-c", script, program, "--in-place", directory.path("b.png")])
        // the program itself may be out of the other user's reach
        guard !outcome.errors.contains("PermissionError") else { return }
        #expect(outcome.status == 0, "\(outcome.errors)")
        let new = try status("b.png")
        #expect(new.st_uid == 4321 && new.st_gid == 4321 && new.st_mode & 0o7777 == 0o755)
    }

    /// Runs a line of Python in which `path` is a file and `acl` the name of its access control list.
    private func python(_ line: String, _ name: String) throws -> Program.Outcome {
        let setup = "import os, struct, sys; path, acl = sys.argv[1], 'system.posix_acl_access'; "
        return try #require(Program.python).run(["-c", setup + line, directory.path(name)])
    }

    @Test("An access control list is kept, and none is inherited from the directory", arguments: [true, false])
    func lists(unnamed: Bool) throws {
        // the owner, the group without access, the user 1234, the mask, and the others
        let list = """
            value = struct.pack('<I' + 5 * 'HHI', 2, 1, 6, 0xFFFFFFFF, 2, 6, 1234, 4, 0, 0xFFFFFFFF, 16, 6, 0xFFFFFFFF, \
            32, 0, 0xFFFFFFFF)
            """
        // a file system may have no lists
        guard try python(list + "; os.setxattr(path, acl, value)", "a").status == 0 else { return }
        let before = try python("print(os.getxattr(path, acl))", "a")
        #expect(before.status == 0 && !before.text.isEmpty)
        try replace(unnamed: unnamed)
        #expect(try python("print(os.getxattr(path, acl))", "a").text == before.text)
        #expect(try python("os.removexattr(path, acl); os.chmod(path, 0o640)", "a").status == 0)
        let inherited = list + "; os.setxattr(os.path.dirname(path), 'system.posix_acl_default', value)"
        #expect(try python(inherited, "a").status == 0)
        try replace(unnamed: unnamed)
        #expect(try python("print(os.listxattr(path))", "a").text == "[]\n")
        #expect(try status("a").st_mode & 0o7777 == 0o640)
    }

    /// Replaces `b.png`, after a line of Python that takes rights from the program; `nil` if it cannot be run without them.
    private func replace(withoutRights line: String) throws -> stat? {
        try directory.write(try PixelBuffer.noise(Size(8, 8)).encoded(.png), to: "in.png")
        try #require(chmod(directory.path("in.png"), 0o644) == 0 && chmod(directory.path("."), 0o777) == 0)
        let script = "import ctypes, os, sys; \(line); os.execv(sys.argv[1], sys.argv[1:])"
        let outcome = try #require(Program.python).run(
            ["-c", script, Program.varblur.url.path, "--force", directory.path("in.png"), directory.path("b.png")])
        // the program itself may be out of the other user's reach
        guard !outcome.errors.contains("PermissionError") else { return nil }
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try status("b.png")
    }

    private func addReplaced(_ owner: uid_t, _ group: gid_t, _ mode: mode_t) throws {
        try? FileManager.default.removeItem(atPath: directory.path("b.png"))
        try directory.write([1], to: "b.png")
        try #require(chown(directory.path("b.png"), owner, group) == 0 && chmod(directory.path("b.png"), mode) == 0)
    }

    private static let anotherUser = "os.setgroups([]); os.setgid(3000); os.setuid(1002)"

    @Test("If the group cannot be kept, no user gains access", .enabled(if: getuid() == 0))
    func lostGroup() throws {
        for (mode, expected): (mode_t, mode_t) in [
            (0o640, 0o600), (0o664, 0o644), (0o060, 0o000), (0o604, 0o600), (0o646, 0o644), (0o666, 0o666),
            (0o755, 0o755),
        ] {
            try addReplaced(1001, 2000, mode)
            guard let new = try replace(withoutRights: Self.anotherUser) else { return }
            #expect(new.st_uid == 1002 && new.st_gid == 3000)
            #expect(new.st_mode & 0o7777 == expected, "\(String(mode, radix: 8)): \(String(new.st_mode, radix: 8))")
        }
    }

    @Test("If the group cannot be kept, neither can the access control list", .enabled(if: getuid() == 0))
    func lostList() throws {
        // what the user 1234 and the group may do; the mask and the others come last
        for (user, group, expected): (Int, Int, mode_t) in [(0, 6, 0o600), (6, 0, 0o600), (4, 6, 0o644), (6, 6, 0o644)]
        {
            try addReplaced(1001, 2000, 0o600)
            let list = """
                value = struct.pack('<I' + 5 * 'HHI', 2, 1, 6, 0xFFFFFFFF, 2, \(user), 1234, 4, \(group), 0xFFFFFFFF, \
                16, 6, 0xFFFFFFFF, 32, 4, 0xFFFFFFFF)
                """
            guard try python(list + "; os.setxattr(path, acl, value)", "b.png").status == 0 else { return }
            let inherited = list + "; os.setxattr(os.path.dirname(path), 'system.posix_acl_default', value)"
            #expect(try python(inherited, "b.png").status == 0)
            guard let new = try replace(withoutRights: Self.anotherUser) else { return }
            #expect(new.st_gid == 3000 && new.st_mode & 0o7777 == expected, "\(String(new.st_mode, radix: 8))")
            #expect(try python("print(os.listxattr(path))", "b.png").text == "[]\n")
        }
    }

    @Test(
        "A process that may give files away, but not change those of others, keeps the mode",
        .enabled(if: getuid() == 0))
    func capability() throws {
        try addReplaced(1234, 5678, 0o640)
        // removes CAP_FOWNER for the next program
        let line = "ctypes.CDLL(None).prctl(24, 3, 0, 0, 0) and sys.exit('PermissionError')"
        guard let new = try replace(withoutRights: line) else { return }
        #expect(new.st_uid == 1234 && new.st_gid == 5678 && new.st_mode & 0o7777 == 0o640)
    }

    @Test("A replaced link gives nothing to the new file")
    func link() throws {
        try FileManager.default.createSymbolicLink(atPath: directory.path("l"), withDestinationPath: "a")
        try #require(chmod(directory.path("a"), 0o7777) == 0)
        let location = FileLocation(tree: nil, path: directory.path("l"))
        let file = try AtomicFile(location, replacesFiles: true)
        try file.commit()
        let mask = umask(0)
        umask(mask)
        #expect(try status("l").st_mode & 0o7777 == 0o666 & ~mask)
        #expect(try directory.read("a") == [1])
    }
}
