internal import VarBlur

/// Converts the samples of a channel of a gain map to linear gains and back.
///
/// A pixel with a gain has 16 bits: its color is the gain, as a fraction of the greatest; its alpha is the weight of the gain, the light of
/// the image plus its offset. A blur of such pixels averages gains by their weights.
struct GainSamples {
    /// The gain of each multiple of 1/16 of a sample.
    private let gains: [UInt16]
    /// The sample of each gain.
    private let samples: [UInt8]
    /// The gain 1, or the nearest one of the channel.
    let neutral: UInt16
    private let offset: Double

    /// Pixels without any weight would lose their gain.
    private static let leastWeight: UInt16 = 16

    /// Prepares the conversion.
    init(_ channel: GainMapParameters.Channel) {
        let greatest = channel.gain(1)
        func scaled(_ sample: Double) -> Double { 65535 * channel.gain(sample) / greatest }
        gains = (0...16 * 255).map { UInt16(scaled(Double($0) / (16 * 255)).rounded()) }
        var samples = [UInt8](repeating: 255, count: 1 << 16)
        var first = 0
        for sample in 0..<255 {
            // gains between two samples belong to the nearer one
            let end = min(Int(scaled((Double(sample) + 0.5) / 255)) + 1, samples.count)
            for gain in first..<max(first, end) { samples[gain] = UInt8(sample) }
            first = max(first, end)
        }
        self.samples = samples
        neutral = UInt16(min(max(65535 / greatest, Double(gains[0])), 65535).rounded())
        offset = max(channel.offset, 0)
    }

    /// The gain of a sample, in units of 1/16.
    @inline(__always)
    func gain(sixteenths sample: Int) -> UInt16 { gains[sample] }

    /// The sample that is nearest to a gain.
    func sample(_ gain: UInt16) -> UInt8 { samples[Int(gain)] }

    /// The weight of a pixel with some light, from 0 to 1.
    func weight(_ light: Double) -> UInt16 {
        let weight = 65535 * (light + offset) / (1 + offset)
        return max(UInt16(min(max(weight, 0), 65535).rounded()), Self.leastWeight)
    }
}

/// The linear light of the pixels of an image.
struct PixelLight {
    /// The light of each value of each channel.
    private let table: [Float]

    /// Prepares the conversion of gray or RGB pixels.
    init(_ light: BlurLight, channelCount: Int) {
        table = (0..<channelCount).flatMap { channel in
            // gray uses the curve of green
            let curve = light.curves.count == 1 ? light.curves[0] : light.curves[channelCount == 1 ? 1 : channel]
            return (0...255).map { Float(curve.linear(Double($0) / 255)) }
        }
    }

    /// The light of a pixel: of a channel, or its luminance.
    @inline(__always)
    func light(_ pixel: UnsafePointer<UInt8>, channel: Int?) -> Double {
        if table.count == 256 { return unsafe Double(table[Int(pixel[0])]) }
        if let channel { return unsafe Double(table[256 * channel + Int(pixel[channel])]) }
        let (red, green, blue) = unsafe (table[Int(pixel[0])], table[256 + Int(pixel[1])], table[512 + Int(pixel[2])])
        let weights = ColorFormula.standardLuminance
        return Double(Float(weights.x) * red + Float(weights.y) * green + Float(weights.z) * blue)
    }

    /// The light of a color.
    func light(_ color: RGBColor, channel: Int?) -> Double {
        let values = PixelFormat(table.count == 256 ? .gray : .rgb).pixel(of: color)
        return unsafe values.withUnsafeBufferPointer { values in
            guard let start = values.baseAddress else { return 0 }
            return unsafe light(start, channel: channel)
        }
    }
}
