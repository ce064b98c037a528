internal import ArgumentParser

/// A description of arguments: options from a table, and whether there are paths.
protocol ArgumentSource {
    static var configuration: CommandConfiguration { get }
    /// Where the options are given; the options of the table that are legal there are parsed.
    static var scope: OptionScope { get }
    static var table: OptionTable { get }
    /// The help of the paths; `nil` if there are none.
    static var pathHelp: ArgumentHelp? { get }
}

extension ArgumentSource {
    static var configuration: CommandConfiguration { CommandConfiguration() }
    static var table: OptionTable { .standard }
    static var pathHelp: ArgumentHelp? { nil }
}

/// Arguments read by the parser.
struct CommandArguments<Source: ArgumentSource>: ParsableCommand {
    static var configuration: CommandConfiguration { Source.configuration }

    @OptionGroup
    private var paths: PathArguments<Source>

    @OptionGroup(title: OptionSection.batch.title)
    private var batch: SectionArguments<Source, BatchSection>

    @OptionGroup(title: OptionSection.preview.title)
    private var preview: SectionArguments<Source, PreviewSection>

    @OptionGroup(title: OptionSection.scene.title)
    private var scene: SectionArguments<Source, SceneSection>

    @OptionGroup(title: OptionSection.files.title)
    private var files: SectionArguments<Source, FileSection>

    @OptionGroup(title: OptionSection.run.title)
    private var run: SectionArguments<Source, RunSection>

    @OptionGroup(title: OptionSection.blur.title)
    private var blur: SectionArguments<Source, BlurSection>

    @OptionGroup(title: OptionSection.look.title)
    private var look: SectionArguments<Source, LookSection>

    @OptionGroup(title: OptionSection.output.title)
    private var output: SectionArguments<Source, OutputSection>

    @OptionGroup(title: OptionSection.existingOutputs.title)
    private var existing: SectionArguments<Source, ExistingOutputSection>

    @OptionGroup(title: OptionSection.limits.title)
    private var limits: SectionArguments<Source, LimitSection>

    /// The request that the arguments describe.
    var request: CommandRequest {
        get throws {
            var request = CommandRequest()
            request.paths = paths.paths
            for apply in [
                batch.apply, preview.apply, scene.apply, files.apply, run.apply, blur.apply, look.apply, output.apply,
                existing.apply,
                limits.apply,
            ] {
                try apply(&request)
            }
            return request
        }
    }

    func validate() throws { try request.validate() }
}

/// A section of the help, as a type: the parser knows groups of options by their types.
protocol SectionType {
    static var section: OptionSection { get }
}

enum BatchSection: SectionType { static let section = OptionSection.batch }
enum PreviewSection: SectionType { static let section = OptionSection.preview }
enum SceneSection: SectionType { static let section = OptionSection.scene }
enum FileSection: SectionType { static let section = OptionSection.files }
enum RunSection: SectionType { static let section = OptionSection.run }
enum BlurSection: SectionType { static let section = OptionSection.blur }
enum LookSection: SectionType { static let section = OptionSection.look }
enum OutputSection: SectionType { static let section = OptionSection.output }
enum ExistingOutputSection: SectionType { static let section = OptionSection.existingOutputs }
enum LimitSection: SectionType { static let section = OptionSection.limits }
