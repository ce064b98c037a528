import VariableBlurCodecs

extension JPEGStyle {
    /// The same without the tables that say how fine it is.
    package var unquantized: JPEGStyle {
        var style = self
        style.quantization = nil
        return style
    }
}
