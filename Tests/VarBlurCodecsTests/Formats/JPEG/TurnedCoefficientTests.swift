import CImageCodecs
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

@Suite("Coefficients of a JPEG file that is turned")
struct TurnedCoefficientTests {
    /// A kind of JPEG file.
    struct Kind: Sendable, CustomTestStringConvertible {
        var style: JPEGStyle
        let testDescription: String

        init(_ name: String, _ style: JPEGStyle) { (testDescription, self.style) = (name, style) }

        init(_ name: String, luma: (Int, Int)) {
            let sampling = [luma, (1, 1), (1, 1)].map { JPEGStyle.Sampling($0.0, $0.1) }
            self.init(name, JPEGStyle(.yCbCr, sampling: sampling))
        }

        /// The width and the height of an MCU.
        var mcu: Size { Size(8 * style.sampling.most.horizontal, 8 * style.sampling.most.vertical) }

        /// Tables that differ from each other and from their transposes.
        func quantization() throws -> JPEGQuantization {
            let tables = style.sampling.indices.map { index in (0..<64).map { UInt16(5 + $0 / 3 + min(index, 2)) } }
            return try #require(JPEGQuantization(tables: tables))
        }

        func file(_ size: Size, isProgressive: Bool = false) throws -> [UInt8] {
            var style = style
            style.isProgressive = isProgressive
            return try StoredPlanes.file(style, size, .natural, quantization: try quantization())
        }
    }

    static let kinds = [
        Kind("4:4:4", luma: (1, 1)), Kind("4:2:2", luma: (2, 1)), Kind("4:2:0", luma: (2, 2)),
        Kind("4:4:0", luma: (1, 2)), Kind("4:1:1", luma: (4, 1)), Kind("4:1:0", luma: (4, 2)),
        Kind("gray", JPEGStyle(.gray)), Kind("RGB", JPEGStyle(.rgb)),
        Kind("CMYK", JPEGStyle(.cmyk, hasAdobeMarker: true)), Kind("YCCK", JPEGStyle(.ycck, hasAdobeMarker: true)),
    ]

    /// A job that turns an image and does nothing else.
    private static func job(_ turn: ImageOrientation) -> BlurJob {
        BlurJob { ($0.turn, $0.blur.directions) = (turn, []) }
    }

    /// The dequantized coefficients of a file: components of rows of blocks.
    private static func blocks(_ file: [UInt8]) throws -> [[[[Int]]]] {
        let reader = try JPEGReader(FileContents.copy(of: file), JobContext(ImageLimits()))
        try reader.check(jpeg_reader_read_coefficients(reader.cReader))
        let layout = try StoredPlanes.layout(reader.header)
        return layout.components.indices.map { index in
            let height = (layout.components[index].height + 7) / 8
            return (0..<height).map { StoredPlanes.blocks(reader, index, $0) }
        }
    }

    /// The coefficients of the turned image: a cosine of odd frequency changes its sign if it is mirrored.
    private static func turned(_ components: [[[[Int]]]], _ turn: ImageOrientation) -> [[[[Int]]]] {
        let places = [(0, 0), (1, 0), (0, 1)].map { turn.uprightPosition(x: $0.0, y: $0.1, width: 2, height: 2) }
        let (mirrorsX, mirrorsY) = (places[0].x == 1, places[0].y == 1)
        return components.map { rows in
            let (width, height) = (rows[0].count, rows.count)
            let size = turn.swapsAxes ? (height, width) : (width, height)
            var result = [[[Int]]](repeating: [[Int]](repeating: [], count: size.0), count: size.1)
            for (y, row) in rows.enumerated() {
                for (x, block) in row.enumerated() {
                    let place = turn.uprightPosition(x: x, y: y, width: width, height: height)
                    result[place.y][place.x] = (0..<64).map { k in
                        let (u, v) = (k % 8, k / 8)
                        let value = block[turn.swapsAxes ? u * 8 + v : k]
                        return (mirrorsX && u % 2 == 1) != (mirrorsY && v % 2 == 1) ? -value : value
                    }
                }
            }
            return result
        }
    }

    /// Whether MCUs of an image can be turned: those along mirrored axes must be whole.
    private static func isPossible(_ kind: Kind, _ size: Size, _ turn: ImageOrientation) -> Bool {
        let corner = turn.uprightPosition(x: 0, y: 0, width: 2, height: 2)
        let (x, y) = turn.swapsAxes ? (corner.y, corner.x) : (corner.x, corner.y)
        return (x == 0 || size.width % kind.mcu.width == 0) && (y == 0 || size.height % kind.mcu.height == 0)
    }

    /// Sizes of whole and of other MCUs along each axis.
    private static func sizes(_ kind: Kind) -> [Size] {
        let (width, height) = (5 * kind.mcu.width, 6 * kind.mcu.height)
        return [Size(width, height), Size(width - 3, height), Size(width, height - 5), Size(width - 7, height - 1)]
    }

