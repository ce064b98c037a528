/// A Gaussian blur whose radius varies over the image.
///
/// A radius is the standard deviation of the Gaussian in pixels. In the simplest case, it decreases linearly from one side of
/// the image to the other, from ``maximumRadius`` at the blurred edge to ``minimumRadius``. A ``BlurField`` describes any
/// other shape. Pixels with radius 0 are copied unchanged.
///
/// By default, stored values are averaged; ``light`` selects linear light instead. Colors with straight alpha are weighted by
/// alpha.
///
/// ```swift
/// let blur = try ProgressiveBlur(maximumRadius: 20, direction: .top)
/// try blur.blur(&pixels)
/// ```
public struct ProgressiveBlur: Sendable, Hashable {
    /// The radius of every pixel.
    public let field: BlurField

    /// The edge mode.
    public let edges: EdgeMode

    /// The color adjustments along the ramp.
    public var look = BlurLook.none

    /// Whether stored values or linear light are averaged.
    ///
    /// Linear light requires gray, RGB, or RGBA pixels; CMYK pixels and YCbCr chroma planes are errors. The transfer curves are a
    /// property of the image: use those of its color profile, or sRGB if it has none.
    public var light = BlurLight.encoded

    /// What is in front of the blur, for example a person; `nil` for nothing.
    ///
    /// A matte is stretched over the image like a mask. Where it is 1, pixels keep their bytes, and contribute nothing to the blur
    /// around them; where it is 0, they are background, which is blurred with the radii of the ``field``. In between, the
    /// pixel is composited with its blurred background. With coverage a, alpha A, colors c, and the Gaussian G of the radius
    /// at pixel p, the background is
    ///
    ///     B(p) = Σ G(p - q) (1 - a(q)) A(q) c(q) / Σ G(p - q) (1 - a(q)) A(q)
    ///
    /// and the result is a c + (1 - a) B. Alpha is treated likewise, without A as a weight; colors are composited multiplied by it.
    /// The sums include what the ``edges`` imply beyond the image, where a matte with ``EdgeMode/transparent`` edges is 0. A
    /// ``look`` is applied in proportion to 1 - a.
    ///
    /// Linear light applies to the sums and to the composite. A blur with a matte holds the whole image in memory.
    public var matte: AlphaMask?

    /// The side of the cells of a mosaic that takes the place of the blur; `nil` for a blur.
    ///
    /// It is greater than 0, and rounded to whole pixels, at least one; a percentage refers to the shorter side of the image.
    ///
    /// Each pixel is mixed with the mean of its cell in proportion to the alpha of the ``field``: with alpha A, it becomes A times the cell
    /// plus 1 - A times itself. Cells begin at the top left corner of the image, and the right and the bottom edge may cut them. Stored values
    /// or linear light are averaged and mixed, and rounded only at the end; colors are weighted by alpha. A ``look`` follows.
    /// A mosaic cannot be combined with a ``matte``. It takes more time than a blur, and a single thread makes it.
    public var mosaic: BlurLength?

    /// The default of ``maximumRadius``, in pixels.
    public static let defaultMaximumRadius = 20.0

    /// Creates a blur with any field of radii.
    ///
    /// - Parameters:
    ///   - field: the radius of every pixel.
    ///   - edges: the edge mode.
    ///   - look: the color adjustments along the ramp.
    ///   - light: whether stored values or linear light are averaged.
    ///   - matte: what is in front of the blur.
    public init(
        field: BlurField, edges: EdgeMode = .normalize, look: BlurLook = .none, light: BlurLight = .encoded,
        matte: AlphaMask? = nil
    ) {
        (self.field, self.edges, self.look, self.light, self.matte) = (field, edges, look, light, matte)
    }

    /// Creates a progressive blur from one side of the image.
    ///
    /// - Parameters:
    ///   - maximumRadius: the radius at the blurred side, in pixels: finite, at least `minimumRadius`.
    ///   - minimumRadius: the radius at the end of the ramp, in pixels: finite, at least 0.
    ///   - direction: the blurred side.
    ///   - startOffset: where the ramp ends, as a finite fraction of the axis below 1. With 0, the ramp ends at the opposite
    ///     edge; with 0.25, a quarter of the axis before it. With a negative offset, it ends beyond the image, and no row is
    ///     unblurred. Source: https://github.com/nikstar/VariableBlur.
    ///   - easing: the curve of the radius along the ramp.
    ///   - edges: the edge mode.
    /// - Throws: ``BlurError/Code/invalidRadius``, ``BlurError/Code/invalidStartOffset``, or ``BlurError/Code/invalidField``.
    public init(
        maximumRadius: Double = defaultMaximumRadius,
        minimumRadius: Double = 0,
        direction: BlurDirection = .top,
        startOffset: Double = 0,
        easing: Easing = .linear,
        edges: EdgeMode = .normalize
    ) throws(BlurError) {
        field = .gradient(
            try BlurGradient(
                maximumRadius: maximumRadius, minimumRadius: minimumRadius, direction: direction,
                startOffset: startOffset, easing: easing))
        self.edges = edges
    }

