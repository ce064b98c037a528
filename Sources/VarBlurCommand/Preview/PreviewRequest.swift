internal import VarBlurCodecs

/// What the arguments of `varblur preview` ask for.
public struct PreviewRequest: Sendable {
    /// An option and its value; flags have the value `yes`.
    public struct Setting: Sendable, Hashable, Codable {
        /// The name without dashes.
        public let name: String
        /// The value as on the command line; those of repeated options are separated by spaces.
        public let value: String

        /// Creates a setting.
        public init(name: String, value: String) { (self.name, self.value) = (name, value) }
    }

    /// A list of settings under a name.
    public struct Preset: Sendable, Codable {
        /// The name.
        public let name: String
        /// The settings.
        public let settings: [Setting]
    }

    /// The port at which the page is served; `nil` for any free one.
    public let port: Int?
    /// Whether the page is opened in the browser.
    public let opensBrowser: Bool
    /// The paths of the images.
    public let images: [String]
    /// The path of a scene, which is shown in place of images; `nil` for none.
    public let scene: String?
    /// Values to set in the scene, as paths and texts.
    public let assignments: [Setting]
    /// The directory that images of the scene must lie in; `nil` for that of the scene.
    public let confinement: String?
    /// The settings in effect that are not defaults, without the preset that some of them come from.
    public let settings: [Setting]
    /// The presets of the program and of the user.
    public let presets: [Preset]
    /// The settings file that `varblur` would read; `nil` if there is none.
    public let settingsFile: String?
    /// The names of environment variables with settings that `varblur` would read.
    public let variables: [String]

    /// The request of a command line.
    ///
    /// - Throws: `UsageError` for arguments that contradict each other.
    init(_ request: CommandRequest, _ settings: EffectiveSettings) throws(UsageError) {
        try Self.check(request, settings)
        (port, opensBrowser) = (request.preview.port, request.preview.opensBrowser)
        (images, scene) = (request.paths, request.preview.scene)
        assignments = request.scene.assignments.map { Setting(name: $0.path, value: $0.value) }
        confinement = request.scene.confinement
        self.settings = settings.table.entries(in: .batchLine).compactMap { option in
            guard option.name != VarBlurCodecs.Preset.optionName, let value = settings[option.name]?.text,
                !option.isFlag || value == "yes"
            else { return nil }
            return Setting(name: option.name, value: value)
        }
        let own = settings.ownPresets
        // a preset of ours that does not blur has nothing to show
        let others = VarBlurCodecs.Preset.all.filter { preset in
            !own.contains { $0.name == preset.name }
                && !preset.settings.contains { $0.name == "max-radius" && $0.value == "0" }
        }
        presets = (own + others).map { preset in
            Preset(name: preset.name, settings: preset.settings.map { Setting(name: $0.name, value: $0.value) })
        }
        settingsFile = settings.settingsPath
        let known = Set(settings.table.entries(in: .environment).map(\.variable))
        variables = Environment.names(beginningWith: OptionEntry.variablePrefix).filter(known.contains)
    }

    /// Checks that the options belong to images or to a scene.
    private static func check(_ request: CommandRequest, _ settings: EffectiveSettings) throws(UsageError) {
        guard let scene = request.preview.scene else {
            if request.scene.confinement != nil {
                throw UsageError(
                    "--confine applies to images of a scene", remedy: "specify the scene: --scene scene.json")
            }
            if request.scene.assignments.isEmpty { return }
            throw UsageError(
                "--set sets values of a scene", remedy: "specify the scene: --scene scene.json")
        }
        try request.scene.checkDirectories()
        guard !scene.isSame(as: "-") else {
            throw UsageError(
                "the scene is drawn again after each change", remedy: "specify a file instead of '-'")
        }
        guard request.paths.isEmpty else {
            throw UsageError(
                "--scene and images cannot be combined", remedy: "set images of the scene with --set")
        }
        if let name = settings.firstGivenName {
            throw UsageError(
                "--scene and --\(name) cannot be combined, because a scene describes its own blurs")
        }
    }
}
