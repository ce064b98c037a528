#if canImport(CoreGraphics)
    public import CoreGraphics

    extension ProgressiveBlur {
        /// Returns a blurred image, on Apple platforms.
        ///
        /// The pixels are converted to 8-bit RGBA with premultiplied alpha, in the color space of the image if that is RGB,
        /// and in sRGB otherwise.
        ///
        /// - Parameters:
        ///   - image: the image, in its displayed orientation.
        ///   - execution: the threads and instructions.
        /// - Returns: an image of the same size.
        /// - Throws: ``BlurError/Code/outOfMemory``.
        /// - Complexity: O(pixels).
        public func blurred(
            _ image: CGImage, execution: BlurExecution = BlurExecution()
        ) throws(BlurError) -> CGImage {
            let own = image.colorSpace.flatMap { $0.model == .rgb && $0.supportsOutput ? $0 : nil }
            let context = CGContext(
                data: nil, width: image.width, height: image.height, bitsPerComponent: 8, bytesPerRow: 0,
                space: own ?? CGColorSpace(name: CGColorSpace.sRGB) ?? CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
            guard let context, let base = unsafe context.data else {
                throw BlurError(.outOfMemory, "cannot allocate \(image.width)×\(image.height) pixels")
            }
            context.setBlendMode(.copy)
            context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
            let layout = try PixelLayout(
                width: image.width, height: image.height, format: PixelFormat(.rgba, alpha: .premultiplied),
                bytesPerRow: context.bytesPerRow)
            try unsafe blur(
                UnsafeMutablePixels(base: base, layout: layout), execution: execution)
            guard let result = context.makeImage() else {
                throw BlurError(.outOfMemory, "cannot allocate \(image.width)×\(image.height) pixels")
            }
            return result
        }
    }
#endif
