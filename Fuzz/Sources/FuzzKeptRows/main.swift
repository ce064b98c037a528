import CFuzzDriver
import Foundation
import VarBlur
import VarBlurCodecs

/// An image file with a stream of deflate blocks that an input selects.
struct HandmadeFile {
    let bytes: [UInt8]
    let isDamaged: Bool

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init(_ choices: inout Choices) {
        let (colorType, channels) = choices.one(of: [(0, 1), (2, 3), (4, 2), (6, 4)])
        let depth = choices.one(of: [8, 8, 16])
        let width = 24 + choices.word() % 1500
        let rowSize = width * channels * depth / 8 + 1
        let windowBits = choices.one(of: [15, 15, 15, 9, 12])
        let chunkSize = choices.one(of: [1 << 20, 8192, 100 + choices.word()])
        let (damage, place) = (choices.byte(), choices.word())
        let stream = StreamBuilder(choices, rowSize: rowSize, windowSize: 1 << windowBits, limit: 1 << 20)
        var data = Self.zlibHeader(windowBits) + stream.bits.bytes + Self.bigEndian(Self.adler32(stream.output))
        isDamaged = Self.damage(&data, damage, place)
        let height = stream.output.count / rowSize
        let header =
            Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(height)) + [UInt8(depth), UInt8(colorType), 0, 0, 0]
        var file = Self.signature + Self.chunk("IHDR", header)
        for start in stride(from: 0, to: data.count, by: chunkSize) {
            file += Self.chunk("IDAT", Array(data[start..<min(start + chunkSize, data.count)]))
        }
        bytes = file + Self.chunk("IEND", [])
    }

    /// Damages the data of one file in four; returns whether it did.
    private static func damage(_ data: inout [UInt8], _ kind: Int, _ place: Int) -> Bool {
        let index = place * data.count >> 16
        switch kind % 16 {
        case 0: data.removeSubrange(index...)
        case 1: data[index] ^= 1 << UInt8(kind / 16 % 8)
        case 2: data.append(UInt8(kind))
        case 3: data[data.count - 1 - place % 4] ^= 0x10
        default: return false
        }
        return true
    }

    private static func zlibHeader(_ windowBits: Int) -> [UInt8] {
        let first = (windowBits - 8) << 4 | 8
        return [UInt8(first), UInt8(31 - (first << 8) % 31)]
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    private static func chunk(_ type: String, _ contents: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + contents
        return bigEndian(UInt32(contents.count)) + body + bigEndian(fuzz_crc32(body, body.count))
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 { fuzz_adler32(bytes, bytes.count) }
}

/// A job that blurs a part of the rows; without `keepsRows`, it encodes all rows again.
func job(_ choices: inout Choices, keepsRows: Bool) -> BlurJob {
    var job = BlurJob()
    job.blur.maximumRadius = .pixels(choices.one(of: [1, 3, 9]))
    let directions: [[BlurDirection]] = [[.top], [.bottom], [.top, .bottom]]
    job.blur.directions = choices.one(of: directions)
    job.blur.startOffset = choices.one(of: [0.5, 0.7, 0.8, 0.9, 0.98])
    if choices.byte() % 4 == 0 {
        // the first and the last rows are kept, and those in the middle are blurred
        job.blur.gradients = (try? BlurGradient.list("linear-blur(to bottom, 0 40%, 3px 50%, 0 60%)")) ?? []
    }
    job.blur.execution = BlurExecution(threadCount: choices.one(of: [1, 2]))
    job.output.pngCompression = choices.one(of: [.fast, .fast, .default])
    // no rows are kept of files whose damage is tolerated
    job.limits.allowsDamage = !keepsRows
    return job
}

/// Ends with a message unless a condition is met.
func require(_ condition: Bool, _ message: @autoclosure () -> String) { if !condition { fatalError(message()) } }

/// An image; `nil` if the file is refused.
func decoded(_ file: [UInt8]) -> PixelBuffer? {
    guard var decoder = try? ImageDecoder(file.span.bytes) else { return nil }
    return try? decoder.readImage()
}

/// The sample bytes of a file; empty if it is refused.
func pixels(_ file: [UInt8]) -> [UInt8] {
    guard let image = decoded(file) else { return [] }
    return image.bytes.withUnsafeBytes { [UInt8]($0) }
}

/// A file with the same pixels that another encoder might have written, or the file if it is refused.
func encodedAnew(_ file: [UInt8]) throws -> [UInt8] {
    guard let image = decoded(file) else { return file }
    let plan = EncodingPlan(width: image.width, height: image.height, pixelFormat: image.format, encoding: .png)
    let sink = MemorySink()
    var encoder = try ImageEncoder(plan, to: sink)
    let rowBytes = image.layout.bytesPerRow
    for y in 0..<image.height { try encoder.writeRow(image.bytes.extracting(y * rowBytes..<(y + 1) * rowBytes)) }
    try encoder.finish()
    return sink.bytes
}

/// A job that keeps rows accepts the files that can be decoded, and its output has the pixels of a job that keeps none.
func compareJobs(_ file: HandmadeFile, _ settings: Choices) throws {
    var (first, second) = (settings, settings)
    let isValid = decoded(file.bytes) != nil
    require(isValid || file.isDamaged, "a valid file is refused")
    let output: [UInt8]
    do {
        output = try job(&first, keepsRows: true).run(from: .bytes(file.bytes)).bytes
    } catch {
        return require(!isValid, "\(error)")
    }
    require(isValid, "a damaged file is accepted")
    // some damage is acceptable after the last pixel, but libpng would replace pixels before it
    let intact = try file.isDamaged ? encodedAnew(file.bytes) : file.bytes
    let expected = try job(&second, keepsRows: false).run(from: .bytes(intact)).bytes
    require(pixels(output) == pixels(expected), "other pixels")
    require(fuzz_inflates(output, output.count), "zlib refuses the output")
}

let settingsByteCount = 8

func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > settingsByteCount else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    var choices = Choices(bytes[settingsByteCount...])
    do {
        try compareJobs(HandmadeFile(&choices), Choices(bytes[..<settingsByteCount]))
    } catch {
        fatalError("the job without kept rows fails: \(error)")
    }
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
