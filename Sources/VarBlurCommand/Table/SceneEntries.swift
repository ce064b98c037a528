internal import VarBlur
internal import VarBlurCodecs

extension OptionTable {
    /// The options of scenes, some of which other commands than `varblur compose` have, too.
    static let scene: [OptionEntry] = [
        .value(
            "set", .assignment, section: .scene, scope: .sceneCommands, isRepeatable: true,
            """
            Set a value of the scene before it is checked. The path begins with the id of a layer, or at the top of the \
            document: caption.text='Alpine lake', photo.image=in.jpg, canvas.width=1200. Can be repeated.
            """
        ) { value in .command { $0.scene.assignments.append(value) } },
        .value(
            "at", .time, section: .scene, scope: .scene, changesOutput: true, defaultDescription: "1, the end",
            "Draw an animated scene at this time: 0 is the start, 1 the end."
        ) { value in .command { $0.scene.time = value } },
        .value(
            "frames", .count("count", in: 2...3600, noun: "the number of frames"), section: .scene,
            scope: .scene, changesOutput: true,
            """
            Draw this many frames of an animated scene, the first at its start and the last at its end. For the output \
            out.png, they are written to out-0001.png, out-0002.png, and so on; for -, they are written to standard output \
            as one video in the format Y4M, with the color of \(option: "background") behind transparent pixels, or black. The \
            outputs out.apng and out.webp are one animated file, which repeats without end.
            """
        ) { value in .command { $0.scene.frames = value } },
        .value(
            "fps", .count("rate", in: 1...60, noun: "the number of frames per second"), section: .scene,
            scope: .scene, changesOutput: true, defaultDescription: "\(SceneOptions.defaultFrameRate)",
            "With --frames, show this many frames per second in a video, an APNG, or an animated WebP."
        ) { value in .command { $0.scene.framesPerSecond = value } },
        .value(
            "scale", .scales, section: .scene, scope: .scene, changesOutput: true,
            defaultDescription: "the scale of the canvas, 1",
            """
            Draw the scene with this many pixels for each of its own, from 0.1 to 8: 2 for screens with twice the resolution. Lengths \
            and percentages keep their meaning. Several factors write several files: for 1,2 and the output out.png, these are out.png \
            and out@2x.png.
            """
        ) { value in .command { $0.scene.scales = value } },
        .value(
            "confine", .directory("directory"), section: .scene,
            scope: .confinedCommands,
            """
            Refuse images of scenes that do not lie in this directory or in directories below it. Symbolic links below it are not \
            followed. For varblur preview, the default is the directory of the scene. For varblur batch, the directory that \
            --sandbox leaves.
            """
        ) { value in .command { $0.scene.confinement = value } },
        .value(
            "font-dir", .directory("directory"), section: .scene, scope: .composeCommand, isRepeatable: true,
            """
            Use the fonts in this directory. They take the place of installed fonts of the same family. Can be repeated. A scene can \
            also name its font files itself.
            """
        ) { value in .command { $0.scene.fontDirectories.append(value) } },
        .flag(
            "list-values", section: .scene, scope: .composeCommand,
            """
            Print the values of the scene that --set can change, and draw nothing: lines on a terminal, and otherwise JSON with \
            the path, the kind, and the range of each value, and the document with the values set.
            """
        ) { .command { $0.scene.listsValues = true } },
    ]
}

extension OptionValue<SceneOptions.Assignment> {
    fileprivate static var assignment: Self {
        OptionValue(
            syntax: ValueSyntax(placeholder: "path=value", kind: .text(pattern: nil), isPartOfName: true),
            parse: { text throws(InvalidValue) in
                let (path, value) = text.splitAtEqualsSign
                guard let value, !path.isEmpty else {
                    throw InvalidValue("a value is set as path=value, for example caption.text='Alpine lake'")
                }
                return SceneOptions.Assignment(path: String(path), value: String(value))
            })
    }
}

extension OptionValue where Value == [Double] {
    /// Factors, without duplicates.
    fileprivate static var scales: Self {
        .list(
            placeholder: "factors", pattern: "^[0-9.]+(, *[0-9.]+)*$", takesIntegers: true,
            of: { "scales are numbers from 0.1 to 8, separated by commas, such as 1,2,3" },
            parse: { DecimalNumber.value($0).flatMap { (0.1...8).contains($0) ? $0 : nil } },
            text: { ReadableNumber.text($0) })
    }
}

extension OptionValue<Double> {
    fileprivate static var time: Self {
        .decimal(
            "time", NumberRange(text: "0 to 1", minimum: 0, maximum: 1), mayBeginWithDash: true,
            else: { _ in "a time must be from 0 (the start) to 1 (the end)" },
            text: { String(describing: $0) }, value: { number, _ in number })
    }
}
