public import VarBlur

/// The continuation of a picture beyond its sides: mirrored, and ever more blurred.
///
/// The blur begins with ``startRadius`` at the joint and rises to ``radius`` at the new edge, by default smoothly at both ends. A mirrored
/// picture has a crease at the joint, because brightness that rises toward the side falls beyond it. So the average slope at the side is
/// continued for a few pixels. Pixels of the picture itself are not changed.
public struct PictureExtension: Codable, Sendable, Hashable {
    /// The number of columns that are added on the left.
    public var leading: Int
    /// The number of columns that are added on the right.
    public var trailing: Int
    /// The number of rows that are added above.
    public var top: Int
    /// The number of rows that are added below.
    public var bottom: Int
    /// The radius of the blur at the new edges, a standard deviation in pixels.
    public var radius: Double
    /// The radius of the blur where the picture ends, a standard deviation in pixels.
    public var startRadius: Double
    /// How the radius rises from the joint to the new edges.
    public var easing: Easing

    /// Creates an extension.
    ///
    /// - Parameters:
    ///   - leading: the number of columns that are added on the left, at least 0.
    ///   - trailing: the number of columns that are added on the right, at least 0.
    ///   - top: the number of rows that are added above, at least 0.
    ///   - bottom: the number of rows that are added below, at least 0.
    ///   - radius: the radius of the blur at the new edges in pixels: finite, at least 0.
    ///   - startRadius: the radius where the picture ends: finite, at least 0. With 0, no seam is visible, but near it the mirrored
    ///     picture is sharp.
    ///   - easing: how the radius rises.
    public init(
        leading: Int = 0, trailing: Int = 0, top: Int = 0, bottom: Int = 0, radius: Double = 24,
        startRadius: Double = 0, easing: Easing = .smoothstep
    ) {
        (self.leading, self.trailing, self.top, self.bottom) = (leading, trailing, top, bottom)
        (self.radius, self.startRadius, self.easing) = (radius, startRadius, easing)
    }

    /// Returns where a picture lies in its extended form.
    ///
    /// - Parameters:
    ///   - width: the width of the picture in pixels, at least 1.
    ///   - height: the height of the picture in pixels, at least 1.
    /// - Returns: a region of the extended picture.
    public func pictureRegion(width: Int, height: Int) -> PixelRegion {
        PixelRegion(x: leading, y: top, width: width, height: height)
    }

    /// Returns an extended picture.
    ///
    /// - Parameters:
    ///   - picture: the picture, with 8 bits for each sample.
    ///   - execution: the threads and instructions of the blur.
    /// - Returns: a picture in the same format.
    /// - Throws: `BlurError.Code.invalidSize`, `BlurError.Code.invalidFormat`, `BlurError.Code.invalidRadius`, or
    ///   `BlurError.Code.outOfMemory`.
    /// - Complexity: O(pixels of the extended picture).
    public func extended(
        _ picture: borrowing PixelBuffer, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) -> PixelBuffer {
        try checkSides()
        let (width, widthOverflow) = picture.width.addingReportingOverflow(leading + trailing)
        let (height, heightOverflow) = picture.height.addingReportingOverflow(top + bottom)
        let isTooLarge = widthOverflow || heightOverflow
        var result = try PixelBuffer(
            width: isTooLarge ? .max : width, height: isTooLarge ? .max : height, format: picture.format)
        let region = pictureRegion(width: picture.width, height: picture.height)
        try unsafe result.withUnsafeMutablePixels { (pixels) throws(BlurError) in
            let target = unsafe pixels.cropped(to: region)
            unsafe picture.withUnsafePixels { unsafe target.copyPixels(of: $0) }
            try unsafe extend(pixels, picture: region, execution: execution)
        }
        return result
    }

    /// Extends a picture in caller-owned memory, which lies inside a larger image already.
    ///
    /// - Parameters:
    ///   - pixels: the image, with 8 bits for each sample; all pixels outside of the picture are replaced.
    ///   - region: the picture: ``pictureRegion(width:height:)`` (a precondition).
    ///   - execution: the threads and instructions of the blur.
    /// - Throws: `BlurError.Code.invalidSize`, `BlurError.Code.invalidFormat`, `BlurError.Code.invalidRadius`, or
    ///   `BlurError.Code.outOfMemory`.
    @unsafe
    public func extend(
        _ pixels: UnsafeMutablePixels, picture region: PixelRegion, execution: BlurExecution = BlurExecution()
    ) throws(BlurError) {
        try checkSides()
        let layout = unsafe pixels.layout
        guard layout.format.depth == .eight else {
            throw BlurError(
                .invalidFormat, "an extended picture has 8 bits for each sample, not \(layout.format.depth.rawValue)")
        }
        trapUnless(
            region == pictureRegion(width: region.width, height: region.height)
                && layout.width == region.width + leading + trailing
                && layout.height == region.height + top + bottom, "the picture does not lie where the extension puts it"
        )
        let blur = try blur(width: layout.width, height: layout.height)
        let mirroring = unsafe MirroredPicture(pixels)
        unsafe mirroring.extendColumns(region, leading: leading, trailing: trailing)
        unsafe mirroring.extendRows(region, top: top, bottom: bottom)
        if let blur { try unsafe blur.blur(pixels, execution: execution) }
    }

    /// The blur of an extended picture; `nil` if there is none.
    private func blur(width: Int, height: Int) throws(BlurError) -> ProgressiveBlur? {
        let sides: [(BlurDirection, Int, Int)] = [
            (.left, leading, width), (.right, trailing, width), (.top, top, height), (.bottom, bottom, height),
        ]
        var fields: [BlurField] = []
        for (direction, added, length) in sides where added > 0 {
            let ramp = try BlurGradient(
                maximumRadius: radius, direction: direction, startOffset: 1 - Double(added) / Double(length),
                easing: easing)
            fields.append(.gradient(startRadius == 0 ? ramp : try stepped(ramp, added: added)))
        }
        guard let first = fields.first else { return nil }
        return ProgressiveBlur(field: fields.count == 1 ? first : .maximum(fields), edges: .mirror)
    }

    /// A ramp that falls to ``startRadius`` at the joint, and is 0 in the picture.
    private func stepped(_ ramp: BlurGradient, added: Int) throws(BlurError) -> BlurGradient {
        let joint = BlurLength.pixels(Double(added))
        return try BlurGradient(
            ramp.shape,
            stops: [
                RadiusStop(radius: .pixels(radius)), RadiusStop(radius: .pixels(startRadius), position: joint),
                RadiusStop(radius: .pixels(0), position: joint),
            ], easing: easing)
    }

    private func checkSides() throws(BlurError) {
        for side in [leading, trailing, top, bottom] where !(0...1_000_000).contains(side) {
            throw BlurError(
                .invalidSize, "a picture cannot be extended by \(side) pixels; the number has to be 0 to 1000000")
        }
    }
}
