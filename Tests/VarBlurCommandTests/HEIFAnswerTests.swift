#if os(Linux)
    import Foundation
    import PlainJSON
    import TestSupport
    import Testing
    import VarBlur
    import VarBlurCodecs

    /// The process that reads a file may have been taken over by it: no number of its answers is trusted.
    @Suite("Answers of varblur-heif that are not true", .enabled(if: Program(named: "clang") != nil, "requires clang"))
    struct HEIFAnswerTests {
        private static let reading = [
            ("HEIF_READY", ["kind", "count"]),
            (
                "HEIF_HEADER",
                [
                    "kind", "failure", "count", "width", "height", "depth", "has_alpha", "is_premultiplied",
                    "other_images",
                    "auxiliary_images", "thumbnails", "primaries", "transfer", "profile_count", "exif_count",
                    "xmp_count",
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
                        .filter { !["LIE(HEIF_READY, kind, 4)", "LIE(HEIF_PIXELS, kind, 2)"].contains($0) }
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
                if (images == 0 || images > sizeof lies / sizeof *lies || count != sizeof reply)
                    return next(channel, bytes, count, flags);
                memcpy(&reply, bytes, count);
                if (reply.kind == lies[images - 1].kind)
                    memcpy((char *)&reply + lies[images - 1].offset, &lies[images - 1].value, lies[images - 1].size);
                return next(channel, &reply, count, flags);
            }
            """
        }

        /// Runs a batch with an image for each lie, and a last one without.
        private func results(_ lies: [String], input: String, format: String) throws -> [JSONValue] {
            let sandbox = try CommandSandbox()
            try sandbox.write(HEIFFiles().encode(sandbox.image, .avif), "photo.avif")
            try sandbox.write(Array(Self.library(lies).utf8), "lies.c")
            let headers = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Sources/CHEIFMessages/include").path
            let clang = try #require(Program(named: "clang"))
            let built = try clang.run(
                ["-shared", "-fPIC", "-w", "-I", headers, "-o", "lies.so", "lies.c"], in: sandbox.directory.url)
            try #require(built.status == 0, "\(built.errors)")
            let line = #"{"input":"\#(input)","output":{"inline":"\#(format)"}}"# + "\n"
            let outcome = try Program.varblur.run(
                ["batch", "--quiet", "--jobs", "1", "--timeout", "20"],
                input: Data(String(repeating: line, count: lies.count + 1).utf8), in: sandbox.directory.url,
                environment: ["LD_PRELOAD": sandbox.directory.path("lies.so")])
            #expect(outcome.status < 128, "\(outcome.errors.suffix(2000))")
            return try JSONValue.lines(outcome.output)
        }

        @Test("Each is an error of its image, or harmless", arguments: [false, true])
        func lies(isWriting: Bool) throws {
            let lies = Self.lies(isWriting ? Self.writing : Self.reading)
            let results = try results(
                lies, input: isWriting ? "in.png" : "photo.avif", format: isWriting ? "avif" : "png")
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
    }
#endif
