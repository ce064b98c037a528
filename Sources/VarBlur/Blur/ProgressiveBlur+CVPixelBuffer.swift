#if canImport(CoreVideo)
    public import CoreVideo

    extension ProgressiveBlur {
        /// Blurs a camera or video frame in place, on Apple platforms.
        ///
        /// The supported formats are BGRA, a single gray plane, and NV12: `kCVPixelFormatType_32BGRA` (with premultiplied
        /// alpha), `kCVPixelFormatType_OneComponent8`, and `kCVPixelFormatType_420YpCbCr8BiPlanar…`.
        ///
        /// - Parameters:
        ///   - buffer: the frame.
        ///   - execution: the threads and instructions.
        /// - Throws: ``BlurError/Code/invalidSize`` for another pixel format, ``BlurError/Code/invalidLook`` for a look with
        ///   NV12 in the video range, ``BlurError/Code/invalidLight`` for linear light on NV12, or
        ///   ``BlurError/Code/outOfMemory``.
        /// - Complexity: O(pixels).
        public func blur(
            _ buffer: CVPixelBuffer, execution: BlurExecution = BlurExecution()
        ) throws(BlurError) {
            guard CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess else {
                throw BlurError(.outOfMemory, "the pixel buffer cannot be locked")
            }
            defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
            let type = CVPixelBufferGetPixelFormatType(buffer)
            guard look.isNone || type != kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange else {
                throw BlurError(.invalidLook, "pixel buffers in the video range cannot have a look")
            }
            let isPlanar = CVPixelBufferIsPlanar(buffer)
            guard !light.isLinear || !isPlanar else {
                throw BlurError(.invalidLight, "color planes of YCbCr cannot be blurred in linear light")
            }
            let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
            for plane in try Self.planes(of: buffer) {
                guard let base = unsafe plane.base else { throw BlurError(.invalidSize, "the pixel buffer is empty") }
                let layout = try unsafe PixelLayout(
                    width: plane.width, height: plane.height, format: plane.format, bytesPerRow: plane.bytesPerRow)
                let sampling = try unsafe PlaneSampling(
                    imageWidth: width, imageHeight: height, horizontalRatio: plane.ratio, verticalRatio: plane.ratio)
                try unsafe blur(
                    UnsafeMutablePixels(base: base, layout: layout), sampling: sampling,
                    execution: execution)
            }
        }

        /// A plane of a pixel buffer, and the number of pixels for each of its samples on both axes.
        @unsafe
        private struct Plane {
            let base: UnsafeMutableRawPointer?
            let width: Int
            let height: Int
            let bytesPerRow: Int
            let format: PixelFormat
            let ratio: Double
        }

        private static func planes(of buffer: CVPixelBuffer) throws(BlurError) -> [Plane] {
            let formats: [PixelFormat]
            switch CVPixelBufferGetPixelFormatType(buffer) {
            case kCVPixelFormatType_32BGRA: formats = [PixelFormat(.bgra, alpha: .premultiplied)]
            case kCVPixelFormatType_OneComponent8: formats = [PixelFormat(.gray)]
            case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange:
                formats = [PixelFormat(.gray), PixelFormat(.chroma)]
            default: throw BlurError(.invalidSize, "only BGRA, gray and NV12 pixel buffers can be blurred")
            }
            guard CVPixelBufferIsPlanar(buffer) else {
                return unsafe [
                    Plane(
                        base: CVPixelBufferGetBaseAddress(buffer), width: CVPixelBufferGetWidth(buffer),
                        height: CVPixelBufferGetHeight(buffer), bytesPerRow: CVPixelBufferGetBytesPerRow(buffer),
                        format: formats[0], ratio: 1)
                ]
            }
            return unsafe formats.enumerated().map { index, format in
                unsafe Plane(
                    base: CVPixelBufferGetBaseAddressOfPlane(buffer, index),
                    width: CVPixelBufferGetWidthOfPlane(buffer, index),
                    height: CVPixelBufferGetHeightOfPlane(buffer, index),
                    bytesPerRow: CVPixelBufferGetBytesPerRowOfPlane(buffer, index), format: format,
                    ratio: index == 0 ? 1 : 2)
            }
        }
    }
#endif
