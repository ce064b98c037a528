package import VarBlur

/// The options of the look.
package struct LookRequest: Sendable, Hashable {
    package var tint: RGBColor?
    package var opacity = BlurLook.defaultOpacity
    package var saturation = BlurLook.none.saturation
    package var grain = BlurLook.none.grain
    package var fade = BlurLook.none.fade
    package var dithers = false

    /// The look as the library represents it.
    ///
    /// - Throws: `BlurError`; the options check the ranges of their values.
    package func look() throws(BlurError) -> BlurLook {
        var color: BlurLook.Tint?
        if let tint {
            color = try BlurLook.Tint(
                red: Double(tint.red) / 255, green: Double(tint.green) / 255, blue: Double(tint.blue) / 255,
                opacity: opacity)
        }
        return try BlurLook(tint: color, saturation: saturation, grain: grain, fade: fade, dithers: dithers)
    }
}
