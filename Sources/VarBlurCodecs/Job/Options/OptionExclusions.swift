/// An option with its value, as far as others take its place.
package struct ChosenOption {
    let name: String
    let value: String
    let group: String?

    /// - Parameters:
    ///   - option: the option, which counts as the one that it is short for.
    ///   - value: the value; of a flag, whether it is on.
    package init(_ option: OptionEntry, _ value: String) {
        (name, group) = (option.abbreviates?.name ?? option.name, option.group)
        self.value = option.isFlag ? (try? OptionEntry.isOn(value)) ?? false ? "yes" : "no" : value
    }

    /// Whether the option takes the place of another one that was chosen with less precedence.
    package func replaces(_ other: ChosenOption) -> Bool {
        name == other.name || JobOptions.names(replacedBy: name, value).contains(other.name) || omitsDigest(of: other)
            // the quality of a format overrides that of all formats only within a source
            || name == "quality" && other.name.hasSuffix("-quality")
            || group != nil && group == other.group && value != "no"
    }

    /// Whether the option omits the digest that another one needs: that an output is skipped which has the same.
    private func omitsDigest(of other: ChosenOption) -> Bool {
        name == "no-digest" && value == "yes" && other.name == "if-exists"
            && other.value == ExistingOutput.skipSame.rawValue
    }
}

/// Options that describe the shape of the blur in different ways, and so exclude each other.
///
/// Of two such options from different sources, the one from the source with precedence is in effect. From one source, they are an
/// error.
extension JobOptions {
    private static let exclusions: [(name: String, others: [String], reason: String)] = [
        (
            "ramp", ["max-radius", "min-radius", "direction", "start-offset", "reach"],
            "a ramp contains its radii and its direction"
        ),
        ("ramp", ["mask"], "both say where to blur"),
        ("mask", ["direction", "start-offset", "reach"], "a mask says where to blur"),
        ("reach", ["start-offset"], "both say where the ramp ends"),
    ]

    /// The options that an option takes the place of.
    package static func names(replacedBy name: String, _ value: String) -> [String] {
        // outputs are recognized by their digest
        if name == "if-exists" { return value == ExistingOutput.skipSame.rawValue ? ["no-digest"] : [] }
        let isMask = name == "mask-invert" && value == "yes"
        var names: [String] = []
        for exclusion in exclusions {
            if exclusion.name == (isMask ? "mask" : name) { names += exclusion.others }
            if exclusion.others.contains(isMask ? "mask" : name) { names.append(exclusion.name) }
        }
        return names.contains("mask") ? names + ["mask-invert"] : names
    }

    /// Checks that no two options exclude each other.
    static func checkCombinations(_ names: [String]) throws(UsageError) {
        for exclusion in exclusions where names.contains(exclusion.name) {
            guard let other = exclusion.others.first(where: names.contains) else { continue }
            throw UsageError(
                "\(option: exclusion.name) and \(option: other) cannot be combined: \(exclusion.reason)",
                remedy: exclusion.name == "ramp"
                    ? "leave out one of them, or write another \(option: "ramp")" : "leave out one of them")
        }
    }
}
