/// A line with round ends whose width and color change along it, drawn over what is farther away.
struct Stroke: Sendable {
    /// The ends in units of the picture's height; x counts from the middle.
    var start: SIMD2<Float>
    var end: SIMD2<Float>
    /// Half the width at both ends, in the same unit.
    var radii: SIMD2<Float>
    var startColor: SIMD3<Float>
    var endColor: SIMD3<Float>
    /// The distance from the viewer in meters.
    var distance: Float
    /// Whether the edges are frayed by needles.
    var isFrayed = false
}

/// A stack of strokes that is drawn from far to near onto vertical strips of the picture.
struct Strokes: Sendable {
    private(set) var strokes: [Stroke] = []

    /// Adds a line between two points in space that is as wide as a number of meters.
    mutating func add(
        _ start: SIMD3<Float>, _ end: SIMD3<Float>, widths: SIMD2<Float>, _ startColor: SIMD3<Float>,
        _ endColor: SIMD3<Float>, nearer: Float = 0, isFrayed: Bool = false
    ) {
        guard start.z > 0.5, end.z > 0.5 else { return }
        let scale = Camera.focalLength / 2
        strokes.append(
            Stroke(
                start: Camera.project(start), end: Camera.project(end),
                radii: SIMD2(widths.x / start.z, widths.y / end.z) * scale, startColor: startColor,
                endColor: endColor, distance: (start.z + end.z) / 2 - nearer, isFrayed: isFrayed))
    }

    /// Sorts the strokes from far to near, for ``draw(onto:)``; equal distances keep their order.
    mutating func sort() {
        let order = strokes.indices.sorted {
            (strokes[$1].distance, $0) < (strokes[$0].distance, $1)
        }
        strokes = order.map { strokes[$0] }
    }

    /// The numbers of the strokes that may touch each of a number of strips of the picture.
    func bins(left: Float, width: Float, count: Int, pixel: Float) -> [[Int32]] {
        var bins = [[Int32]](repeating: [], count: count)
        for (number, stroke) in strokes.enumerated() {
            let margin = max(stroke.radii.x, stroke.radii.y) + pixel
            let first = (min(stroke.start.x, stroke.end.x) - margin - left) / width
            let last = (max(stroke.start.x, stroke.end.x) + margin - left) / width
            guard last >= 0, first < Float(count) else { continue }
            for bin in max(Int(first), 0)...min(Int(last), count - 1) { bins[bin].append(Int32(number)) }
        }
        return bins
    }

    /// Draws some of the strokes.
    func draw(_ numbers: [Int32], onto strip: inout Strip) {
        for number in numbers { draw(strokes[Int(number)], onto: &strip) }
    }

    private func draw(_ stroke: Stroke, onto strip: inout Strip) {
        let pixel = strip.pixel
        // What is thinner than a pixel covers a part of it.
        let radii = SIMD2(max(stroke.radii.x, pixel * 0.5), max(stroke.radii.y, pixel * 0.5))
        let shares = stroke.radii / radii
        let margin = max(radii.x, radii.y) + pixel * 0.5
        let columns = strip.columns(
            min(stroke.start.x, stroke.end.x) - margin, max(stroke.start.x, stroke.end.x) + margin)
        let rows = strip.rows(min(stroke.start.y, stroke.end.y) - margin, max(stroke.start.y, stroke.end.y) + margin)
        let along = stroke.end - stroke.start
        let long = length(along)
        let isFrayed = stroke.isFrayed && radii.x > pixel * 2
        let inverse = 1 / max(along.x * along.x + along.y * along.y, 1e-12)
        for row in rows {
            for column in columns {
                let offset = strip.position(column, row) - stroke.start
                let t = min(max((along.x * offset.x + along.y * offset.y) * inverse, 0), 1)
                let distance = length(offset - along * t)
                var radius = mix(radii.x, radii.y, t)
                if isFrayed {
                    // Needles point forward on both sides.
                    let place = (t * long - distance * 0.8) / (0.32 * radii.x)
                    radius *= 0.35 + 1.3 * abs(place - place.rounded())
                }
                let coverage = (radius - distance) / pixel + 0.5
                guard coverage > 0 else { continue }
                let alpha = min(coverage, 1) * mix(shares.x, shares.y, t)
                strip.blend(column, row, mix(stroke.startColor, stroke.endColor, t), alpha)
            }
        }
    }
}

/// A vertical strip of the picture, in scene light.
struct Strip: Sendable {
    /// The position of the left side in units of the picture's height, from the middle.
    let left: Float
    /// The size of a pixel in units of the picture's height.
    let pixel: Float
    let width: Int
    let height: Int
    var colors: [SIMD3<Float>]

    init(left: Float, pixel: Float, width: Int, height: Int) {
        (self.left, self.pixel, self.width, self.height) = (left, pixel, width, height)
        colors = Array(repeating: SIMD3(), count: width * height)
    }

    /// The middle of a pixel.
    @inline(__always)
    func position(_ column: Int, _ row: Int) -> SIMD2<Float> {
        SIMD2(left + (Float(column) + 0.5) * pixel, (Float(row) + 0.5) * pixel)
    }

    /// The columns whose middle lies between two positions.
    func columns(_ low: Float, _ high: Float) -> Range<Int> {
        Self.range((low - left) / pixel, (high - left) / pixel, width)
    }

    func rows(_ low: Float, _ high: Float) -> Range<Int> { Self.range(low / pixel, high / pixel, height) }

    private static func range(_ low: Float, _ high: Float, _ count: Int) -> Range<Int> {
        let first = min(max((low - 0.5).rounded(.up), 0), Float(count))
        let last = min(max((high - 0.5).rounded(.down) + 1, first), Float(count))
        return Int(first)..<Int(last)
    }

    @inline(__always)
    mutating func blend(_ column: Int, _ row: Int, _ color: SIMD3<Float>, _ alpha: Float) {
        let index = row * width + column
        colors[index] = mix(colors[index], color, alpha)
    }
}
