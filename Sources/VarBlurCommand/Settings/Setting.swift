internal import VariableBlurCodecs

/// An option that may also be set in the environment or in a settings file.
struct Setting: Sendable {
    /// The long option's name without dashes.
    let name: String
    /// What is in force where nothing is set, as it would be written; `nil` if that depends on image or machine.
    let standard: String?
    /// Whether the option stands without a value; its setting is yes or no.
    let isFlag: Bool
    /// The values that there are, if they can be counted up.
    let choices: [String]
    /// Whether it can differ from image to image, and may stand in a line of a batch.
    let isOfImage: Bool
    /// Whether it changes the output.
    let changesOutput: Bool

    private init(
        _ name: String, _ standard: String? = nil, isFlag: Bool = false, choices: [String] = [], isOfImage: Bool = true,
        changesOutput: Bool = false
    ) {
        (self.name, self.standard, self.isFlag, self.choices) = (name, standard, isFlag, choices)
        (self.isOfImage, self.changesOutput) = (isOfImage, changesOutput)
    }

    /// The environment variable of the same meaning.
    var variable: String {
        let dash = UInt8(ascii: "-")
        return "VARBLUR_"
            + String(decoding: name.utf8.map { $0 == dash ? UInt8(ascii: "_") : $0 & 0xDF }, as: UTF8.self)
    }
}

extension Setting {
    /// All settings, in the order of the help.
    static let all: [Setting] = blur + output + limits + run

    // there are too few for a table to be worth its making
    static func named(_ name: some StringProtocol) -> Setting? { all.first { $0.name == name } }

    private static let blur = [
        Setting("max-radius", "20", changesOutput: true),
        Setting("min-radius", "0", changesOutput: true),
        Setting("direction", "top", choices: ["top", "bottom", "left", "right"], changesOutput: true),
        Setting("start-offset", "0", changesOutput: true),
        Setting(
            "edges", "normalize", choices: ["normalize", "clamp", "mirror", "wrap", "transparent"], changesOutput: true),
        Setting("engine", "fast", choices: ["reference", "fast"], changesOutput: true),
        Setting("threads"),
        Setting("instruction-set", choices: ["portable", "ssse3", "avx2", "avx512", "neon"]),
    ]

    private static let output = [
        Setting("format", choices: ImageFormat.allCases.map(\.rawValue), changesOutput: true),
        Setting("jpeg-quality", changesOutput: true),
        Setting("progressive", "no", isFlag: true, changesOutput: true),
        Setting("baseline", "no", isFlag: true, changesOutput: true),
        Setting("png-compression", "default", choices: ["fast", "default", "small"], changesOutput: true),
        Setting("background", changesOutput: true),
        Setting("strip", "none", choices: ["none", "safe", "all"], changesOutput: true),
        Setting("no-fsync", "no", isFlag: true),
        Setting("if-exists", "error", choices: ["error", "skip", "skip-same", "overwrite"]),
    ]

    private static let limits = [
        Setting("max-pixels", "134217728"), Setting("max-side", "65535"), Setting("max-input", "256M"),
        Setting("max-memory", "2G"), Setting("max-scans", "100"), Setting("max-segments", "4096"),
        Setting("max-chunks", "1000"), Setting("max-warnings", "100"), Setting("timeout"),
        Setting("allow-damaged", "no", isFlag: true, changesOutput: true),
    ]

    private static let run = [
        Setting("jobs", isOfImage: false), Setting("quiet", "no", isFlag: true, isOfImage: false),
        Setting("verbose", "no", isFlag: true, isOfImage: false),
    ]
}
