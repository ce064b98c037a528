internal import ArgumentParser
internal import VariableBlurCodecs

/// What the arguments of `varblur preview` ask for.
public struct PreviewRequest: Sendable {
    /// An option and its value; flags have the value `yes`.
    public struct Setting: Sendable, Hashable, Codable {
        /// The name without dashes.
        public let name: String
        /// The value as on the command line; those of repeated options are separated by spaces.
        public let value: String
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
    /// - Throws: `ValidationError` for arguments that contradict each other.
    init(_ request: CommandRequest, _ settings: EffectiveSettings) throws {
        try Self.check(request, settings)
        (port, opensBrowser) = (request.preview.port, request.preview.opensBrowser)
        (images, scene) = (request.paths, request.preview.scene)
        assignments = request.scene.assignments.map { Setting(name: $0.path, value: $0.value) }
        confinement = request.scene.confinement
        self.settings = settings.imageArguments.compactMap { argument in
            let (name, value) = argument.splitAtEqualsSign
            let setting = Setting(
                name: String(Substring(name.utf8.dropFirst(2))), value: value.map { String($0) } ?? "yes")
            return setting.name == VarBlurCommand.Preset.optionName ? nil : setting
        }
        let own = settings.ownPresets
        let others = VarBlurCommand.Preset.all.filter { preset in !own.contains { $0.name == preset.name } }
        presets = (own + others).map { preset in
            Preset(name: preset.name, settings: preset.settings.map { Setting(name: $0.name, value: $0.value) })
        }
        settingsFile = settings.settingsPath
        let known = Set(settings.table.entries(in: .environment).map(\.variable))
        variables = Environment.names(beginningWith: OptionEntry.variablePrefix).filter(known.contains)
    }

    /// Checks that the options belong to images or to a scene.
    private static func check(_ request: CommandRequest, _ settings: EffectiveSettings) throws {
        guard let scene = request.preview.scene else {
            if request.scene.confinement != nil {
                throw ValidationError("--confine applies to images of a scene. Specify the scene: --scene scene.json")
            }
            if request.scene.assignments.isEmpty { return }
            throw ValidationError("--set sets values of a scene. Specify the scene: --scene scene.json")
        }
        try ComposeUsage.check(confinement: request.scene.confinement)
        guard !scene.isSame(as: "-") else {
            throw ValidationError("The scene is drawn again after each change. Specify a file instead of '-'.")
        }
        guard request.paths.isEmpty else {
            throw ValidationError("--scene and images cannot be combined. Set images of the scene with --set.")
        }
        if let name = settings.firstGivenName {
            throw ValidationError("--scene and --\(name) cannot be combined, because a scene describes its own blurs.")
        }
    }
}

extension CommandLineTool {
    /// The request in the arguments of the process, which are those of `varblur preview`.
    ///
    /// Like ``main()``, prints the help if it is requested, and messages for usage errors; the process then ends.
    public static func previewRequest() -> PreviewRequest { Program.previewRequest(processArguments) }
}
