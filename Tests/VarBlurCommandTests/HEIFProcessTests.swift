#if os(Linux)
    import Foundation
    import VarBlurJSON
    import TestSupport
    import Testing
    import VarBlur
    import VarBlurCodecs

    /// The process may have been taken over by a file: no number of its answers is trusted, and its time and memory are limited.
    @Suite(
        "The process that reads and writes HEIF files", .enabled(if: Program(named: "clang") != nil, "requires clang"))
    struct HEIFProcessTests {
        private static let reading = [
            ("HEIF_READY", ["kind", "count"]),
            (
                "HEIF_HEADER",
                [
                    "kind", "failure", "count", "width", "height", "depth", "orientation", "has_alpha",
                    "is_premultiplied",
                    "is_gray", "is_lossless", "is_animation", "other_images",
                    "auxiliary_images", "thumbnails", "primaries", "transfer", "profile_count", "exif_count",
                    "xmp_count", "tone_mapping_count",
                ]
            ), ("HEIF_PIXELS", ["kind", "count", "is_damaged"]),
        ]
        private static let writing = [("HEIF_READY", ["kind", "count"]), ("HEIF_FILE", ["kind", "count"])]
        /// Numbers at the limits of integers; lengths that are possible would only let both sides wait.
        private static let values = [
            "0", "2", "4", "0x7f", "0xff", "0x7fffffff", "0xffffffff", "0x100000000", "0x7fffffffffffffff", "~0ull",
        ]

        private static func lies(_ replies: [(String, [String])]) -> [String] {
            replies.flatMap { kind, fields in
                fields.flatMap { field in
                    values.filter { !field.hasSuffix("_count") || $0.count > 4 }.map { "LIE(\(kind), \(field), \($0))" }
                        .filter { !["LIE(HEIF_HEADER, kind, 2)", "LIE(HEIF_FILE, kind, 4)"].contains($0) }
                }
            }
        }

        /// A library that changes one number of the answer about each image, in the order of a list.
        private static func library(_ lies: [String]) -> String {
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <stddef.h>
            #include <string.h>
            #include <sys/socket.h>
            #include "heif_messages.h"
            #define LIE(kind, field, value) {kind, offsetof(heif_reply, field), sizeof(((heif_reply *)0)->field), value}
            static const struct { unsigned kind; size_t offset, size; unsigned long long value; } lies[] = {
                \(lies.joined(separator: ",\n    "))};
            static size_t images;
            ssize_t recvmsg(int socket, struct msghdr *message, int flags) {
                ssize_t (*next)(int, struct msghdr *, int) = dlsym(RTLD_NEXT, "recvmsg");
                ssize_t count = next(socket, message, flags);
                images++;
                return count;
            }
            ssize_t send(int channel, const void *bytes, size_t count, int flags) {
                ssize_t (*next)(int, const void *, size_t, int) = dlsym(RTLD_NEXT, "send");
                heif_reply reply;
                // the first reply ends after the count
                if (images == 0 || images > sizeof lies / sizeof *lies || (count != sizeof reply && count != 16))
                    return next(channel, bytes, count, flags);
                memcpy(&reply, bytes, count);
                if (reply.kind == lies[images - 1].kind)
                    memcpy((char *)&reply + lies[images - 1].offset, &lies[images - 1].value, lies[images - 1].size);
                return next(channel, &reply, count, flags);
            }
            """
        }

        /// Compiles a library that takes the place of functions of the C library.
        private static func build(_ source: String, in sandbox: CommandSandbox) throws -> String {
            try sandbox.write(Array(source.utf8), "changed.c")
            let headers = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Sources/CHEIFMessages/include").path
            let clang = try #require(Program(named: "clang"))
            let built = try clang.run(
                ["-shared", "-fPIC", "-w", "-I", headers, "-o", "changed.so", "changed.c"], in: sandbox.directory.url)
            try #require(built.status == 0, "\(built.errors)")
            return sandbox.directory.path("changed.so")
        }

        /// Runs a batch with an image for each lie, and a last one without.
        private func results(_ lies: [String], input: String, format: String) throws -> [JSONValue] {
            let sandbox = try CommandSandbox()
            try sandbox.write(HEIFFiles().encode(sandbox.image, .avif), "photo.avif")
            try sandbox.write(HEIFFiles().encodeJXL(sandbox.image), "photo.jxl")
            let library = try Self.build(Self.library(lies), in: sandbox)
            let line = #"{"input":"\#(input)","output":{"inline":"\#(format)"}}"# + "\n"
            let outcome = try sandbox.run(
                ["batch", "--quiet", "--jobs", "1", "--timeout", "20"],
                input: Array(String(repeating: line, count: lies.count + 1).utf8),
                environment: ["LD_PRELOAD": library])
            #expect(outcome.status < 128, "\(outcome.errors.suffix(2000))")
            return try JSONValue.lines(outcome.output)
        }

        @Test(
            "An answer that is not true is an error of its image, or harmless", arguments: ["avif", "jxl"],
            [false, true])
        func lies(format: String, isWriting: Bool) throws {
            let lies = Self.lies(isWriting ? Self.writing : Self.reading)
            let results = try results(
                lies, input: isWriting ? "in.png" : "photo.\(format)", format: isWriting ? format : "png")
            #expect(results.count == lies.count + 1)
            #expect(results.last?["status"] == .string("ok"))
            for (lie, result) in zip(lies, results) {
                guard result["status"] == .string("ok") else { continue }
                let text = try #require(result["output"]?["base64"]?.string)
                let bytes = [UInt8](try #require(Data(base64Encoded: text)))
                #expect(try ImageHeader.of(bytes).width >= 1, "\(lie)")
                #expect(!lie.contains("kind") && !lie.contains("FILE"), "\(lie)")
            }
        }

        @Test(
            "The processor time has a limit without --timeout, before and after the size is known", arguments: [1, 2])
        func processorTime(limitNumber: Int) throws {
            let source = """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                #include <sys/resource.h>
                int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
                    int (*next)(__rlimit_resource_t, const struct rlimit *) = dlsym(RTLD_NEXT, "setrlimit");
                    struct rlimit changed = *limit;
                    static int count;
                    // seconds, for a small picture
                    if (resource != RLIMIT_CPU || changed.rlim_cur < 1 || changed.rlim_cur > 10) return next(resource, limit);
                    if (++count != \(limitNumber)) return next(resource, limit);
                    changed.rlim_cur = 1;
                    next(resource, &changed);
                    for (;;) {
                    }
                }
                """
            let sandbox = try CommandSandbox()
            try sandbox.write(HEIFFiles().encode(sandbox.image, .avif), "photo.avif")
            let outcome = try sandbox.run(
                ["photo.avif", "a.png"], environment: ["LD_PRELOAD": Self.build(source, in: sandbox)])
            #expect(
                outcome.status == 65 && outcome.errors.contains("more time than its size justifies"),
                "\(outcome.errors)")
        }

        @Test(
            "A missing library is the status 69, with its package", arguments: [("libheif", "avif"), ("libjxl", "jxl")])
        func missingLibrary(library: String, format: String) throws {
            let source = """
                #define _GNU_SOURCE
                #include <dlfcn.h>
                #include <string.h>
                void *dlopen(const char *name, int flags) {
                    void *(*next)(const char *, int) = dlsym(RTLD_NEXT, "dlopen");
                    return next(name && strstr(name, "\(library)") ? "libmissing.so" : name, flags);
                }
                """
            let sandbox = try CommandSandbox()
            try sandbox.write(HEIFFiles().encodeJXL(sandbox.image), "photo.jxl")
            try sandbox.write(HEIFFiles().encode(sandbox.image, .avif), "photo.avif")
            let changed = try Self.build(source, in: sandbox)
            for arguments in [["photo.\(format)", "a.png"], ["in.png", "a.\(format)"]] {
                let outcome = try sandbox.run(arguments, environment: ["LD_PRELOAD": changed])
                #expect(
                    outcome.status == 69 && outcome.errors.contains("install the package \(library)"),
                    "\(outcome.errors)")
            }
        }

        @Test("Memory starts at zero, even if it was used before")
        func memory() throws {
            let source = """
                #define _GNU_SOURCE
                #include <errno.h>
                #include <stdio.h>
                #include <stdlib.h>
                #include <string.h>
                static int is_zero(const char *memory, size_t count) {
                    for (size_t index = 0; index < count; index++) if (memory[index] != 0) return 0;
                    return 1;
                }
                static char *used(size_t count) { char *memory = malloc(count); memset(memory, 0xAA, count); return memory; }
                __attribute__((constructor)) static void check(void) {
                    if (strcmp(program_invocation_short_name, "varblur-heif") != 0) return;
                    int is_right = 1;
                    for (size_t count = 1; count < 1 << 22; count = count * 3 + 1) {
                        char *blocks[12], *memory;
                        for (int index = 0; index < 12; index++) blocks[index] = used(count);
                        for (int index = 0; index < 12; index++) free(blocks[index]);
                        for (int index = 0; index < 4; index++) is_right &= is_zero(malloc(count), count);
                        for (int index = 0; index < 4; index++) is_right &= is_zero(aligned_alloc(64, count), count);
                        is_right &= posix_memalign((void **)&memory, 32, count) == 0 && is_zero(memory, count);
                        char *grown = realloc(used(count), 2 * count + 40);
                        is_right &= grown[0] == (char)0xAA && is_zero(grown + count + 24, count + 16);
                    }
                    FILE *report = fopen(getenv("REPORT"), "w");
                    fputs(is_right ? "zero" : "used", report);
                    fclose(report);
                }
                """
            let sandbox = try CommandSandbox()
            try sandbox.write(HEIFFiles().encode(sandbox.image, .avif), "photo.avif")
            let outcome = try sandbox.run(
                ["photo.avif", "a.png"],
                environment: [
                    "LD_PRELOAD": Self.build(source, in: sandbox), "REPORT": sandbox.directory.path("report"),
                ])
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try sandbox.read("report") == Array("zero".utf8))
        }
    }
#endif
