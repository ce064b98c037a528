internal import CImageCodecs

extension JPEGStyle {
    /// The style of a file that is being read.
    init(_ picture: jpeg_picture, componentCount: Int) {
        let all = picture.sampling
        let factors = [all.0, all.1, all.2, all.3].prefix(componentCount)
        self.init(
            Color(picture.color), sampling: factors.map { Sampling(Int($0.0), Int($0.1)) },
            isProgressive: picture.is_progressive, hasAdobeMarker: picture.has_adobe_marker)
        quantization = JPEGQuantization(picture.quantization, componentCount: componentCount)
    }
}

extension JPEGStyle.Color {
    fileprivate init(_ code: jpeg_color) {
        self =
            switch code {
            case JPEG_GRAY: .gray
            case JPEG_RGB: .rgb
            case JPEG_CMYK: .cmyk
            case JPEG_YCCK: .ycck
            default: .yCbCr
            }
    }

    var code: jpeg_color {
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
    /// The tables of a file that is being read; `nil` if it has not said all of them before its first scan.
    fileprivate init?(_ codes: jpeg_quantization, componentCount: Int) {
        let (numbers, known) = (codes.table_of, codes.is_known)
        guard [known.0, known.1, known.2, known.3].prefix(componentCount).allSatisfy({ $0 }) else { return nil }
        let tableNumbers = [numbers.0, numbers.1, numbers.2, numbers.3].prefix(componentCount).map { Int($0) }
        let values = unsafe withUnsafeBytes(of: codes.tables) { unsafe [UInt16]($0.bindMemory(to: UInt16.self)) }
        let area = Self.area
        self.init(tables: tableNumbers.map { [UInt16](values[$0 * area..<($0 + 1) * area]) })
    }

    /// The tables as the encoder wants them: equal ones once.
    var codes: jpeg_quantization {
        var codes = jpeg_quantization()
        var distinct: [[UInt16]] = []
        var numbers: [Int32] = []
        for table in tables {
            if !distinct.contains(table) { distinct.append(table) }
            numbers.append(Int32(distinct.firstIndex(of: table) ?? 0))
        }
        numbers += [Int32](repeating: 0, count: 4 - numbers.count)
        codes.table_of = (numbers[0], numbers[1], numbers[2], numbers[3])
        unsafe withUnsafeMutableBytes(of: &codes.tables) { bytes in
            for (index, value) in distinct.joined().enumerated() {
                unsafe bytes.storeBytes(of: value, toByteOffset: 2 * index, as: UInt16.self)
            }
        }
        return codes
    }
}
