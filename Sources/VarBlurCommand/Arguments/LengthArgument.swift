internal import ArgumentParser
internal import VariableBlurCodecs

/// A radius on the command line: `20`, `20px` or `5%`.
enum LengthArgument {
    static func parse(_ text: String) throws -> BlurSettings.Length {
        let isPercentage = text.hasSuffix("%")
        let digits = isPercentage ? text.dropLast(1) : text.hasSuffix("px") ? text.dropLast(2) : text[...]
        guard let number = Double(digits), number.isFinite, number >= 0 else {
            throw ValidationError("A radius is a number of 0 or more, in pixels (20, 20px) or percent (5%).")
        }
        return isPercentage ? .axisFraction(number / 100) : .pixels(number)
    }
}

/// A share of the image on the command line: `0.25` or `25%`.
enum FractionArgument {
    static func parse(_ text: String) throws -> Double {
        let isPercentage = text.hasSuffix("%")
        guard let number = Double(isPercentage ? text.dropLast(1) : text[...]), number.isFinite,
            number < (isPercentage ? 100 : 1)
        else {
            throw ValidationError(
                "A start offset is a number below 1 (0.25, -0.1), or a percentage below 100% (25%).")
        }
        return isPercentage ? number / 100 : number
    }
}
