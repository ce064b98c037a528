internal import VarBlur
internal import VarBlurCodecs

/// The options of the look.
struct LookRequest: Sendable, Hashable {
    var tint: RGBColor?
    var opacity = BlurLook.defaultOpacity
    var saturation = BlurLook.none.saturation
    var grain = BlurLook.none.grain
    var fade = BlurLook.none.fade
    var dithers = false

    /// The look as the library represents it.
    ///
    /// - Throws: `BlurError`; the options check the ranges of their values.
    func look() throws(BlurError) -> BlurLook {
        var color: BlurLook.Tint?
        if let tint {
            color = try BlurLook.Tint(
                red: Double(tint.red) / 255, green: Double(tint.green) / 255, blue: Double(tint.blue) / 255,
                opacity: opacity)
        }
        return try BlurLook(tint: color, saturation: saturation, grain: grain, fade: fade, dithers: dithers)
    }
}
