package import VarBlurCodecs

/// The remedies for errors of the library, in the words of the command line or of a job.
package enum Advice {
    /// The error with a remedy that names options, if there is one for its reason.
    ///
    /// - Parameters:
    ///   - error: an error of the library, which does not know the options.
    ///   - scope: where the options are given.
    /// - Returns: the same error, with a remedy in the words of the user.
    package static func applied(to error: ImageError, in scope: OptionScope) -> ImageError {
        guard let reason = error.reason else { return error }
        let remedy: UsageText? =
            switch scope {
            case .composeCommand, .sceneLine: sceneRemedy(for: reason, of: error)
            case .batchLine where reason == .outputIsDirectory: nil
            default: self.remedy(for: reason, of: error)
            }
        return remedy.map { error.withRemedy($0.text(for: scope.place)) } ?? error
    }

    /// The error of an input that cannot be read, with what its name tells if there is no such file.
    static func applied(to error: ImageError, named source: ImageSource) -> ImageError {
        guard case .file(let path) = source, FileIdentity(linkPath: path) == nil else { return error }
        if path.utf8.contains(where: "*?[".utf8.contains) {
            return ImageError(
                .unreadable, "no file has this name, and the shell did not expand the pattern",
                remedy: "check the directory and the extension; quotation marks prevent the expansion", file: error.file
            )
        }
        guard let rest = OutputFormat.prefix(of: path)?.rest else { return error }
        return error.withRemedy("formats are recognized; write '\(Quotation.of(rest))'")
    }

    /// The remedy; `nil` if that of the library will do.
    private static func remedy(for reason: ImageError.Reason, of error: ImageError) -> UsageText? {
        switch reason {
        case .resultLimit: "choose a smaller size, or raise \(option: "max-pixels") or \(option: "max-side")"
        case .pixelLimit: raise("max-pixels", or: scaleDown)
        case .sideLimit: raise("max-side", or: scaleDown)
        case .memoryLimit: raise("max-memory", or: scaleDown)
        case .timeLimit: raise("timeout", or: scaleDown)
        case .outputMemoryLimit: raise("max-memory", or: "write to a file")
        case .decoderMemoryLimit: raise("max-memory", or: convert)
        case .scanLimit: raise("max-scans", or: convert)
        case .warningLimit: raise("max-warnings", or: convert)
        case .inputTimeLimit: raise("timeout", or: "check the program that writes it")
        case .outputTimeLimit: raise("timeout", or: "check the program that reads it")
        case .inputLimit: "check that this is the right file, or raise \(option: "max-input")"
        case .segmentLimit: "check that this is the right file, or raise \(option: "max-segments")"
        case .chunkLimit: "remove its metadata first, or raise \(option: "max-chunks")"
        case .metadataLimit: raise("max-metadata", or: "use \(option: "strip") to leave the metadata out")
        case .damagedPixels: "\(ImageError.fetchAgain), or use \(flag: "allow-damaged")"
        case .colorProfile: "leave out \(flag: "to-srgb"), or remove the profile first"
        case .readOnlyFormat: "set \(option: "format"), for example to jpeg"
        case .inks: "add \(flag: "to-srgb") to convert the image to RGB"
        case .noBackground: "set \(option: "background") to a color, or write a \(ImageFormat.alphaNameList)"
        case .outputExists: "use \(flag: "force") to replace it, or choose another name"
        case .outputIsDirectory: "specify an output file, or use --out-dir"
        default: nil
        }
    }

    /// The remedy for `varblur compose`, which has few limits, and no files to replace in place.
    private static func sceneRemedy(for reason: ImageError.Reason, of error: ImageError) -> UsageText? {
        switch reason {
        case .outputExists: remedy(for: reason, of: error)
        case .pixelLimit: raise("max-pixels", or: "choose a smaller size")
        case .memoryLimit: raise("max-memory", or: "make the canvas or its images smaller")
        case .timeLimit, .inputTimeLimit: raise("timeout", or: "simplify the scene")
        default: nil
        }
    }

    /// The remedy if the existing output of two named files is not an output of this program, as with `varblur *.jpg`.
    static let lastFileIsOutput =
        "the last file is the output; use --out-dir or --suffix to blur several images, or choose another name"

    /// The remedy if an existing output that was named after its input is not an output of this program.
    static let outputIsForeign =
        "choose another name or --out-dir; --force replaces the file, though it does not say that varblur wrote it"

    private static let scaleDown: UsageText = "scale the image down first"
    private static let convert: UsageText = "convert the file first"

    private static func raise(_ option: String, or alternative: UsageText) -> UsageText {
        "raise \(option: option), or \(alternative)"
    }
}
