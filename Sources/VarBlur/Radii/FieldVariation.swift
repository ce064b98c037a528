/// The axes along which a field of radii varies.
public enum FieldVariation: Sendable, Hashable {
    /// From row to row; all pixels of a row share one value.
    case betweenRows
    /// From column to column; all pixels of a column share one value.
    case betweenColumns
    /// From pixel to pixel.
    case betweenPixels
}

/// The axes along which a field may vary, each by itself; a field that varies along neither is constant.
struct FieldAxes {
    /// Whether rows differ from each other.
    var rows = false
    /// Whether columns differ from each other.
    var columns = false

    /// The axes along which any of two fields varies.
    func union(_ other: FieldAxes) -> FieldAxes {
        FieldAxes(rows: rows || other.rows, columns: columns || other.columns)
    }

    /// The variation; a constant field counts as one whose rows might differ, because those are blurred fastest.
    var variation: FieldVariation { columns ? (rows ? .betweenPixels : .betweenColumns) : .betweenRows }
}
