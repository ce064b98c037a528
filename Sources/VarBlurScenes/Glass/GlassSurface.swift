internal import VarBlur

/// The color of glass at a pixel: refraction, tint, light and rim.
@unsafe
struct GlassSurface {
    /// The numbers of the material, in the units of the arithmetic.
    struct Settings: Sendable {
        let refraction: Float
        let dispersion: Float
        let saturation: Float
        let rim: Float
        let scale: Float

        init(_ material: GlassMaterial) {
            (refraction, dispersion) = (Float(material.refraction), Float(material.dispersion))
            (saturation, rim, scale) = (Float(material.saturation), Float(material.rim), Float(material.scale))
        }
    }

    let settings: Settings
    let backdrop: BackdropSamples
    let displacement: UnsafePointer<Float>
    let facing: UnsafePointer<Float>

    /// Returns the premultiplied color of glass that covers a pixel: blue, green, red and alpha, 0 to 255.
    func color(_ sample: GlassSample, x: Int, y: Int, bevel: Float, tint: SIMD4<Float>) -> SIMD4<Float> {
        // where outlines melt, the gradient is short, and the glass flat; numerically, it may be slightly longer than 1
        let shortening = 1 / max(sample.slope, 1)
        let (normalX, normalY) = (sample.gradientX * shortening, sample.gradientY * shortening)
        var color = unsafe refracted(sample, x: x, y: y, bevel: bevel, normalX, normalY)
            .saturated(by: settings.saturation).tinted(tint)
        unsafe light(&color, sample, facing: -normalY)
        return color.limited(to: color.w)
    }

    private func refracted(
        _ sample: GlassSample, x: Int, y: Int, bevel: Float, _ normalX: Float, _ normalY: Float
    ) -> SIMD4<Float> {
        let t = max(sample.depth, 0) / bevel
        let strength = unsafe bevel * settings.refraction
        guard t < 1, strength > 0 else { return unsafe backdrop.pixel(x: x, y: y) }
        let shift = unsafe GlassOptics.value(displacement, at: t) * strength
        let (shiftX, shiftY) = (normalX * shift, normalY * shift)
        let (x, y) = (Float(x), Float(y))
        var color = unsafe backdrop.pixel(atX: x - shiftX, y: y - shiftY)
        if unsafe settings.dispersion > 0 {
            let (less, more) = unsafe (1 - settings.dispersion, 1 + settings.dispersion)
            color.x = unsafe backdrop.sample(0, atX: x - shiftX * more, y: y - shiftY * more)
            color.z = unsafe backdrop.sample(2, atX: x - shiftX * less, y: y - shiftY * less)
        }
        return color
    }

    /// Adds the light from above on the bevel and on the rim.
    private func light(_ color: inout SIMD4<Float>, _ sample: GlassSample, facing: Float) {
        let settings = unsafe settings
        guard settings.rim > 0 else { return }
        let reach = 7 * settings.scale
        if sample.depth < 6 * reach {
            let strength = GlassOptics.decay(-max(sample.depth, 0) / reach) * settings.rim
            let alpha = color.w
            if facing > 0 { color += 0.08 * facing * strength * alpha } else { color *= 1 + 0.12 * facing * strength }
            color.w = alpha
        }
        let rimWidth = 1.4 * settings.scale
        let distance = sample.depth / max(sample.slope, 0.3)
        let profile = 1 - abs(distance - 0.5 * rimWidth) / rimWidth
        guard profile > 0 else { return }
        let presence = min(max((sample.slope - 0.1) / 0.3, 0), 1)
        let brightness = unsafe GlassOptics.value(self.facing, at: min(abs(facing), 1)) * (facing > 0 ? 1 : 0.6)
        let opacity = profile * presence * presence * (3 - 2 * presence) * (0.22 + 0.63 * brightness)
        color += (255 - color) * min(opacity * settings.rim, 1)
    }
}

/// Premultiplied colors: blue, green, red and alpha, 0 to 255.
extension SIMD4<Float> {
    /// The weights of blue, green and red in the brightness, as in ITU-R BT.709.
    @inline(__always)
    private static var brightness: SIMD4<Float> {
        let weights = ColorFormula.standardLuminance
        return SIMD4(Float(weights.z), Float(weights.y), Float(weights.x), 0)
    }

    /// The color with a different saturation; 1 changes nothing.
    @inline(__always)
    func saturated(by factor: Float) -> SIMD4<Float> {
        let gray = (self * Self.brightness).sum()
        var color = (SIMD4(repeating: gray) + (self - gray) * factor).limited(to: w)
        color.w = w
        return color
    }

    /// The color under a tint: blue, green and red, 0 to 255, and the opacity, 0 to 1.
    @inline(__always)
    func tinted(_ tint: SIMD4<Float>) -> SIMD4<Float> {
        var layer = tint
        layer.w = 255
        return self + (layer - self) * tint.w
    }

    /// Limits all elements to 0 and a number of at least 0, without the calls that `clamped(lowerBound:upperBound:)` makes.
    @inline(__always)
    fileprivate func limited(to greatest: Float) -> SIMD4<Float> {
        let positive = replacing(with: 0, where: self .< 0)
        return positive.replacing(with: greatest, where: positive .> greatest)
    }
}
