/// Text in one or more lines.
public struct TextLayer: Sendable, Hashable {
    /// The alignment of the lines of a text.
    public enum Alignment: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// At the side where lines begin.
        case leading
        /// In the middle.
        case center
        /// At the side where lines end.
        case trailing
    }

    /// Where the lines are in a frame that is higher or lower.
    public enum VerticalAlignment: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// At the top.
        case top
        /// In the middle.
        case center
        /// At the bottom.
        case bottom
    }

    /// What happens to a text that is higher than its frame.
    public enum Overflow: String, CaseIterable, Sendable, Hashable, SceneChoice {
        /// It reaches beyond the frame.
        case visible
        /// It ends with an ellipsis after the last line that fits.
        case ellipsis
        /// It is cut off at the sides of the frame.
        case clip
    }

    /// The text, in which `{sheet.notch}` is the name of the enabled notch that is nearest to the panel of the overlay `sheet`; halfway
    /// between two, it is that of the smaller one.
    public var text = ""
    /// The family of the font, or several in order of preference, separated by commas.
    public var family = "sans-serif"
    /// The size of the font, in pixels or percent of the height of the canvas: up to 10,000 pixels.
    public var size = SceneLength.pixels(32)
    /// The smallest size to which the font shrinks until the text fits its width, its height, and ``lines``; `nil` if it does not shrink.
    ///
    /// The size falls in steps of a quarter of a pixel, and words are not divided. A text that does not fit at the smallest size either
    /// has this size.
    public var minSize: SceneLength?
    /// The weight: 400 is regular, 700 bold.
    public var weight = 400
    /// Whether the text is italic.
    public var isItalic = false
    /// The color.
    public var color = SceneColor.white
    /// Whether the text is black or white in place of ``color``: whichever has more contrast with what is behind it.
    ///
    /// The 5 % of pixels around the letters with the least contrast do not count.
    public var hasAutomaticColor = false
    /// The color or gradient that takes the place of ``color``; `nil` for that.
    ///
    /// A gradient covers the area of the lines.
    public var fill: Paint?
    /// The color or gradient of the outline of the letters, which lies below them; `nil` for none.
    public var stroke: Paint?
    /// The width of the outline in pixels, half of which lies outside of the letters.
    public var strokeWidth = 2.0
    /// Whether the text is underlined.
    public var isUnderlined = false
    /// The alignment of the lines.
    public var textAlignment = Alignment.leading
    /// The direction of the paragraphs; `nil` for that of the area.
    ///
    /// With ``SceneDirection/automatic``, each paragraph has that of its first letter that has one, and the first of them decides where
    /// the text leads in a wider frame.
    public var direction: SceneDirection?
    /// Where the lines are in a frame that is higher or lower.
    public var verticalAlignment = VerticalAlignment.top
    /// What happens to a text that is higher than its frame.
    public var overflow = Overflow.visible
    /// The maximum number of lines, after which an ellipsis follows; 0 for any number.
    public var lines = 0
    /// The distance of base lines, as a factor of the usual one.
    public var lineSpacing = 1.0
    /// The height of each line, whatever fonts its letters come from; `nil` for the heights of these fonts.
    ///
    /// Labels in several scripts then have one height, and their baselines the same place.
    public var lineHeight: LineHeight?
    /// Additional space between letters, in pixels; words whose letters are joined, as in Arabic, stay whole.
    public var letterSpacing = 0.0
    /// The shadow, as opaque as the text is; `nil` for none.
    public var shadow: SceneShadow?
    /// The least contrast with the background (WCAG 2.2), which a scrim below the text ensures; `nil` for none.
    ///
    /// It is that of the color that is seen: of a translucent text, that over its background. While a layer appears or disappears in an
    /// animation, its scrim does so, too; only the two states have the contrast.
    public var minContrast: Double?
    /// The scrim that ensures the contrast.
    public var scrim = TextScrim()
    /// Whether the text is Pango markup.
    public var isMarkup = false
    /// The number of pixels of the picture for each pixel of the scene.
    var pixelScale = 1.0
    /// Whether the opacity of the color is between those of two states of an animation.
    var hasFadingColor = false
    /// A number in the text whose sign stays before it, also from right to left; `nil` for none.
    var signedNumber: String?

    /// The greatest size of a font in pixels; fonts much larger cannot be loaded.
    static let greatestSize = 10_000.0

    /// Creates a text.
    public init(_ text: String = "", size: SceneLength = 32) { (self.text, self.size) = (text, size) }

    init() {}
}

extension TextLayer: ShadowedContent {
    var layerContent: SceneLayer.Content { .text(self) }

