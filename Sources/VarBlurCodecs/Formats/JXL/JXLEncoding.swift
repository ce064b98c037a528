internal import CHEIFMessages
internal import VarBlur

/// The settings of the JPEG XL encoder.
struct JXLEncoding: HelperEncoding {
    /// From 0 (smallest) to 99 (best), or 100: lossless.
    var quality: Int
    /// From 1 (least time) to 9 (smallest file).
    var effort: Int

    static let defaultQuality = 90
    static let lossless = 100
    static let (defaultEffort, losslessEffort) = (7, 3)

    /// Settings with the usual effort, unless it is given: lossless files are 3 % smaller with that of lossy ones, in 7 times the time.
    init(quality: Int, effort: Int?) {
        self.quality = quality
        self.effort = effort ?? (quality == Self.lossless ? Self.losslessEffort : Self.defaultEffort)
    }

    var compression: OutputCompression {
        quality == Self.lossless ? OutputCompression(isLossless: true) : OutputCompression(quality: quality)
    }

    func check(_ plan: EncodingPlan) throws(ImageError) {
        try ImageError.check("JPEG XL quality", quality, in: 0...100)
        try ImageError.check("effort of the JPEG XL encoder", effort, in: 1...9)
    }

    func describe(_ task: inout heif_task) {
        (task.quality, task.speed) = (UInt32(quality), UInt32(effort))
    }

    /// Whether files can have the colors with code points of ITU-T H.273.
    static func holds(primaries: Int, transfer: Int) -> Bool {
        [1, 9, 11, 12].contains(primaries) && [1, 4, 5, 6, 8, 13, 14, 15, 16, 17, 18].contains(transfer)
    }

    /// An upper bound on the memory of the encoder in bytes.
    ///
    /// The numbers of bytes per pixel are those that the memory limit must leave for random pixels, rounded up. From an effort of 8 on, the
    /// encoder looks at its own result.
    static func byteCount(_ plan: EncodingPlan) -> Int {
        let (settings, channels) = (plan.encoding.jxl, plan.pixelFormat.channels)
        let effort = settings?.effort ?? 0
        let encoderBytes =
            settings?.quality == lossless
            ? (channels.count + 1) * (effort > 7 ? 50 : effort > 3 ? 36 : 28)
            : (effort > 7 ? 360 : 100) + (channels.hasAlpha ? 28 : 0)
        // the rows, and the file while its buffer grows
        let rowBytes = 4 * plan.width * plan.height * plan.pixelFormat.bytesPerPixel
        return fixedByteCount + plan.paddedPixelCount * encoderBytes + rowBytes
    }

    private static let fixedByteCount = 32 << 20
}

extension ImageEncoding {
    /// JPEG XL.
    ///
    /// - Parameters:
    ///   - quality: from 0 (smallest) to 99 (best); 100 is lossless.
    ///   - effort: from 1 (least time) to 9 (smallest file); `nil` for 7, or 3 for a lossless file.
    /// - Returns: the encoding; a number out of range is reported when it is used.
    public static func jxl(quality: Int = 90, effort: Int? = nil) -> ImageEncoding {
        ImageEncoding(.jxl, JXLEncoding(quality: quality, effort: effort))
    }

    /// The settings, if the format is JPEG XL.
    var jxl: JXLEncoding? { settings as? JXLEncoding }
}

extension QualityScale {
    /// 99 is the best that is not lossless.
    static let jxl = QualityScale(points: [
        (1, 1), (30, 27), (40, 40), (50, 51), (60, 58), (65, 64), (70, 68), (75, 73), (80, 79), (85, 83), (90, 88),
        (95, 92), (100, 99),
    ])
}