    @Test("are moved where whole MCUs allow; otherwise, pixels are", arguments: kinds, [false, true])
    func turns(kind: Kind, isProgressive: Bool) throws {
        for size in Self.sizes(kind) {
            let file = try kind.file(size, isProgressive: isProgressive)
            let (header, blocks) = (try ImageHeader.of(file), try Self.blocks(file))
            for turn in ImageOrientation.allCases {
                let report = try Self.job(turn).run(from: .bytes(file), to: .memory)
                let name: Comment = "\(size) \(turn)"
                #expect(report.keepsData == Self.isPossible(kind, size, turn), name)
                let style = try #require(ImageHeader.of(report.bytes).jpegStyle)
                #expect(style == header.jpegStyle?.turned(turn), name)
                if report.keepsData {
                    #expect(try Self.blocks(report.bytes) == Self.turned(blocks, turn), name)
                } else {
                    #expect(try report.bytes == Self.encodedAgain(file, turn), name)
                }
            }
        }
    }

    /// The file that is made of turned pixels.
    private static func encodedAgain(_ file: [UInt8], _ turn: ImageOrientation) throws -> [UInt8] {
        let image = try PixelBuffer.decoded(file)
        let size = turn.swapsAxes ? Size(image.height, image.width) : Size(image.width, image.height)
        var turned = try PixelBuffer(width: size.width, height: size.height, format: image.format)
        for y in 0..<image.height {
            for x in 0..<image.width {
                let place = turn.uprightPosition(x: x, y: y, width: image.width, height: image.height)
                for channel in 0..<image.format.channels.count {
                    turned[place.x, place.y, channel] = image[x, y, channel]
                }
            }
        }
        let style = try #require(ImageHeader.of(file).jpegStyle)
        return try turned.encoded(.jpeg(style.turned(turn), quality: nil))
    }

    @Test("are decoded to the turned planes", arguments: kinds)
    func planes(kind: Kind) throws {
        let size = Self.sizes(kind)[0]
        let file = try kind.file(size)
        let planes = try StoredPlanes.read(file)
        for turn in ImageOrientation.allCases {
            let result = try StoredPlanes.read(Self.job(turn).output(of: file))
            for (before, after) in zip(planes, result) {
                let (width, height) = (before.pixels.width, before.pixels.height)
                for y in 0..<height {
                    for x in 0..<width {
                        let place = turn.uprightPosition(x: x, y: y, width: width, height: height)
                        // the decoder rounds between rows and columns
                        let difference = abs(before.pixels[x, y, 0] - after.pixels[place.x, place.y, 0])
                        #expect(difference <= (turn.swapsAxes ? 1 : 0), "\(turn) \(x) \(y)")
                    }
                }
            }
        }
    }

    @Test("are those of jpegtran", .enabled(if: Program(named: "jpegtran") != nil), arguments: kinds, [false, true])
    func jpegtran(kind: Kind, isProgressive: Bool) throws {
        let (directory, jpegtran) = (try TemporaryDirectory(), try #require(Program(named: "jpegtran")))
        let options: [ImageOrientation: [String]] = [
            .upMirrored: ["-flip", "horizontal"], .down: ["-rotate", "180"], .downMirrored: ["-flip", "vertical"],
            .leftMirrored: ["-transpose"], .right: ["-rotate", "90"], .rightMirrored: ["-transverse"],
            .left: ["-rotate", "270"],
        ]
        for size in Self.sizes(kind) {
            let file = try kind.file(size, isProgressive: isProgressive)
            try directory.write(file, to: "in.jpg")
            for (turn, option) in options {
                let paths = ["-outfile", directory.path("out.jpg"), directory.path("in.jpg")]
                let isPossible = try jpegtran.run(["-perfect"] + option + paths).status == 0
                let report = try Self.job(turn).run(from: .bytes(file), to: .memory)
                #expect(report.keepsData == isPossible, "\(size) \(turn)")
                guard isPossible else { continue }
                let (result, expected) = (report.bytes, try directory.read("out.jpg"))
                #expect(try Self.blocks(result) == Self.blocks(expected), "\(size) \(turn)")
                let pixels = try PixelBuffer.decoded(result).sampleValues()
                #expect(try pixels == PixelBuffer.decoded(expected).sampleValues(), "\(size) \(turn)")
            }
        }
    }

    @Test("are the first ones after four turns", arguments: kinds)
    func circle(kind: Kind) throws {
        let file = try kind.file(Self.sizes(kind)[0])
        for turn in [ImageOrientation.right, .left] {
            var result = file
            for _ in 0..<4 { result = try Self.job(turn).output(of: result) }
            #expect(try Self.blocks(result) == Self.blocks(file))
            #expect(try ImageHeader.of(result).jpegStyle == ImageHeader.of(file).jpegStyle)
        }
    }

    @Test("are turned as the EXIF orientation and the options together say", arguments: ImageOrientation.allCases)
    func orientation(stored: ImageOrientation) throws {
        let kind = Self.kinds[2]
        let file = try kind.file(Self.sizes(kind)[0])
        let marked = FileEditing.oriented(file, stored.rawValue, littleEndian: false)
        for turn in ImageOrientation.allCases {
            let report = try Self.job(turn).run(from: .bytes(marked), to: .memory)
            #expect(report.keepsData, "\(turn)")
            #expect(try ImageHeader.of(report.bytes).orientation == .up)
            #expect(try Self.blocks(report.bytes) == Self.turned(Self.blocks(file), stored.followed(by: turn)))
        }
    }
}

// MARK: - Other files and jobs

extension TurnedCoefficientTests {
    @Test("are not turned if something else changes", arguments: [ImageOrientation.right, .down])
    func changes(turn: ImageOrientation) throws {
        let kind = Self.kinds[2]
        let file = try kind.file(Self.sizes(kind)[0])
        let changes: [(inout BlurJob) throws -> Void] = [
            { $0.blur.areas = [try BlurArea("area-blur(xywh(0 0 16px 16px), 6px)")] },
            {
                $0.fill = AreaFill(
                    [try BlurArea.Shape("xywh(0 0 16px 16px)")], color: RGBColor(red: 9, green: 9, blue: 9))
            },
            { $0.output.jpegQuality = 70 }, { $0.crop = try Crop("64x64+0+0") }, { $0.resize = try Resize("50%") },
            { $0.limits.allowsDamage = true },
        ]
        for (index, change) in changes.enumerated() {
            var job = Self.job(turn)
            try change(&job)
            #expect(try !job.run(from: .bytes(file), to: .memory).keepsData, "\(index)")
        }
    }

