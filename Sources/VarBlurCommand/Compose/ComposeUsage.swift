internal import ArgumentParser
internal import VariableBlurCodecs

/// The usage errors of `varblur compose`.
enum ComposeUsage {
    /// Too few or too many paths.
    static func error(pathCount: Int, listsValues: Bool) -> ValidationError {
        if listsValues {
            let cause = pathCount == 0 ? "The scene is missing." : "More than one path is given."
            return ValidationError("\(cause) Write: varblur compose --list-values scene.json")
        }
        return switch pathCount {
        case 0: ValidationError("The scene and the output are missing. Write: varblur compose scene.json out.png")
        case 1: ValidationError("The output is missing. Write: varblur compose scene.json out.png")
        default: ValidationError("More than two paths are given. Specify one scene and one output.")
        }
    }

    /// Checks the directory that images must lie in.
    ///
    /// - Throws: `ValidationError` if it does not exist, or is not a directory.
    static func check(confinement: String?) throws {
        guard let confinement, FileIdentity(path: confinement)?.kind != .directory else { return }
        throw ValidationError(
            "--confine '\(Quotation.of(confinement))' is not an existing directory. Check the path.")
    }

    /// The report and the picture cannot both be on standard output.
    static var twoOutputs: ValidationError {
        ValidationError("--json writes its report to standard output. Write the image to a file instead.")
    }

    /// A scene is not typed into a terminal.
    static var terminalInput: ValidationError {
        ValidationError("Standard input is a terminal. Specify a scene, or redirect with '< scene.json'.")
    }

    /// A terminal shows an image as characters.
    static var terminalOutput: ValidationError {
        ValidationError("Standard output is a terminal. Specify an output file, or redirect with '> out.png'.")
    }
}
