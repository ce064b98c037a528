/// The places where an option may be given.
package struct OptionScope: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The command line of `varblur`.
    package static let singleCommand = OptionScope(rawValue: 1 << 0)
    /// The command line of `varblur batch`.
    package static let batchCommand = OptionScope(rawValue: 1 << 1)
    /// The options of a line of `varblur batch`.
    package static let batchLine = OptionScope(rawValue: 1 << 2)
    /// The settings file.
    package static let settingsFile = OptionScope(rawValue: 1 << 3)
    /// An environment variable.
    package static let environment = OptionScope(rawValue: 1 << 4)
    /// The command line of `varblur compose`.
    package static let composeCommand = OptionScope(rawValue: 1 << 5)

    /// The command line of `varblur preview`.
    package static let previewCommand = OptionScope(rawValue: 1 << 6)

    /// The options of a line of `varblur compose --batch`.
    package static let sceneLine = OptionScope(rawValue: 1 << 7)

    /// One of several outputs of a line of `varblur batch`.
    package static let lineOutput = OptionScope(rawValue: 1 << 8)

    /// Whether the options are those of a command line or of a job.
    package var place: UsageText.Place {
        isDisjoint(with: [.batchLine, .sceneLine, .lineOutput]) ? .commandLine : .job
    }

    /// The commands that write images.
    package static let commands: OptionScope = [.singleCommand, .batchCommand]
    /// The commands that write one image or picture after the other from files.
    package static let fileCommands: OptionScope = [.singleCommand, .composeCommand]
    /// The commands that blur images, or show how they are blurred.
    package static let imageCommands: OptionScope = [.commands, .previewCommand]
    /// The commands that draw scenes.
    package static let sceneCommands: OptionScope = [.composeCommand, .previewCommand]
    /// The commands whose files can be confined to a directory.
    package static let confinedCommands: OptionScope = [.composeCommand, .batchCommand, .previewCommand]
    /// The commands that read jobs.
    package static let batches: OptionScope = [.batchCommand, .composeCommand]
    /// Everywhere that applies to a run of several images as a whole.
    package static let run: OptionScope = [.commands, .settingsFile, .environment]
    /// Everywhere that applies to a run of several images or scenes as a whole.
    package static let anyRun: OptionScope = [.run, .composeCommand]
    /// Everywhere: the option may differ from image to image.
    package static let image: OptionScope = [.run, .batchLine, .previewCommand]
    /// Everywhere: the option may differ from output to output.
    package static let output: OptionScope = [.image, .lineOutput]
    /// Everywhere that a scene is drawn.
    package static let scene: OptionScope = [.composeCommand, .sceneLine]
    /// Everywhere that an image is written, blurred or drawn.
    package static let picture: OptionScope = [.image, .scene]
}

/// The sections of the help, in their order.
package enum OptionSection: CaseIterable, Sendable {
    case batch
    case preview
    case scene
    case files
    case run
    case size
    case blur
    case areas
    case look
    case output
    case existingOutputs
    case limits

    /// The heading.
    package var title: String {
        switch self {
        case .batch: "Batch"
        case .preview: "Preview"
        case .scene: "Scene"
        case .files: "Files"
        case .run: "Run"
        case .size: "Size"
        case .blur: "Blur"
        case .areas: "Areas"
        case .look: "Look"
        case .output: "Output"
        case .existingOutputs: "Existing outputs"
        case .limits: "Limits"
        }
    }
}
