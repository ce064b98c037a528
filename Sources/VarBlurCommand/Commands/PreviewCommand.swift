internal import VarBlurLibC
internal import VarBlurCodecs

/// The command `varblur preview`, whose page another program serves.
///
/// The page needs a web server. It is in a program of its own, so that the command itself stays small.
struct PreviewCommand: Command {
    static let help = CommandHelp.preview

    let request: CommandRequest

    var reportsToPrograms: Bool { false }

    /// Replaces the process with the program that serves the page.
    ///
    /// - Throws: a usage error, or an exit status if there is no such program.
    func perform(_ settings: EffectiveSettings) throws {
        let files = try PreviewRequest(request, settings)
        try Messages.showingError { () throws(ImageError) in
            for path in files.images { try ImageSource.file(path: path).checkFormat() }
            if let scene = files.scene, FileIdentity(path: scene) == nil {
                throw ImageError(
                    .unreadable, "cannot open: \(SystemError.text)", remedy: "check the path", file: scene)
            }
        }
        let error = SiblingProgram.preview.execute(ProcessArguments.list.dropFirst())
        Messages.error(error)
        throw ExitStatus.unavailable
    }
}
