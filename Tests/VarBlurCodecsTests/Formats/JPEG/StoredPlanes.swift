import CImageCodecs
import TestSupport
import Testing
import VarBlur

@testable import VarBlurCodecs

/// The stored planes of a JPEG file, before upsampling and color conversion.
enum StoredPlanes {
    /// One plane of a file.
    final class Plane {
        let pixels: PixelBuffer

        init(_ pixels: consuming PixelBuffer) { self.pixels = pixels }
    }

    static func layout(_ header: ImageHeader) throws -> SliceLayout {
        try SliceLayout(width: header.width, height: header.height, sampling: header.jpegStyle?.sampling ?? [])
    }

    /// The planes of a file.
    static func read(_ file: [UInt8]) throws -> [Plane] {
        let input = try InputDecoder(
            FileContents.copy(of: file), JPEGCodec(), JobContext(ImageLimits()), label: .memory)
        let layout = try layout(input.header)
        let reader = input.reader as? JPEGReader
        var slices: [Slice] = []
        for _ in 0..<layout.count {
            let slice = try Slice(layout)
            try reader?.readPlanes(into: slice)
            slices.append(slice)
        }
        return try layout.components.enumerated().map { index, component in
            Plane(
                try PixelBuffer.make(Size(component.width, component.height), PixelFormat(.gray)) { x, y, _ in
                    Int(slices[y / component.rowsPerSlice].row(index, y % component.rowsPerSlice)[x])
                })
        }
    }

    /// Encodes planes with the style and the quantization of another file.
    static func encode(_ planes: [Plane], like header: ImageHeader) throws -> [UInt8] {
        let layout = try layout(header)
        let sink = MemorySink()
        var plan = EncodingPlan(
            width: header.width, height: header.height, pixelFormat: header.pixelFormat, encoding: .png)
        if let style = header.jpegStyle { plan.encoding = .jpeg(style, quality: nil) }
        let encoder = try PlaneSliceSink(plan, to: sink)
        for number in 0..<layout.count {
            let slice = try Slice(layout)
            for (index, plane) in planes.enumerated() {
                for (sliceRow, row) in layout.rows(index, of: number).enumerated() {
                    for (x, value) in plane.pixels.row(row).enumerated() {
                        slice.row(index, sliceRow)[x] = UInt8(value)
                    }
                }
            }
            try encoder.write(slice)
        }
        try encoder.finish()
        return sink.bytes
    }

    /// A file with test content in each plane, at the resolution of the plane.
    static func file(_ style: JPEGStyle, _ size: Size, _ content: TestContent, divisor: UInt16) throws -> [UInt8] {
        let tables = style.sampling.map { _ in [UInt16](repeating: divisor, count: 64) }
        return try file(style, size, content, quantization: try #require(JPEGQuantization(tables: tables)))
    }

    /// A file with test content in each plane, and tables for each.
    static func file(
        _ style: JPEGStyle, _ size: Size, _ content: TestContent, quantization: JPEGQuantization
    ) throws -> [UInt8] {
        let formats: [Int: ChannelLayout] = [1: .gray, 3: .rgb, 4: .cmyk]
        var header = ImageHeader(
            format: .jpeg, width: size.width, height: size.height,
            pixelFormat: PixelFormat(formats[style.sampling.count] ?? .rgb))
        header.jpegStyle = style
        header.jpegStyle?.quantization = quantization
        let planes = try layout(header).components.map { component in
            Plane(try content.image(Size(component.width, component.height), PixelFormat(.gray)))
        }
        return try encode(planes, like: header)
    }

    /// The dequantized coefficients of every MCU row, component by component.
    static func coefficients(_ file: [UInt8]) throws -> [[Int]] {
        let reader = try JPEGReader(FileContents.copy(of: file), JobContext(ImageLimits()))
        try reader.check(jpeg_reader_read_coefficients(reader.cReader))
        let layout = try layout(reader.header)
        return (0..<layout.count).map { number in
            layout.components.indices.flatMap { component -> [Int] in
                let rows = layout.components[component].rowsPerSlice / 8
                return (number * rows..<(number + 1) * rows).flatMap { blocks(reader, component, $0).joined() }
            }
        }
    }

    /// The dequantized coefficients of the blocks in a row of a component, whose coefficients have been read.
    static func blocks(_ reader: JPEGReader, _ component: Int, _ row: Int) -> [[Int]] {
        let count = jpeg_reader_copy_blocks(reader.cReader, Int32(component), UInt32(row), nil)
        var values = [Int16](repeating: 0, count: 64 * count)
        _ = jpeg_reader_copy_blocks(reader.cReader, Int32(component), UInt32(row), &values)
        let table = reader.header.jpegStyle?.quantization?.tables[component] ?? [UInt16](repeating: 1, count: 64)
        return (0..<count).map { block in (0..<64).map { Int(values[64 * block + $0]) * Int(table[$0]) } }
    }
}
