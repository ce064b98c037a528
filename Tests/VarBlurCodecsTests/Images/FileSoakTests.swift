import Foundation
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// Decodes damaged variants of the corpus, and writes a table to the file named by `VARBLUR_FILE_SOAK_TABLE`.
@Suite("File soak", .enabled(if: table != nil && Corpus.directory != nil), .serialized)
struct FileSoakTests {
    private static let introduction = """
        # Damaged files

        Written by `make soak-files`: how many damaged files were made from a corpus of images, and how many of them were
        accepted although their pixels were wrong.

        | damage | files | accepted |
        |---|---:|---:|

        """

    /// The longest files of a list up to a given size.
    private static func files(_ list: String, _ ending: [String], count: Int, upTo size: Int) throws -> [[UInt8]] {
        let paths = try Corpus.files(list).filter { path in ending.contains { path.hasSuffix($0) } }
        let files = try paths.map { [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0))) }
        return Array(files.filter { $0.count > 400 && $0.count <= size }.sorted { $0.count > $1.count }.prefix(count))
    }

    private static func note(_ line: String, isFirst: Bool = false) throws {
        let path = table ?? ""
        let before = isFirst ? introduction : try String(contentsOfFile: path, encoding: .utf8)
        try (before + line + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// The sample values of a file; `nil` if it is rejected.
    private static func sampleValues(of file: [UInt8]) -> [Int]? {
        do {
            return try PixelBuffer.decoded(file).sampleValues()
        } catch {
            return nil
        }
    }

    @Test("truncated at every byte, no file is accepted with wrong pixels")
    func truncation() throws {
        let files =
            try Self.files("must-decode", [".png"], count: 30, upTo: 4000)
            + Self.files("must-decode", [".jpg", ".jpeg"], count: 20, upTo: 12000)
        var (count, accepted) = (0, 0)
        for file in files {
            let whole = try PixelBuffer.decoded(file).sampleValues()
            for length in 0..<file.count {
                count += 1
                // bytes after the last pixel may be missing
                if let values = Self.sampleValues(of: Array(file[..<length])), values != whole { accepted += 1 }
            }
        }
        #expect(files.count == 50 && count >= 100_000 && accepted == 0)
        try Self.note("| truncated at every byte of \(files.count) files | \(count) | \(accepted) |", isFirst: true)
    }

    @Test("with one bit flipped in every byte, no file is accepted with wrong pixels")
    func flippedBits() throws {
        let files = try Self.files("must-decode", [".png"], count: 20, upTo: 3000)
        var (count, accepted) = (0, 0)
        for file in files {
            let whole = try PixelBuffer.decoded(file).sampleValues()
            for index in file.indices {
                var damaged = file
                damaged[index] ^= 1 << UInt8(index % 8)
                count += 1
                if let values = Self.sampleValues(of: damaged), values != whole { accepted += 1 }
            }
        }
        #expect(files.count == 20 && accepted == 0)
        try Self.note("| one bit flipped in every byte of \(files.count) PNG files | \(count) | \(accepted) |")
    }

    @Test("a job that keeps entropy-coded data accepts no file that decoding refuses")
    func keptEntropyCodedData() throws {
        let files = try Self.files("must-decode", [".jpg", ".jpeg"], count: 20, upTo: 12000)
        let directory = try TemporaryDirectory()
        var job = BlurJob()
        (job.blur.maximumRadius, job.blur.startOffset) = (.pixels(3), 0.5)
        (job.output.isDurable, job.existing) = (false, .replace)
        func isAccepted(_ file: [UInt8]) throws -> Bool {
            try directory.write(file, to: "in.jpg")
            let report = try? job.run(
                from: .file(path: directory.path("in.jpg")), to: .file(path: directory.path("out.jpg"))
            )
            guard report != nil else { return false }
            do throws(ImageError) {
                var decoder = try ImageDecoder(file.span.bytes)
                _ = try decoder.readImage().width
                return false
            } catch {
                // some samplings can be blurred as planes but not be converted to pixels
                return error.code != .unsupported
            }
        }
        var (count, accepted) = (0, 0)
        for file in files {
            for index in file.indices {
                var damaged = file
                damaged[index] ^= 1 << UInt8(index % 8)
                count += 2
                if try isAccepted(damaged) { accepted += 1 }
                if try isAccepted(Array(file[..<index])) { accepted += 1 }
            }
        }
        #expect(files.count == 20 && accepted == 0)
        try Self.note(
            "| truncated, and one bit flipped, at every byte of \(files.count) JPEG files, with the entropy-coded data copied, not decoded | \(count) | \(accepted) |"
        )
    }

    /// Files whose compressed rows can be kept, in different formats and with different blocks of compressed data.
    private static func keepableFiles(_ directory: TemporaryDirectory) throws -> [[UInt8]] {
        let formats = [
            PixelFormat(.gray), PixelFormat(.rgb), PixelFormat(.rgba), PixelFormat(.gray, .sixteen),
        ]
        let files = try formats.flatMap { format in
            let size = Size(256, 400_000 / (256 * format.bytesPerPixel))
            let image = try TestContent.natural.image(size, format)
            return try [PNGCompression.fast, .default, .small].map { try image.encoded(.png(compression: $0)) }
        }
        let variants = try CompressedVariants(of: files[1], in: directory).files
        return files + variants
    }

    @Test("with rows whose compressed data is kept, no damaged file is accepted with wrong pixels")
    func keptRows() throws {
        let directory = try TemporaryDirectory()
        let files = try Self.keepableFiles(directory)
        var jobs: [BlurJob] = []
        for directions in [[BlurDirection.top], [.bottom], [.top, .bottom]] {
            var job = BlurJob(radius: 3)
            (job.blur.directions, job.blur.startOffset) = (directions, 0.85)
            job.output.pngCompression = .fast
            jobs.append(job)
        }
        let streams = files.map { FileEditing.pixelData(of: $0) }
        let outputs = try files.map { file in try jobs.map { try $0.run(from: .bytes(file)).bytes } }
        var random = SplitMix64(seed: 16)
        var (accepted, collisions) = (0, 0)
        let count = 100_000
        for number in 0..<count {
            let index = number % files.count
            var stream = streams[index]
            let byte = Int.random(in: stream.indices, using: &random)
            if number % 3 == 0 {
                stream.removeSubrange(byte...)
            } else {
                stream[byte] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            // the checksums of the chunks are right
            let damaged = FileEditing.replacingPixelData(of: files[index], with: stream, chunkSize: 1 << 20)
            let job = Int.random(in: jobs.indices, using: &random)
            guard let output = try? jobs[job].run(from: .bytes(damaged)) else { continue }
            if Self.sampleValues(of: output.bytes) == Self.sampleValues(of: outputs[index][job]) { continue }
            if try Self.hasRightChecksum(stream, in: directory) { collisions += 1 } else { accepted += 1 }
        }
        #expect(accepted == 0)
        try Self.note(
            "| truncated, or one bit flipped, \(files.count) PNG files, with compressed rows copied | \(count) | \(accepted) |"
        )
        try Self.note(
            "\nThe last row leaves out \(collisions) files whose changed data have the checksum (Adler-32) of the original: "
                + "zlib takes them, too. The checksums of the chunks were computed again.")
    }

    /// Whether zlib takes a stream: then no decoder can know that it is damaged.
    private static func hasRightChecksum(_ stream: [UInt8], in directory: TemporaryDirectory) throws -> Bool {
        let path = directory.path("damaged")
        try Data(stream).write(to: URL(fileURLWithPath: path))
        let python = try #require(Program.python)
        let script = "import sys, zlib; zlib.decompress(open(sys.argv[1], 'rb').read())"
        return try python.run(["-c", script, path]).status == 0
    }

    @Test("the memory of a process does not grow over 100,000 decodes of valid and damaged files")
    func longLife() throws {
        let good = try Self.files("must-decode", [".png", ".jpg"], count: 40, upTo: 2500)
        let files = good + good.map { Array($0.dropLast($0.count / 3)) }
        func decodeAll(_ times: Int) {
            for number in 0..<times { _ = Self.sampleValues(of: files[number % files.count]) }
        }
        decodeAll(2000)
        let (memory, descriptors) = (try Self.residentBytes(), try Self.descriptorCount())
        decodeAll(100_000)
        let growth = try Self.residentBytes() - memory
        #expect(growth < 5_000_000)
        #expect(try Self.descriptorCount() <= descriptors)
        try Self.note(
            "\n100,000 decodes in one process, half of them of damaged files: memory grew by \(growth / 1024) KiB.")
    }

    private static func residentBytes() throws -> Int {
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")[1]
        return try #require(Int(pages)) * 4096
    }

    private static func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}

private let table = ProcessInfo.processInfo.environment["VARBLUR_FILE_SOAK_TABLE"]
