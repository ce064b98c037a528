/// The radii of a progressive blur: a standard deviation for every pixel of an image of any size.
///
/// A field also has an alpha: (radius - minimum radius) / (maximum radius - minimum radius). ``radii(width:height:)`` returns
/// the minimum and the maximum radius. If both are equal, alpha is 1. If both are 0, the alpha of a mask is its own, and that of a
/// gradient falls from 1 at the first stop to 0 at the last, because a ``BlurLook`` may follow it.
public enum BlurField: Sendable, Hashable {
    /// Stops along a line or around a center.
    case gradient(BlurGradient)
    /// A mask.
    case mask(MaskRamp)
    /// A shape with one radius.
    case area(BlurArea)
    /// The maximum radius of several fields at every pixel.
    ///
    /// Without any field, the radius is 0.
    indirect case maximum([BlurField])

    /// The axes along which the radius varies.
    ///
    /// A field that varies from row to row is the fastest to blur, and can be blurred while an image is decoded. A constant
    /// field counts as such a field.
    public var variation: FieldVariation { axes.variation }

    var axes: FieldAxes {
        switch self {
        case .gradient(let gradient): gradient.axes
        case .mask(let ramp): ramp.mask.axes
        case .area: FieldAxes(rows: true, columns: true)
        case .maximum(let fields): fields.reduce(FieldAxes()) { $0.union($1.axes) }
        }
    }

    /// The field on an image of a given size, as the engines need it.
    ///
    /// - Complexity: O(number of stops, or of corners of areas); for a mask larger than the image, O(samples of the mask).
    package func placed(width: Int, height: Int) -> any RadiusField {
        switch self {
        case .gradient(let gradient): PlacedGradient(gradient, width: width, height: height)
        case .mask(let ramp): PlacedMask(ramp, width: width, height: height)
        case .area(let area): PlacedArea(area, width: width, height: height)
        case .maximum(let fields):
            fields.count == 1
                ? fields[0].placed(width: width, height: height)
                : PlacedMaximum(fields.map { $0.placed(width: width, height: height) }, variation)
        }
    }
}

extension BlurField {
    /// The same radius at every pixel: a plain Gaussian blur.
    ///
    /// Looks take full effect, also with a radius of 0.
    ///
    /// - Parameter radius: the radius, at least 0; 100% is the height of the image.
    /// - Returns: the field.
    /// - Throws: ``BlurError/Code/invalidRadius``.
    public static func uniform(_ radius: BlurLength) throws(BlurError) -> BlurField {
        // a gradient without a blur is one of looks
        if radius.number == 0 {
            return .mask(try MaskRamp(AlphaMask(width: 1, height: 1, samples: [UInt8.max]), maximumRadius: 0))
        }
        let stop = try RadiusStop(radius: radius)
        return .gradient(try BlurGradient(stops: [stop, stop]))
    }

    /// The minimum and the maximum radius over all stops, in pixels, for an image of a given size.
    ///
    /// Possibly no pixel has either of these radii, for example if a stop lies outside the image.
    ///
    /// - Parameters:
    ///   - width: the width of the image in pixels, at least 1.
    ///   - height: the height of the image in pixels, at least 1.
    /// - Returns: the range of radii in pixels; 0...0 for a maximum of no fields.
    public func radii(width: Int, height: Int) -> ClosedRange<Double> {
        let field = placed(width: width, height: height)
        return field.minimumRadius...field.maximumRadius
    }

    /// Returns the radius at the center of a pixel.
    ///
    /// - Parameters:
    ///   - column: the column, 0 to `width - 1`.
    ///   - row: the row, 0 to `height - 1`.
    ///   - width: the width of the image in pixels, at least 1.
    ///   - height: the height of the image in pixels, at least 1.
    /// - Returns: the radius in pixels.
    /// - Complexity: the same as for placing the field on an image. ``rendered(width:height:depth:)`` places it only once.
    public func radius(column: Int, row: Int, width: Int, height: Int) -> Double {
        placed(width: width, height: height).radius(x: Double(column) + 0.5, y: Double(row) + 0.5)
    }

    /// Returns the alpha at the center of a pixel: 0 (minimum radius) to 1 (maximum radius).
    ///
    /// The parameters are the same as for ``radius(column:row:width:height:)``.
    public func alpha(column: Int, row: Int, width: Int, height: Int) -> Double {
        placed(width: width, height: height).alpha(x: Double(column) + 0.5, y: Double(row) + 0.5)
    }

    /// Renders the alpha as a gray image: white where alpha is 1, black where alpha is 0.
    ///
    /// - Parameters:
    ///   - width: the width in pixels, at least 1.
    ///   - height: the height in pixels, at least 1.
    ///   - depth: the depth of a sample.
    /// - Returns: an image of one channel; integers are rounded to nearest.
    /// - Throws: ``BlurError/Code/invalidSize`` or ``BlurError/Code/outOfMemory``.
    /// - Complexity: O(`width` × `height` × number of stops).
    public func rendered(
        width: Int, height: Int, depth: SampleDepth = .eight
    ) throws(BlurError) -> PixelBuffer {
        var image = try PixelBuffer(width: width, height: height, format: PixelFormat(.gray, depth))
        let field = placed(width: width, height: height)
        let sampling = PlaneSampling(wholeWidth: width, height: height)
        unsafe image.withUnsafeMutablePixels { pixels in
            field.visitAlphas(ofRows: 0..<height, columns: 0..<width, sampling: sampling) { row, column, alpha in
                let (base, index) = unsafe (pixels.base, row * width + column)
                let value = alpha * depth.fullScale
                switch depth {
                case .eight: unsafe base.storeBytes(of: UInt8(value.rounded()), toByteOffset: index, as: UInt8.self)
                case .sixteen:
                    unsafe base.storeBytes(of: UInt16(value.rounded()), toByteOffset: 2 * index, as: UInt16.self)
                case .float: unsafe base.storeBytes(of: Float(value), toByteOffset: 4 * index, as: Float.self)
                }
            }
        }
        return image
    }
}
