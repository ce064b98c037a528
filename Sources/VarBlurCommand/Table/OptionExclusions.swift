/// Options that describe the shape of the blur in different ways, and so exclude each other.
///
/// Of two such options from different sources, the one from the source with precedence is in effect. From one source, they are an
/// error.
extension OptionTable {
    /// The options that an option takes the place of.
    static func names(replacedBy name: String) -> [String] {
        switch name {
        case "ramp": sideOptions + ["max-radius", "min-radius"] + maskOptions
        case "mask", "mask-invert": sideOptions + ["ramp"]
        case "direction": maskOptions + ["ramp"]
        case "start-offset": maskOptions + ["ramp", "reach"]
        case "reach": maskOptions + ["ramp", "start-offset"]
        case "max-radius", "min-radius": ["ramp"]
        default: []
        }
    }

    private static let sideOptions = ["direction", "start-offset", "reach"]
    private static let maskOptions = ["mask", "mask-invert"]
}
