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
        (contents, identity) = try label.attributingErrors(
            source.read(context, mustBeRegular: mustBeRegular, formats: codecs.nameList("or")))
    }

    /// Starts to decode the input.
    ///
    /// - Throws: an error with the name of the file.
    func makeDecoder(_ context: JobContext, _ codecs: CodecRegistry) throws(ImageError) -> InputDecoder {
        try label.attributingErrors(InputDecoder(contents, codecs.codec(of: contents), context, label: label))
    }
}
