import Foundation
import VarBlurCodecs

/// HEIF files that libheif's own programs encode and decode.
package struct HEIFFiles {
    private let directory: TemporaryDirectory

    /// Lets the process of the tests find `varblur-heif`, which is beside the command and not beside the test runner.
    private static let prepared: Void = HelperProgram.heif.prepare(
        in: Program.varblur.url.deletingLastPathComponent().path)

    package init() throws {
        Self.prepared
        directory = try TemporaryDirectory()
    }

    /// Encodes a PNG or JPEG file with `heif-enc`.
    ///
    /// - Parameters:
    ///   - image: the file.
    ///   - format: `.heic` or `.avif`.
    ///   - bits: the bits per sample, 8 for files that have as many, else more.
    ///   - arguments: further arguments.
    /// - Returns: the encoded file.
    /// - Throws: an error if the program fails or is not installed.
    package func encode(
        _ image: [UInt8], _ format: ImageFormat, bits: Int = 8, _ arguments: [String] = []
    ) throws -> [UInt8] {
        let name = image.starts(with: [0xFF, 0xD8]) ? "in.jpg" : "in.png"
        try directory.write(image, to: name)
        let speed = format == .avif ? ["-A", "-p", "speed=8"] : ["-p", "preset=ultrafast"]
        // version 1.23 refuses 8
        let depth = bits == 8 ? [] : ["-b", "\(bits)"]
        try run("heif-enc", speed + depth + arguments + [name, "-o", "out.heif"])
        return try directory.read("out.heif")
    }

    /// Encodes a PNG file with `avifenc`, without loss.
    package func encodeWithAvifenc(_ image: [UInt8], _ arguments: [String]) throws -> [UInt8] {
        try directory.write(image, to: "in.png")
        try run("avifenc", ["--min", "0", "--max", "0", "-s", "9"] + arguments + ["in.png", "out.avif"])
        return try directory.read("out.avif")
    }

    /// Decodes a file with `heif-convert` into a PNG file.
    package func decode(_ file: [UInt8]) throws -> [UInt8] {
        try directory.write(file, to: "in.heif")
        try run("heif-convert", ["in.heif", "out.png"])
        return try directory.read("out.png")
    }

    /// Decodes the auxiliary images of a file with `heif-convert` into PNG files, whose names contain those of their types.
    package func decodeAuxiliaryImages(_ file: [UInt8]) throws -> [String: [UInt8]] {
        try directory.write(file, to: "auxiliary.heif")
        try run("heif-convert", ["--with-aux", "auxiliary.heif", "auxiliary.png"])
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.url.path)
        let images = names.filter { $0.hasPrefix("auxiliary-") && $0.hasSuffix(".png") }
        return try Dictionary(uniqueKeysWithValues: images.map { ($0, try directory.read($0)) })
    }

    /// Runs a program on a file with a name, and returns its output.
    package func inspect(_ file: [UInt8], _ name: String, _ program: String, _ arguments: [String]) throws -> String {
        try directory.write(file, to: name)
        return try run(program, arguments)
    }

    /// Runs a program that makes another file from a file.
    func convert(_ file: [UInt8], _ name: String, _ result: String, _ program: String, _ arguments: [String]) throws {
        try directory.write(file, to: name)
        try run(program, [name, result] + arguments)
    }

    /// A file that a program has written.
    func read(_ name: String) throws -> [UInt8] { try directory.read(name) }

    /// Converts a file with ImageMagick into a PNG file with 8 bits per sample.
    package func convertWithImageMagick(_ file: [UInt8], _ name: String) throws -> [UInt8] {
        try directory.write(file, to: name)
        try run("convert", [name, "-depth", "8", "PNG32:converted.png"])
        return try directory.read("converted.png")
    }

    @discardableResult
    private func run(_ name: String, _ arguments: [String]) throws -> String {
        guard let program = Program(named: name) else { throw Failure(text: "\(name) is not installed") }
        let outcome = try program.run(arguments, in: directory.url)
        guard outcome.status == 0 else { throw Failure(text: "\(name): \(outcome.errors)\(outcome.text)") }
        return outcome.text
    }

    private struct Failure: Error { let text: String }
}

