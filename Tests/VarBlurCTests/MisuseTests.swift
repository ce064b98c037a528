import CVarBlur
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs

@testable import VarBlurC

@Suite("Wrong arguments to the C library")
struct MisuseTests {
    /// Expects that a call fails with a status, and with a message that has a part.
    private func failure(_ status: varblur_status, _ part: String, _ call: () throws -> Void) {
        let failure = #expect(throws: CFailure.self) { try call() }
        #expect(failure?.status == CInt(status.rawValue), "\(failure?.message ?? "")")
        #expect(failure?.message.contains(part) ?? false, "\(failure?.message ?? "")")
    }

    @Test("every option is checked, with a status and a message")
    func options() {
        failure(VARBLUR_INVALID_TEXT, "at character") { _ = try CBlur(ramp: "linear-blur(3px, )") }
        failure(VARBLUR_INVALID_TEXT, "an easing is") { _ = try CBlur(easing: "bouncy") }
        failure(VARBLUR_INVALID_SETTING, "maximum radius") { _ = try CBlur { $0.max_radius = -1 } }
        failure(VARBLUR_INVALID_SETTING, "start offset") { _ = try CBlur { $0.start_offset = 1 } }
        failure(VARBLUR_INVALID_SETTING, "saturation") { _ = try CBlur { $0.saturation = .nan } }
        failure(VARBLUR_INVALID_SETTING, "the gamma is 0.05; it must be from 0.1 to 10") {
            _ = try CBlur {
                $0.light = CInt(VARBLUR_LINEAR_GAMMA.rawValue)
                $0.gamma = 0.05
            }
        }
        for side in [.infinity, .nan, -1] {
            failure(VARBLUR_INVALID_SETTING, "finite, and greater than 0") { _ = try CBlur { $0.mosaic = side } }
        }
        failure(VARBLUR_INVALID_ARGUMENT, "sides") { _ = try CBlur { $0.sides = 16 } }
        failure(VARBLUR_INVALID_ARGUMENT, "size of options") { _ = try CBlur { $0.size = 8 } }
    }

    @Test("areas of others take no time without bounds: those of files, and these, have the same limits")
    func areas() throws {
        let polygon = "polygon(\(repeatElement("1px 2px", count: 5000).joined(separator: ", ")))"
        func ramp(_ shape: String, _ count: Int, inOneArea: Bool) -> String {
            if inOneArea {
                return "area-blur(outside \(repeatElement(shape, count: count).joined(separator: " ")), 3px)"
            }
            return repeatElement("area-blur(\(shape), 3px)", count: count).joined(separator: " ")
        }
        for inOneArea in [false, true] {
            _ = try CBlur(ramp: ramp("circle(5px)", 1000, inOneArea: inOneArea))
            failure(VARBLUR_INVALID_SETTING, "there are more than 1000 areas; leave some of them out") {
                _ = try CBlur(ramp: ramp("circle(5px)", 1001, inOneArea: inOneArea))
            }
            _ = try CBlur(ramp: ramp(polygon, 2, inOneArea: inOneArea))
            failure(VARBLUR_INVALID_SETTING, "more than 10000 corners") {
                _ = try CBlur(ramp: ramp(polygon, 3, inOneArea: inOneArea))
            }
        }
    }

    @Test("samples of masks need no alignment")
    func alignment() throws {
        let layout = varblur_layout(16, 16, VARBLUR_GRAY)
        let pixels = (0..<256).map { UInt8(truncatingIfNeeded: $0 * 37) }
        for (bits, byteCount) in [(16, 2), (32, 4)] as [(CInt, Int)] {
            var results: Set<[UInt8]> = []
            for (offset, padding) in [(0, 0), (1, 0), (3, 1)] {
                let rows = (0..<3).map { row in
                    (0..<3).flatMap { column in
                        let value = Float(row * 3 + column) / 8
                        let bytes = bits == 32 ? withUnsafeBytes(of: value, Array.init) : nil
                        return bytes ?? withUnsafeBytes(of: UInt16(value * 65535), Array.init)
                    } + [UInt8](repeating: 7, count: padding)
                }
                let memory = [UInt8](repeating: 7, count: offset) + rows.joined()
                let blur = try memory.withUnsafeBytes { memory in
                    let samples = memory.baseAddress.map { $0 + offset }
                    return try CBlur {
                        $0.mask = varblur_mask(
                            samples: samples, width: 3, height: 3, stride: 3 * byteCount + padding, bits: bits,
                            is_inverted: 0)
                    }
                }
                results.insert(try blur.applied(pixels, layout, count: 256))
            }
            #expect(results.count == 1 && results.first != pixels)
        }
    }

