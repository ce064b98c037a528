internal import VarBlur

extension BufferedImage {
    /// The image, enlarged to cover a box, and blurred.
    ///
    /// It is blurred at a size at which the radius is a few pixels, and then enlarged.
    ///
    /// - Parameters:
    ///   - width: the width of the box.
    ///   - height: the height of the box.
    ///   - radius: the standard deviation of the Gaussian in the box; `nil` for 5% of the shorter side, from 4 to 200 pixels.
    ///   - brightness: the factor of all colors as they are stored, from 0 to 1.
    ///   - light: what is averaged.
    ///   - execution: the threads and instructions.
    /// - Returns: an image of the size of the box.
    /// - Throws: an error with the code `outOfMemory` or `invalidSettings`.
    func backdrop(
        width: Int, height: Int, _ radius: BlurLength?, brightness: Double, _ light: BlurLight,
        _ execution: BlurExecution
    ) throws(ImageError) -> BufferedImage {
        let shorter = Double(min(width, height))
        let sigma = radius?.pixels(of: shorter) ?? min(max(shorter / 20, 4), 200)
        let divisor = max(1, (sigma / Self.leastSigma).rounded(.down))
        return try ImageError.wrapping { () throws(BlurError) in
            try withPixels { (pixels) throws(BlurError) in
                let size = (
                    width: Int((Double(width) / divisor).rounded(.up)),
                    height: Int((Double(height) / divisor).rounded(.up))
                )
                let box = Resize(width: .pixels(Double(width)), height: .pixels(Double(height)), fit: .cover)
                var region = try box.placement(width: pixels.width, height: pixels.height).source
                // the small image is rounded up, so it shows slightly more than the box
                region.width *= Double(size.width) * divisor / Double(width)
                region.height *= Double(size.height) * divisor / Double(height)
                var small = try pixels.resized(
                    toWidth: size.width, height: size.height, from: region, light: light, execution: execution)
                var blur = try ProgressiveBlur(
                    maximumRadius: sigma / divisor, minimumRadius: sigma / divisor, edges: .clamp)
                blur.light = light
                try blur.blur(&small, execution: execution)
                if brightness < 1 { small.scaleColors(by: brightness) }
                let whole = SourceRegion(
                    x: 0, y: 0, width: Double(width) / divisor, height: Double(height) / divisor)
                return BufferedImage(
                    try small.resized(
                        toWidth: width, height: height, from: whole, light: light, execution: execution))
            }
        }
    }

    /// The least radius in pixels at which the small image is blurred; enlarging it adds no visible error.
    private static let leastSigma = 2.5
}

extension PixelBuffer {
    /// Multiplies all colors by a factor from 0 to 1.
    fileprivate mutating func scaleColors(by factor: Double) {
        let (format, count) = (format, format.channels.count)
        let isScaled = (0..<count).map { channel in
            // with inverted ink, less black ink is a larger number
            format.channels == .cmyk ? channel == 3 : !(format.channels.hasAlpha && channel == count - 1)
        }
        func scale<Sample: FixedWidthInteger>(_ samples: UnsafeMutableBufferPointer<Sample>) {
            for index in samples.indices where isScaled[index % count] {
                unsafe samples[index] = Sample(truncatingIfNeeded: Int((Double(samples[index]) * factor).rounded()))
            }
        }
        var bytes = mutableBytes
        unsafe bytes.withUnsafeMutableBytes { bytes in
            if format.depth == .eight {
                unsafe scale(bytes.bindMemory(to: UInt8.self))
            } else {
                unsafe scale(bytes.bindMemory(to: UInt16.self))
            }
        }
    }
}
