internal import CVarBlur
internal import VarBlur

extension PixelLayout {
    /// The layout of an image of the caller.
    init(_ image: varblur_layout) throws(CallError) {
        let format = try PixelFormat(image.format)
        try checkSides(image.width, image.height, "an image")
        self = try translated(
            PixelLayout(
                width: image.width, height: image.height, format: format,
                bytesPerRow: image.stride == 0 ? nil : image.stride))
    }
}

extension PixelFormat {
    /// The format that a sum of constants stands for.
    fileprivate init(_ constants: CInt) throws(CallError) {
        let flags = CInt(VARBLUR_16_BITS.rawValue | VARBLUR_PREMULTIPLIED.rawValue | VARBLUR_FLOAT.rawValue)
        let channels: ChannelLayout
        switch varblur_format(rawValue: UInt32(truncatingIfNeeded: constants & ~flags)) {
        case VARBLUR_GRAY: channels = .gray
        case VARBLUR_GRAY_ALPHA: channels = .grayAlpha
        case VARBLUR_RGB: channels = .rgb
        case VARBLUR_BGR: channels = .bgr
        case VARBLUR_RGBA: channels = .rgba
        case VARBLUR_BGRA: channels = .bgra
        case VARBLUR_CMYK: channels = .cmyk
        default: throw CallError(VARBLUR_INVALID_ARGUMENT, "the pixel format \(constants) does not exist")
        }
        let isDeep = constants & CInt(VARBLUR_16_BITS.rawValue) != 0
        let isFloat = constants & CInt(VARBLUR_FLOAT.rawValue) != 0
        if isDeep && isFloat {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "VARBLUR_16_BITS and VARBLUR_FLOAT cannot be combined")
        }
        let isPremultiplied = constants & CInt(VARBLUR_PREMULTIPLIED.rawValue) != 0
        if isPremultiplied && !channels.hasAlpha {
            throw CallError(VARBLUR_INVALID_ARGUMENT, "a pixel format without alpha cannot be premultiplied")
        }
        self.init(
            channels, isFloat ? .float : isDeep ? .sixteen : .eight, alpha: isPremultiplied ? .premultiplied : .straight
        )
    }
}

/// Checks a width and a height before memory is allocated for them.
func checkSides(_ width: Int, _ height: Int, _ name: String) throws(CallError) {
    let sides = 1...Int(VARBLUR_MAX_SIDE)
    guard sides.contains(width), sides.contains(height) else {
        throw CallError(
            VARBLUR_INVALID_IMAGE,
            "\(name) cannot have \(unsigned(width))×\(unsigned(height)) pixels; a side has 1 to \(sides.upperBound)")
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
                "the region of \(unsigned(region.width))×\(unsigned(region.height)) pixels at (\(unsigned(region.x)), "
                    + "\(unsigned(region.y))) is not inside the image of \(layout.width)×\(layout.height)")
        }
        let threads = Int(run.threads)
        guard threads >= 0 else { throw CallError(VARBLUR_INVALID_ARGUMENT, "the number of threads is negative") }
        let available = BlurExecution()
        // more threads than processors take time without any use
        execution = BlurExecution(threadCount: threads == 0 ? nil : min(threads, available.threadCount))
        isInterrupted = run.cancel.map { cancel in
            let flag = CancelFlag(cancel)
            return { flag.isSet }
        }
    }

    /// Refuses to go on after the caller has cancelled the blur.
    func checkInterruption() throws(CallError) {
        if isInterrupted?() ?? false { throw CallError(VARBLUR_CANCELLED, "the blur was cancelled") }
    }
}
