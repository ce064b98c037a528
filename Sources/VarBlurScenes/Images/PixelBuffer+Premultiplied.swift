internal import VarBlur

extension PixelBuffer {
    /// The image with 8 bits and premultiplied colors.
    ///
    /// - Throws: an error with the code `outOfMemory`.
    consuming func premultiplied() throws(SceneError) -> PixelBuffer {
        let (channels, isDeep) = (format.channels, format.depth == .sixteen)
        if !isDeep && !channels.hasAlpha { return self }
        let (width, height) = (width, height)
        var result = try SceneError.wrapping { () throws(BlurError) in
            try PixelBuffer(
                width: width, height: height, format: PixelFormat(channels, .eight, alpha: .premultiplied))
        }
        let isStraight = channels.hasAlpha && format.alpha == .straight
        unsafe withUnsafePixels { source in
            unsafe result.withUnsafeMutablePixels { target in
                for y in 0..<height {
                    let from = unsafe source.base + y * source.layout.bytesPerRow
                    let to = unsafe (target.base + y * target.layout.bytesPerRow).assumingMemoryBound(to: UInt8.self)
                    unsafe Self.copyRow(from, isDeep: isDeep, to: to, count: width * channels.count)
                    if isStraight { unsafe Self.premultiplyRow(to, channels.count, pixels: width) }
                }
            }
        }
        return result
    }

    private static func copyRow(
        _ row: UnsafeRawPointer, isDeep: Bool, to target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        if isDeep {
            let values = unsafe row.assumingMemoryBound(to: UInt16.self)
            for index in 0..<count { unsafe target[index] = UInt8((UInt32(values[index]) * 255 + 32767) / 65535) }
        } else {
            unsafe target.update(from: row.assumingMemoryBound(to: UInt8.self), count: count)
        }
    }

    private static func premultiplyRow(_ row: UnsafeMutablePointer<UInt8>, _ channelCount: Int, pixels: Int) {
        for first in stride(from: 0, to: pixels * channelCount, by: channelCount) {
            let alpha = unsafe Int(row[first + channelCount - 1])
            for index in first..<first + channelCount - 1 {
                unsafe row[index] = UInt8((Int(row[index]) * alpha + 127) / 255)
            }
        }
    }
}