    /// Creates a progressive blur that reaches a given distance into the image from one of its sides.
    ///
    /// - Parameters:
    ///   - maximumRadius: the radius at the blurred side, in pixels: finite, at least `minimumRadius`.
    ///   - minimumRadius: the radius at the end of the ramp, in pixels: finite, at least 0.
    ///   - direction: the blurred side.
    ///   - reach: the distance from the blurred side to the end of the ramp: greater than 0, at most 10⁹. 100% is the height
    ///     of the image for top and bottom, and its width for left and right. The ramp may end beyond the image.
    ///   - easing: the curve of the radius along the ramp.
    ///   - edges: the edge mode.
    /// - Throws: ``BlurError/Code/invalidRadius``, ``BlurError/Code/invalidReach``, or ``BlurError/Code/invalidField``.
    public init(
        maximumRadius: Double = defaultMaximumRadius,
        minimumRadius: Double = 0,
        direction: BlurDirection = .top,
        reach: BlurLength,
        easing: Easing = .linear,
        edges: EdgeMode = .normalize
    ) throws(BlurError) {
        field = .gradient(
            try BlurGradient(
                maximumRadius: maximumRadius, minimumRadius: minimumRadius, direction: direction, reach: reach,
                easing: easing))
        self.edges = edges
    }
}

// The settings of a blur from one side of the image; they trap if the field is not such a ramp.
extension ProgressiveBlur {
    /// The radius at the blurred side, in pixels.
    ///
    /// Traps unless the ``field`` is a ramp from one side. For other fields, see ``BlurField/radii(width:height:)``.
    public var maximumRadius: Double { ramp.maximumRadius }

    /// The radius at the end of the ramp, in pixels.
    ///
    /// Traps unless the ``field`` is a ramp from one side. For other fields, see ``BlurField/radii(width:height:)``.
    public var minimumRadius: Double { ramp.minimumRadius }

    /// The blurred side.
    ///
    /// Traps unless the ``field`` is a ramp from one side.
    public var direction: BlurDirection { ramp.direction }

    /// The distance from the end of the ramp to the opposite edge, as a fraction of the axis, except for rounding.
    ///
    /// Traps unless the ``field`` is a ramp from one side whose ``reach`` is a percentage.
    public var startOffset: Double {
        guard case .percent(let end) = ramp.reach else {
            trap("the start offset of a ramp whose reach is in pixels depends on the size of the image")
        }
        return (100 - end) / 100
    }

    /// The distance from the blurred side to the end of the ramp, except for rounding; 100% is the length of the axis.
    ///
    /// Traps unless the ``field`` is a ramp from one side.
    public var reach: BlurLength { ramp.reach }

    private var ramp: (maximumRadius: Double, minimumRadius: Double, direction: BlurDirection, reach: BlurLength) {
        guard case .gradient(let gradient) = field, let ramp = gradient.ramp else {
            trap("the radii of this blur are not a ramp from one side")
        }
        return ramp
    }
}

extension ProgressiveBlur {
    /// Checks that the blur applies to pixels of a format.
    ///
    /// - Throws: ``BlurError/Code/invalidLook`` or ``BlurError/Code/invalidLight``.
    package func check(_ format: PixelFormat) throws(BlurError) {
        try checkMosaic()
        try look.check(format)
        try light.check(format)
    }

    /// Checks the mosaic.
    ///
    /// - Throws: ``BlurError/Code/invalidLook``.
    package func checkMosaic() throws(BlurError) {
        guard let mosaic else { return }
        guard mosaic.number.isFinite, mosaic.number > 0 else {
            throw BlurError(
                .invalidLook,
                "the cells of a mosaic have a side of \(mosaic.number); it must be finite, and greater than 0")
        }
        guard matte == nil else {
            throw BlurError(
                .invalidLook, "a mosaic and a matte cannot be combined; use a mask to leave out what is in front")
        }
    }

    /// The side of the cells of the mosaic, in pixels of an image; `nil` if there is no mosaic.
    func mosaicSide(_ sampling: PlaneSampling) -> Double? {
        mosaic.map { max(1, min($0.pixels(of: Double(min(sampling.imageWidth, sampling.imageHeight))), 1e9).rounded()) }
    }

    /// The radii with which pixels of an image are blurred.
    private func blurred(_ field: any RadiusField) -> any RadiusField {
        mosaic == nil ? field : UnblurredField(base: field)
    }

    /// The radii of a plane, and the look of its samples; `nil` if there is none.
    package func placed(
        _ format: PixelFormat, _ sampling: PlaneSampling
    ) -> (field: any RadiusField, look: PlaneLook?) {
        let field = blurred(field.placed(width: sampling.imageWidth, height: sampling.imageHeight))
        let matte = placedMatte(sampling)
        guard let look = PlaneLook(look, format, sampling, field, matte) else { return (field, nil) }
        return (look.followsAlpha ? LookField(field, sampling) : field, look)
    }

    /// The matte of a plane.
    func placedMatte(_ sampling: PlaneSampling) -> PlacedMatte? {
        matte.map { PlacedMatte($0, width: sampling.imageWidth, height: sampling.imageHeight) }
    }

    /// The radii of an image, which are 0 where a matte covers pixels wholly.
    package func placedBehindMatte(width: Int, height: Int) -> any RadiusField {
        let field = blurred(field.placed(width: width, height: height))
        let sampling = PlaneSampling(wholeWidth: width, height: height)
        return placedMatte(sampling).map { UncoveredField(base: field, matte: $0) } ?? field
    }

    /// The axes along which the blur varies.
    package var variation: FieldVariation { matte == nil ? field.variation : .betweenPixels }
}
