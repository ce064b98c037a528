import CFuzzDriver
import Foundation
import VarBlur
import VarBlurCodecs

/// Selects values by the bytes of an input.
struct Choices {
    var bytes: ArraySlice<UInt8>

    mutating func next() -> Int { Int(bytes.popFirst() ?? 0) }

    mutating func one<Choice>(of choices: [Choice]) -> Choice { choices[next() % choices.count] }
}

/// The number of bytes in front of the file that select the settings.
let settingsByteCount = 40

/// A look that the bytes select, or none.
func look(_ choices: inout Choices) -> BlurLook {
    let (steps, color) = (choices.next(), Double(choices.next()) / 255)
    let tint = steps % 2 == 0 ? nil : try? BlurLook.Tint(red: color, green: 1 - color, blue: 0.5, opacity: color)
    let saturation = steps & 2 == 0 ? 1 : Double(steps >> 4) / 4
    let look = try? BlurLook(
        tint: tint, saturation: saturation, grain: steps & 4 == 0 ? 0 : color * 64, dithers: steps & 8 != 0)
    return look ?? .none
}

/// The crop and the size that the bytes select, or none.
func frame(_ choices: inout Choices) -> (crop: Crop?, resize: Resize?) {
    func length() -> BlurLength {
        let number = Double(choices.next())
        return number < 128 ? .pixels(number) : .percent(number - 127)
    }
    let kinds = choices.next()
    let crop = Crop(
        width: length(), height: length(), x: .percent(Double(kinds % 64)), y: .pixels(Double(kinds % 8)))
    var resize = Resize(width: length(), height: kinds & 1 == 0 ? nil : length())
    resize.fit = choices.one(of: Resize.Fit.allCases)
    resize.position = .init(x: .percent(Double(kinds) - 64), y: .pixels(Double(kinds) - 128))
    resize.enlarges = kinds & 2 == 0
    if kinds & 4 == 0 { resize.bars = .blurredImage(radius: nil, brightness: Double(kinds) / 255) }
    return (kinds & 8 == 0 ? nil : crop, kinds & 16 == 0 ? nil : resize)
}

/// A length that the bytes select.
func length(_ choices: inout Choices) -> BlurLength {
    let number = Double(choices.next())
    return number < 128 ? .pixels(number / 2) : .percent(number - 128)
}

/// The shape of an area that the bytes select.
func shape(_ choices: inout Choices) -> BlurArea.Shape {
    let kind = choices.next()
    let place = BlurGradient.Position(x: length(&choices), y: length(&choices))
    let (first, second) = (length(&choices), length(&choices))
    switch kind % 4 {
    case 0:
        return .xywh(x: place.x, y: place.y, width: first, height: second, corners: .init(.percent(Double(kind % 50))))
    case 1: return .circle(.length(first), at: place)
    case 2: return .ellipse(.length(first), .farthestSide, at: place)
    default:
        let corners = [place, .init(x: first, y: second), .init(x: second, y: place.x), .init(x: place.y, y: first)]
        return .polygon(corners, kind & 4 == 0 ? .evenodd : .nonzero)
    }
}

/// Adds an area, a fill, and the reach of the ramp to a job, if the bytes select them.
func addAreas(_ choices: inout Choices, to job: inout BlurJob) {
    let kinds = choices.next()
    if kinds & 1 != 0, let area = try? BlurArea(shape(&choices), radius: length(&choices), feather: length(&choices)) {
        job.blur.areas = [area]
    }
    if kinds & 2 != 0 { job.fill = AreaFill([shape(&choices)], color: RGBColor(red: 9, green: 99, blue: 200)) }
    if kinds & 12 == 12 { job.blur.reach = length(&choices) }
    job.output.convertsToSRGB = kinds & 16 != 0
    job.output.jpegIsProgressive = kinds & 96 == 96 ? true : nil
}

/// A job with settings that the bytes select.
func job(_ choices: inout Choices) -> BlurJob {
    var job = BlurJob()
    let lengths: [BlurLength] = [
        .pixels(0), .pixels(0.4), .pixels(3), .pixels(20), .pixels(1e6), .percent(5), .percent(200),
    ]
    job.blur.maximumRadius = choices.one(of: lengths)
    job.blur.minimumRadius = choices.one(of: [.pixels(0), .pixels(0), .pixels(0.3), .pixels(3), .percent(1)])
    job.blur.direction = choices.one(of: BlurDirection.allCases)
    job.blur.edges = choices.one(of: EdgeMode.allCases)
    job.blur.startOffset = (Double(choices.next()) - 64) / 192
    job.blur.look = look(&choices)
    job.output.jpegSmoothing = choices.one(of: JPEGSmoothing.allCases)
    job.blur.execution = BlurExecution(threadCount: choices.one(of: [1, 2]))
    job.output.format = choices.one(of: [nil, .png, .jpeg, .webP])
    job.output.stripping = choices.one(of: MetadataStripping.allCases)
    job.output.background = choices.one(of: [nil, RGBColor(red: 1, green: 2, blue: 3)])
    let quality = choices.next()
    // Without a quality, a JPEG output keeps the quantization of the input and the entropy-coded data of its sharp part.
    job.output.jpegQuality = quality % 2 == 0 ? nil : 1 + quality % 100
    job.output.webPQuality = choices.one(of: [nil, .lossless, .lossy(quality % 101)])
    job.blur.light = choices.one(of: LightMode.allCases)
    job.output.isDurable = false
    (job.limits.pixels, job.limits.memory) = (1 << 16, 64 << 20)
    (job.crop, job.resize) = frame(&choices)
    job.limits.allowsDamage = choices.next() % 4 == 0
    addAreas(&choices, to: &job)
    job.turn = choices.one(of: ImageOrientation.allCases)
    job.sharpening = choices.one(of: [0, 0, 0.5, 9])
    job.blur.mosaic = choices.one(of: [nil, nil, .pixels(1), .pixels(7), .percent(30)])
    job.fill?.isInverted = choices.next() % 2 == 0
    return job
}

