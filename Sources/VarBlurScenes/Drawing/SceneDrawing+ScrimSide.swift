internal import VarBlur

extension SceneDrawing {
    /// The side from which the scrims of texts with an automatic direction change the picture least.
    ///
    /// Of sides that are about equal, it is the top or the bottom, whichever is closer to the first text.
    ///
    /// - Parameter promises: the contrasts of the texts; those with another direction do not count.
    /// - Returns: the side.
    /// - Throws: an error with the code `invalidScene`.
    func gentlestSide(for promises: [ContrastPromise]) throws(SceneError) -> BlurDirection {
        let promises = promises.filter { $0.scrim.direction == .automatic }
        guard let first = promises.first else { return .bottom }
        let near: BlurDirection = first.ink.center.y < Double(surface.height) / 2 ? .top : .bottom
        let sides = [near] + BlurDirection.allCases.filter { $0 != near }
        let scrim = first.requirement.scrim
        // the scrims of several texts amount to the strongest of them
        var shades = sides.map { [Double](repeating: 0, count: $0.isVertical ? surface.height : surface.width) }
        for promise in promises where promise.requirement.scrim == scrim {
            for (index, ramp) in try ramps(for: promise, from: sides).enumerated() {
                for position in ramp.indices { shades[index][position] = max(shades[index][position], ramp[position]) }
            }
        }
        guard shades[0].contains(where: { $0 > 0 }) else { return near }
        let (rows, columns) = surface.distances(to: scrim)
        let changes = zip(sides, shades).map { side, shade in
            zip(shade, side.isVertical ? rows : columns).reduce(0) { $0 + $1.0 * Double($1.1) }
        }
        let least = changes.min() ?? 0
        return zip(sides, changes).first { $0.1 <= Self.tolerance * least }?.0 ?? near
    }

    /// How much more of the picture a side may change than another one that is about equal.
    private static let tolerance = 1.001

    /// The opacities of the scrim of a text in the rows or columns of the canvas, from each of some sides.
    private func ramps(
        for promise: ContrastPromise, from sides: [BlurDirection]
    ) throws(SceneError) -> [[Double]] {
        var ramps: [ScrimRamp] = []
        for side in sides {
            ramps.append(try ScrimRamp(promise.scrim, from: side, width: surface.width, height: surface.height))
        }
        let strengths = unsafe surface.pixels.withUnsafePixels { pixels in
            unsafe promise.requirement.strengths(
                sides.count, for: promise.words, within: promise.distance, over: pixels
            ) { ramps[$0][$1, $2] }
        }
        return zip(ramps, strengths).map { ramp, strength in
            var ramp = ramp
            if strength.needsPlateau { ramp.raise(over: promise.surroundings) }
            return ramp.values.map { opacity(of: strength, for: promise) * $0 }
        }
    }

    /// The opacity of the scrim of a text where its ramp is 1.
    func opacity(of strength: ReadableText.Strength, for promise: ContrastPromise) -> Double {
        // a group that is translucent as a whole makes the scrims in it translucent, too
        min(strength.opacity / groupOpacity, 1) * promise.presence
    }
}

extension Surface {
    /// How much an opaque scrim would change each row and each column: the sums of the differences of all samples.
    fileprivate func distances(to scrim: ReadableText.Scrim) -> (rows: [Int], columns: [Int]) {
        var (rows, columns) = ([Int](repeating: 0, count: height), [Int](repeating: 0, count: width))
        let opaque = scrim.pixel
        unsafe pixels.withUnsafePixels { pixels in
            for y in 0..<height {
                let row = unsafe pixels.base + y * pixels.layout.bytesPerRow
                var sum = 0
                for x in 0..<width {
                    let bytes = unsafe (row + 4 * x).loadUnaligned(as: SIMD4<UInt8>.self)
                    let difference = opaque &- SIMD4<Int32>(truncatingIfNeeded: bytes)
                    let distance = Int(difference.replacing(with: 0 &- difference, where: difference .< 0).wrappedSum())
                    sum += distance
                    columns[x] += distance
                }
                rows[y] = sum
            }
        }
        return (rows, columns)
    }
}
