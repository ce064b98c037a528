/// The units of angles in CSS.
package enum AngleUnit {
    /// The number of degrees of each unit.
    package static let degrees = ["deg": 1, "grad": 0.9, "turn": 360, "rad": 180 / Double.pi]
}