let directory = FileManager.default.temporaryDirectory.appending(path: "varblur-fuzz-\(getpid())")
try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
let (input, output) = (directory.appending(path: "in").path, directory.appending(path: "out").path)

/// Runs a job from file to file and in memory.
///
/// The output must be complete after success and absent after an error, which must not be an internal fault. In memory, the job must
/// give the same bytes.
func run(_ job: BlurJob, _ file: [UInt8]) throws {
    try Data(file).write(to: URL(fileURLWithPath: input))
    unlink(output)
    let report: BlurJob.Report
    do {
        report = try job.run(from: .file(path: input), to: .file(path: output))
    } catch {
        precondition(error.code != .fault && !error.file.isEmpty, "\(error)")
        precondition(access(output, F_OK) != 0, "an output after an error")
        precondition((try? job.run(from: .bytes(file))) == nil, "the job fails only from file to file")
        return
    }
    let result = [UInt8](try Data(contentsOf: URL(fileURLWithPath: output)))
    do {
        let inMemory = try job.run(from: .bytes(file))
        precondition(inMemory.bytes == result && inMemory.outputBytes == result.count, "other bytes in memory")
    } catch {
        // An output in memory counts as memory of the job
        precondition(error.code == .overLimit, "the job fails only in memory: \(error)")
    }
    switch size(of: result) {
    case .success(let size): precondition(size == [report.width, report.height])
    // Planes of some sampling factors can be blurred and encoded, but not converted to pixels.
    case .failure(let error) where error.code == .unsupported:
        precondition((try? size(of: file).get()) == nil, "the input could be decoded")
    case .failure(let error): throw error
    }
}

/// Makes several files from an image in memory.
///
/// Each must have the size that a job of its own gives, and the same bytes unless the input is a JPEG image. It may only be refused if
/// the job is refused too, or because all together need more memory.
func runSet(_ job: BlurJob, _ sizes: [Resize?], _ file: [UInt8]) throws {
    let outputs = sizes.flatMap { size in
        [nil, ImageFormat.png].map { format in
            var settings = job.output
            if let format { settings.format = format }
            return BlurJob.Output(resize: size, settings: settings)
        }
    }
    let results: [Result<BlurJob.Report, ImageError>]
    do {
        results = try job.run(from: .bytes(file), to: outputs)
    } catch {
        precondition(error.code != .fault, "\(error)")
        results = outputs.map { _ in .failure(error) }
    }
    for (output, result) in zip(outputs, results) {
        var single = job
        (single.resize, single.output) = (output.resize, output.settings)
        switch (result, Result { () throws(ImageError) in try single.run(from: .bytes(file)) }) {
        case (.success(let own), .success(let other)):
            precondition(own.width == other.width && own.height == other.height, "an output of another size")
            let isJPEG = file.starts(with: [0xFF, 0xD8])
            precondition(isJPEG || own.bytes == other.bytes, "an output with other bytes than its own job")
        case (.failure(let error), .success):
            // planes of some sampling factors cannot be converted to pixels of every size, and all outputs share one
            let isJPEG = file.starts(with: [0xFF, 0xD8])
            precondition(error.code == .overLimit || isJPEG && error.code != .fault, "only the set fails: \(error)")
        case (.success, .failure(let error)): precondition(error.code == .overLimit, "only the job fails: \(error)")
        case (.failure(let error), .failure): precondition(error.code != .fault, "\(error)")
        }
    }
}

/// The width and height of an upright image; empty for other orientations.
func size(of file: [UInt8]) -> Result<[Int], ImageError> {
    do {
        var decoder = try ImageDecoder(file.span.bytes)
        let image = try decoder.readImage()
        return .success(decoder.header.orientation == .up ? [image.width, image.height] : [])
    } catch {
        return .failure(error)
    }
}

func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard count > settingsByteCount else { return 0 }
    let bytes = [UInt8](UnsafeBufferPointer(start: bytes, count: count))
    var choices = Choices(bytes: bytes[..<settingsByteCount])
    let (selected, file) = (job(&choices), Array(bytes[settingsByteCount...]))
    do {
        if choices.next() % 4 == 3 {
            try runSet(selected, [frame(&choices).resize, selected.resize], file)
        } else {
            try run(selected, file)
        }
    } catch {
        fatalError("the output cannot be decoded: \(error)")
    }
    return 0
}

var argumentCount = CommandLine.argc
var argumentVector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
exit(LLVMFuzzerRunDriver(&argumentCount, &argumentVector, test))
