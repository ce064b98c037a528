internal import VarBlurCodecs

extension Subcommand {
    /// The help of the subcommand.
    var help: CommandHelp {
        switch self {
        case .batch: .batch
        case .compose: .compose
        case .preview: .preview
        }
    }

    /// What it does, in a few words.
    var summary: String {
        switch self {
        case .batch: "process JSON jobs, one per line"
        case .compose: "draw a scene of layers over a photo"
        case .preview: "tune the options on a page in the browser"
        }
    }
}