    @Test("every property of an image and of a call is checked, and pixels stay as they are")
    func images() throws {
        let (blur, layout) = (try CBlur(), varblur_layout(16, 16, VARBLUR_RGBA))
        var bytes = [UInt8](repeating: 3, count: 1024)
        let layouts: [(varblur_status, String, varblur_layout)] = [
            (VARBLUR_INVALID_ARGUMENT, "pixel format", varblur_layout(16, 16, varblur_format(0))),
            (VARBLUR_INVALID_ARGUMENT, "premultiplied", varblur_layout(16, 16, VARBLUR_RGB, VARBLUR_PREMULTIPLIED)),
            (VARBLUR_INVALID_IMAGE, "rows of 20 bytes", varblur_layout(16, 16, VARBLUR_RGBA, stride: 20)),
            (VARBLUR_INVALID_IMAGE, "cannot have 18446744073709551615×16 pixels", varblur_layout(-1, 16, VARBLUR_RGBA)),
            (VARBLUR_INVALID_IMAGE, "16777217", varblur_layout(16, 16_777_217, VARBLUR_GRAY)),
        ]
        for (status, part, layout) in layouts { failure(status, part) { try blur.apply(&bytes, layout) } }
        let runs: [(varblur_status, String, (inout varblur_run) -> Void)] = [
            (VARBLUR_INVALID_ARGUMENT, "size of run", { $0.size = 0 }),
            (VARBLUR_INVALID_IMAGE, "region", { ($0.x, $0.width, $0.height) = (10, 7, 3) }),
            (VARBLUR_INVALID_IMAGE, "18446744073709551615×3 pixels", { ($0.width, $0.height) = (-1, 3) }),
            (VARBLUR_INVALID_IMAGE, "at (0, 18446744073709551615)", { ($0.y, $0.width, $0.height) = (-1, 7, 3) }),
            (VARBLUR_INVALID_ARGUMENT, "run is 18446744073709551615", { $0.size = -1 }),
            (VARBLUR_INVALID_ARGUMENT, "threads", { $0.threads = -1 }),
        ]
        for (status, part, change) in runs {
            var run = varblur_run.standard
            change(&run)
            failure(status, part) { try blur.apply(&bytes, layout, run) }
        }
        failure(VARBLUR_UNSUPPORTED, "fade") {
            try CBlur { $0.fade = 0.5 }.apply(&bytes, varblur_layout(16, 16, VARBLUR_RGB))
        }
        failure(VARBLUR_UNSUPPORTED, "four inks") {
            try CBlur { $0.light = 1 }.apply(&bytes, varblur_layout(16, 16, VARBLUR_CMYK))
        }
        failure(VARBLUR_INVALID_IMAGE, "overlap") {
            try bytes.withUnsafeMutableBytes { bytes in
                var layout = varblur_layout(8, 8, VARBLUR_RGBA)
                let (start, next) = (bytes.baseAddress, bytes.baseAddress.map { $0 + 64 })
                try called { varblur_apply_to(blur.pointer, start, &layout, next, 0, nil, $0, $1) }
            }
        }
        #expect(bytes == [UInt8](repeating: 3, count: 1024))
    }

