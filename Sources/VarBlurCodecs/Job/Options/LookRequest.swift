package import VarBlur

/// The options of the look.
package struct LookRequest: Sendable, Hashable {
    package var tint: RGBColor?
    package var opacity = TintOpacity.fixed(BlurLook.defaultOpacity)
    /// The text for which an automatic opacity is chosen.
    package var textContrast = TextContrast()
    package var saturation = BlurLook.none.saturation
    package var grain = BlurLook.none.grain
    package var fade = BlurLook.none.fade
    package var dithers = false

    /// The look as the library represents it.
    ///
    /// - Throws: `BlurError`; the options check the ranges of their values.
    package func look() throws(BlurError) -> BlurLook {
        let opacity = if case .fixed(let opacity) = opacity { opacity } else { BlurLook.defaultOpacity }
        let color = try tint.map { (tint) throws(BlurError) in
            let (red, green, blue) = tint.fractions
            return try BlurLook.Tint(red: red, green: green, blue: blue, opacity: opacity)
        }
        return try BlurLook(tint: color, saturation: saturation, grain: grain, fade: fade, dithers: dithers)
    }

    /// Checks that the opacity of the tint can be chosen.
    func validate() throws(UsageError) {
        guard opacity == .automatic else { return }
        guard tint != nil else {
            throw UsageError(
                "\(option: "tint-opacity") auto requires \(option: "tint")",
                remedy: "add \(option: "tint"), such as black, or leave out \(option: "tint-opacity")")
        }
        do throws(ImageError) {
            _ = try textContrast.text(on: (try? look())?.tint)
        } catch {
            throw UsageError(UsageText(error.cause), remedy: UsageText(error.remedy))
        }
    }
}
