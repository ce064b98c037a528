/// Everything in the picture, ready to be drawn strip by strip.
struct Scene: Sendable {
    private let mountains: Mountains
    private let ground: Ground
    private let lake: Lake
    private let lamps: Lamps
    private let person: Person?
    private let strokes: Strokes
    private let film = Film(exposure: 0.21)
    private let width: Int
    private let height: Int
    /// Small pictures have more samples per pixel, in each direction.
    private let samples: Int
    private let bins: [[Int32]]

    /// The width of a strip in pixels.
    static let stripWidth = 32

    init(width: Int, height: Int, time: TimeOfDay, hasPerson: Bool) async {
        (self.width, self.height) = (width, height)
        samples = width * height < 250_000 ? 3 : 2
        let aspect = Float(width) / Float(height)
        let pixel = 1 / Float(height)
        let atmosphere = Atmosphere(time)
        let terrain = await Terrain(sun: time.sun)
        var ground = Ground(atmosphere: atmosphere)
        lamps = time == .night ? Lamps(ground: ground, terrain: terrain) : Lamps()
        ground.lamps = lamps
        self.ground = ground
        mountains = Mountains(
            terrain: terrain, sky: Sky(atmosphere: atmosphere, hasStars: time == .night), lamps: lamps, pixel: pixel)
        lake = Lake(
            panorama: await Panorama(aspect: aspect, pixel: pixel, mountains: mountains), ground: ground, lamps: lamps)
        person = hasPerson ? Person(aspect: aspect, atmosphere: atmosphere) : nil
        var strokes = Strokes()
        Meadow(ground: ground).grow(aspect: aspect, into: &strokes)
        Spruces(ground: ground).grow(aspect: aspect, into: &strokes)
        lamps.addPosts(ground, into: &strokes)
        strokes.sort()
        self.strokes = strokes
        let count = (width + Self.stripWidth - 1) / Self.stripWidth
        bins = strokes.bins(
            left: -aspect / 2, width: Float(Self.stripWidth) * pixel, count: count, pixel: pixel)
    }

    /// The 8-bit RGB samples of a strip, by rows.
    func strip(_ number: Int) -> [UInt8] {
        let first = number * Self.stripWidth
        let pixel = 1 / Float(height)
        var strip = Strip(
            left: (Float(first) - Float(width) / 2) * pixel, pixel: pixel, width: min(Self.stripWidth, width - first),
            height: height)
        for column in 0..<strip.width { draw(column, onto: &strip) }
        strokes.draw(bins[number], onto: &strip)
        lamps.shine(onto: &strip)
        person?.draw(onto: &strip)
        var result: [UInt8] = []
        result.reserveCapacity(strip.colors.count * 3)
        for color in strip.colors {
            for channel in 0..<3 { result.append(film.developed(color[channel])) }
        }
        return result
    }

    /// Draws the sky, the mountains, the water, and the ground in a column of pixels.
    private func draw(_ column: Int, onto strip: inout Strip) {
        let step = strip.pixel / Float(samples)
        let weight = 1 / Float(samples * samples)
        for sample in 0..<samples {
            let x = strip.left + Float(column) * strip.pixel + (Float(sample) + 0.5) * step
            let far = mountains.column(x, top: step / 2, step: step, rows: height * samples)
            let near = ground.column(x, top: step / 2, step: step, rows: height * samples)
            for row in 0..<height {
                let rows = row * samples..<(row + 1) * samples
                let slope = Camera.slope(x, (Float(row) + 0.5) * strip.pixel)
                var sum = SIMD3<Float>()
                // Water and sky are smooth enough for one sample.
                if rows.allSatisfy({ far[$0] == 0 && near[$0] == 0 }), abs(slope.y) > strip.pixel {
                    sum = slope.y < 0 ? lake.color(slope, pixel: strip.pixel) : mountains.sky.color(slope)
                    sum *= Float(samples)
                } else {
                    for index in rows {
                        let slope = Camera.slope(x, (Float(index) + 0.5) * step)
                        if near[index] > 0 {
                            sum += ground.color(slope.x * near[index], near[index])
                        } else if far[index] > 0 {
                            sum += mountains.color(slope, z: far[index])
                        } else {
                            sum += slope.y < 0 ? lake.color(slope, pixel: step) : mountains.sky.color(slope)
                        }
                    }
                }
                strip.colors[row * strip.width + column] += sum * weight
            }
        }
    }
}