    @Test("null pointers are errors, or have no effect")
    func nullPointers() {
        for (status, part) in [
            (varblur_blur_parse(nil, nil, nil, 0), "parse"), (varblur_blur_create(nil, nil, nil, 9), "create"),
            (varblur_apply(nil, nil, nil, nil, nil, 0), "apply"),
            (varblur_memory(nil, nil, nil, nil, nil, 0), "memory"),
        ] { #expect(status == CInt(VARBLUR_INVALID_ARGUMENT.rawValue), "\(part)") }
        varblur_blur_free(nil)
        varblur_options_init(nil, 0)
    }

    @Test("options of a later version are accepted unless they are used")
    func laterVersion() throws {
        let size = MemoryLayout<varblur_options>.size
        let options = UnsafeMutableRawPointer.allocate(byteCount: size + 16, alignment: 8)
        defer { options.deallocate() }
        let typed = options.assumingMemoryBound(to: varblur_options.self)
        varblur_options_init(typed, size + 16)
        #expect(typed.pointee.size == size + 16)
        var blur: OpaquePointer?
        try called { varblur_blur_create(typed, &blur, $0, $1) }
        varblur_blur_free(blur)
        options.storeBytes(of: 1, toByteOffset: size + 8, as: UInt8.self)
        let failure = #expect(throws: CFailure.self) { try called { varblur_blur_create(typed, &blur, $0, $1) } }
        #expect(failure?.status == CInt(VARBLUR_UNSUPPORTED.rawValue) && blur == nil)
    }

    /// A later version of the options of a library, which an earlier program does not know.
    private struct Grown: SizedStruct, BitwiseCopyable {
        static let name = "grown"
        static let firstSize = 16
        static var defaults: Grown { Grown(size: 32, first: 2, second: 5, third: 7) }

        var size: Int
        var first: Int
        var second: Int
        var third: Int

        var values: [Int] { [first, second, third] }
    }

    @Test("structs of earlier programs are taken, with the defaults of later members", arguments: [16, 24, 32, 40])
    func earlierVersion(size: Int) throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 8)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0xEE, count: 64)
        let grown = memory.bindMemory(to: Grown.self, capacity: 1)
        Grown.initialize(grown, size)
        #expect(grown.pointee.size == size)
        // nothing beyond the struct of the caller
        #expect(UnsafeRawBufferPointer(start: memory, count: 64)[size...].allSatisfy { $0 == 0xEE })
        #expect(try Grown.copy(grown).values == [2, 5, 7])
        memory.storeBytes(of: 1, toByteOffset: 8, as: Int.self)
        #expect(try Grown.copy(grown).values == [1, 5, 7])
        grown.pointee.size = 8
        #expect(throws: CallError.self) { try Grown.copy(grown) }
    }

    @Test("messages are cut between characters")
    func shortMessages() {
        for size in 0...60 {
            var message = [CChar](repeating: 99, count: 64)
            var blur: OpaquePointer?
            _ = "linear-blur(3µm, 2px)".withCString { varblur_blur_parse($0, &blur, &message, size) }
            let text = message.prefix(size).prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            #expect(String(validating: text, as: UTF8.self) != nil)
            #expect(size == 0 || text.count < size)
            #expect(message[size...].allSatisfy { $0 == 99 })
        }
        // any size of memory
        var message = [CChar](repeating: 99, count: 512)
        #expect(varblur_blur_parse("linear-blur(3px)", nil, &message, -1) != 0 && message[0] != 99)
    }

    @Test("10,000 random calls end with a status, and write nothing but pixels")
    func randomCalls() throws {
        let image = try PixelBuffer.noise(Size(9, 7)).encoded(.png)
        var caller = RandomCaller(seed: 35, command: Program.varblur.url.path, image: image)
        for number in 0..<10_000 { caller.call(number) }
        // most calls are wrong, but not all
        #expect(caller.succeeded > 300 && caller.statuses.count >= 8, "\(caller.succeeded) \(caller.statuses)")
        #expect(caller.finishedJobs > 20, "\(caller.finishedJobs)")
    }
}
