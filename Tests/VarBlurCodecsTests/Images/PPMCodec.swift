import VarBlur

@testable import VarBlurCodecs

extension ImageFormat {
    /// Portable pixmap, which only the tests know.
    static let ppm = ImageFormat("ppm", name: "PPM", fileExtensions: ["ppm", "pnm"])
}

/// The simplest codec: uncompressed RGB of 8 bits behind a header `P6 width height 255`, without metadata.
struct PPMCodec: ImageCodec {
    let format = ImageFormat.ppm
    let capabilities = FormatCapabilities(
        longestSide: 1000, channels: [.rgb], depths: [.eight], metadata: .none)

    func recognizes(_ file: borrowing FileContents) -> Bool { file.starts(with: Array("P6\n".utf8)) }

    func makeReader(of file: FileContents, _ context: JobContext) throws(ImageError) -> any RowReader {
        try Reader(file, context.limits)
    }

    func digest(of file: FileContents, _ context: JobContext) -> String? { nil }

    func readerByteCount(_ header: ImageHeader) -> Int { 0 }

    func encoding(of input: ImageHeader, as pixelFormat: PixelFormat, _ settings: OutputSettings) -> ImageEncoding {
        ImageEncoding(format, Encoding())
    }

    func makeWriter(_ plan: EncodingPlan, digest: (() -> String)?) throws(ImageError) -> any RowWriter { Writer(plan) }

    func writerByteCount(_ plan: EncodingPlan) -> Int { 0 }

    private struct Encoding: EncodingSettings {
        var compression: OutputCompression { OutputCompression(isLossless: true) }

        func check(_ plan: EncodingPlan) {}
    }

    private final class Reader: RowReader {
        let header: ImageHeader
        let damage: String? = nil
        let warning = ""
        private let file: FileContents
        private var offset: Int

        init(_ file: FileContents, _ limits: ImageLimits) throws(ImageError) {
            let lines = file.bytes(0..<min(file.count, 64)).split(separator: UInt8(ascii: "\n"), maxSplits: 3)
            let size = lines.dropFirst().first?.split(separator: UInt8(ascii: " ")) ?? []
            let numbers = size.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            guard lines.count == 4, numbers.count == 2 else {
                throw ImageError(.damaged, "the PPM file is damaged", remedy: "fetch or export it again")
            }
            try limits.check(width: numbers[0], height: numbers[1])
            header = ImageHeader(
                format: .ppm, width: numbers[0], height: numbers[1], pixelFormat: PixelFormat(.rgb))
            self.file = file
            offset = lines.prefix(3).reduce(0) { $0 + $1.count + 1 }
        }

        func readRow(into row: UnsafeMutableRawBufferPointer) throws(ImageError) {
            guard offset + row.count <= file.count else {
                throw ImageError(.damaged, "the PPM file is truncated", remedy: "fetch or export it again")
            }
            row.copyBytes(from: file.bytes(offset..<offset + row.count))
            offset += row.count
        }

        func finish() throws(ImageError) {}
    }

    private final class Writer: RowWriter {
        private var bytes: [UInt8]
        private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)

        init(_ plan: EncodingPlan) { bytes = Array("P6\n\(plan.width) \(plan.height)\n255\n".utf8) }

        deinit { buffer.deallocate() }

        func writeRow(_ row: UnsafeRawBufferPointer) throws(ImageError) { bytes += row }

        func finish() throws(ImageError) {}

        var output: UnsafeRawBufferPointer {
            buffer.copyBytes(from: bytes)
            return UnsafeRawBufferPointer(rebasing: buffer[..<bytes.count])
        }

        func discardOutput() { bytes = [] }
    }
}
