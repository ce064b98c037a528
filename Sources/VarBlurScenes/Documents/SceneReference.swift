internal import VarBlurJSON

/// The reference of scenes, in Markdown.
package enum SceneReference {
    /// A document with tables of all members, derived from the same descriptions as the decoder.
    ///
    /// - Parameters:
    ///   - introduction: the text before the tables.
    ///   - example: returns the text below the heading of a kind of layer, by its name; `nil` for none.
    /// - Returns: headings from the second level on.
    package static func markdown(introduction: String, example: (String) -> String? = { _ in nil }) -> String {
        var blocks = [
            introduction,
            "## The document", table(SceneDocument.documentation), "## Canvas", table(SceneCanvas.documentation),
            "### extend", table(CanvasExtension.documentation), "### motion", table(MotionParameters.documentation),
            "#### spring", table(SpringParameters.documentation), "## Members of all layers",
            "`type` selects the kind of a layer.", table(SceneLayer.documentation),
        ]
        blocks += ["background", "mask"].compactMap(example)
        for kind in SceneLayer.Kind.allCases {
            blocks +=
                ["## \(kind.rawValue)"] + [example(kind.rawValue)].compactMap(\.self) + [table(kind.documentation)]
        }
        blocks += [
            "## Values", "### Gradient", table(ColorGradient.documentation), "### Shadow",
            table(SceneShadow.documentation), "### Scrim", table(TextScrim.documentation), "### Piece of glass",
            table(GlassItem.documentation), "### Transition of glass", table(GlassTransition.documentation),
            "### Timing of a layer", table(LayerTiming.documentation),
            "### Notch",
            table(OverlayNotch.documentation), "### Transition of an overlay",
            table(OverlayTransition.documentation), "### Insets", table(Insets.documentation),
            "### Shapes",
            "A shape is `rectangle`, `capsule`, `circle`, `ellipse`, `polygon`, `hexagonBadge`, or `path`: its name, or an object "
                + "with its `type` and these members.",
            "Members of a rectangle:", table(RectangleParameters.documentation), "Members of a polygon:",
            table(PolygonParameters.documentation), "Members of a path:", table(PathParameters.documentation),
            "Members of a hexagon badge:", table(HexagonBadge.documentation), "Members of its segments:",
            table(HexagonBadge.Segment.documentation),
        ]
        return blocks.joined(separator: "\n\n") + "\n"
    }

    private static func table(_ members: [MemberDocumentation]) -> String {
        let rows = members.map { member in
            let details = [member.rangeText, member.defaultText.map { "default: `\($0)`" }].compactMap(\.self)
            let value = ((member.isRequired ? ["required"] : []) + details).joined(separator: "; ")
            return "| `\(member.name)` | \(escaped(member.summary)) | \(value.replacing("|", with: "\\|")) |"
        }
        return (["| Member | Meaning | Values |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("<", with: "\\<")
    }
}
