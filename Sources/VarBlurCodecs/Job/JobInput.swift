/// The input of a running job.
struct JobInput {
    let contents: FileContents
    /// The file that the contents were read from; `nil` in memory.
    let identity: FileIdentity?
    let label: FileLabel

    /// Reads a source.
    ///
    /// - Throws: an error with the name of the file.
    init(
        reading source: ImageSource, _ context: JobContext, mustBeRegular: Bool, _ codecs: CodecRegistry
    ) throws(ImageError) {
        label = source.label
        (contents, identity) = try label.attributingErrors { () throws(ImageError) in
            try source.read(context, mustBeRegular: mustBeRegular, formats: codecs.nameList("or"))
        }
    }
}
