internal import VarBlur
internal import VarBlurCodecs

/// The header of an uncompressed video in the format Y4M (YUV4MPEG2), and the planes of its frames.
///
/// Source: the manual page yuv4mpeg(5) of the MJPEG tools; color spaces with more than 8 bits are those of FFmpeg.
struct VideoHeader: Sendable {
    /// A plane of a frame: luma, or chroma.
    struct Plane: Sendable {
        let layout: PixelLayout
        let sampling: PlaneSampling
        /// The position of the first sample in a frame, in bytes.
        let offset: Int

        /// An upper bound on the memory that blurring the plane takes on each thread, in bytes.
        func memoryEstimate(_ blur: ProgressiveBlur) -> Int {
            BlurMemory(blur, width: layout.width, height: layout.height, format: layout.format, sampling: sampling)
                .buffered
        }
    }

    /// The line without its line break.
    let line: [UInt8]
    let width: Int
    let height: Int
    let planes: [Plane]
    /// The length of a frame without its header, in bytes.
    let frameByteCount: Int

    /// The word with which a video begins.
    private static let signature = "YUV4MPEG2"

    /// Reads a header.
    ///
    /// - Parameters:
    ///   - line: the first line without its line break.
    ///   - limits: the maximum number of pixels of a frame, and its longest side.
    /// - Throws: an error with the code `notAnImage`, `damaged`, `unsupported`, or `overLimit`.
    init(_ line: [UInt8], limits: ImageLimits) throws(ImageError) {
        self.line = line
        let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard words.first?.isSame(as: Self.signature) ?? false else {
            throw ImageError(
                .notAnImage, "this is not a Y4M video",
                remedy: "convert it: ffmpeg -i in.mp4 -f yuv4mpegpipe - | varblur --y4m …")
        }
        func value(_ letter: String) -> String? {
            words.dropFirst().last { $0.begins(with: letter) }.map { String($0.dropFirst()) }
        }
        guard let width = value("W").flatMap({ Int($0) }), let height = value("H").flatMap({ Int($0) }), width > 0,
            height > 0
        else { throw ImageError(.damaged, "the header of the video has no size") }
        try limits.check(width: width, height: height)
        let interlacing = value("I") ?? "p"
        guard ["p", "?"].contains(interlacing) else {
            throw ImageError(
                .unsupported, "the video is interlaced: a blur would mix the two fields of a frame",
                remedy: "deinterlace it first: ffmpeg -vf bwdif")
        }
        (self.width, self.height) = (width, height)
        let space = value("C") ?? "420"
        guard let planes = try Self.planes(space, width: width, height: height) else {
            throw ImageError(
                .unsupported, "the color space '\(ImageError.printable(space))' is not supported",
                remedy: "convert it, for example with ffmpeg -pix_fmt yuv420p")
        }
        self.planes = planes
        frameByteCount = planes.last.map { $0.offset + $0.layout.byteCount } ?? 0
    }

    /// More than any system has, so that sums of estimates do not overflow.
    private static let mostBytes = 1 << 48

    /// The planes of a color space; `nil` if it is unknown.
    ///
    /// The variants of 4:2:0 differ in where chroma samples lie, by half a pixel. A blur moves no sample, so only the radius would
    /// differ, by less than a hundredth of a pixel.
    private static func planes(_ space: String, width: Int, height: Int) throws(ImageError) -> [Plane]? {
        guard let (ratios, depth) = sampling(space) else { return nil }
        var planes: [Plane] = []
        var offset = 0
        do throws(BlurError) {
            for component in ratios == nil ? [.luma] : PlaneComponent.allCases {
                let (x, y) = component == .luma ? (1, 1) : ratios ?? (1, 1)
                let layout = try PixelLayout(
                    width: (width - 1) / x + 1, height: (height - 1) / y + 1,
                    format: PixelFormat(.gray, depth > 8 ? .sixteen : .eight))
                let sampling = try PlaneSampling(
                    imageWidth: width, imageHeight: height, horizontalRatio: Double(x), verticalRatio: Double(y),
                    component: component)
                planes.append(Plane(layout: layout, sampling: sampling, offset: offset))
                guard layout.byteCount < mostBytes else {
                    throw BlurError(.overLimit, "the frames have more bytes than any memory")
                }
                offset += layout.byteCount
            }
        } catch {
            throw ImageError(.overLimit, error.message)
        }
        return planes
    }

    /// The pixels for each chroma sample along both axes, and the bits of a sample; no ratios mean that there is luma only.
    private static func sampling(_ space: String) -> (ratios: (x: Int, y: Int)?, depth: Int)? {
        switch space {
        case "420", "420jpeg", "420mpeg2", "420paldv": return ((2, 2), 8)
        case "411": return ((4, 1), 8)
        case "422": return ((2, 1), 8)
        case "440": return ((1, 2), 8)
        case "444": return ((1, 1), 8)
        case "mono": return (nil, 8)
        default: break
        }
        let isMono = space.begins(with: "mono")
        guard let depth = Int(space.dropFirst(4)), (9...16).contains(depth) else { return nil }
        if isMono { return (nil, depth) }
        switch space.prefix(4) {
        case "420p": return ((2, 2), depth)
        case "422p": return ((2, 1), depth)
        case "440p": return ((1, 2), depth)
        case "444p": return ((1, 1), depth)
        default: return nil
        }
    }
}
