internal import VarBlurJSON
internal import VarBlur
internal import VarBlurCodecs

/// A list of shapes, as a JSON array of strings, or as lines; lines that are empty or begin with `#` are ignored.
enum AreaList {
    /// Reads the lists of a run.
    ///
    /// - Parameters:
    ///   - request: the options of the run, which name the lists.
    ///   - usesStandardInput: whether an image or a mask is read from standard input.
    /// - Returns: the shapes of all lists; empty without a list.
    /// - Throws: `UsageError` for a list that cannot be read, or with a mistake.
    static func shapes(
        of request: AreaRequest, usesStandardInput: Bool
    ) throws(UsageError) -> [BlurArea.Shape] {
        let paths = request.listPaths
        let lists = try StandardInput.lists(
            paths, "list of areas", example: "detector photo.jpg", usesStandardInput: usesStandardInput)
        var shapes: [BlurArea.Shape] = []
        for (path, bytes) in zip(paths, lists) {
            shapes += try parse(bytes, path.isSame(as: "-") ? "standard input" : ImageError.printable(path))
        }
        return shapes
    }

    /// Parses a list with a name for messages.
    static func parse(_ bytes: [UInt8], _ name: String) throws(UsageError) -> [BlurArea.Shape] {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        let isJSON = first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
        return isJSON ? try parseJSON(bytes, name) : try parseLines(String(decoding: bytes, as: UTF8.self), name)
    }

    private static func parseLines(_ text: String, _ name: String) throws(UsageError) -> [BlurArea.Shape] {
        var shapes: [BlurArea.Shape] = []
        try SmallTextFile.forEachLine(of: text) { (line, number) throws(UsageError) in
            shapes += try parse(line, "\(name), line \(number)")
        }
        return shapes
    }

    private static func parseJSON(_ bytes: [UInt8], _ name: String) throws(UsageError) -> [BlurArea.Shape] {
        let value: JSONValue
        do throws(JSONError) { value = try JSONParser.value(of: bytes) } catch {
            throw UsageError("\(name): invalid JSON: \(error.cause) at byte \(error.offset + 1)")
        }
        guard let elements = value.array else { throw notAList(name) }
        var shapes: [BlurArea.Shape] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.string else { throw notAList(name) }
            shapes += try parse(text, "\(name), element \(index + 1)")
        }
        return shapes
    }

    private static func notAList(_ name: String) -> UsageError {
        UsageError(
            "\(name): the list of areas is not a JSON array of strings",
            remedy: #"write ["xywh(120px 80px 200px 60px)", "circle(40px at 50% 30%)"]"#)
    }

    /// Parses the shapes of a text.
    private static func parse(_ text: String, _ place: String) throws(UsageError) -> [BlurArea.Shape] {
        do throws(BlurTextError) {
            return try BlurArea.Shape.list(text)
        } catch {
            let error = InvalidValue(error)
            throw UsageError(
                "\(place): \(error.expected)", remedy: "'varblur help area' shows the shapes", excerpt: error.excerpt)
        }
    }
}
