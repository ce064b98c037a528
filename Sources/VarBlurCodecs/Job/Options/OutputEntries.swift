internal import VarBlur

extension JobOptions {
    /// The options of the output's format and contents.
    static let output: [OptionEntry] = [
        .value(
            "format", .choice("format", among: { ImageFormat.written }, parse: { ImageFormat.written($0) }),
            section: .output, scope: .output.union(.scene), changesOutput: true,
            current: { $0.output.format },
            defaultDescription: "from the output's extension, otherwise the input's format",
            "Format of the output. It must not contradict the output's extension."
        ) { value in .job { $0.output.format = value } },
        .value(
            "quality", .count("quality", in: 1...100, noun: "the quality"), section: .output,
            scope: .output.union(.scene), changesOutput: true, formats: [.jpeg, .webP, .avif, .jxl],
            current: { $0.output.quality }, defaultDescription: "that of each format",
            """
            Quality of lossy outputs in any format, as JPEG programs count it: 75 to 85 for thumbnails, 90 or more for originals. The same \
            number looks about the same in all formats. \(option: "jpeg-quality"), \(option: "webp-quality"), \
            \(option: "avif-quality"), and \(option: "jxl-quality") take precedence, and are on the scales of their encoders.
            """
        ) { value in .job { $0.output.quality = value } },
        .value(
            "jpeg-quality", .count("quality", in: 1...100, noun: "the JPEG quality"), section: .output,
            scope: .output.union(.scene), changesOutput: true, formats: [.jpeg], current: { $0.output.jpegQuality },
            defaultDescription: "--quality, else that of a JPEG input, else \(JPEGEncoding.defaultQuality)",
            """
            Quality of a JPEG output. By default, the quantization tables of a JPEG input are reused, so \
            unblurred areas change little or not at all.
            """
        ) { value in .job { $0.output.jpegQuality = value } },
        .value(
            "jpeg-smooth", .choice("mode"), section: .output, scope: .output, changesOutput: true,
            formats: [.jpeg], current: { $0.output.jpegSmoothing },
            """
            Quantize low frequencies more finely when a JPEG is blurred to a JPEG, to avoid visible 8×8 blocks: auto (if \
            the blur is wide and the output does not become much longer than the input), on, or off. Unblurred areas keep \
            their exact values; off also copies their compressed data. A quality that is set takes precedence.
            """
        ) { value in .job { $0.output.jpegSmoothing = value } },
        .flag(
            "progressive", group: "progressive", section: .output, scope: .output, changesOutput: true,
            formats: [.jpeg], defaultDescription: "same as a JPEG input, otherwise baseline",
            current: { $0.output.jpegIsProgressive == true }, "Write a progressive JPEG."
        ) { .job { $0.output.jpegIsProgressive = true } },
        .flag(
            "baseline", group: "progressive", section: .output, scope: .output, changesOutput: true,
            formats: [.jpeg], current: { $0.output.jpegIsProgressive == false }, "Write a baseline JPEG."
        ) { .job { $0.output.jpegIsProgressive = false } },
        .flag(
            "jpeg-optimize", section: .output, scope: .output, changesOutput: true, formats: [.jpeg],
            current: { $0.output.jpegOptimizesCodes },
            """
            Compute the Huffman codes of a newly encoded JPEG output from its contents: about 3% smaller. Small and progressive outputs \
            always have such codes. Others take a little longer, and are held in memory.
            """
        ) { .job { $0.output.jpegOptimizesCodes = true } },
        .value(
            "png-compression", .choice("effort"), section: .output, scope: .output.union(.scene),
            changesOutput: true, formats: [.png], current: { $0.output.pngCompression },
            """
            Compression of a PNG output: fast (about as fast as decoding), default (about as small as \
            libpng's output), or small (smallest, but many times slower).
            """
        ) { value in .job { $0.output.pngCompression = value } },
        .value(
            "webp-quality", .webPQuality, section: .output, scope: .output.union(.scene),
            changesOutput: true, formats: [.webP], current: { $0.output.webPQuality },
            defaultDescription:
                "--quality, else lossless for a lossless input, else \(OptionValue.webPQuality.text(.default))",
            """
            Quality of a WebP output: from 0 (smallest) to 100 (best), or lossless. By default, a lossless input stays lossless if it is not \
            resized, and no JPEG or AVIF is made beside it. WebP files do not record the quality they were encoded with.
            """
        ) { value in .job { $0.output.webPQuality = value } },
        .value(
            "avif-quality", .count("quality", in: 0...100, noun: "the AVIF quality"), section: .output,
            scope: .output.union(.scene), changesOutput: true, formats: [.avif],
            current: { $0.output.avifQuality }, defaultDescription: "--quality, else \(AVIFEncoding.defaultQuality)",
            """
            Quality of an AVIF output: from 0 (smallest) to 100 (best). From 90 on, colors have the full resolution. AVIF files do not \
            record the quality they were encoded with.
            """
        ) { value in .job { $0.output.avifQuality = value } },
        .value(
            "avif-speed", .count("speed", in: 0...9, noun: "the AVIF speed"), section: .output,
            scope: .output.union(.scene), changesOutput: true, formats: [.avif],
            current: { $0.output.avifSpeed }, defaultDescription: "\(AVIFEncoding.defaultSpeed)",
            "Speed of the AVIF encoder: from 0 (smallest file) to 9 (least time)."
        ) { value in .job { $0.output.avifSpeed = value } },
        .value(
            "jxl-quality", .count("quality", in: 0...100, noun: "the JPEG XL quality"), section: .output,
            scope: .output.union(.scene), changesOutput: true, formats: [.jxl],
            current: { $0.output.jxlQuality },
            defaultDescription:
                "--quality, else \(JXLEncoding.lossless) for a lossless input, else \(JXLEncoding.defaultQuality)",
            """
            Quality of a JPEG XL output, as cjxl counts it: from 0 (smallest) to 99 (best), or 100: lossless. By default, a lossless input \
            stays lossless under the same conditions as in a WebP. JPEG XL files do not record the quality they were encoded with.
            """
        ) { value in .job { $0.output.jxlQuality = value } },
        .value(
            "jxl-effort", .count("effort", in: 1...9, noun: "the JPEG XL effort"), section: .output,
            scope: .output.union(.scene), changesOutput: true, formats: [.jxl],
            current: { $0.output.jxlEffort },
            defaultDescription: "\(JXLEncoding.defaultEffort), or \(JXLEncoding.losslessEffort) for a lossless output",
            "Effort of the JPEG XL encoder: from 1 (least time) to 9 (smallest file)."
        ) { value in .job { $0.output.jxlEffort = value } },
        .value(
            "background", .background, section: .output, scope: .output.union(.scene), changesOutput: true,
            formats: [.jpeg],
            current: { $0.output.background.map { .color($0) } },
            """
            Color behind transparent pixels if the output is a JPEG, and of the bars of \(option: "fit") contain: a CSS color such as \
            white, #102030, or rgb(16 32 48). The bars can also show the image itself: 'blur', 'blur(12px)', or 'blur(12px, 0.8)', \
            which is darker.
            """
        ) { background in
            .job {
                switch background {
                case .color(let color): $0.output.background = color
                case .bars(let bars): $0.size.bars = bars
                }
            }
        },
        .value(
            "strip", .choice("metadata"), section: .output, scope: .output, changesOutput: true,
            current: { $0.output.stripping },
            """
            Metadata to remove: none (keep everything that the format can store), safe (the place, the author, and everything else \
            that does not affect appearance), all (the color profile and the gain map too), or gain-map (only the gain map). The digest stays; see --no-digest.
            """
        ) { value in .job { $0.output.stripping = value } },
        .flag(
            "to-srgb", section: .output, scope: .output, changesOutput: true, current: { $0.output.convertsToSRGB },
            """
            Convert the colors to sRGB, and leave out the color profile. CMYK becomes RGB, and the tones of PQ and HLG are mapped. The image is converted after it is resized \
            and before it is blurred.
            """
        ) { .job { $0.output.convertsToSRGB = true } },
        .flag(
            "no-digest", section: .output, scope: .picture, changesOutput: true,
            """
            Leave the digest of the input and the settings out of the output. \(option: "if-exists") skip-same does not recognize \
            such an output.
            """
        ) { .job { $0.writesDigest = false } },
        .value(
            "report", .facts, section: .output, scope: [.commands, .batchLine, .lineOutput],
            """
            Also report these facts about each output as JSON, separated by commas: sha256, the hash of the file, and thumbhash, the ThumbHash of the \
            picture in base64, from which a page can draw a placeholder.
            """
        ) { value in .job { $0.output.facts = value } },
        .flag(
            "keep-time", section: .output, scope: .output,
            "Give the output the modification time of the input, in-place too. An input that is no file has none."
        ) { .job { $0.output.keepsTime = true } },
        .flag(
            "no-fsync", section: .output, scope: .picture,
            """
            Do not wait until the output is on disk. This is faster, but the output may be lost or corrupted in a power \
            failure.
            """
        ) { .job { $0.output.isDurable = false } },
    ]

