internal import VarBlur

extension JobOptions {
    /// The options of areas.
    static let areas: [OptionEntry] = [
        .value(
            "area", .shapes, section: .areas, changesOutput: true, isRepeatable: true,
            """
            Part of the image to blur, as a basic shape of CSS: 'xywh(120px 80px 200px 60px round 8px)', 'inset(10% 20%)', \
            'rect(0 50% 50% 0)', 'circle(40px at 50% 30%)', 'ellipse(20% 30%)', or 'polygon(0 0, 100% 0, 50% 80px)'. Lengths are in px or \
            % of the output. \(commandLine: "May be repeated, or contain several shapes separated by spaces.", job: "Several shapes are separated by spaces, or are a list of strings.") Without a ramp or a mask, the rest of the \
            image stays as it is; with one, each pixel gets the maximum radius.
            """
        ) { value in .job { $0.area.shapes += value } },
        .value(
            "areas-from", .file("file"), section: .areas, scope: .singleCommand, changesOutput: true,
            isRepeatable: true,
            """
            Read shapes like those of \(option: "area") from this file: lines of shapes, or a JSON array of strings. '-' is standard input, \
            for example for the output of a detector. May be repeated.
            """
        ) { value in .job { $0.area.listPaths.append(value) } },
        .flag(
            "area-invert", section: .areas, changesOutput: true,
            """
            Blur or paint all but the areas: what they cover together stays sharp, and the radius rises over \(option: "feather") around them.
            """
        ) { .job { $0.area.isInverted = true } },
        .value(
            "area-radius", .radius, section: .areas, changesOutput: true, defaultDescription: "--max-radius",
            """
            Blur radius inside the areas, in pixels (20 or 20px) or as a percentage (5%) of the shorter side of the image. A blur can be \
            undone: use \(option: "area-fill") to hide something.
            """
        ) { value in .job { $0.area.radius = value } },
        .value(
            "feather", .feather, section: .areas, changesOutput: true, defaultDescription: "0",
            """
            Distance from an area over which the radius falls to 0, in pixels (6 or 6px) or as a percentage (2%) of the shorter side of \
            the image; the curve is \(option: "easing").
            """
        ) { value in .job { $0.area.feather = value } },
        .value(
            "area-fill", .color, section: .areas, changesOutput: true,
            digest: {
                $0.fill.map { "\(OptionValue.color.text($0.color)) \($0.isInverted ? "outside " : "")\($0.shapes)" }
            },
            """
            Paint the areas with this color instead of blurring them: a CSS color such as black, #102030, or rgb(16 32 48). Unlike a \
            blur, this removes what they cover from the output. In lossy inputs, whole blocks are painted.
            """
        ) { value in .job { $0.area.fill = value } },
    ]
}
