internal import CLibZimg
internal import VarBlur

/// The channels of an image as separate planes of 8-bit samples, scaled.
///
/// Colors are multiplied by alpha before they are scaled.
@safe
struct ImagePlanes: ~Copyable {
    let width: Int
    let height: Int
    let channels: ChannelLayout
    private let memory: CheckedMemory
    private let stride: Int

    /// The distance between rows is a multiple of this, as vector instructions require.
    private static let alignment = 64

    /// Takes a part of an image and scales it.
    ///
    /// - Parameters:
    ///   - image: the image, with straight alpha.
    ///   - part: the part of the image.
    ///   - width: the width of the result, at least 1.
    ///   - height: the height of the result, at least 1.
    /// - Returns: the planes of that size.
    /// - Throws: an error with the code `outOfMemory` or `fault`.
    static func scaled(
        _ image: borrowing PixelBuffer, _ part: Rectangle, width: Int, height: Int
    ) throws(SceneError) -> ImagePlanes {
        let whole = try ImagePlanes(image)
        let isWhole = part == Rectangle(x: 0, y: 0, width: Double(width), height: Double(height))
        if isWhole && width == image.width && height == image.height { return whole }
        let scaled = try ImagePlanes(width: width, height: height, channels: whole.channels)
        let failures = Failures()
        let (source, target) = (whole.views, scaled.views)
        Threads.run(scaled.channels.count) { channel in
            if !PlaneScaler.scale(source[channel], part, to: target[channel]) { failures.note() }
        }
        if failures.hasAny { throw SceneError(.fault, "an image cannot be scaled to \(width)×\(height) pixels") }
        if scaled.channels.hasAlpha { limitColors(scaled.views, count: scaled.stride * height) }
        return scaled
    }

    private init(width: Int, height: Int, channels: ChannelLayout) throws(SceneError) {
        (self.width, self.height, self.channels) = (width, height, channels)
        let stride = (width + Self.alignment - 1) / Self.alignment * Self.alignment
        self.stride = stride
        memory = try SceneError.wrapping { () throws(BlurError) in
            try CheckedMemory(count: stride * height, of: channels.count)
        }
    }

    /// Divides an image into its channels.
    private init(_ image: borrowing PixelBuffer) throws(SceneError) {
        try self.init(width: image.width, height: image.height, channels: image.format.channels)
        let (count, isDeep, width) = (channels.count, image.format.depth == .sixteen, width)
        let hasAlpha = channels.hasAlpha
        let views = views
        unsafe image.withUnsafePixels { pixels in
            for y in 0..<height {
                let row = unsafe pixels.base + y * pixels.layout.bytesPerRow
                for channel in 0..<count {
                    let target = unsafe views[channel].start + y * stride
                    if isDeep {
                        let source = unsafe row.assumingMemoryBound(to: UInt16.self)
                        for x in 0..<width {
                            unsafe target[x] = UInt8((UInt32(source[x * count + channel]) * 255 + 32767) / 65535)
                        }
                    } else {
                        let source = unsafe row.assumingMemoryBound(to: UInt8.self)
                        for x in 0..<width { unsafe target[x] = source[x * count + channel] }
                    }
                }
                if hasAlpha { Self.premultiply(views, offset: y * stride, count: width) }
            }
        }
    }

    /// Limits colors to their alpha, which the scaler exceeds at edges: its filter overshoots in each plane on its own.
    private static func limitColors(_ planes: [PlaneView], count: Int) {
        guard let alpha = planes.last else { return }
        for plane in planes.dropLast() {
            for x in 0..<count { unsafe plane.start[x] = min(plane.start[x], alpha.start[x]) }
        }
    }

    private static func premultiply(_ planes: [PlaneView], offset: Int, count: Int) {
        guard let alpha = planes.last else { return }
        for plane in planes.dropLast() {
            for x in offset..<offset + count {
                unsafe plane.start[x] = UInt8((Int(plane.start[x]) * Int(alpha.start[x]) + 127) / 255)
            }
        }
    }

    /// The planes in memory, which are valid while this value lives.
    var views: [PlaneView] {
        (0..<channels.count).map { channel in
            let start = unsafe memory.base.assumingMemoryBound(to: UInt8.self) + channel * stride * height
            return unsafe PlaneView(start: start, width: width, height: height, stride: stride)
        }
    }
}

/// A plane of 8-bit samples in memory.
@safe
struct PlaneView: @unchecked Sendable {
    let start: UnsafeMutablePointer<UInt8>
    let width: Int
    let height: Int
    let stride: Int
}
