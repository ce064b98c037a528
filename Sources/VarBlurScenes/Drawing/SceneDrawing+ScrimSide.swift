internal import VarBlur

extension SceneDrawing {
    /// The side from which the scrim of a text changes the picture least, together with those of other texts.
    ///
    /// Of sides that are about equal, it is the top or the bottom, whichever is closer to the text.
    ///
    /// - Parameters:
    ///   - promise: the contrast of the text.
    ///   - group: the contrasts of the texts whose scrims have the same side; those with another direction do not count.
    /// - Returns: the side, and the strength of the scrim of the text from there.
    /// - Throws: an error with the code `invalidScene`.
    func gentlestSide(
        for promise: ContrastPromise, with group: [ContrastPromise]
    ) throws(SceneError) -> (side: BlurDirection, strength: ReadableText.Strength) {
        let near: BlurDirection = promise.ink.center.y < Double(surface.height) / 2 ? .top : .bottom
        let sides = [near] + BlurDirection.allCases.filter { $0 != near }
        let scrim = promise.requirement.scrim
        var (shades, strengths) = try scrims(for: promise, from: sides)
        let others = group.filter {
            $0.scrim.direction == .automatic && $0.requirement.scrim == scrim && $0.ink != promise.ink
        }
        // several scrims amount to about the strongest of them
        for other in others {
            for (index, shade) in try scrims(for: other, from: sides).shades.enumerated() {
                for position in shade.indices {
                    shades[index][position] = max(shades[index][position], shade[position])
                }
            }
        }
        guard shades[0].contains(where: { $0 > 0 }) else { return (near, strengths[0]) }
        let (rows, columns) = surface.distances(to: scrim)
        let changes = zip(sides, shades).map { side, shade in
            zip(shade, side.isVertical ? rows : columns).reduce(0) { $0 + $1.0 * Double($1.1) }
        }
        let limit = (changes.min() ?? 0) * (others.isEmpty ? 1.001 : 1.1)
        let index = changes.firstIndex { $0 <= limit } ?? 0
        return (sides[index], strengths[index])
    }

    /// The scrims of a text from each of some sides: their opacities in the rows or columns of the canvas, and their strengths.
    private func scrims(
        for promise: ContrastPromise, from sides: [BlurDirection]
    ) throws(SceneError) -> (shades: [[Double]], strengths: [ReadableText.Strength]) {
        var ramps: [ScrimRamp] = []
        for side in sides {
            ramps.append(try ScrimRamp(promise.scrim, from: side, width: surface.width, height: surface.height))
        }
        let strengths = unsafe surface.pixels.withUnsafePixels { pixels in
            unsafe promise.requirement.strengths(
                sides.count, for: promise.words, within: promise.distance, over: pixels
            ) { ramps[$0][$1, $2] }
        }
        let shades = zip(ramps, strengths).map { ramp, strength in
            var ramp = ramp
            if strength.needsPlateau { ramp.raise(over: promise.surroundings) }
            return ramp.values.map { opacity(of: strength, for: promise) * $0 }
        }
        return (shades, strengths)
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
