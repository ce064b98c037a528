import DocumentationExamples
import TestSupport
import Testing
import VarBlur
import VarBlurCodecs
import VarBlurScenes

@Suite("The examples in the documents, run")
struct ExampleRunTests {
    private static let size = Size(640, 480)

    @Test("bytes of the caller")
    func bytes() throws {
        let image = try PixelBuffer.noise(Self.size, PixelFormat(.rgba))
        var bytes = Self.bytes(of: image)
        let original = bytes
        try ReadmeExamples.blur(&bytes)
        let clearCount = 285 * 640 * 4
        #expect(bytes[..<clearCount] == original[..<clearCount])
        #expect(bytes[clearCount...] != original[clearCount...])

        var padded = [UInt8](repeating: 7, count: 480 * 2688)
        try PixelExamples.blurOwnMemory(&padded)
        #expect(padded[2560..<2688].allSatisfy { $0 == 7 })
    }

    @Test("rows between a decoder and an encoder, and arrays")
    func streams() throws {
        var image = try PixelBuffer.noise(Size(64, 48))
        let original = Self.bytes(of: image)
        var (output, position): ([UInt8], Int) = ([], 0)
        try PixelExamples.blurRows(width: 64, height: 48) { row in
            row.withUnsafeMutableBytes { $0.copyBytes(from: original[position..<position + 192]) }
            position += 192
        } writeRow: { row in
            row.withUnsafeBytes { output += $0 }
        }
        try PixelExamples.blurPixels(&image)
        #expect(output == Self.bytes(of: image))

        let pixels = try PixelBuffer.noise(Self.size, PixelFormat(.rgba))
        var bytes = Self.bytes(of: pixels)
        try PixelExamples.blurBytes(&bytes)
        #expect(bytes == Self.bytes(of: try ProgressiveBlur().blurred(pixels)))
    }

    @Test("buffers, regions, pointers and threads")
    func buffers() throws {
        let blurred = try PixelExamples.blurBuffer()
        #expect(blurred[320, 100, 0] < 255)

        let ramp = try PixelExamples.readRamp()
        let (radius, top, bottom) = (ramp.radius, ramp.mask[0, 0, 0], ramp.mask[0, 479, 0])
        #expect((radius * 100).rounded() == 1997 && top == 255 && bottom == 0)

        let image = try PixelBuffer.noise(Self.size)
        let whole = try ProgressiveBlur().blurred(image)
        let caption = try PixelExamples.blurRegion(of: image)
        #expect((0..<120).allSatisfy { caption[9, $0, 1] == whole[9, $0 + 360, 1] })

        var copy = try image.copy()
        try copy.withUnsafeMutablePixels { try PixelExamples.blurPointer($0.base, layout: $0.layout) }
        #expect(Self.bytes(of: copy) == Self.bytes(of: whole))

        var small = try PixelBuffer.noise(Size(40, 30))
        let original = Self.bytes(of: small)
        try PixelExamples.limitThreads(for: &small)
        #expect(Self.bytes(of: small) != original)
    }

    @Test("16-bit samples, and tasks")
    func samplesAndTasks() async throws {
        var samples = (0..<640 * 480 * 3).map { UInt16(truncatingIfNeeded: $0 &* 40_503) }
        let original = samples
        try PixelExamples.blurSamples(&samples)
        #expect(samples != original)

        var image = try PixelBuffer.noise(Size(64, 48))
        let before = Self.bytes(of: image)
        try await PixelExamples.blurInTask(&image)
        #expect(Self.bytes(of: image) != before)

        let file = try PixelBuffer.noise(Size(64, 48)).encoded(.png)
        let output = try await FileExamples.runInTask(file)
        #expect(try FileExamples.runInMemory(file) == output)
    }

    @Test("drawn pictures, frames, and floats")
    func ownMemory() throws {
        var bytes = [UInt8](try PixelBuffer.noise(Self.size, PixelFormat(.rgba)))
        let original = bytes
        try PixelExamples.blurCaption(&bytes)
        #expect(bytes[..<737_280] == original[..<737_280] && bytes[737_280...] != original[737_280...])

        let frame = [UInt8](try PixelBuffer.noise(Size(1280, 720), PixelFormat(.bgra, alpha: .premultiplied)))
        var frames = [frame, frame]
        try PixelExamples.blurFrames(&frames)
        #expect(frames[0] != frame && frames[0] == frames[1])

        var floats = (0..<640 * 480 * 3).map { Float($0 % 1009) / 1008 }
        try PixelExamples.blurFloats(&floats)
        #expect(floats.contains { $0 > 0.4 && $0 < 0.6 })
        let image = try PixelBuffer.noise(Size(9, 7), PixelFormat(.bgr))
        #expect(try PixelExamples.convert(image)[0, 0, 2] == image[0, 0, 0])
    }

