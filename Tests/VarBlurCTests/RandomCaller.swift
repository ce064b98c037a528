import CVarBlur
import VarBlurLibC
import TestSupport
import Testing
import VarBlurC

/// Calls the C library with arguments of which many are wrong.
struct RandomCaller {
    private var random: SplitMix64
    private(set) var succeeded = 0
    private(set) var finishedJobs = 0
    private(set) var statuses: Set<CInt> = []

    private static let memorySize = 1 << 14
    private static let integers = [0, 255, 1024, 65_536, 1 << 24, 1 << 24 + 1, 1 << 31, 1 << 40, -1, -16, .max, .min]
    private static let numbers = [
        0, 0.1, 0.5, 1, 1, 2.2, 3, 5, 20, 64, 1000, 1e6, 1e12, 1e300, -0.5, -1, -1e9, .infinity, -.infinity, .nan,
        .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]
    private static let ramps = [
        "linear-blur(20px, 0px 40%)", "linear-blur(0px, 9px, 1px)", "linear-blur(30deg, 0px, 9px)",
        "radial-blur(circle at 50% 40%, 0px 20%, 12px)", "area-blur(circle(4px at 50% 30%), 2px, feather 6px)",
        "linear-blur(1e9px, 0px) radial-blur(0px, 3%)",
    ]

    private static let jobs = [
        "{}", #"{"options": {"max-radius": 3}}"#, #"{"options": {"max-input": 10}}"#,
        #"{"output": {"inline": "jpeg"}}"#,
        #"{"outputs": [{"resize": "2x"}, {"format": "webp"}]}"#, #"{"input": "/nonexistent/in.png"}"#, "[1, 2", "",
    ]

    /// A command for jobs, and the content of an image file.
    private let command: String
    private let image: [UInt8]

    init(seed: UInt64, command: String, image: [UInt8]) {
        (random, self.command, self.image) = (SplitMix64(seed: seed), command, image)
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }
    private mutating func integer() -> Int {
        chance(8) ? Self.integers.randomElement(using: &random) ?? 0 : Int.random(in: 1...34, using: &random)
    }
    private mutating func number() -> Double { Self.numbers.randomElement(using: &random) ?? 0 }
    private mutating func int() -> CInt {
        chance(2) ? CInt(truncatingIfNeeded: integer()) : CInt.random(in: 0...3, using: &random)
    }

    /// A text, at times with a changed byte.
    private mutating func text(_ texts: [String]) -> [CChar]? {
        if chance(3) { return nil }
        var bytes = Array((texts.randomElement(using: &random) ?? "").utf8)
        if chance(3), let index = bytes.indices.randomElement(using: &random) {
            bytes[index] = UInt8.random(in: 1...255, using: &random)
        }
        return bytes.map { CChar(bitPattern: $0) } + [0]
    }

    private mutating func mask(_ memory: UnsafeMutableRawPointer) -> varblur_mask {
        if !chance(4) { return varblur_mask() }
        var mask = varblur_mask(
            samples: memory, width: integer(), height: integer(), stride: chance(3) ? integer() : 0,
            bits: [8, 16, 32, 32, 5].randomElement(using: &random) ?? 8, is_inverted: chance(9) ? int() : 0)
        if !fits(mask.width, mask.height, mask.stride, 4) { mask.samples = nil }
        return mask
    }

    /// Whether memory suffices for rows of pixels; also if their size is impossible.
    private func fits(_ width: Int, _ height: Int, _ stride: Int, _ pixelBytes: Int) -> Bool {
        if width < 1 || height < 1 { return true }
        let (row, isLong) = width.multipliedReportingOverflow(by: pixelBytes)
        let (bytes, isLarge) = max(row, stride).multipliedReportingOverflow(by: height)
        return width > Int(VARBLUR_MAX_SIDE) || height > Int(VARBLUR_MAX_SIDE)
            || !isLong && !isLarge && bytes < Self.memorySize - 16
    }

    /// The address of an image that ends where the memory ends, so that a sanitizer sees what is read or written behind it.
    private func end(of memory: UnsafeMutableRawPointer, _ layout: varblur_layout) -> UnsafeMutableRawPointer {
        let channels = [1, 2, 3, 3, 4, 4, 4]
        let (base, flags) = (Int(layout.format & 0xFF), layout.format & ~0xFF)
        let sampleBytes: [CInt: Int] = [0: 1, 0x100: 2, 0x200: 1, 0x300: 2, 0x400: 4, 0x600: 4]
        guard (1...7).contains(base), let bytes = sampleBytes[flags] else { return memory }
        let row = layout.width &* channels[base - 1] &* bytes
        let size = max(row, layout.stride) &* (layout.height &- 1) &+ row
        let isInside = layout.width > 0 && layout.height > 0 && (1...Self.memorySize).contains(size)
        return isInside ? memory + (Self.memorySize - size) : memory
    }

