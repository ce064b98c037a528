internal import CVarBlur
internal import VarBlur

/// The layout of an image of the caller, and the order of its colors.
struct ImageLayout {
    /// The layout of the pixels that are blurred: those of the caller, or the integers for their floating-point samples.
    let layout: PixelLayout
    let order: BlurLook.ChannelOrder
    /// The distance between rows of floating-point samples in bytes; `nil` for integers.
    let floatStride: Int?

    init(_ image: varblur_layout) throws(CallError) {
        let flags = CInt(VARBLUR_16_BITS.rawValue | VARBLUR_PREMULTIPLIED.rawValue | VARBLUR_FLOAT.rawValue)
        let base = varblur_format(rawValue: UInt32(truncatingIfNeeded: image.format & ~flags))
        let channels: ChannelLayout
        switch base {
        case VARBLUR_GRAY: channels = .gray
        case VARBLUR_GRAY_ALPHA: channels = .grayAlpha
        case VARBLUR_RGB, VARBLUR_BGR: channels = .rgb
        case VARBLUR_RGBA, VARBLUR_BGRA: channels = .rgba
        case VARBLUR_CMYK: channels = .cmyk
        default: throw CallError(VARBLUR_INVALID_ARGUMENT, "the pixel format \(image.format) does not exist")
        }
        let isDeep = image.format & CInt(VARBLUR_16_BITS.rawValue) != 0
        let isFloat = image.format & CInt(VARBLUR_FLOAT.rawValue) != 0
        if isDeep && isFloat {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "VARBLUR_16_BITS and VARBLUR_FLOAT cannot be combined")
        }
        let isPremultiplied = image.format & CInt(VARBLUR_PREMULTIPLIED.rawValue) != 0
        if isPremultiplied && !channels.hasAlpha {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "a pixel format without alpha cannot be premultiplied")
        }
        let format = PixelFormat(
            channels, isDeep || isFloat ? .sixteen : .eight, alpha: isPremultiplied ? .premultiplied : .straight)
        try checkSides(image.width, image.height, "an image")
        layout = try translated { () throws(BlurError) in
            try PixelLayout(
                width: image.width, height: image.height, format: format,
                bytesPerRow: image.stride == 0 || isFloat ? nil : image.stride)
        }
        floatStride = try isFloat ? Self.floatStride(image.stride, layout, layout.width, layout.height) : nil
        order = base == VARBLUR_BGR || base == VARBLUR_BGRA ? .bgr : .rgb
    }
}

extension ImageLayout {
    /// The distance between rows of floating-point samples, after a check of the caller's, which is 0 for no padding.
    static func floatStride(
        _ stride: Int, _ layout: PixelLayout, _ width: Int, _ height: Int
    ) throws(CallError) -> Int {
        let rowBytes = width * layout.format.channels.count * MemoryLayout<Float>.size
        let (total, overflow) = max(stride, rowBytes).multipliedReportingOverflow(by: height)
        guard stride == 0 || stride >= rowBytes, !overflow, total < Int.max / 8 else {
            throw CallError(
                VARBLUR_INVALID_IMAGE,
                "no image can have \(width)×\(height) pixels in rows of \(stride) bytes; a row has \(rowBytes) bytes")
        }
        return stride == 0 ? rowBytes : stride
    }
}

/// Checks a width and a height before memory is allocated for them.
func checkSides(_ width: Int, _ height: Int, _ name: String) throws(CallError) {
    let sides = 1...Int(VARBLUR_MAX_SIDE)
    guard sides.contains(width), sides.contains(height) else {
        throw CallError(
            VARBLUR_INVALID_IMAGE, "\(name) cannot have \(width)×\(height) pixels; a side has 1 to \(sides.upperBound)")
    }
}

/// How a blur is applied.
struct Run {
    let region: PixelRegion
    let execution: BlurExecution
    let isInterrupted: (@Sendable () -> Bool)?

    init(_ pointer: UnsafePointer<varblur_run>?, _ layout: PixelLayout) throws(CallError) {
        guard let pointer else {
            (region, execution, isInterrupted) = (layout.bounds, BlurExecution(), nil)
            return
        }
        let run = try varblur_run.copy(pointer)
        let region = PixelRegion(x: run.x, y: run.y, width: run.width, height: run.height)
        let isWhole = region == PixelRegion(x: 0, y: 0, width: 0, height: 0)
        self.region = isWhole ? layout.bounds : region
        guard self.region.isInside(layout.bounds) else {
            throw CallError(
                VARBLUR_INVALID_IMAGE,
                "the region of \(region.width)×\(region.height) pixels at (\(region.x), \(region.y)) is not inside the image of "
                    + "\(layout.width)×\(layout.height)")
        }
        let threads = Int(run.threads)
        guard threads >= 0 else { throw CallError(VARBLUR_INVALID_ARGUMENT, "the number of threads is negative") }
        let available = BlurExecution()
        // more threads than processors take time without any use
        execution = BlurExecution(threadCount: threads == 0 ? nil : min(threads, available.threadCount))
        if let cancel = run.cancel {
            let flag = CancelFlag(cancel)
            isInterrupted = { flag.isSet }
        } else {
            isInterrupted = nil
        }
    }
}