    var isEmpty: Bool { text.isEmpty }

    var countedText: String { text }

    var readingDirection: SceneDirection? { direction }

    mutating func direct(_ direction: SceneDirection) { self.direction = direction }

    mutating func markFading(from first: TextLayer, to last: TextLayer) {
        hasFadingColor = first.color.opacity != last.color.opacity && first.fill == nil && last.fill == nil
    }

    static let members: [SceneMember<TextLayer>] = [
        .textOrNumber(
            "text", \.text,
            "The text; a line break begins a paragraph. {sheet.notch} is the name of the notch that is nearest to the panel of the overlay "
                + "with the id sheet."),
        .member("family", \.family, "The font family, or several in order of preference, separated by commas.") {
            $0.isEmpty || $0.utf8.count > 256 ? "the name of a font family has 1 to 256 bytes" : nil
        },
        .member(
            "size", \.size, "The font size, in pixels or in percent of the height of the canvas: up to 10000 pixels."
        ) { SceneLength.notPositive($0) },
        .member(
            "minSize", \.minSize,
            "The smallest font size to which the text shrinks until it fits its width, its height, and `lines`; by default, it does not "
                + "shrink.", check: SceneLength.notPositive),
        .member(
            "weight", \.fontWeight,
            "The font weight: a number from 100 to 1000, of which 400 is regular, or a word such as `bold`."
        ) { $0.mistake },
        .member("italic", \.isItalic, "Whether the text is italic."),
        .member(
            "color", \.chosenColor,
            "The color; automatic is black or white, whichever has more contrast with what is behind the text."),
        .member(
            "fill", \.fill,
            "A color or a gradient in place of `color`. A gradient covers the area of the lines; with `minContrast`, its colors have to be "
                + "opaque."),
        .member("stroke", \.stroke, "The color or gradient of an outline, which lies below the letters."),
        .pixels(
            "strokeWidth", \.strokeWidth, 0...1000,
            "The width of the outline in pixels, half of it outside of the letters."),
        .member("underline", \.isUnderlined, "Whether the text is underlined."),
        .member("textAlignment", \.textAlignment, "The alignment of the lines."),
        .member(
            "direction", \.direction,
            "The direction of the paragraphs; automatic is that of the first letter that has one. By default, that of the area."
        ),
        .member("verticalAlignment", \.verticalAlignment, "The position of the lines in a frame with another height."),
        .member(
            "overflow", \.overflow,
            "Whether a text that is higher than its `height` reaches beyond it, ends with an ellipsis, or is cut off."),
        .number(
            "lines", \.lines, 0...1000,
            "The maximum number of lines, after which the text ends with an ellipsis; 0 for any number."),
        .number(
            "lineSpacing", \.lineSpacing, 0.5...4,
            "The distance between baselines, as a multiple of the default of the font."),
        .member(
            "lineHeight", \.lineHeight,
            "The height of each line, in pixels or as a multiple of the font size such as `1.4em`, instead of `lineSpacing`. Labels in "
                + "several scripts then have one height, whatever fonts their letters come from."),
        .pixels(
            "letterSpacing", \.letterSpacing, -100...100,
            "Additional space between letters, in pixels. Words whose letters are joined, as in Arabic, stay whole."),
        .member("shadow", \.shadow, "A soft shadow of the text, as opaque as the text is."),
        .number(
            "minContrast", \.minContrast, 1...21,
            "The minimum contrast ratio of the visible color with the background (WCAG 2.2), which a scrim below the text ensures."
        ),
        .member("scrim", \.scrim, "The scrim that ensures the contrast."),
        .member("markup", \.isMarkup, "Whether the text is Pango markup."),
    ]

    var memberMistakes: [(member: String, message: String)] {
        let mistakes: [(member: String, isMistake: Bool, message: String)] = [
            (
                "minContrast", hasAutomaticColor && minContrast != nil,
                "an automatic color needs no scrim; give the text a color, or leave out the contrast"
            ),
            (
                "lineSpacing", lineHeight != nil && lineSpacing != 1,
                "'lineHeight' is the distance between baselines; leave out one of both"
            ),
        ]
        return mistakes.filter(\.isMistake).map { ($0.member, $0.message) }
    }

    func enlarged(by factor: Double) -> TextLayer {
        var layer = withEnlargedMembers(by: factor)
        layer.pixelScale *= factor
        return layer
    }

    /// What the letters are filled with.
    var paint: Paint { fill ?? .color(color) }

    /// The outline that is drawn; `nil` if there is none.
    var visibleStroke: Paint? { strokeWidth > 0 ? stroke : nil }
}
