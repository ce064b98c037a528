internal import VariableBlur

/// Reads a mask from an image file.
///
/// The alpha channel is the mask if any pixel is not opaque, else Rec. 601 luma is. A mask is data: color profiles and gamma are
/// ignored, and damage is an error even if the limits allow it in images.
struct MaskFile {
    private let reader: any RowReader
    private let limits: ImageLimits
    private var header: ImageHeader { reader.header }

    /// Reads a mask.
    ///
    /// - Returns: the upright mask, and notices for the user, one sentence each, without a period.
    /// - Throws: an error with the name of the mask's file.
    static func read(
        _ source: ImageSource, isInverted: Bool, limits: ImageLimits, codecs: CodecRegistry
    ) throws(ImageError) -> (mask: AlphaMask, notices: [String]) {
        try source.label.attributingErrors { () throws(ImageError) in
            var limits = limits
            limits.allowsDamage = false
            limits.strippedMetadata = .all
            let contents = try source.read(limits: limits, codecs: codecs).contents
            let file = MaskFile(reader: try codecs.makeReader(of: contents, limits: limits), limits: limits)
            try file.check(contents.count, codecs)
            let mask = try file.mask(isInverted)
            let warning = file.reader.warning
            return (mask, warning.isEmpty ? [] : ["the mask: \(ImageDecoder.notice(ofWarning: warning))"])
        }
    }

    /// Checks the pixel format and the memory before anything is decoded.
    private func check(_ inputByteCount: Int, _ codecs: CodecRegistry) throws(ImageError) {
        let format = header.pixelFormat
        guard format.channels != .cmyk else {
            throw ImageError(.unsupported, "a CMYK image cannot be a mask", remedy: "convert it to gray first")
        }
        let samples = header.pixelCount * (format.channels.hasAlpha ? 2 : 1)
        let decoderBytes = try codecs.codec(of: header.format).readerByteCount(header)
        try limits.check(memory: inputByteCount + decoderBytes + samples * format.depth.byteCount)
    }

    private func mask(_ isInverted: Bool) throws(ImageError) -> AlphaMask {
        let (width, height) = (header.uprightWidth, header.uprightHeight)
        switch header.pixelFormat.depth {
        case .eight:
            let samples = try samples(UInt8.self)
            return try ImageError.wrapping { () throws(BlurError) in
                try AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted)
            }
        case .sixteen:
            let samples = try samples(UInt16.self)
            return try ImageError.wrapping { () throws(BlurError) in
                try AlphaMask(width: width, height: height, samples: samples, isInverted: isInverted)
            }
        }
    }

    /// Decodes the samples of the upright mask.
    private func samples<Sample: FixedWidthInteger>(_ type: Sample.Type) throws(ImageError) -> [Sample] {
        let channels = header.pixelFormat.channels
        var luma = [Sample](repeating: 0, count: header.pixelCount)
        var alpha = [Sample](repeating: 0, count: channels.hasAlpha ? header.pixelCount : 0)
        var row = [Sample](repeating: 0, count: header.width * channels.count)
        var part = [Sample](repeating: 0, count: header.width)
        let isColored = !channels.isGray
        for y in 0..<header.height {
            try limits.deadline?.check()
            try read(&row)
            for x in 0..<header.width {
                let first = x * channels.count
                part[x] = isColored ? Self.luma(row[first], row[first + 1], row[first + 2]) : row[first]
            }
            copy(part, y, to: &luma)
            guard channels.hasAlpha else { continue }
            for x in 0..<header.width { part[x] = row[(x + 1) * channels.count - 1] }
            copy(part, y, to: &alpha)
        }
        try reader.finish()
        return alpha.contains { $0 != .max } ? alpha : luma
    }

    private func read<Sample: FixedWidthInteger>(_ row: inout [Sample]) throws(ImageError) {
        let reader = reader
        let result = unsafe row.withUnsafeMutableBytes { bytes in
            Result { () throws(ImageError) in try unsafe reader.readRow(into: bytes) }
        }
        try result.get()
    }

    /// Copies a stored row to its place in the upright mask.
    private func copy<Sample: FixedWidthInteger>(_ row: [Sample], _ y: Int, to upright: inout [Sample]) {
        for (x, sample) in row.enumerated() {
            let position = header.orientation.uprightPosition(x: x, y: y, width: header.width, height: header.height)
            upright[position.y * header.uprightWidth + position.x] = sample
        }
    }

    /// The luma according to ITU-R BT.601, rounded to nearest.
    private static func luma<Sample: FixedWidthInteger>(_ red: Sample, _ green: Sample, _ blue: Sample) -> Sample {
        let (r, g, b): (Int, Int, Int) = (299 * Int(red), 587 * Int(green), 114 * Int(blue))
        return Sample((r + g + b + 500) / 1000)
    }
}
