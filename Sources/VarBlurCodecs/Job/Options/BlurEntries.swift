internal import VarBlur

extension JobOptions {
    /// The options of the blur itself.
    static let blur: [OptionEntry] = [
        .value(
            "max-radius", .radius, section: .blur, changesOutput: true, current: { $0.blur.maximumRadius },
            """
            Blur radius at the blurred edge: the standard deviation of the Gaussian as in CSS, in pixels (20 or 20px) or as a \
            percentage (5%) of the image height, of the width for left and right, or of the shorter side for a mask and for \
            sides on both axes.
            """
        ) { value in .job { $0.blur.maximumRadius = value } },
        .value(
            "min-radius", .radius, section: .blur, changesOutput: true, current: { $0.blur.minimumRadius },
            """
            Blur radius at the end of the ramp and beyond it, in the same units; must not exceed \(option: "max-radius"). If both are \
            equal, the whole image is blurred alike.
            """
        ) { value in .job { $0.blur.minimumRadius = value } },
        .value(
            "direction", .sides, section: .blur, changesOutput: true, current: { $0.blur.directions },
            """
            Side of the image, as displayed, where the blur is strongest. With several sides, each pixel gets the maximum of \
            their radii.
            """
        ) { value in .job { $0.blur.directions = value } },
        .value(
            "start-offset", .fraction, section: .blur, changesOutput: true, current: { $0.blur.startOffset },
            """
            Part of the image that stays sharp, from the edge opposite the blurred one: a fraction (0.25) or a percentage (25%). The ramp \
            ends there, at the minimum radius. A negative value ends the ramp outside the image.
            """
        ) { value in .job { $0.blur.startOffset = value } },
        .value(
            "reach", .reach, section: .blur, changesOutput: true, current: { $0.blur.reach },
            """
            How far the blur reaches into the image from its side: the distance from the blurred edge to the end of the ramp, \
            in pixels (400 or 400px) or as a percentage (33%) of the image height, or of the width for left and right. \
            Use it instead of \(option: "start-offset"), which counts from the opposite edge: 33% here is 67% there.
            """
        ) { value in .job { $0.blur.reach = value } },
        .value(
            "easing", .easing, section: .blur, changesOutput: true, current: { $0.blur.easing },
            """
            Curve of the radius along a ramp, from its smaller to its larger end. A short linear ramp has a visible line at its sharp \
            end; smoothstep and ease-in-out avoid it.
            """
        ) { value in .job { $0.blur.easing = value } },
        .value(
            "ramp", .fields, section: .blur, changesOutput: true, isRepeatable: true,
            digest: { job in
                let fields = job.blur.gradients.map(\.description) + job.blur.areas.map(\.description)
                return fields.isEmpty ? nil : fields.list(separator: " ")
            },
            """
            Shape of the blur in the notation of CSS gradients, with radii in place of colors: 'linear-blur(to top, 5%, 0px 40%)' or \
            'radial-blur(circle at 50% 40%, 0px 20%, 3% 70%)'. \(commandLine: "May be repeated, or contain several gradients separated by spaces", job: "Several gradients are separated by spaces, or are a list of strings"); \
            each pixel gets the maximum of their radii. An area with its own radius is a gradient, too: 'area-blur(circle(40px), 12px, feather \
            6px)'. Replaces the other options for the shape.
            """
        ) { value in
            .job {
                for field in value {
                    switch field {
                    case .gradient(let gradient): $0.blur.gradients.append(gradient)
                    case .area(let area): $0.blur.areas.append(area)
                    case .mask, .maximum: break
                    }
                }
            }
        },
        .value(
            "mask", .file("file"), section: .blur, changesOutput: true,
            digest: { job in job.blur.mask.map { SHA256.text(of: $0) + (job.maskSource?.plane == nil ? "" : " photo") }
            },
            """
            \(commandLine: "Image", job: "Path of an image") that shows where to blur, stretched over the whole image: white gets \(option: "max-radius"), black \(option: "min-radius"). \
            Its alpha channel is used if it has transparency, otherwise its brightness.\(commandLine: " '-' is standard input.", job: "") \
            'photo:depth' is the depth that a photo of a phone has, with the farthest white, and 'photo' its subject.
            """
        ) { value in .job { $0.mask = MaskSource(option: value) } },
        .flag(
            "mask-invert", section: .blur, changesOutput: true, "Blur where the mask is black instead."
        ) { .job { $0.isMaskInverted = true } },
        .value(
            "matte", .file("file"), section: .blur, changesOutput: true,
            digest: { job in
                job.blur.matte.map { SHA256.text(of: $0) + (job.matteSource?.plane == nil ? "" : " photo") }
            },
            """
            \(commandLine: "Image", job: "Path of an image") that shows what is in front of the blur, stretched over the whole image: where it is white, the image stays as it is, and \
            its colors do not spread into the blur around it. The other options say how strongly the rest is blurred. Its alpha channel is \
            used if it has transparency, otherwise its brightness.\(commandLine: " '-' is standard input.", job: "") 'photo' is the subject \
            that a photo of a phone tells.
            """
        ) { value in .job { $0.matte = MaskSource(option: value) } },
        .flag(
            "matte-invert", section: .blur, changesOutput: true, "Keep what is black in the matte instead."
        ) { .job { $0.isMatteInverted = true } },
        .value(
            "mosaic", .cellSide, section: .blur, changesOutput: true, current: { $0.blur.mosaic },
            """
            Side of the square cells of a mosaic, in pixels (16 or 16px) or as a percentage (3%) of the shorter side of the image. The image is \
            mixed with it where it would be blurred: wholly at the maximum radius, and not at all at the minimum radius. A mosaic can be \
            undone: use \(option: "area-fill") to hide something.
            """
        ) { value in .job { $0.blur.mosaic = value } },
        .value(
            "emit-mask", .file("file"), section: .blur, scope: [.singleCommand, .batchLine],
            """
            Also write the strength of the blur to this file, as a gray PNG image with 16 bits per sample that \(option: "mask") reads. \
            \(commandLine: "For several inputs, specify a pattern such as", job: "{dir} and {name} stand for the directory and the name of the input:") \
            '{dir}/{name}-mask.png'.
            """
        ) { value in .job { $0.alphaPath = value } },
        .value(
            "edges", .choice("mode"), section: .blur, changesOutput: true, current: { $0.blur.edges },
            """
            Treatment of pixels beyond the image: normalize (ignore them), clamp (repeat the nearest edge pixel), \
            mirror (mirror the image), wrap (repeat the image), or transparent.
            """
        ) { value in .job { $0.blur.edges = value } },
        .value(
            "light", .choice("light"), section: .blur, changesOutput: true, current: { $0.blur.light },
            """
            Color space for blurring: encoded (stored values, like CSS), linear (linear light, like an out-of-focus lens), or auto \
            (linear for PQ and HLG images, encoded for all others). \
            The transfer function comes from the file; without one, it is that of sRGB.
            """
        ) { value in .job { $0.blur.light = value } },
        .value(
            "threads", .count("count", noun: "the number of threads"), section: .blur,
            defaultDescription: "number of available processors",
            """
            Maximum number of threads for the blur and for PNG compression. With 1, decoding and encoding \
            also run on the same thread.
            """
        ) { value in
            .job {
                $0.blur.execution.threadCount = value
                $0.setsThreadCount = true
            }
        },
        .value(
            "instruction-set", .choice("set"), section: .blur, defaultDescription: "best available",
            "CPU instruction set to use. Does not affect the output."
        ) { (set: InstructionSet) in .job { $0.blur.execution.instructionSet = set } },
    ]
}
