internal import ArgumentParser

/// The two orders in which a JPEG file stores its coefficients, as flags named by the raw values.
enum JPEGProgression: String, EnumerableFlag {
    /// All of the image coarsely, then in more and more detail.
    case progressive
    /// From top to bottom.
    case baseline

    static func name(for flag: Self) -> NameSpecification {
        .customLong(flag.rawValue)
    }

    static func help(for flag: Self) -> ArgumentHelp? {
        OptionTable.standard[name: flag.rawValue]?.argumentHelp
    }
}
