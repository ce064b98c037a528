internal import VarBlur

/// The formats of outputs by their names.
package enum OutputFormat {
    /// The format of an output: the requested one, else that of the path's extension.
    ///
    /// - Returns: the format; `nil` if none is requested and the path has no extension.
    /// - Throws: `UsageError` if the extension is that of another format, or if it is unknown and no format is
    ///   requested.
    package static func format(of path: String, requested: ImageFormat?) throws(UsageError) -> ImageFormat? {
        guard !path.isSame(as: "-"), let fileExtension = PathName.fileExtension(of: path) else { return requested }
        let own = try check(fileExtension, requested: requested)
        guard let format = requested ?? own else {
            let options: UsageText =
                "\(option: "format") \(ImageFormat.written.map(\.rawValue).list("or"))"
            throw UsageError(
                "the extension '.\(Quotation.of(fileExtension))' does not select a format",
                remedy: "use \(extensions), or set \(options)")
        }
        return format
    }

    /// Whether the extension of a path is that of animated PNG files.
    ///
    /// - Throws: `UsageError` if another format is requested, if there are no frames, or for an animated format that is not written.
    package static func isAPNG(_ path: String, requested: ImageFormat?, hasFrames: Bool) throws(UsageError) -> Bool {
        guard let name = PathName.fileExtension(of: path) else { return false }
        if UnsupportedFormat(fileExtension: name)?.name == "GIF" {
            throw UsageError(
                "no supported output format has the extension '.\(Quotation.of(name))'",
                remedy: "use \(extensions), or for an animation .apng or .webp with \(option: "frames")")
        }
        guard name.lowercased() == "apng" else { return false }
        guard hasFrames else {
            throw UsageError(
                "an APNG consists of several frames",
                remedy: "set \(option: "frames"), or use .png for a single picture")
        }
        guard requested == nil || requested == .png else {
            throw UsageError(
                "the extension '.apng' and \(option: "format") \(requested?.rawValue ?? "") contradict each other",
                remedy: "leave out \(option: "format")")
        }
        return true
    }

    /// Checks that no format precedes the name of an output, as in `png:out.dat`, which other programs understand.
    ///
    /// - Throws: `UsageError`.
    package static func checkPrefix(_ path: String) throws(UsageError) {
        guard let (prefix, rest) = prefix(of: path) else { return }
        try check(prefix, requested: nil)
        guard let format = ImageFormat.written(prefix) else { return }
        let file = rest.isEmpty ? "-" : Quotation.of(rest)
        throw UsageError(
            "the output '\(Quotation.of(path))' begins with the name of a format",
            remedy:
                "write: --format \(format.rawValue) in.png \(file); for a file of this name, write './\(Quotation.of(path))'"
        )
    }

    /// The extension of an image format that precedes the name of a file, and what follows the colon.
    package static func prefix(of path: String) -> (format: String, rest: String)? {
        guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let prefix = String(path[..<colon])
        guard ImageFormat(fileExtension: prefix) != nil || UnsupportedFormat(fileExtension: prefix) != nil else {
            return nil
        }
        return (prefix, String(path[path.utf8.index(after: colon)...]))
    }

    /// Checks that files with an extension can have the requested format.
    ///
    /// - Returns: the format of the extension; `nil` if it is the extension of no image format.
    /// - Throws: `UsageError` if the extension is that of another format, or of one that is not written.
    @discardableResult
    package static func check(_ fileExtension: String, requested: ImageFormat?) throws(UsageError) -> ImageFormat? {
        guard let own = ImageFormat.written(fileExtension) else {
            if let format = ImageFormat(fileExtension: fileExtension) {
                throw UsageError(
                    "\(format.name) files are read, but not written",
                    remedy: "use \(extensions), or set \(option: "format") for outputs named after their inputs")
            }
            guard UnsupportedFormat(fileExtension: fileExtension) == nil else {
                if UnsupportedFormat(fileExtension: fileExtension)?.isVideo ?? false {
                    throw UsageError(
                        "videos are not written directly: '.\(Quotation.of(fileExtension))'",
                        remedy: UsageText(UnsupportedFormat.videoRemedy))
                }
                throw UsageError(
                    "no supported output format has the extension '.\(Quotation.of(fileExtension))'",
                    remedy: "use \(extensions)")
            }
            return nil
        }
        if let requested, own != requested {
            throw UsageError(
                "the extension '.\(fileExtension)' and \(option: "format") \(requested.rawValue) contradict each other",
                remedy: "use \(requested.defaultExtension), or leave out \(option: "format")")
        }
        return own
    }

    /// The extensions of outputs, as alternatives.
    package static var extensions: String { ImageFormat.written.map(\.defaultExtension).list("or") }
}
