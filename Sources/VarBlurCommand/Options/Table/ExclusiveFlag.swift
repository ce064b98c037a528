internal import ArgumentParser

/// A set of flags, named by the raw values, of which the last one on the command line takes effect.
protocol ExclusiveFlag: EnumerableFlag, RawRepresentable<String>, Sendable {}

extension ExclusiveFlag {
    static func name(for flag: Self) -> NameSpecification { .customLong(flag.rawValue) }

    static func help(for flag: Self) -> ArgumentHelp? { OptionTable.standard[name: flag.rawValue]?.argumentHelp }
}

/// The two orders in which a JPEG file stores its coefficients.
enum JPEGProgression: String, ExclusiveFlag {
    /// All of the image coarsely, then in more and more detail.
    case progressive
    /// From top to bottom.
    case baseline
}
