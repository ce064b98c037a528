internal import VarBlur

extension GainMapPlan {
    /// Writes the output: the image, and its map.
    ///
    /// - Parameters:
    ///   - image: the encoded image.
    ///   - input: the input.
    ///   - sink: receives the file.
    /// - Returns: why the map is not in the output; `nil` if it is.
    /// - Throws: an error with the code `outOfMemory`, `timeout`, or `cancelled`, or an error of the sink.
    func write(_ image: FileContents, _ input: InputDecoder, to sink: any ByteSink) throws(ImageError) -> String? {
        try input.context.deadline?.check()
        let (files, packet) = (chosen.files, chosen.packet)
        var (parts, loss): ([FileContents], String?) = ([], nil)
        do { parts = try files.parts(of: image, with: (map, try makeMap(input)), packet) } catch {
            guard [.damaged, .unsupported, .overLimit].contains(error.code) else { throw error }
            loss = "the gain map is not copied: \(error.cause)"
            parts = try files.parts(of: image, with: nil, packet)
        }
        for part in parts {
            let bytes = unsafe UnsafeRawBufferPointer(start: part.address(of: 0..<part.count), count: part.count)
            try unsafe sink.write(bytes.bytes)
        }
        return loss
    }
}
