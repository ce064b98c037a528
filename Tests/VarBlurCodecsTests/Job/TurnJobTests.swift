import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Jobs that turn images")
struct TurnJobTests {
    /// A file of a format with an orientation.
    private static func file(
        _ image: borrowing PixelBuffer, _ format: ImageFormat, _ orientation: ImageOrientation
    ) throws -> [UInt8] {
        let exif = FileEditing.exif(orientation: orientation.rawValue, littleEndian: true)
        let sink = MemorySink()
        var plan = EncodingPlan(
            width: image.width, height: image.height, pixelFormat: image.format, encoding: format.usualEncoding)
        plan.metadata.exif = exif
        var encoder = try ImageEncoder(plan, to: sink)
        for y in 0..<image.height {
            try encoder.writeRow(
                image.bytes.extracting(y * image.layout.bytesPerRow..<(y + 1) * image.layout.bytesPerRow))
        }
        try encoder.finish()
        return sink.bytes
    }

    @Test("have the effect of two transformations, one after the other", arguments: ImageOrientation.allCases)
    func composition(first: ImageOrientation) {
        for next in ImageOrientation.allCases {
            let both = first.followed(by: next)
            #expect(both.swapsAxes == (first.swapsAxes != next.swapsAxes))
            for (x, y) in [(0, 0), (2, 0), (0, 4), (1, 3)] {
                let place = first.uprightPosition(x: x, y: y, width: 3, height: 5)
                let size = first.swapsAxes ? Size(5, 3) : Size(3, 5)
                let expected = next.uprightPosition(x: place.x, y: place.y, width: size.width, height: size.height)
                #expect(both.uprightPosition(x: x, y: y, width: 3, height: 5) == expected)
            }
        }
    }

    @Test(
        "refer to the image as displayed, and all else to the result", arguments: ImageFormat.inProcess,
        ImageOrientation.allCases)
    func pixels(format: ImageFormat, orientation: ImageOrientation) throws {
        let stored = try PixelBuffer.noise(Size(37, 22))
        let file = try Self.file(stored, format, orientation)
        #expect(try ImageHeader.of(file).orientation == orientation)
        var decoder = try ImageDecoder(file.span.bytes)
        let upright = try decoder.readUprightImage()
        for turn in ImageOrientation.allCases {
            let size = turn.swapsAxes ? Size(upright.height, upright.width) : Size(upright.width, upright.height)
            var job = BlurJob(radius: 3, format: .png)
            job.turn = turn
            job.blur.directions = [.left]
            job.blur.areas = [try BlurArea("area-blur(xywh(2px 3px 9px 4px), 5px)")]
            var turned = try PixelBuffer(width: size.width, height: size.height, format: upright.format)
            for y in 0..<upright.height {
                for x in 0..<upright.width {
                    let place = turn.uprightPosition(x: x, y: y, width: upright.width, height: upright.height)
                    for channel in 0..<3 { turned[place.x, place.y, channel] = upright[x, y, channel] }
                }
            }
            let report = try job.run(from: .bytes(file), to: .memory)
            let result = try PixelBuffer.decoded(report.bytes)
            let expected = try job.blur.progressiveBlur(width: size.width, height: size.height).blurred(turned)
            let isSame = result.sampleValues() == expected.sampleValues()
            #expect(isSame && report.width == size.width, "\(turn)")
            #expect(try ImageHeader.of(report.bytes).orientation == .up)
        }
    }

    @Test("make what an image with another orientation becomes", arguments: ImageOrientation.allCases)
    func equivalents(turn: ImageOrientation) throws {
        for (index, orientation) in ImageOrientation.allCases.enumerated() {
            for format in ImageFormat.inProcess {
                let image = try TestContent.natural.image(Size(101, 64))
                var job = BlurJob(radius: 4)
                if index % 2 == 0 { job.crop = try Crop("40x30+7+9") }
                if index % 3 == 0 { job.resize = try Resize("20x17") }
                if index % 4 == 1 {
                    job.fill = AreaFill(
                        [try BlurArea.Shape("xywh(3px 4px 9px 5px)")], color: RGBColor(red: 9, green: 8, blue: 7))
                }
                var results: [[[UInt8]]] = []
                for (turn, orientation) in [(turn, orientation), (.up, orientation.followed(by: turn))] {
                    job.turn = turn
                    let source = ImageSource.bytes(try Self.file(image, format, orientation))
                    // one output, and several from one decode
                    let several = try job.run(from: source, to: [job.output(at: .memory), job.output(at: .memory)])
                    results.append([try job.run(from: source).bytes] + (try several.map { try $0.get().bytes }))
                }
                let isSame = results[0] == results[1]
                #expect(isSame, "\(orientation) \(format)")
            }
        }
    }
}
