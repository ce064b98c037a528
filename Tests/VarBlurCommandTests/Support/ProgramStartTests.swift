import Foundation
import TestSupport
import Testing
import VarBlurCodecs
import VarBlurCommand

@Suite("The start of other programs")
struct ProgramStartTests {
    /// Runs a program to its end; returns what it wrote, and its status.
    private func run(_ program: String, _ arguments: [String], leadsGroup: Bool = false) throws -> (String, CInt) {
        let pipe = try ProcessPipe()
        var start = ProgramStart(program, arguments)
        start.output = .descriptor(pipe.inlet)
        start.leadsGroup = leadsGroup
        let process = try start.start()
        pipe.closeInlet()
        let text = try FileHandle(fileDescriptor: pipe.outlet).readToEnd() ?? Data()
        var status: CInt = 0
        #expect(waitpid(process, &status, 0) == process)
        return (String(decoding: text, as: UTF8.self), status)
    }

    #if os(Linux)
        @Test("A program inherits its standard streams, and no file, pipe, or socket of this process")
        func descriptors() throws {
            // not closed by exec, unlike those that this project opens
            let file = open("/dev/zero", O_RDONLY)
            let socket = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            let high = fcntl(file, F_DUPFD, 200)
            defer { for descriptor in [file, socket, high] { close(descriptor) } }
            try #require(high >= 200 && socket > 2)
            let (text, status) = try run("ls", ["-l", "/proc/self/fd"])
            let links = text.split(separator: "\n").dropFirst().compactMap { $0.split(separator: " ").last }
            // the last one is the directory that is listed
            #expect(status == 0 && links.count == 4, "\(text)")
            #expect(links.first == "/dev/null" && links[1].hasPrefix("pipe:") && links[2] == "/dev/null", "\(text)")
        }

        @Test("A program of its own group ignores no signal that ends it, and blocks none")
        func group() throws {
            signal(SIGPIPE, SIG_IGN)
            let script = "echo $$; cut -d' ' -f5 /proc/self/stat; grep -E '^Sig(Ign|Blk)' /proc/self/status"
            for leadsGroup in [true, false] {
                let (text, _) = try run("sh", ["-c", script], leadsGroup: leadsGroup)
                let words = text.split { $0.isWhitespace }
                try #require(words.count == 6, "\(text)")
                #expect((words[0] == words[1]) == leadsGroup, "\(text)")
                let sets = Dictionary(uniqueKeysWithValues: [(words[2], words[3]), (words[4], words[5])])
                #expect(sets["SigBlk:"].flatMap { UInt64($0, radix: 16) } == 0, "\(text)")
                let ignored = try #require(sets["SigIgn:"].flatMap { UInt64($0, radix: 16) })
                #expect(ignored >> (SIGPIPE - 1) & 1 == 0, "\(text)")
                if leadsGroup { #expect(ignored >> (SIGTERM - 1) & 1 == 0 && ignored >> (SIGINT - 1) & 1 == 0) }
            }
        }
    #endif

    @Test("A program that is missing is an error of the system")
    func missing() throws {
        let failure = #expect(throws: ProgramStart.Failure.self) { try ProgramStart("/nonexistent/program").start() }
        #expect(failure?.number == ENOENT && failure?.cause.contains("No such file") ?? false)
    }

    @Test("A pipe is not inherited, and its ends are closed once")
    func pipe() throws {
        let pipe = try ProcessPipe()
        for end in [pipe.outlet, pipe.inlet] { #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0) }
        let outlet = pipe.takeOutlet()
        #expect(pipe.outlet == -1 && fcntl(outlet, F_GETFD) >= 0)
        close(outlet)
        pipe.closeInlet()
        pipe.closeInlet()
        #expect(pipe.inlet == -1)
    }
}