// MARK: - Transformations

extension FileEditing {
    /// Adds a transformation to the image of a HEIF file: `irot` with a number of quarter turns counterclockwise, or `imir` with an axis.
    ///
    /// The file has a single item, whose properties are the last box in `iprp`, as in files of libheif.
    package static func addingTransformation(_ type: String, _ value: UInt8, toHEIF file: [UInt8]) -> [UInt8] {
        addingProperty(type, [value], toHEIF: file)
    }

    /// Describes the samples of a HEIF file with a single item: their matrix, and whether they have limited range.
    package static func describing(matrix: UInt8, isLimited: Bool, inHEIF file: [UInt8]) -> [UInt8] {
        let codes = Array("nclx".utf8) + [0, 1, 0, 13, 0, matrix, isLimited ? 0 : 0x80]
        guard let start = position("colr", in: file) else { return addingProperty("colr", codes, toHEIF: file) }
        var file = file
        file.replaceSubrange(start + 4..<start + 4 + codes.count, with: codes)
        return file
    }

    /// Whether a HEIF file has a box of a type.
    package static func contains(_ type: String, inHEIF file: [UInt8]) -> Bool { position(type, in: file) != nil }

    /// Adds a property to the image of a HEIF file with a single item.
    package static func addingProperty(_ type: String, _ contents: [UInt8], toHEIF file: [UInt8]) -> [UInt8] {
        let box = bigEndian(8 + contents.count, 4) + Array(type.utf8) + contents
        var file = file
        guard let meta = position("meta", in: file), let properties = position("ipco", in: file),
            let associations = position("ipma", in: file), let locations = position("iloc", in: file)
        else { return file }
        let number = count(of: file, at: properties) + 1
        // in ipma: version and flags, the number of items, then for the item: its number, the number of properties, and these
        let entry = associations + 4 + 4 + 4 + 2
        file[entry] += 1
        file.insert(UInt8(number) | 0x80, at: entry + 1 + Int(file[entry]) - 1)
        file.insert(contentsOf: box, at: properties - 4 + size(file, properties))
        let count = box.count
        for (start, growth) in [(meta, count + 1), (position("iprp", in: file) ?? 0, count + 1), (properties, count)] {
            file.replaceSubrange(start - 4..<start, with: bigEndian(size(file, start) + growth, 4))
        }
        let moved = position("ipma", in: file) ?? 0
        file.replaceSubrange(moved - 4..<moved, with: bigEndian(size(file, moved) + 1, 4))
        return movingData(by: count + 1, locations, in: file)
    }

    /// Moves the data of all items: the offsets of extents, each of four bytes.
    private static func movingData(by growth: Int, _ locations: Int, in file: [UInt8]) -> [UInt8] {
        var file = file
        let (version, sizes, baseSize) = (file[locations + 4], file[locations + 8], Int(file[locations + 9] >> 4))
        guard sizes == 0x44 else { return [] }
        var next = locations + 10
        let items = Int(file[next]) << 8 | Int(file[next + 1])
        next += 2
        for _ in 0..<items {
            next += 2 + (version == 1 ? 2 : 0) + 2 + baseSize
            let extents = Int(file[next]) << 8 | Int(file[next + 1])
            next += 2
            for _ in 0..<extents {
                file.replaceSubrange(next..<next + 4, with: bigEndian(size(file, next + 4) + growth, 4))
                next += 8
            }
        }
        return file
    }

    private static func position(_ type: String, in file: [UInt8]) -> Int? {
        let name = Array(type.utf8)
        return (0..<file.count - 3).first { file[$0..<$0 + 4].elementsEqual(name) }
    }

    /// The big-endian number before a position.
    private static func size(_ file: [UInt8], _ position: Int) -> Int {
        file[position - 4..<position].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func count(of file: [UInt8], at properties: Int) -> Int {
        var (next, count) = (properties + 4, 0)
        while next < properties - 4 + size(file, properties) {
            (next, count) = (next + size(file, next + 4), count + 1)
        }
        return count
    }
}
