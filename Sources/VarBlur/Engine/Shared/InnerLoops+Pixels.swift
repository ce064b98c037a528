internal import CBlurKernels

// Between pixels and samples, of encoded values or of linear light.
extension InnerLoops {
    /// Converts pixels to interleaved samples; multiplies straight colors by alpha.
    func load(_ pixels: UnsafePointer<UInt8>, _ format: PixelFormat, count: Int, into samples: SamplePointer) {
        let (channels, valueSize) = (format.channels.count, format.depth.byteCount)
        if let light = unsafe light {
            unsafe functions.pointee.load_light(samples.address, pixels, channels, format.alphaKind, count, light)
        } else {
            unsafe functions.pointee.load_pixels(samples.address, pixels, channels, valueSize, format.alphaKind, count)
        }
    }

    /// Converts samples to pixels; divides straight colors by alpha.
    ///
    /// - Parameters:
    ///   - samples: the first sample.
    ///   - channelStep: the distance between the channels of a pixel in samples.
    ///   - pixelStep: the distance between pixels in samples.
    ///   - format: the format of the pixels.
    ///   - count: the number of pixels.
    ///   - roundingBias: the mean excess of integer samples that are not linear.
    ///   - values: where to write the pixels.
    func store(
        _ samples: SamplePointer, channelStep: Int, pixelStep: Int, _ format: PixelFormat, count: Int,
        roundingBias: UInt16, into values: UnsafeMutablePointer<UInt8>
    ) {
        let (channels, valueSize) = (format.channels.count, format.depth.byteCount)
        if let light = unsafe light {
            unsafe functions.pointee.store_light(
                values, samples.address, channelStep, pixelStep, channels, format.alphaKind, count, light)
        } else {
            unsafe functions.pointee.store_pixels(
                values, samples.address, channelStep, pixelStep, channels, valueSize, format.alphaKind, count,
                roundingBias)
        }
    }

    /// Encodes planes of samples in place, if they are linear; they are then stored with ``storeEncoded(_:stride:_:count:roundingBias:into:)``.
    func encode(_ planes: SamplePointer, stride: Int, _ format: PixelFormat, count: Int) {
        guard let light = unsafe light else { return }
        unsafe functions.pointee.encode_light(
            planes.address, stride, format.channels.count, format.alphaKind, count, light)
    }

    /// Converts planes of encoded samples to pixels; `roundingBias` is that of samples that have never been linear.
    func storeEncoded(
        _ planes: SamplePointer, stride: Int, _ format: PixelFormat, count: Int, roundingBias: UInt16,
        into values: UnsafeMutablePointer<UInt8>
    ) {
        let (channels, valueSize) = (format.channels.count, format.depth.byteCount)
        if let light = unsafe light, sampleSize == MemoryLayout<Float>.size {
            unsafe functions.pointee.store_light(
                values, planes.address, stride, 1, channels, format.alphaKind, count, light + 1)
        } else {
            unsafe functions.pointee.store_pixels(
                values, planes.address, stride, 1, channels, valueSize, format.alphaKind, count,
                isLinear ? 0 : roundingBias)
        }
    }
}
