/// An outline in the notation of SVG, such as `M 0 0 L 10 0 L 5 8 Z`.
///
/// All commands of SVG 2 are understood: `M`, `L`, `H`, `V`, `C`, `S`, `Q`, `T`, `A`, and `Z`, and their relative forms.
public struct SVGPath: Codable, Sendable, Hashable {
    /// The text.
    public let text: String
    /// The part of the coordinate system that fills the frame; `nil` for the bounds of the path.
    public let viewBox: SceneRectangle?
    /// The path in the coordinate system of the text.
    public let path: ScenePath

    /// Reads a path.
    ///
    /// - Parameters:
    ///   - text: the path data. An empty text is an empty path.
    ///   - viewBox: the part of the coordinate system that fills the frame; `nil` for the bounds of the path.
    /// - Throws: the first mistake, and its position.
    public init(_ text: String, viewBox: SceneRectangle? = nil) throws(PathTextError) {
        var parser = SVGPathParser(text)
        path = try parser.parse()
        (self.text, self.viewBox) = (text, viewBox)
    }

    /// Returns the path in a frame: as large as fits, with its aspect ratio, and in the middle.
    ///
    /// A straight line along an axis is as long as the frame. A path of a single point is empty.
    public func path(in frame: SceneRectangle) -> ScenePath {
        guard let source, let fitted = fittedFrame(in: frame) else { return ScenePath() }
        return path.mapped(from: source, to: fitted)
    }

    /// The part of a frame that the view box fills; `nil` if the path is empty.
    func fittedFrame(in frame: SceneRectangle) -> SceneRectangle? {
        source.map {
            // a vertical line has no aspect ratio with a height
            $0.width > 0
                ? frame.centered(aspectRatio: $0.width / $0.height)
                : SceneRectangle(center: frame.center, size: SceneSize(width: 0, height: frame.height))
        }
    }

    /// The rectangle that is fitted into frames.
    private var source: SceneRectangle? {
        if let viewBox { return viewBox.hasArea ? viewBox : nil }
        return path.bounds.flatMap { $0.width > 0 || $0.height > 0 ? $0 : nil }
    }

    private enum CodingKeys: String, CodingKey {
        case text
        case viewBox
    }

    /// Decodes the text and the view box.
    ///
    /// - Throws: a `DecodingError`; for a mistake in the text, with an underlying ``PathTextError``.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let text = try values.decode(String.self, forKey: .text)
        let viewBox = try values.decodeIfPresent(SceneRectangle.self, forKey: .viewBox)
        do throws(PathTextError) {
            try self.init(text, viewBox: viewBox)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath + [CodingKeys.text], debugDescription: error.description,
                    underlyingError: error))
        }
    }

    /// Encodes the text and the view box.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(text, forKey: .text)
        try values.encodeIfPresent(viewBox, forKey: .viewBox)
    }

    /// Compares the texts and the view boxes.
    public static func == (left: SVGPath, right: SVGPath) -> Bool {
        left.text == right.text && left.viewBox == right.viewBox
    }

    /// Hashes the text and the view box.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(viewBox)
    }
}