    /// The options for outputs that already exist.
    static let existingOutputs: [OptionEntry] = [
        .value(
            "if-exists", .choice("rule"), section: .existingOutputs, scope: .picture,
            default: JobRequest().existing,
            """
            What to do if the output exists: error (report an error), skip (skip the image), skip-same (skip it only \
            if the output was made from the same input with the same settings, otherwise replace the output), or \
            overwrite (replace the output). With --in-place, skip-same skips an image that has been blurred before, with \
            any settings.
            """
        ) { value in .job { $0.ifExists = value } },
        .flag(
            "force", short: "f", section: .existingOutputs,
            scope: .commands.union(.batchLine).union(.scene),
            abbreviates: ("if-exists", ExistingOutput.replace.rawValue),
            "Same as \(option: "if-exists") overwrite."
        ) { .job { $0.isForced = true } },
    ]
}

/// The value of the option `background`.
private enum Background: Sendable, Equatable {
    case color(RGBColor)
    /// The image itself, blurred.
    case bars(Resize.Bars)
}

extension OptionValue where Value == Background {
    /// A color, or `blur` with an optional radius and brightness.
    fileprivate static var background: Self {
        let color = OptionValue<RGBColor>.color
        return OptionValue(
            syntax: ValueSyntax(
                placeholder: "color", kind: .text(pattern: nil), mayHaveLineBreaks: true,
                suggestions: { ["blur"] + color.syntax.suggestions() }),
            parse: { text throws(InvalidValue) in
                guard text.begins(with: "blur") else { return .color(try color.parse(text)) }
                do throws(BlurTextError) { return .bars(try Resize.Bars(text)) } catch {
                    throw InvalidValue(UsageText(error.phrase))
                }
            },
            text: { background in
                switch background {
                case .color(let shown): color.text(shown)
                case .bars(let bars): bars.text ?? ""
                }
            })
    }
}

extension OptionValue where Value == [OutputFact] {
    fileprivate static var facts: Self {
        .list(
            pattern: "^[A-Za-z0-9]+(, *[A-Za-z0-9]+)*$",
            of: { "facts are \(OutputFact.allCases.map(\.rawValue).joined(separator: " and ")), separated by commas" },
            parse: { OutputFact(rawValue: $0) }, text: { $0.rawValue })
    }
}
