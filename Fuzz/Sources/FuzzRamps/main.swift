import CFuzzDriver
import Foundation
import FuzzSupport
import VarBlur
import VarBlurCodecs

/// Parses a text as ramps and as an easing; what is accepted must be printed to a text of the same meaning.
func parse(_ text: String) -> (ramps: [BlurGradient], easing: Easing) {
    var ramps: [BlurGradient] = []
    do {
        ramps = try BlurGradient.list(text)
        for ramp in ramps {
            let printed = ramp.description
            precondition((try? BlurGradient(printed)) == ramp, "'\(printed)' is another ramp")
        }
    } catch {
        precondition(!error.message.isEmpty && error.offset <= text.utf8.count, "no message, or no position")
        precondition(
            error.excerpt.caret.utf8.count <= error.excerpt.text.utf8.count + 1, "the caret is outside the text")
    }
    do {
        let easing = try Easing(text)
        precondition((try? Easing(easing.description)) == easing, "'\(easing)' is another easing")
        return (ramps, easing)
    } catch {
        precondition(!error.message.isEmpty && error.offset <= text.utf8.count, "no message, or no position")
        return (ramps, .ease)
    }
}

/// Parses a text as areas and ramps; what is accepted must be printed to a text of the same meaning.
func parseAreas(_ text: String) -> [BlurArea] {
    do {
        return try BlurField.list(text).compactMap { field in
            guard case .area(let area) = field else { return nil }
            precondition((try? BlurArea(area.description)) == area, "'\(area)' is another area")
            return area
        }
    } catch {
        precondition(!error.message.isEmpty && error.offset <= text.utf8.count, "no message, or no position")
        return []
    }
}

/// Blurs a small image; the radii must be finite and inside their bounds.
func blurImage(_ ramps: [BlurGradient], _ areas: [BlurArea], _ easing: Easing) {
    let (width, height) = (9, 7)
    guard let ramps = try? ramps.prefix(4).map({ try $0.eased(easing).field }),
        let areas = try? areas.prefix(4).map({ try $0.eased(easing).field })
    else { return }
    let fields = ramps + areas
    let field = BlurField.maximum(fields)
    let radii = field.radii(width: width, height: height)
    for row in 0..<height {
        for column in 0..<width {
            let radius = field.radius(column: column, row: row, width: width, height: height)
            // sums of changes between stops are rounded
            let slack = 1e-9 * max(radii.upperBound, 1)
            precondition(
                radius >= radii.lowerBound - slack && radius <= radii.upperBound + slack, "\(radius) in \(radii)")
        }
    }
    guard let image = try? PixelBuffer(width: width, height: height, format: PixelFormat(.gray)) else { return }
    _ = try? ProgressiveBlur(field: field).blurred(image).width
}

/// The edge rule, and the size of a mask, that the first bytes of an input select; the rest are its samples.
struct MaskBytes {
    let edges: EdgeMode
    let isInverted: Bool
    let mask: AlphaMask?
    let rest: [UInt8]

    init(_ bytes: [UInt8]) {
        let choice = Int(bytes.first ?? 0)
        edges = EdgeMode.allCases[choice % 5]
        isInverted = choice & 64 != 0
        rest = Array(bytes.dropFirst(3))
        guard bytes.count > 3 else {
            mask = nil
            return
        }
        let (width, height) = (1 + Int(bytes[1]) % 24, 1 + Int(bytes[2]) % 24)
        let source = rest
        let samples = (0..<width * height).map { source[$0 % source.count] }
        mask = try? AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted)
    }
}

let directory = FileManager.default.temporaryDirectory.appending(path: "varblur-fuzz-\(getpid())")
try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
let maskPath = directory.appending(path: "mask").path

/// A small image of noise as a file.
func noise(_ encoding: ImageEncoding, _ format: PixelFormat) throws -> [UInt8] {
    try noiseFile(encoding, format, width: 70, height: 53, in: directory)
}

let files = try [noise(.png, PixelFormat(.rgba)), noise(.jpeg(JPEGStyle(.yCbCr), quality: 90), PixelFormat(.rgb))]

/// Runs a job on every image; the result must have the image's size, and an error must not be an internal fault.
func run(_ job: BlurJob) {
    for file in files {
        do {
            let output = try job.run(from: .bytes(file))
            var decoder = try ImageDecoder(output.bytes.span.bytes)
            let image = try decoder.readImage()
            precondition(image.width == 70 && image.height == 53, "an output of another size")
        } catch {
            precondition(error.code != .fault, "\(error)")
        }
    }
}

/// Blurs images along ramps and areas, along a mask, and along a mask that is read from a file; fills areas.
func runJobs(_ ramps: [BlurGradient], _ areas: [BlurArea], _ easing: Easing, _ bytes: [UInt8]) throws {
    let mask = MaskBytes(bytes)
    var job = BlurJob()
    job.blur.edges = mask.edges
    job.blur.easing = easing
    job.blur.execution = BlurExecution(threadCount: 1)
    (job.limits.pixels, job.limits.memory) = (1 << 16, 64 << 20)
    job.limits.time = .seconds(10)
    job.blur.gradients = Array(ramps.prefix(3))
    job.blur.areas = Array(areas.prefix(3))
    run(job)
    job.fill = areas.last.map { AreaFill($0.shapes, color: RGBColor(red: 9, green: 99, blue: 199)) }
    job.fill?.isInverted = areas.last?.isInverted ?? false
    if job.fill != nil { run(job) }
    (job.blur.gradients, job.blur.areas, job.fill) = ([], [], nil)
    job.blur.maximumRadius = .pixels(Double(bytes.count % 40) / 2)
    job.blur.mask = mask.mask
    run(job)
    try Data(mask.rest).write(to: URL(fileURLWithPath: maskPath))
    (job.maskSource, job.isMaskInverted) = (.image(.file(path: maskPath)), mask.isInverted)
    run(job)
}

/// An input has up to three parts with zero bytes between them: ramps or areas, their easing, and a mask.
func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let parts = UnsafeBufferPointer(start: bytes, count: count).split(
        separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
    guard let first = parts.first else { return 0 }
    let ramps = parse(String(decoding: first, as: UTF8.self)).ramps
    let areas = parseAreas(String(decoding: first, as: UTF8.self))
    let easing = parts.count > 1 ? parse(String(decoding: parts[1], as: UTF8.self)).easing : .linear
    if !ramps.isEmpty || !areas.isEmpty { blurImage(ramps, areas, easing) }
    do {
        if parts.count > 2 { try runJobs(ramps, areas, easing, Array(parts[2])) }
    } catch {
        fatalError("cannot write a mask: \(error)")
    }
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
