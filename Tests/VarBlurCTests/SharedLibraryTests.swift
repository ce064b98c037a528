import Foundation
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@Suite("The shared library", .enabled(if: SharedLibrary.shared != nil, "it can be linked on Linux only"))
struct SharedLibraryTests {
    private let library: SharedLibrary

    init() throws {
        library = try #require(SharedLibrary.shared)
        try #require(library.errors == "", "\(library.errors)")
    }

    @Test("exports the functions of the header only, and needs the C library only")
    func symbols() throws {
        let file = library.libraries.appending(path: "libvarblur.so.0").path
        let header = try String(contentsOf: repository.appending(path: "Sources/CVarBlur/varblur.h"), encoding: .utf8)
        let declared = Set(header.matches(of: /(?m)^[a-z].* \**(varblur_\w+)\(/).map { "\($0.output.1)@@VARBLUR_0" })
        let nm = try #require(Program(named: "nm"))
        let symbols = try nm.run(["-D", "--defined-only", "--with-symbol-versions", file]).text
        let exported = Set(symbols.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) })
        #expect(declared.count == 12 && exported.subtracting(["VARBLUR_0"]) == declared, "\(exported)")
        let needed = try #require(Program(named: "readelf")).run(["-d", file]).text.matches(of: /NEEDED.*\[(.*)\]/)
        let allowed = /(libc|libm|libdl|libpthread|ld-linux.*)\.so\.\d/
        for name in needed { #expect(name.output.1.wholeMatch(of: allowed) != nil, "\(name.output.1)") }
    }

    @Test("works in children of a process that blurs, and can be unloaded")
    func fork() throws {
        let compiler = try #require(Program(named: "clang"))
        let folder = try TemporaryDirectory()
        let source = repository.appending(path: "Tests/VarBlurCTests/Programs/fork.c").path
        let compiled = try library.compile(compiler, source, ["-O1", "-pthread", "-ldl"], to: folder.path("fork"))
        try #require(compiled.status == 0, "\(compiled.errors)")
        let outcome = try Program(folder.path("fork")).run([library.libraries.appending(path: "libvarblur.so.0").path])
        #expect(outcome.text == "0 wrong results, 0 wrong children, unloaded\n" && outcome.status == 0)
    }

    @Test("returns a status if memory runs out, however much there is")
    func littleMemory() throws {
        let compiler = try #require(Program(named: "clang"))
        let folder = try TemporaryDirectory()
        let source = repository.appending(path: "Tests/VarBlurCTests/Programs/little_memory.c").path
        let compiled = try library.compile(compiler, source, ["-O1", "-lvarblur"], to: folder.path("program"))
        try #require(compiled.status == 0, "\(compiled.errors)")
        let outcome = try Program(folder.path("program")).run(environment: library.environment)
        let counts = outcome.text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        #expect(counts.count == 3 && counts[0] > 0 && counts[1] > 0 && counts[2] == 0, "\(outcome.text)")
    }

    @Test(
        "examples are compiled, and compute what the command computes",
        arguments: PageExample.all.filter(\.language.isInstalled))
    func example(example: PageExample) throws {
        let folder = try TemporaryDirectory()
        let program = try example.built(in: folder, library)
        let image = try PixelBuffer.noise(Size(120, 90))
        let header = Data("P6\n120 90\n255\n".utf8)
        let input = header + image.bytes.withUnsafeBytes { Data($0) }
        let result = try program.program.run(program.arguments, input: input, environment: library.environment)
        #expect(result.status == 0, "\(result.errors)")
        let png = try image.encoded(.png)
        let command = try Program.varblur.run(
            ["--no-settings", "--ramp", "linear-blur(24px, 0px 40%)", "-", "-"], input: Data(png))
        let expected = try PixelBuffer.decoded(Array(command.output))
        #expect(result.output == header + expected.bytes.withUnsafeBytes { Data($0) })
    }