    @Test("of damaged files are not turned")
    func damage() throws {
        let file = try Self.kinds[0].file(Size(160, 160))
        var job = Self.job(.right)
        let truncated = Array(file[..<(file.count * 2 / 3)])
        let error = #expect(throws: ImageError.self) { try job.run(from: .bytes(truncated)) }
        #expect(error?.code == .damaged)
        job.limits.allowsDamage = true
        let report = try job.run(from: .bytes(truncated), to: .memory)
        #expect(!report.keepsData && report.notices.contains { $0.contains("damaged") })
        // the same warning as without a turn
        var handmade = HandmadeJPEG()
        for _ in 0..<handmade.height / 8 * handmade.blocksPerRow { handmade.add(0) }
        handmade.extraData = [UInt8](repeating: 1, count: 20)
        job.limits.allowsDamage = false
        let warned = try job.run(from: .bytes(handmade.file), to: .memory)
        #expect(warned.keepsData && warned.notices.contains { $0.contains("extraneous") }, "\(warned.notices)")
    }

    @Test("without valid codes are not turned, but their pixels")
    func codes() throws {
        var handmade = HandmadeJPEG()
        // 1023 is the largest coefficient that has a code
        handmade.acTable = .full([0, 0x0B] + (1...14).map { $0 << 4 | 10 })
        for block in 0..<handmade.height / 8 * handmade.blocksPerRow {
            let bits = handmade.acTable.bits(0x0B, 1500) + handmade.acTable.bits(0)
            handmade.add(0, ac: block == 77 ? bits : nil)
        }
        let report = try Self.job(.right).run(from: .bytes(handmade.file), to: .memory)
        #expect(!report.keepsData && report.width == 128)
        #expect(try report.bytes == Self.encodedAgain(handmade.file, .right))
    }

    @Test("are turned for each of several outputs, also of arithmetic-coded files with restart markers")
    func outputs() throws {
        let kind = Self.kinds[1]
        var file = try kind.file(Self.sizes(kind)[0])
        if let jpegtran = Program(named: "jpegtran") {
            let directory = try TemporaryDirectory()
            try directory.write(file, to: "in.jpg")
            let paths = (directory.path("in.jpg"), directory.path("out.jpg"))
            if try jpegtran.run(["-arithmetic", "-restart", "3B", "-outfile", paths.1, paths.0]).status == 0 {
                file = try directory.read("out.jpg")
            }
        }
        let (job, expected) = (Self.job(.left), Self.turned(try Self.blocks(file), .left))
        for result in try job.run(from: .bytes(file), to: [job.output(at: .memory), job.output(at: .memory)]) {
            let report = try result.get()
            #expect(try report.keepsData && Self.blocks(report.bytes) == expected)
        }
    }

    @Test("count as memory, and are not turned once a job is cancelled")
    func limits() throws {
        let file = try Self.kinds[0].file(Size(400, 400))
        let cancellation = Cancellation()
        let context = JobContext(ImageLimits(), deadline: .starting(after: nil, cancellation))
        let plan = try BlurPlan(ImageHeader.of(file), Self.job(.right), context, inputByteCount: file.count)
        #expect(plan.memoryEstimate() >= 2 * 3 * 400 * 400 + 2 * file.count)
        let sink = try MemoryFile()
        let output = JobOutput(sink: sink, label: .memory, held: nil, copy: nil, commit: {})
        let input = try InputDecoder(FileContents.copy(of: file), JPEGCodec(), context, label: .memory)
        cancellation.cancel()
        let error = #expect(throws: ImageError.self) { _ = try plan.run(input, to: output, digest: nil) }
        #expect(error?.code == .cancelled && sink.contents.count == 0)
    }
}
