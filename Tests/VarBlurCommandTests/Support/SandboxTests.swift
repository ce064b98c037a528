#if os(Linux)
    import Foundation
    import VarBlurJSON
    import TestSupport
    import Testing
    import VarBlur
    import VarBlurCodecs

    /// A process in the sandbox, whose PNG decoder is replaced by code that does what an attacker would do.
    @Suite("The sandbox of a batch")
    struct SandboxTests {
        /// A library that takes the place of a function of libpng, and writes what it managed to do to standard error.
        private static let attack = """
            #define _GNU_SOURCE
            #include <errno.h>
            #include <fcntl.h>
            #include <netinet/in.h>
            #include <pthread.h>
            #include <signal.h>
            #include <stdio.h>
            #include <string.h>
            #include <sys/ptrace.h>
            #include <sys/socket.h>
            #include <sys/stat.h>
            #include <sys/wait.h>
            #include <unistd.h>

            static void report(const char *name, int succeeded) {
                char text[80];
                snprintf(text, sizeof text, "attack: %s %s\\n", name, succeeded ? "succeeded" : "failed");
                write(2, text, strlen(text));
            }

            static int opens(const char *path, int flags) {
                int file = open(path, flags, 0600);
                if (file >= 0) close(file);
                return file >= 0;
            }

            static int runs(void) {
                pid_t child = fork();
                if (child < 0) return 0;
                if (child == 0) {
                    execl("/bin/true", "true", (char *)NULL);
                    _exit(9);
                }
                int status = 0;
                waitpid(child, &status, 0);
                return WIFEXITED(status) && WEXITSTATUS(status) == 0;
            }

            static int traces(void) {
                pid_t child = fork();
                if (child < 0) return 0;
                if (child == 0) {
                    pause();
                    _exit(0);
                }
                int is_traced = ptrace(PTRACE_ATTACH, child, 0, 0) == 0;
                kill(child, SIGKILL);
                waitpid(child, NULL, 0);
                return is_traced;
            }

            static void *in_thread(void *result) {
                *(int *)result = opens("/etc/passwd", O_RDONLY);
                return NULL;
            }

            void *png_create_read_struct_2(void) {
                report("read", opens("/etc/passwd", O_RDONLY));
                report("write", opens("/tmp/varblur-attack", O_WRONLY | O_CREAT));
                report("read-here", opens("secret.txt", O_RDONLY));
                report("read-parent", ({ char path[40]; snprintf(path, sizeof path, "/proc/%d/mem", getppid()); opens(path, O_RDONLY); }));
                report("trace", traces());
                report("run", runs());
                report("network", socket(AF_INET, SOCK_STREAM, 0) >= 0);
                report("socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
                int opened = 0;
                pthread_t thread;
                pthread_create(&thread, NULL, in_thread, &opened);
                pthread_join(thread, NULL);
                report("thread", opened);
                return NULL;
            }
            """

        private static let attempts = ["read", "write", "read-here", "trace", "run", "network", "socket", "thread"]

        /// The kinds of processes, as the program for the tests names them.
        private static let kinds = ["decoder", "drawing", "images", "preview", "files", "scene", "scene-files"]

        /// Builds the program that tries system calls in the sandbox, or the library that does so in the HEVC decoder.
        private func buildCalls(_ name: String, _ options: [String] = [], in sandbox: CommandSandbox) throws -> String {
            let (root, program) = (repository.path, sandbox.directory.path(name))
            let sources = [
                "Tests/VarBlurCommandTests/Programs/sandbox_calls.c", "Sources/CVarBlurPlatform/sandbox.c",
                "Sources/CVarBlurPlatform/system_calls.c",
            ]
            let arguments = ["-O1", "-std=c11", "-o", program, "-I\(root)/Sources/CVarBlurPlatform/include"]
            let built = try #require(Program(named: "clang")).run(
                arguments + options + sources.map { "\(root)/\($0)" })
            #expect(built.status == 0, "\(built.errors)")
            return program
        }

        private func tryCalls(_ program: String, _ arguments: String..., in sandbox: CommandSandbox) throws -> [String]
        {
            let outcome = try Program(program).run(arguments, in: sandbox.directory.url)
            #expect(outcome.status == 0, "\(outcome.errors)")
            return outcome.text.split(separator: "\n").map(String.init)
        }

        @Test(
            "Each kind of process can use the calls of its list, and no other of all numbers",
            .enabled("requires Landlock and seccomp") { try isSupported() },
            .enabled(if: Program(named: "clang") != nil, "requires clang"))
        func allNumbers() throws {
            let sandbox = try CommandSandbox()
            let program = try buildCalls("calls", in: sandbox)
            for kind in Self.kinds { #expect(try tryCalls(program, "numbers", kind, in: sandbox) == [], "\(kind)") }
        }

        @Test(
            "No kind of process can harm others, change access to files, or outlive its end",
            .enabled("requires Landlock and seccomp") { try isSupported() },
            .enabled(if: Program(named: "clang") != nil, "requires clang"))
        func harmfulUses() throws {
            let sandbox = try CommandSandbox()
            // the uses themselves work, as far as every system permits them
            let program = try buildCalls("calls", in: sandbox)
            let free = try tryCalls(program, "uses", "none", in: sandbox)
            for use in [
                "chmod", "chown", "utimensat", "truncate", "prlimit-other", "setpriority", "affinity", "shmget",
                "semget",
                "msgget", "sendto", "sendmsg", "sendto-inherited", "fork", "clone", "kill", "sigio", "writable-code",
            ] { #expect(free.contains("\(use) succeeded"), "\(free)") }
            for kind in Self.kinds {
                let uses = try tryCalls(program, "uses", kind, in: sandbox)
                #expect(uses.count == free.count && uses.allSatisfy { $0.hasSuffix(" failed") }, "\(kind): \(uses)")
            }
        }

        @Test(
            "The process that decodes a HEIC file can do none of this",
            .enabled("requires Landlock and seccomp") { try isSupported() },
            .enabled(if: Program(named: "clang") != nil, "requires clang"))
        func decoder() throws {
            let sandbox = try CommandSandbox()
            try sandbox.write(try HEIFFiles().encode(sandbox.image, .heic), "photo.heic")
            try sandbox.write([UInt8](repeating: 0, count: 1 << 14), "report")
            let library = try buildCalls("attack.so", ["-shared", "-fPIC", "-DAS_LIBRARY"], in: sandbox)
            _ = try sandbox.run(
                ["photo.heic", "a.png"],
                environment: ["LD_PRELOAD": library, "REPORT": sandbox.directory.path("report")])
            let text = String(decoding: try sandbox.read("report").prefix { $0 != 0 }, as: UTF8.self)
            let uses = text.split(separator: "\n")
            #expect(uses.count > 50 && uses.allSatisfy { $0.hasSuffix(" failed") }, "\(text)")
        }

        @Test(
            "A run says once that the system has no sandbox",
            .enabled("requires Landlock and seccomp") { try isSupported() },
            .enabled(if: Program(named: "clang") != nil, "requires clang"))
        func shortcoming() throws {
            let sandbox = try CommandSandbox()
            for name in ["a.heic", "b.heic"] {
                try sandbox.write(try HEIFFiles().encode(sandbox.image, .heic), name)
            }
            let source = "\(repository.path)/Tests/VarBlurCommandTests/Programs/without_sandbox.c"
            let program = sandbox.directory.path("without")
            let built = try #require(Program(named: "clang")).run(["-o", program, source])
            #expect(built.status == 0, "\(built.errors)")
            let varblur = Program.varblur.url.path
            for (numbers, words) in [("444", "no Landlock"), ("317 277", "no seccomp"), ("444 317 277", "neither")] {
                let arguments = [numbers, varblur, "-f", "--format", "png", "--out-dir", "out"]
                let outcome = try Program(program).run(arguments + ["a.heic", "b.heic"], in: sandbox.directory.url)
                let warnings = outcome.errors.split(separator: "\n").filter { $0.contains("warning: this system has") }
                #expect(outcome.status == 0 && warnings.count == 1 && warnings[0].contains(words), "\(outcome.errors)")
                let batch = try Program(program).run(
                    [numbers, varblur, "batch", "--sandbox", "auto"], input: Data("{}\n".utf8),
                    in: sandbox.directory.url)
                #expect(batch.errors.contains("warning: this system has"), "\(batch.errors)")
                let plain = try Program(program).run(
                    [numbers, varblur, "-f", "in.png", "a.png"], in: sandbox.directory.url)
                #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
            }
        }

        /// Whether the system can take all rights from a process.
        static func isSupported() throws -> Bool {
            let lines = try Program.varblur.run(["--version", "--verbose"]).text.split(separator: "\n")
            return try !#require(lines.first { $0.hasPrefix("sandbox: ") }).contains("no ")
        }

        /// Runs the command with the library: on a file, or as a batch with one image in its line.
        private func attacked(_ arguments: [String], isBatch: Bool = true) throws -> [String] {
            let clang = try #require(Program(named: "clang"))
            let sandbox = try CommandSandbox()
            try sandbox.write(Array("secret".utf8), "secret.txt")
            try sandbox.write(Array(Self.attack.utf8), "attack.c")
            let built = try clang.run(
                ["-shared", "-fPIC", "-w", "-o", "attack.so", "attack.c"], in: sandbox.directory.url)
            #expect(built.status == 0, "\(built.errors)")
            let line = #"{"input":{"base64":""# + Data(sandbox.image).base64EncodedString() + "\"}}\n"
            try sandbox.add("photos/a.png", "out/b.png")
            let command = isBatch ? ["batch", "--quiet", "--jobs", "1"] : ["-f", "photos/a.png", "out/b.png"]
            let outcome = try sandbox.run(
                command + arguments, input: Array(line.utf8),
                environment: ["LD_PRELOAD": sandbox.directory.path("attack.so")])
            let lines = outcome.errors.split(separator: "\n").filter { $0.hasPrefix("attack: ") }
            return lines.map { String($0.dropFirst("attack: ".count)) }
        }

        @Test(
            "A decoder that is taken over can open no file, start no program, and reach no network",
            .enabled("requires Landlock and seccomp") { try isSupported() },
            .enabled(if: Program(named: "clang") != nil, "requires clang"))
        func attack() throws {
            let done = try attacked(["--sandbox", "on"])
            for attempt in Self.attempts + ["read-parent"] { #expect(done.contains("\(attempt) failed"), "\(done)") }
            // the attack itself works
            let free = try attacked([])
            for attempt in Self.attempts { #expect(free.contains("\(attempt) succeeded"), "\(free)") }
            try? FileManager.default.removeItem(atPath: "/tmp/varblur-attack")
        }

        @Test(
            "A decoder of a single file that is taken over has only the directories of that file and its output",
            .enabled("requires Landlock and seccomp") { try isSupported() },
            .enabled(if: Program(named: "clang") != nil, "requires clang"))
        func attackOnFile() throws {
            let done = try attacked(["--sandbox", "on"], isBatch: false)
            for attempt in Self.attempts { #expect(done.contains("\(attempt) failed"), "\(done)") }
            let free = try attacked([], isBatch: false)
            for attempt in Self.attempts { #expect(free.contains("\(attempt) succeeded"), "\(free)") }
            try? FileManager.default.removeItem(atPath: "/tmp/varblur-attack")
        }

        @Test(
            "A command line does the same in the sandbox, wherever its files are",
            .enabled("requires Landlock and seccomp") { try isSupported() })
        func commandLines() throws {
            let sandbox = try CommandSandbox()
            try sandbox.add("a/1.png", "a/b/2.png", "c/mask.png", "d/photo.png")
            for number in 0..<250 { try sandbox.add("many/\(number)/x.png") }
            try sandbox.link("link.png", to: "d/photo.png")
            try sandbox.write(PixelBuffer.noise(Size(40, 30)).encoded(.jpeg(quality: 80)), "a/photo.jpg")
            let lines: [[String]] = [
                ["in.png", "o/x.png"], ["in.png", "x.jpg"], ["--out-dir", "o/deep/er", "in.png"],
                ["link.png", "l.webp"],
                ["--recursive", "a", "--out-dir", "r"], ["--recursive", "a", "--suffix", "-s"],
                ["--recursive", "--in-place", "a"],
                ["--in-place", "link.png"], ["--in-place", "--backup", ".orig", "a/photo.jpg"],
                ["--mask", "c/mask.png", "--emit-mask", "m/m.png", "in.png", "masked.png"], ["in.png", "/dev/null"],
                ["--widths", "8,16", "--formats", "png,webp", "a/photo.jpg"],
                ["--matte", "c/mask.png", "in.png", "matte.png"],
                ["--recursive", "many", "--out-dir", "n"], ["--to-srgb", "--light", "linear", "a/photo.jpg", "y.png"],
                ["--if-exists", "skip-same", "in.png", "x.jpg"], ["in.png", "-"], ["in.png", "none/x.png"],
                ["none.png", "x.png"],
            ]
            // more directories than the process has open files for
            let many = ["--suffix", "-s"] + (0..<250).map { "many/\($0)/x.png" } + ["link.png", "a/b/2.png"]
            for line in lines + [many] {
                let (inside, outside) = (try CommandSandbox(copying: sandbox), try CommandSandbox(copying: sandbox))
                let force = line.contains("--if-exists") ? [] : ["-f"]
                let sandboxed = try inside.run(["--sandbox", "on"] + force + line)
                let plain = try outside.run(force + line)
                #expect(
                    sandboxed.status == plain.status && sandboxed.errors == plain.errors, "\(line): \(sandboxed.errors)"
                )
                #expect(sandboxed.output == plain.output && inside.tree(".") == outside.tree("."), "\(line)")
                for name in outside.tree(".") {
                    #expect(try inside.read(name) == outside.read(name), "\(line): \(name)")
                }
            }
        }

        @Test(
            "Images in lines and in the directory of --confine are blurred as without it",
            .enabled("requires Landlock and seccomp") { try isSupported() })
        func jobs() throws {
            let sandbox = try CommandSandbox()
            try sandbox.add("inside/a.png", "inside/sub/b.png", "outside/c.png")
            let inline = #"{"input":{"base64":""# + Data(sandbox.image).base64EncodedString() + "\"}}"
            let (outcome, results) = try sandbox.batch(
                [
                    inline, CommandSandbox.job("inside/sub/b.png", "inside/new/x.png"),
                    CommandSandbox.job("inside/sub/b.png", "inside/a.png", options: #"{"force":true}"#),
                    CommandSandbox.job("outside/c.png", "inside/c.png"),
                    CommandSandbox.job("inside/a.png", "outside/d.png"),
                    #"{"scene":"inside/s.json","output":"inside/s.png"}"#,
                    CommandSandbox.job("inside/sub/b.png", "inside/masked.png", options: #"{"mask":"outside/c.png"}"#),
                ], "--sandbox", "on", "--confine", "inside")
            #expect(outcome.status == 0)
            let expected = ["ok", "ok", "ok", "error", "error", "error", "error"]
            #expect(results.map { $0["status"] } == expected.map { .string($0) })
            for (index, code) in [(3, "unreadable"), (4, "cannotCreate"), (5, "malformedLine"), (6, "unreadable")] {
                #expect(results[index]["error"]?["code"] == .string(code), "\(results[index].text)")
            }
            let error = try #require(results[3]["error"])
            #expect(error.text.contains("--confine"), "\(error.text)")
            let plain = try sandbox.pixels([])
            #expect(try PixelBuffer.decoded(sandbox.read("inside/new/x.png")).sampleValues() == plain)
            #expect(sandbox.tree("outside") == ["c.png"])
        }

        @Test("Files that the process has inherited are inputs, by their descriptors")
        func inheritedFiles() throws {
            let sandbox = try CommandSandbox()
            let bash = try #require(Program(named: "bash"))
            let line = #"{"input":"/proc/self/fd/9","output":{"inline":"png"}}"#
            let outcome = try bash.run(
                ["-c", "echo '\(line)' | '\(Program.varblur.url.path)' batch --quiet 9< in.png"],
                in: sandbox.directory.url)
            let result = try #require(try JSONValue.lines(outcome.output).first)
            #expect(result["status"] == .string("ok"), "\(result.text)")
        }

        @Test(
            "Large images and many threads work",
            .enabled("requires Landlock and seccomp") { try isSupported() })
        func threads() throws {
            let sandbox = try CommandSandbox()
            let image = try PixelBuffer.noise(Size(900, 700)).encoded(.png)
            let line = #"{"input":{"base64":""# + Data(image).base64EncodedString() + #""},"options":{"threads":4}}"#
            let (_, results) = try sandbox.batch([line, line, line], "--sandbox", "on")
            #expect(results.map { $0["status"] } == [.string("ok"), .string("ok"), .string("ok")])
        }
    }
#endif