    @Test("the example for planes is compiled, without warnings")
    func planes() throws {
        let folder = try TemporaryDirectory()
        let source = try PageExample(.c, "blur_frame").source(in: folder)
        let clang = try #require(Program(named: "clang"))
        let outcome = try clang.run(
            [
                "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", library.prefix.appending(path: "include").path,
                source,
            ])
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test("the example for files is compiled, and writes what the command writes")
    func files() throws {
        let folder = try TemporaryDirectory()
        let built = try PageExample(.c, "varblur_job_json").built(in: folder, library)
        let png = Data(try PixelBuffer.noise(Size(120, 90)).encoded(.png))
        var environment = library.environment
        let commands = Program.varblur.url.deletingLastPathComponent().path
        environment["PATH"] = "\(commands):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let result = try built.program.run(built.arguments, input: png, environment: environment)
        #expect(result.status == 0, "\(result.errors)")
        let command = try Program.varblur.run(
            ["--no-settings", "--max-radius", "5%", "--format", "jpeg", "-", "-"], input: png)
        #expect(result.output == command.output && command.output.count > 100)
        let failed = try built.program.run(built.arguments, input: Data("x".utf8), environment: environment)
        #expect(failed.status == 1 && failed.errors.contains("\"code\":\"notAnImage\""), "\(failed.errors)")
    }

    @Test("a job with files ends with its program, however that ends, and leaves no file", arguments: ["KILL", "TERM"])
    func end(signal: String) throws {
        let folder = try TemporaryDirectory()
        let script = """
            import ctypes, os, select, signal, sys
            # the process of the tests blocks signals
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            os.mkfifo('in.png')
            program = os.fork()
            if program == 0:
                job, none = b'{"input": "in.png", "output": "out.png"}', ctypes.c_size_t(0)
                run = ctypes.CDLL(sys.argv[1]).varblur_job_json
                os._exit(run(sys.argv[2].encode(), job, None, none, None, None, None, none))
            reader = select.poll()
            # waits until the command reads its input
            reader.register(os.open('in.png', os.O_WRONLY), 0)
            print(len(reader.poll(300)))
            os.kill(program, signal.SIG\(signal))
            os.waitpid(program, 0)
            print(len(reader.poll(10_000)), os.listdir())
            """
        let file = library.libraries.appending(path: "libvarblur.so.0").path
        let python = try #require(Program(named: "python3"))
        let outcome = try python.run(["-c", script, file, Program.varblur.url.path], in: folder.url)
        #expect(outcome.text == "0\n1 ['in.png']\n", "\(outcome)")
    }

    @Test("CMake finds the library", .enabled(if: Program(named: "cmake") != nil, "CMake is not installed"))
    func cmake() throws {
        let folder = try TemporaryDirectory()
        let project = """
            cmake_minimum_required(VERSION 3.13)
            project(example C)
            find_package(varblur 0.1 REQUIRED)
            add_executable(example example.c)
            target_link_libraries(example PRIVATE varblur::varblur)
            """
        try project.write(to: folder.url.appending(path: "CMakeLists.txt"), atomically: true, encoding: .utf8)
        let source = "#include <varblur.h>\nint main(void) { return varblur_version() != VARBLUR_VERSION; }\n"
        try source.write(to: folder.url.appending(path: "example.c"), atomically: true, encoding: .utf8)
        // the tests block signals, without which CMake waits for its children forever
        let python = try #require(Program(named: "python3"))
        let start =
            "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execvp('cmake', ['cmake'] + sys.argv[1:])"
        for arguments in [["-S", folder.url.path, "-B", folder.path("build")], ["--build", folder.path("build")]] {
            let outcome = try python.run(["-c", start] + arguments, environment: library.environment)
            #expect(outcome.status == 0, "\(outcome.text)\(outcome.errors)")
        }
        #expect(try Program(folder.path("build/example")).run(environment: library.environment).status == 0)
    }

    @Test("pkg-config finds an installed library that was moved", arguments: ["lib", "lib/x86_64-linux-gnu", "lib64"])
    func moved(libraries: String) throws {
        let folder = try TemporaryDirectory()
        let (make, mover) = (try #require(Program(named: "make")), FileManager.default)
        let arguments = [
            "DESTDIR=\(folder.url.path)", "PREFIX=/opt/x", "LIBDIR=/opt/x/\(libraries)",
            "LIBRARY=\(library.libraries.path)",
        ]
        #expect(try make.run(["-s", "-C", repository.path, "install-library"] + arguments).status == 0)
        let place = folder.url.appending(path: "another place")
        try mover.moveItem(at: folder.url.appending(path: "opt/x"), to: place)
        let files = place.appending(path: libraries)
        let cmake = files.appending(path: "cmake/varblur/varblur-config.cmake")
        let config = try String(contentsOf: cmake, encoding: .utf8)
        #expect(!config.contains("/opt"))
        let program = try #require(Program(named: "pkg-config"))
        func value(_ variable: String) throws -> String {
            let outcome = try program.run(
                ["--variable=\(variable)", "varblur"],
                environment: ["PKG_CONFIG_PATH": files.appending(path: "pkgconfig").path])
            let path = outcome.text.trimmingCharacters(in: .newlines).replacingOccurrences(of: "\\", with: "")
            return URL(fileURLWithPath: path).standardizedFileURL.path
        }
        #expect(try value("includedir") == place.appending(path: "include").path)
        #expect(try value("libdir") == files.path)
    }

    @Test("make uninstall-library removes the files of make install-library")
    func uninstall() throws {
        let folder = try TemporaryDirectory()
        let make = try #require(Program(named: "make"))
        let arguments = ["DESTDIR=\(folder.url.path)", "PREFIX=/opt/x", "LIBRARY=\(library.libraries.path)"]
        func files() -> [String] {
            let names = FileManager.default.enumerator(atPath: folder.url.path)?.allObjects as? [String] ?? []
            return names.filter { $0.contains("varblur") }
        }
        #expect(try make.run(["-s", "-C", repository.path, "install-library"] + arguments).status == 0)
        let installed = files()
        for file in [
            "opt/x/include/varblur.h", "opt/x/lib/libvarblur.so", "opt/x/lib/libvarblur.so.0",
            "opt/x/lib/libvarblur.so.0.1.0",
            "opt/x/lib/pkgconfig/varblur.pc", "opt/x/lib/cmake/varblur/varblur-config.cmake",
        ] { #expect(installed.contains(file), "\(file)") }
        #expect(try make.run(["-s", "-C", repository.path, "uninstall-library"] + arguments).status == 0)
        #expect(files() == [])
    }
}
