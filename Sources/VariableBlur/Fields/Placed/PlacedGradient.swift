/// A gradient on an image: a position along the gradient for every point, and the stops.
protocol PlacedGradient: RadiusField {
    var stops: PlacedStops { get }
    /// The size of the image in pixels.
    var size: (width: Int, height: Int) { get }

    /// The position along the gradient in pixels.
    func position(x: Double, y: Double) -> Double
}

extension PlacedGradient {
    func alpha(x: Double, y: Double, width: Int, height: Int) -> Double {
        relativeAlpha(ofRadius: radius(x: x, y: y, width: width, height: height))
    }

    func radius(x: Double, y: Double, width: Int, height: Int) -> Double {
        precondition(width == size.width && height == size.height, "the gradient is placed on an image of another size")
        return stops.radius(at: position(x: x, y: y))
    }

    func writeRadii(
        ofRows rows: Range<Int>, columns: Range<Int>, sampling: PlaneSampling, to radii: inout MutableSpan<Float>,
        stride: Int
    ) {
        precondition(
            columns.count <= stride && (rows.count - 1) * stride + columns.count <= radii.count,
            "\(rows.count) rows of \(columns.count) radii exceed the room for \(radii.count)")
        unsafe radii.withUnsafeMutableBufferPointer { radii in
            // a part at a time, so that the intermediate values stay in the L1 data cache
            unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * Self.partLength) { buffer in
                guard let x = buffer.baseAddress, let target = radii.baseAddress else { return }
                for start in Swift.stride(from: columns.lowerBound, to: columns.upperBound, by: Self.partLength) {
                    let count = min(Self.partLength, columns.upperBound - start)
                    for index in 0..<count { unsafe x[index] = sampling.x(ofColumn: start + index) }
                    for row in rows {
                        let part = (row - rows.lowerBound) * stride + start - columns.lowerBound
                        unsafe writePart(x, count, y: sampling.y(ofRow: row), to: target + part)
                    }
                }
            }
        }
    }

    /// Writes the radii at some points of a line; `x` are their positions, followed by room for intermediate values.
    ///
    /// The loops have no branches, so that the compiler vectorizes them.
    private func writePart(
        _ x: UnsafeMutablePointer<Double>, _ count: Int, y: Double, to radii: UnsafeMutablePointer<Float>
    ) {
        let positions = unsafe x + Self.partLength
        let values = unsafe positions + Self.partLength
        for index in 0..<count { unsafe positions[index] = position(x: x[index], y: y) }
        unsafe stops.writeRadii(at: UnsafeBufferPointer(start: positions, count: count), to: values)
        for index in 0..<count { unsafe radii[index] = Float(values[index]) }
    }

    private static var partLength: Int { 256 }
}

/// A linear gradient on an image.
struct PlacedLinearGradient: PlacedGradient {
    let stops: PlacedStops
    let size: (width: Int, height: Int)
    let variation: FieldVariation
    let minimumRadius: Double
    let maximumRadius: Double
    /// The direction, and the position of the top left corner of the image.
    private let vector: (x: Double, y: Double)
    private let origin: Double

    init(_ gradient: LinearBlurGradient, width: Int, height: Int) {
        size = (width, height)
        variation = gradient.axes.variation
        vector = gradient.vector(width: width, height: height)
        let length = gradient.length(width: width, height: height)
        stops = PlacedStops(gradient.stops, gradient.easing, length: length, radiusLength: length)
        (minimumRadius, maximumRadius) = stops.bounds
        origin = length / 2 - (Double(width) / 2 * vector.x + Double(height) / 2 * vector.y)
    }

    func position(x: Double, y: Double) -> Double { x * vector.x + y * vector.y + origin }
}

/// A radial gradient on an image; positions are distances from the center, for ellipses on their horizontal axis.
struct PlacedRadialGradient: PlacedGradient {
    let stops: PlacedStops
    let size: (width: Int, height: Int)
    let variation: FieldVariation
    let minimumRadius: Double
    let maximumRadius: Double
    let center: (x: Double, y: Double)
    /// The factor from vertical to horizontal distances.
    let stretch: Double

    init(_ gradient: RadialBlurGradient, width: Int, height: Int) {
        size = (width, height)
        variation = gradient.axes.variation
        center = gradient.center(width: width, height: height)
        let (x, y) = gradient.size(width: width, height: height)
        let length = min(x, y) < 1e-9 ? 0 : x
        stretch = length == 0 ? 1 : x / y
        stops = PlacedStops(
            gradient.stops, gradient.easing, length: length, radiusLength: Double(min(width, height)))
        (minimumRadius, maximumRadius) = stops.bounds
    }

    func position(x: Double, y: Double) -> Double {
        let (dx, dy) = (x - center.x, (y - center.y) * stretch)
        return (dx * dx + dy * dy).squareRoot()
    }
}
