/// A gradient on an image: a position along the gradient for every point, and the stops.
struct PlacedGradient: RadiusField {
    let stops: PlacedStops
    let positions: GradientPositions
    let variation: FieldVariation
    let minimumRadius: Double
    let maximumRadius: Double

    init(_ gradient: BlurGradient, width: Int, height: Int) {
        variation = gradient.axes.variation
        let (length, radiusLength): (Double, Double)
        (positions, length, radiusLength) = GradientPositions.placed(gradient.shape, width: width, height: height)
        stops = PlacedStops(gradient.stops, gradient.easing, length: length, radiusLength: radiusLength)
        (minimumRadius, maximumRadius) = stops.bounds
    }

    func alpha(x: Double, y: Double) -> Double {
        maximumRadius > 0 ? relativeAlpha(ofRadius: radius(x: x, y: y)) : stops.rest(at: positions.at(x, y))
    }

    func radius(x: Double, y: Double) -> Double { stops.radius(at: positions.at(x, y)) }

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
                        let part = unsafe target + ((row - rows.lowerBound) * stride + start - columns.lowerBound)
                        let y = sampling.y(ofRow: row)
                        switch variation {
                        case .betweenColumns where row > rows.lowerBound:
                            unsafe part.update(from: part - (row - rows.lowerBound) * stride, count: count)
                        case .betweenRows:
                            unsafe writePart(x, 1, y: y, to: part)
                            unsafe part.update(repeating: part[0], count: count)
                        default: unsafe writePart(x, count, y: y, to: part)
                        }
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
        unsafe self.positions.write(x, count, y: y, to: positions)
        unsafe stops.writeRadii(at: UnsafeBufferPointer(start: positions, count: count), to: values)
        for index in 0..<count { unsafe radii[index] = Float(values[index]) }
    }

    private static var partLength: Int { 256 }
}

/// The positions along a gradient in pixels.
enum GradientPositions {
    /// A position along a line: of the top left corner of the image, and its change per pixel to the right and down.
    case line(origin: Double, x: Double, y: Double)
    /// A distance from a center, for ellipses on their horizontal axis; `stretch` is the factor from vertical to horizontal distances.
    case distance(x: Double, y: Double, stretch: Double)

    /// Places a shape on an image; a radius of 100% of a stop is `radiusLength`.
    static func placed(
        _ shape: BlurGradient.Shape, width: Int, height: Int
    ) -> (positions: GradientPositions, length: Double, radiusLength: Double) {
        let (w, h) = (Double(width), Double(height))
        switch shape {
        case .linear(let direction):
            let vector = direction.vector(width: width, height: height)
            let length = abs(vector.x * w) + abs(vector.y * h)
            let origin = length / 2 - (w / 2 * vector.x + h / 2 * vector.y)
            return (.line(origin: origin, x: vector.x, y: vector.y), length, length)
        case .radial(let ending, let center):
            let center = (x: center.x.pixels(of: w), y: center.y.pixels(of: h))
            let (x, y) = ending.size(around: center, width: width, height: height)
            let length = min(x, y) < 1e-9 ? 0 : x
            return (.distance(x: center.x, y: center.y, stretch: length == 0 ? 1 : x / y), length, min(w, h))
        }
    }

    /// The position of a point.
    func at(_ x: Double, _ y: Double) -> Double {
        switch self {
        case .line(let origin, let right, let down): return x * right + y * down + origin
        case .distance(let centerX, let centerY, let stretch):
            let (dx, dy) = (x - centerX, (y - centerY) * stretch)
            return (dx * dx + dy * dy).squareRoot()
        }
    }

    /// Writes the positions of points with the same y.
    ///
    /// The loops have no branches, so that the compiler vectorizes them.
    func write(_ x: UnsafePointer<Double>, _ count: Int, y: Double, to positions: UnsafeMutablePointer<Double>) {
        switch self {
        case .line(let origin, let right, let down):
            let offset = y * down
            for index in 0..<count { unsafe positions[index] = x[index] * right + offset + origin }
        case .distance(let centerX, let centerY, let stretch):
            let dy = (y - centerY) * stretch
            for index in 0..<count {
                let dx = unsafe x[index] - centerX
                unsafe positions[index] = (dx * dx + dy * dy).squareRoot()
            }
        }
    }
}