    @Test("a status bar, a mask in memory, and pictures that come from no file")
    func pictures() throws {
        let directory = try TemporaryDirectory()
        let (input, output) = (directory.path("in.png"), directory.path("out.png"))
        let deep = try PixelBuffer.noise(Size(90, 60), PixelFormat(.rgba, .sixteen))
        #expect(try FileExamples.write(deep, to: input).starts(with: [0xFF, 0xD8]))
        #expect(try FileExamples.blurStatusBar(input, to: output).height == 60)
        let thumbnail = try FileExamples.makeThumbnail(input, to: directory.path("small.webp"))
        #expect((thumbnail.width, thumbnail.height) == (320, 180))
        let mask = (0..<64 * 64).map { UInt8($0 % 256) }
        #expect(try FileExamples.blurByMask(mask, input, to: directory.path("filled.png")).width == 90)
        let file = try directory.read("filled.png")
        var decoder = try ImageDecoder(file.span.bytes)
        let filled = try decoder.readImage()
        #expect(filled.format.depth == .sixteen && filled[85, 59, 3] == 65535)
    }

    @Test("uploads, some of which are no images, or too large")
    func uploads() async throws {
        let good = try PixelBuffer.noise(Size(64, 48)).encoded(.png)
        let large = try PixelBuffer(width: 6000, height: 5000, format: PixelFormat(.gray)).encoded(.png)
        let results = try await FileExamples.blur([good, [], Array(good.prefix(good.count / 2)), large, good])
        let codes = (0..<5).map { index in
            if case .failure(let error) = results[index] { return error.code.description }
            return ""
        }
        #expect(codes == ["", "notAnImage", "damaged", "overLimit", ""])
        let task = Task {
            try await Task.sleep(for: .seconds(60))
            return try await FileExamples.blur([good])
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a document of a stranger, who can name no other files")
    func service() async throws {
        let directory = try TemporaryDirectory()
        let photo = try PixelBuffer.noise(Size(40, 30)).encoded(.png)
        try directory.write(photo, to: "a.png")
        func serve(_ image: String) async throws -> [UInt8] {
            let document =
                #"{"canvas": {"width": 40, "height": 30}, "layers": [{"type": "image", "image": "\#(image)"}]}"#
            return try await SceneExamples.serve(Array(document.utf8), photo: photo, in: directory.url.path)
        }
        for image in ["photo", "a.png"] { #expect(try await serve(image).starts(with: Array("RIFF".utf8))) }
        let outside = try TemporaryDirectory()
        try outside.write(photo, to: "b.png")
        await #expect(throws: SceneError.self) { try await serve(outside.path("b.png")) }
        #expect(try SceneExamples.drawWithFonts(from: directory.url.path).count == 1)
    }

    @Test("a card, written to a file")
    func card() throws {
        // the example has the folder of its photos in the folder of the process, which tests share
        let error = #expect(throws: SceneError.self) { _ = try SceneExamples.drawCard() }
        #expect(error?.problems.first?.path == "layers[0].image")
    }

    @Test("radii of any shape")
    func shapes() throws {
        var image = try PixelBuffer.noise(Self.size)
        let original = Self.bytes(of: image)
        try PixelExamples.blurShapes(&image)
        let shaped = Self.bytes(of: image)
        #expect(shaped != original)
        try PixelExamples.blurBehindPerson(&image)
        #expect(Self.bytes(of: image) != shaped)
    }

    @Test("linear light")
    func light() throws {
        var image = try PixelBuffer.noise(Self.size)
        let original = Self.bytes(of: image)
        try PixelExamples.blurLight(&image)
        #expect(Self.bytes(of: image) != original)
    }

    @Test("planes and errors")
    func planesAndErrors() throws {
        var plane = try PixelBuffer.noise(Size(2000, 1500), PixelFormat(.gray))
        let original = Self.bytes(of: plane)
        try PixelExamples.blurPlane(&plane)
        #expect(Self.bytes(of: plane) != original)
        #expect(PixelExamples.handleError().contains("radius"))
    }

    @Test("files")
    func files() throws {
        let directory = try TemporaryDirectory()
        let (input, output) = (directory.path("in.png"), directory.path("out.png"))
        let image = try PixelBuffer.noise(Size(64, 48))
        let plan = EncodingPlan(width: 64, height: 48, pixelFormat: image.format, encoding: .png)
        try image.write(plan, to: .file(path: input))
        let file = try directory.read("in.png")

        #expect(try FileExamples.checkJob(input, to: output) > 0)
        try ReadmeExamples.blurFile(input, to: output)
        #expect(throws: ImageError.self) { try ReadmeExamples.blurFile(input, to: output) }
        #expect(FileExamples.handleError(input, to: output).contains("out.png"))
        #expect(FileExamples.handleError(directory.path("none.png"), to: output).hasPrefix("There is no file"))
        #expect(try FileExamples.runJob(input, to: directory.path("out.jpg")).outputBytes > 0)

        #expect(try !FileExamples.runInPlace(directory.path("out.jpg")).isSkipped)
        #expect(try FileExamples.runInPlace(directory.path("out.jpg")).isSkipped)

        try FileExamples.decodeAndEncode(file, to: output)
        let (whole, streamed) = (try directory.read("out.png"), try FileExamples.streamRows(file))
        #expect(try Self.pixels(ofFile: whole) == Self.pixels(ofFile: streamed))
    }

    private static func pixels(ofFile file: [UInt8]) throws -> [UInt8] {
        var decoder = try ImageDecoder(file.span.bytes)
        return bytes(of: try decoder.readImage())
    }

    private static func bytes(of image: borrowing PixelBuffer) -> [UInt8] {
        image.bytes.withUnsafeBytes { Array($0) }
    }
}
