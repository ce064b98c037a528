internal import CImageCodecs

extension JPEGStyle {
    /// The style of a file whose header has been read.
    init(_ info: jpeg_image_info, componentCount: Int) {
        let all = info.sampling
        let factors = [all.0, all.1, all.2, all.3].prefix(componentCount)
        self.init(
            Color(info.color), sampling: factors.map { Sampling(Int($0.0), Int($0.1)) },
            isProgressive: info.is_progressive, hasAdobeMarker: info.has_adobe_marker)
        quantization = JPEGQuantization(info.quantization, componentCount: componentCount)
    }
}

extension JPEGStyle.Color {
    fileprivate init(_ color: jpeg_color) {
        self = [.gray, .rgb, .cmyk, .ycck].first { $0.cValue == color } ?? .yCbCr
    }

    /// The color space as the C codec represents it.
    var cValue: jpeg_color {
        switch self {
        case .gray: JPEG_GRAY
        case .yCbCr: JPEG_YCC
        case .rgb: JPEG_RGB
        case .cmyk: JPEG_CMYK
        case .ycck: JPEG_YCCK
        }
    }
}

extension JPEGQuantization {
    /// The tables of a file whose header has been read; `nil` unless all of them precede the first scan.
    fileprivate init?(_ quantization: jpeg_quantization, componentCount: Int) {
        let (numbers, known) = (quantization.table_of, quantization.is_known)
        guard [known.0, known.1, known.2, known.3].prefix(componentCount).allSatisfy({ $0 }) else { return nil }
        let tableNumbers = [numbers.0, numbers.1, numbers.2, numbers.3].prefix(componentCount).map { Int($0) }
        let divisors = unsafe withUnsafeBytes(of: quantization.tables) { bytes in
            unsafe [UInt16](bytes.bindMemory(to: UInt16.self))
        }
        let area = Self.area
        self.init(tables: tableNumbers.map { [UInt16](divisors[$0 * area..<($0 + 1) * area]) })
    }

    /// The tables as the C codec represents them: components with equal tables share one.
    var cValue: jpeg_quantization {
        var quantization = jpeg_quantization()
        var distinct: [[UInt16]] = []
        var numbers: [Int32] = []
        for table in tables {
            if !distinct.contains(table) { distinct.append(table) }
            numbers.append(Int32(distinct.firstIndex(of: table) ?? 0))
        }
        numbers += [Int32](repeating: 0, count: 4 - numbers.count)
        quantization.table_of = (numbers[0], numbers[1], numbers[2], numbers[3])
        unsafe withUnsafeMutableBytes(of: &quantization.tables) { bytes in
            for (index, divisor) in distinct.joined().enumerated() {
                unsafe bytes.storeBytes(of: divisor, toByteOffset: 2 * index, as: UInt16.self)
            }
        }
        return quantization
    }
}
