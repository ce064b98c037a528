import VarBlur

extension RadiusField {
    /// The radius at the center of a pixel.
    package func radius(column: Int, row: Int) -> Double { radius(x: Double(column) + 0.5, y: Double(row) + 0.5) }

    /// The alpha at the center of a pixel.
    package func alpha(column: Int, row: Int) -> Double { alpha(x: Double(column) + 0.5, y: Double(row) + 0.5) }
}
