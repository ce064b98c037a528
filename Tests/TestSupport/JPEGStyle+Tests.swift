import VariableBlurCodecs

extension JPEGStyle {
    /// The same without the tables that say how fine it is.
    package var unquantised: JPEGStyle {
        var style = self
        style.quantisation = nil
        return style
    }
}