    private mutating func options(_ memory: UnsafeMutableRawPointer) -> varblur_options {
        var options = varblur_options()
        varblur_options_init(&options, MemoryLayout<varblur_options>.size)
        if chance(30) { options.size = [0, 8, 7000, -1].randomElement(using: &random) ?? 0 }
        if chance(3) { options.sides = int() }
        if chance(4) { options.max_radius = number() }
        if chance(6) { options.min_radius = number() }
        if chance(6) { options.start_offset = number() }
        if chance(3) { options.edges = int() }
        if chance(4) { options.light = int() }
        if chance(8) { options.gamma = number() }
        if chance(8) { options.saturation = number() }
        if chance(8) { (options.tint_red, options.tint_opacity) = (number(), number()) }
        if chance(8) { options.grain = number() }
        if chance(8) { options.fade = number() }
        if chance(8) { options.dither = int() }
        if chance(30) { options.mosaic = number() }
        (options.mask, options.matte) = (mask(memory), mask(memory))
        return options
    }

    mutating func call(_ number: Int) {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.memorySize, alignment: 16)
        let target = UnsafeMutableRawPointer.allocate(byteCount: Self.memorySize, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 77, count: Self.memorySize)
        target.initializeMemory(as: UInt8.self, repeating: 78, count: Self.memorySize)
        defer {
            memory.deallocate()
            target.deallocate()
        }
        var blur: OpaquePointer?
        var options = options(memory)
        var ramp = text(Self.ramps), easing = text(["sine", "cubic-bezier(0, 1, 1, 0)"])
        let isNull = chance(50)
        let made = check { message, size in
            withOptional(&ramp) { ramp in
                withOptional(&easing) { easing in
                    (options.ramp, options.easing) = (ramp, easing)
                    return isNull
                        ? varblur_blur_create(&options, nil, message, size)
                        : varblur_blur_create(&options, &blur, message, size)
                }
            }
        }
        #expect(made == 0 || blur == nil, "call \(number)")
        if chance(9) { parse(number) }
        apply(blur, memory, target, number)
        varblur_blur_free(blur)
    }

    /// Makes a blur from a text, and options of any size.
    private mutating func parse(_ number: Int) {
        var ramp = text(Self.ramps)
        var blur: OpaquePointer?
        let isNull = chance(9)
        let status = check { message, size in
            withOptional(&ramp) {
                isNull ? varblur_blur_parse($0, nil, message, size) : varblur_blur_parse($0, &blur, message, size)
            }
        }
        #expect((status == 0) == (blur != nil), "call \(number)")
        varblur_blur_free(blur)
        #expect(varblur_version() == 100)
        let size = Int.random(in: 0...600, using: &random)
        let options = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { options.deallocate() }
        varblur_options_init(options.assumingMemoryBound(to: varblur_options.self), size)
        if size >= MemoryLayout<varblur_options>.size { #expect(options.load(as: Int.self) == size) }
    }

    private mutating func apply(
        _ blur: OpaquePointer?, _ memory: UnsafeMutableRawPointer, _ target: UnsafeMutableRawPointer, _ number: Int
    ) {
        var layout = varblur_layout(
            width: integer(), height: integer(), stride: chance(4) ? integer() &* 5 : 0, format: 0)
        let flags: CInt =
            [0, 0, 0, 0, 0x100, 0x100, 0x200, 0x300, 0x400, 0x400, 0x600, 0x500, 0x800].randomElement(using: &random)
            ?? 0
        layout.format = CInt.random(in: 0...8, using: &random) | flags
        var run = varblur_run.standard
        if chance(3) {
            (run.x, run.y, run.width, run.height) = (integer() / 4, integer() / 4, integer() / 2, integer() / 2)
        }
        if chance(4) { run.threads = int() }
        if chance(30) { run.size = [0, 8, 55, 7000, -1].randomElement(using: &random) ?? 0 }
        let stride = chance(6) ? integer() : 0
        let isSafe = fits(layout.width, layout.height, layout.stride, 16)
        let isTargetSafe = isSafe && fits(max(run.width, layout.width), max(run.height, layout.height), stride, 16)
        let pixels = isSafe && !chance(50) ? end(of: memory, layout) : nil
        var region = layout
        if run.width != 0 { (region.width, region.height) = (run.width, run.height) }
        region.stride = stride
        let result = isTargetSafe ? end(of: target, region) : nil
        var bytes = 0
        _ = check { varblur_memory(blur, &layout, &run, &bytes, $0, $1) }
        let isInPlace = chance(2)
        let status = check { message, size in
            isInPlace
                ? varblur_apply(blur, pixels, &layout, &run, message, size)
                : varblur_apply_to(blur, pixels, &layout, result, stride, &run, message, size)
        }
        if status != 0 || !isInPlace {
            #expect(isUnchanged(memory, 77), "call \(number), status \(status)")
            #expect(status == 0 || isUnchanged(target, 78), "call \(number), status \(status)")
        }
        if status == 0 { succeeded += 1 }
        applyPlanes(blur, memory, number)
        applyRows(blur, layout, run)
        if chance(3) { performJob(number) }
    }

    private mutating func applyPlanes(_ blur: OpaquePointer?, _ memory: UnsafeMutableRawPointer, _ number: Int) {
        memory.initializeMemory(as: UInt8.self, repeating: 77, count: Self.memorySize)
        var planes = varblur_planes()
        planes.size = chance(20) ? integer() : MemoryLayout<varblur_planes>.size
        (planes.width, planes.height) = (integer(), integer())
        planes.bits = chance(6) ? int() : [8, 10, 16].randomElement(using: &random) ?? 8
        planes.horizontal_ratio = chance(6) ? int() : 2
        planes.vertical_ratio = chance(6) ? int() : 1
        if chance(4) { planes.strides = (integer(), integer(), integer()) }
        let stride = max(planes.strides.0, planes.strides.1, planes.strides.2)
        // each plane gets a third of the memory
        guard fits(planes.width, planes.height, stride < 1 << 20 ? 3 * stride : stride, 24) else { return }
        let third = Self.memorySize / 3
        if !chance(20) { planes.samples.0 = memory }
        if !chance(4) { planes.samples.1 = memory + third }
        if !chance(3) { planes.samples.2 = memory + 2 * third }
        let status = check { varblur_apply_planes(blur, &planes, nil, $0, $1) }
        #expect(status == 0 || isUnchanged(memory, 77), "call \(number), status \(status)")
    }

    private mutating func applyRows(_ blur: OpaquePointer?, _ layout: varblur_layout, _ run: varblur_run) {
        var (layout, run) = (layout, run)
        // the functions neither read nor write, so that any size would do; this one ends soon
        guard layout.width < 64, layout.height < 64 else { return }
        let (isReading, isWriting) = (!chance(9), !chance(9))
        let end: CInt = chance(3) ? 9 : 0
        withUnsafePointer(to: end) { end in
            let context = UnsafeMutableRawPointer(mutating: end)
            let read: varblur_read_row = { context, _ in context?.load(as: CInt.self) ?? 1 }
            let write: varblur_write_row = { context, _ in context?.load(as: CInt.self) ?? 1 }
            _ = check {
                varblur_apply_rows(
                    blur, &layout, isReading ? read : nil, isWriting ? write : nil, context, &run, $0, $1)
            }
        }
    }

    /// Performs a job whose text and input are often wrong, mostly with a command that does not exist, because processes take time.
    private mutating func performJob(_ number: Int) {
        let command: String? = chance(20) ? command : ["", "/", "/nonexistent", "\u{1}"].randomElement(using: &random)
        var (program, job) = (command.map { $0.utf8.map { CChar(bitPattern: $0) } + [0] }, text(Self.jobs))
        // exactly as much memory as the job has
        let input = UnsafeMutableRawPointer.allocate(byteCount: image.count, alignment: 1)
        defer { input.deallocate() }
        image.withUnsafeBytes { input.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(input), byteCount: $0.count) }
        let isInput = !chance(5)
        let size =
            chance(9)
            ? -Int.random(in: 1...9, using: &random)
            : chance(4) ? Int.random(in: 0...image.count, using: &random) : image.count
        // old contents are not released
        var (output, result) = (varblur_bytes(data: input, size: 7), varblur_bytes(data: input, size: 7))
        let (wantsOutput, wantsResult) = (!chance(5), !chance(5))
        let status = check { message, messageSize in
            withOptional(&program) { program in
                withOptional(&job) { job in
                    withUnsafeMutablePointer(to: &output) { output in
                        withUnsafeMutablePointer(to: &result) { result in
                            varblur_job_json(
                                program, job, isInput ? input : nil, size, wantsOutput ? output : nil,
                                wantsResult ? result : nil, message, messageSize)
                        }
                    }
                }
            }
        }
        if status == 0 { finishedJobs += 1 }
        for (bytes, isWanted) in [(output, wantsOutput), (result, wantsResult)] where isWanted {
            #expect(bytes.data != UnsafeMutableRawPointer(input), "call \(number)")
            #expect(bytes.data?.load(fromByteOffset: bytes.size, as: UInt8.self) ?? 0 == 0, "call \(number)")
        }
        if wantsOutput { varblur_bytes_free(&output) }
        if wantsResult { varblur_bytes_free(&result) }
        varblur_bytes_free(nil)
    }

    private func isUnchanged(_ memory: UnsafeMutableRawPointer, _ byte: UInt8) -> Bool {
        // all bytes equal the first one
        memory.load(as: UInt8.self) == byte && memcmp(memory, memory + 1, Self.memorySize - 1) == 0
    }

    /// Checks that the status is known, and that there is a message if it is not that of success.
    private mutating func check(_ call: (UnsafeMutablePointer<CChar>, Int) -> CInt) -> CInt {
        var message = [CChar](repeating: 5, count: 64)
        let status = call(&message, message.count)
        statuses.insert(status)
        #expect([0, 100, 101, 102, 103, 104, 200, 201, 202, 203].contains(status))
        #expect((status == 0) == (message[0] == 0) && message.contains(0))
        return status
    }
}

/// Calls `body` with the address of a text, or none.
private func withOptional<Result>(
    _ text: inout [CChar]?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
    guard let text else { return body(nil) }
    return text.withUnsafeBufferPointer { body($0.baseAddress) }
}
