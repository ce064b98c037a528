/// The input of a running job.
struct JobInput {
    let contents: FileContents
    /// The file that the contents were read from; `nil` in memory.
    let identity: FileIdentity?
    let label: FileLabel
    /// The codecs of inputs and outputs.
    let codecs: CodecRegistry

    /// Reads a source.
    ///
    /// - Throws: an error with the name of the file.
    init(
        reading source: ImageSource, _ context: JobContext, mustBeRegular: Bool, _ codecs: CodecRegistry
    ) throws(ImageError) {
        (label, self.codecs) = (source.label, codecs)
        (contents, identity) = try label.attributingErrors(
            source.read(context, mustBeRegular: mustBeRegular, formats: codecs.nameList("or")))
    }

    /// The codec of the input; `nil` if its format is unknown.
    var codec: (any ImageCodec)? { codecs.codec(recognizing: contents) }

    /// Reads the header.
    ///
    /// - Throws: an error with the name of the file.
    func header(_ context: JobContext) throws(ImageError) -> ImageHeader {
        try label.attributingErrors(codecs.makeReader(of: contents, context).header)
    }

    /// Starts to decode the input.
    ///
    /// - Throws: an error with the name of the file.
    func makeDecoder(_ context: JobContext) throws(ImageError) -> InputDecoder {
        try label.attributingErrors(InputDecoder(contents, codecs.codec(of: contents), context, label: label))
    }
}
