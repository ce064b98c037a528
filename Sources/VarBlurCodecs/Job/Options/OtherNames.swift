internal import VarBlurJSON

/// Names that options have in other programs, or that people guess, and what to write instead.
package enum OtherNames {
    /// What to do about a name that none of the options of a scope has: a common one of other programs such as `sigma`, a mistyped one, or a part
    /// of one such as `quality` for `jpeg-quality`; `nil` if it is unlike all others.
    package static func remedy(forUnknown name: String, in scope: OptionScope, _ entries: [OptionEntry]) -> UsageText? {
        guard (1...Suggestion.maximumByteCount).contains(name.utf8.count) else { return nil }
        if let remedy = remedy(for: name.lowercased(), in: scope, entries) { return remedy }
        // a hint may be followed without a thought
        let names = entries.filter { !$0.replacesInputs }.map(\.name)
        if let closest = Suggestion.closest(to: name, among: names) { return "did you mean \(option: closest, "")?" }
        var meant = names.filter { $0.hasSuffix("-\(name)") }
        if meant.isEmpty { meant = Array(names.filter { $0.hasPrefix("\(name)-") }.prefix(1)) }
        if meant.isEmpty && name.utf8.count > 2 { meant = names.filter { $0.hasPrefix(name) } }
        if let last = meant.last {
            let others = meant.dropLast().map { name -> UsageText in "\(option: name, "")" }
            let list = others.dropFirst().reduce(others.first ?? "") { "\($0), \($1)" }
            let separator = others.isEmpty ? "" : others.count == 1 ? " or " : ", or "
            return "did you mean \(list)\(separator)\(option: last, "")?"
        }
        let isNearReplacing = Suggestion.closest(to: name, among: entries.filter(\.replacesInputs).map(\.name)) != nil
        if isNearReplacing { return nil }
        return Suggestion.closest(to: name, among: meanings.flatMap(\.names)).flatMap {
            remedy(for: $0, in: scope, entries)
        }
    }

    /// What to do about an unknown name of an option; `nil` if it is not among the known ones.
    package static func remedy(for name: String, in scope: OptionScope, _ entries: [OptionEntry]) -> UsageText? {
        let isJob = scope.place == .job
        let isScene = scope == .composeCommand || scope == .sceneLine
        if isScene, ["text", "title", "image", "color"].contains(where: { $0.isSame(as: name) }) {
            let (words, member) = (
                "--set LAYER.\(name)=…; --list-values lists the values", "'set': {'LAYER.\(name)': …}"
            )
            return "to change a value of the scene, write: \(commandLine: words, job: member)"
        }
        if !isJob || entries.contains(where: { $0.name == Preset.optionName }),
            let preset = Preset.all.first(where: { $0.name.isSame(as: name) })
        {
            return "did you mean \(option: Preset.optionName, preset.name)?"
        }
        guard let meaning = meanings.first(where: { $0.names.contains { $0.isSame(as: name) } }) else { return nil }
        if ["input", "output"].contains(where: meaning.names.contains) {
            if scope == .batchCommand {
                return "a batch reads its jobs from standard input: varblur batch < jobs.jsonl"
            }
            if isJob { return "files are not options; in a line of a batch, they are beside 'options'" }
        }
        // jobs have fewer options
        let isPossible = !isJob || meaning.remedy.options.allSatisfy { name in entries.contains { $0.name == name } }
        return isPossible ? meaning.remedy : nil
    }

    /// What to write in place of a value that other programs have; `nil` if it is not among the known ones.
    static func meaning(of value: String, for option: OptionEntry) -> InvalidValue? {
        let isList = value.utf8.contains(UInt8(ascii: ","))
        let meaning = valueMeanings.first { meaning in
            meaning.option.isSame(as: option.name)
                && meaning.values.contains { $0.isSame(as: value) || isList && $0.isSame(as: ",") }
        }
        return meaning.map { InvalidValue($0.remedy) }
    }

    /// Values of options, and what to write instead; a comma stands for all lists.
    private static let valueMeanings: [(option: String, values: [String], remedy: UsageText)] = [
        ("format", [","], "for several formats, write: \(examples: [("formats", "webp,jpeg")])"),
        ("resize", [","], "a size is written as 640x480; for several, write: \(examples: [("widths", "320,640")])"),
        ("fit", ["crop"], "cover fills the box, and crops the rest"),
        ("fit", ["stretch", "force", "exact"], "fill stretches the image to the box"),
        ("fit", ["pad", "embed", "letterbox"], "contain adds bars, with the color of \(option: "background", "")"),
        (
            "position", ["attention", "entropy", "smart", "face", "faces", "saliency"],
            "nothing is detected in images; a position is a place such as 'right top' or '30% 20%'"
        ),
        (
            "strip", ["gps", "exif", "location", "metadata"],
            "choose safe, which removes the place and the author, or all, which removes the color profile too"
        ),
    ]

    /// The names, and what to write instead.
    package static let meanings: [(names: [String], remedy: UsageText)] = [
        (
            ["sigma", "blur", "radius", "blur-radius", "amount", "strength", "intensity", "backdrop-filter"],
            "did you mean \(option: "max-radius", "")? To blur the whole image evenly, set \(option: "min-radius", "") to the same value"
        ),
        (
            ["uniform", "constant", "gaussian"],
            "to blur the whole image evenly, write: \(examples: [("max-radius", "6"), ("min-radius", "6")])"
        ),
        (["no-blur", "resize-only"], "to leave the image sharp, write: \(examples: [("max-radius", "0")])"),
        (
            ["size", "width", "height", "dimensions", "geometry"],
            "did you mean \(option: "resize", "")? It takes a size such as 640x480, 640x, or 50%"
        ),
        (["sizes", "dpr", "srcset"], "did you mean \(option: "widths", "")? It takes widths such as 320,640,960"),
        (
            ["aspect", "aspect-ratio", "ratio"],
            "did you mean \(option: "resize", "") with \(option: "fit", "cover")? For example: \(examples: [("resize", "640x360"), ("fit", "cover")])"
        ),
        (
            ["pad", "border", "letterbox"],
            "did you mean \(option: "fit", "contain") with \(option: "background", "")? It adds bars"
        ),
        (
            [
                "region", "regions", "rect", "rectangle", "box", "roi", "shape", "blur-area", "face", "faces",
                "ellipse", "circle", "polygon",
            ],
            "did you mean \(option: "area", "")? It takes a shape such as 'xywh(120px 80px 200px 60px)' or 'circle(80px at 50% 40%)'"
        ),
        (
            ["redact", "censor", "black-out", "blackout", "hide", "cover"],
            "did you mean \(option: "area", "") with \(option: "area-fill", "black"), which removes what is covered?"
        ),
        (
            ["pixelate", "pixelize", "pixellate", "cell-size"],
            "did you mean \(option: "mosaic", "")? It takes the side of the cells, such as 16px, and \(option: "area", "") says where"
        ),
        (
            ["turn", "rotation", "orientation"],
            "did you mean \(option: "rotate", "")? It takes 90, 180, or 270 degrees, clockwise"
        ),
        (
            ["mirror", "hflip", "vflip", "flip-horizontal", "flip-vertical"],
            "did you mean \(option: "flop", "") (left to right), or \(option: "flip", "") (top to bottom)?"
        ),
        (
            ["unsharp", "unsharp-mask"],
            "did you mean \(option: "sharpen", "")? It takes a standard deviation, such as 0.5"
        ),
        (
            ["radial", "gradient"],
            "did you mean \(option: "ramp", "")? For example: \(examples: [("ramp", "radial-blur(0px 40%, 12px)")])"
        ),
        (
            ["top", "bottom", "left", "right", "from", "side", "sides", "dir"],
            "did you mean \(option: "direction", "")? It takes top, bottom, left, right, or all"
        ),
        (
            ["angle"],
            "did you mean \(option: "ramp", "")? For example: \(examples: [("ramp", "linear-blur(45deg, 0px 30%, 16px)")])"
        ),
        (["color"], "did you mean \(option: "tint", "")?"),
        (["saturate"], "did you mean \(option: "saturation", "")? It applies where the image is blurred"),
        (
            ["watermark", "overlay", "composite", "logo", "badge", "text"],
            "did you mean 'varblur compose'? It draws images and texts over a photo, and \(option: "set", "") changes them"
        ),
        (["bg", "background-color"], "did you mean \(option: "background", "")?"),
        (
            ["output", "out"],
            "the output is the second file name: varblur in.png out.png; for several images, use --out-dir"
        ),
        (
            ["output-dir", "output-directory", "outdir", "dest", "destination"],
            "did you mean \(option: "out-dir", "")?"
        ),
        (["overwrite", "replace", "yes"], "did you mean \(option: "force", "")? It replaces an output that exists"),
        (
            ["skip", "skip-existing", "no-clobber", "update", "resume", "incremental"],
            "did you mean \(option: "if-exists", "skip") or \(option: "if-exists", "skip-same")?"
        ),
        (
            ["exclude", "include", "ignore"],
            "to choose files, write: find photos -name '*.jpg' -print0 | varblur \(examples: [("files-from0", "-"), ("out-dir", "blurred")])"
        ),
        (
            ["keep-going", "continue-on-error", "ignore-errors", "fail-fast", "stop-on-error"],
            "the other images are always processed; if one fails, the exit status is 1, in a batch with \(option: "fail-on-error", "")"
        ),
        (
            ["strict", "fail-on-warning", "warnings-as-errors"],
            "damaged images are always errors, unless \(option: "allow-damaged", "") is given"
        ),
        (["silent"], "did you mean \(option: "quiet", "")?"),
        (["config", "conf", "options"], "did you mean \(option: "settings", "")?"),
        (
            [
                "no-metadata", "metadata", "remove-exif", "strip-exif", "no-exif", "strip-metadata",
                "remove-metadata", "strip-all", "exif", "gps", "no-gps", "strip-gps",
            ],
            "did you mean \(option: "strip", "")? It takes none, safe (removes the place and the author), or all"
        ),
        (
            ["keep-metadata", "keep-exif", "preserve-metadata", "all-metadata"],
            "did you mean \(option: "strip", "none"), which also keeps the place and the author?"
        ),
        (
            ["video", "movie"],
            "did you mean \(option: "y4m", "")? For example: ffmpeg -i in.mp4 -f yuv4mpegpipe - | varblur --y4m | ffmpeg -i - out.mp4"
        ),
        (
            ["input", "inputs", "input-file", "in", "infile", "in-file", "if", "src", "source"],
            "the input is the first file name: varblur in.png out.png"
        ),
        (
            ["lossless", "webp-lossless"],
            "did you mean \(option: "webp-quality", "lossless") or \(option: "jxl-quality", "100")? PNG outputs are always lossless"
        ),
        (["q", "compression-quality"], "did you mean \(option: "quality", "")?"),
        (
            ["effort", "compression-level", "method", "speed"],
            "did you mean \(option: "png-compression", ""), \(option: "avif-speed", ""), or \(option: "jxl-effort", "")?"
        ),
        (
            ["optimize", "optimize-coding", "mozjpeg"],
            "did you mean \(option: "jpeg-optimize", ""), or \(option: "png-compression", "small")?"
        ),
        (
            ["subsampling", "chroma-subsampling", "sampling-factor"],
            "a JPEG file keeps its subsampling, unless it is resized with a \(option: "quality", "") below 90; others get 4:4:4 from 90 on, or if they are lossless and keep their size"
        ),
        (
            ["target-size", "max-bytes", "max-filesize", "max-file-size", "filesize", "file-size", "jpeg-extent"],
            "no option limits the bytes of an output; a lower \(option: "quality", "") makes it smaller"
        ),
        (
            ["to", "ext", "extension", "convert", "output-format", "out-format"],
            "did you mean \(option: "format", "")? Without it, the extension of the output says the format"
        ),
        (
            ["depth", "bits", "bit-depth", "bitdepth"],
            "PNG outputs have the bits of the input; with \(option: "format", "webp") or \(option: "format", "jpeg"), they have 8"
        ),
        (["interlace", "interlaced"], "did you mean \(option: "progressive", "")?"),
        (
            ["auto-orient", "autoorient", "autorotate", "auto-rotate", "no-rotate", "noautorotate", "exif-rotate"],
            "images are always turned upright by their EXIF orientation, and the output has none"
        ),
        (
            ["withoutenlargement", "without-enlargement", "no-upscale", "only-shrink", "withoutreduction"],
            "did you mean \(option: "no-enlarge", "")?"
        ),
        (
            ["kernel", "filter", "interpolation", "interpolator", "resample", "resampling", "interp"],
            "images are always resized with a Lanczos filter of three lobes"
        ),
        (
            ["gravity", "anchor", "crop-position", "focus"],
            "did you mean \(option: "position", "")? It takes left, right, top, bottom, center, or two of them such as 'right top'"
        ),
        (
            ["smartcrop", "smart-crop", "smart", "attention", "entropy", "saliency"],
            "nothing is detected in images; \(option: "fit", "cover") with \(option: "position", "") says what to keep"
        ),
        (
            ["srgb", "to-profile", "export-profile", "eprofile", "colorspace", "icc", "icc-profile"],
            "did you mean \(option: "to-srgb", "")?"
        ),
        (
            ["keep-icc", "keep-profile", "keep-icc-profile", "keepiccprofile"],
            "color profiles are always kept, unless \(option: "strip", "all") or \(option: "to-srgb", "") is given"
        ),
        (
            ["preserve-time", "keep-mtime", "preserve-mtime", "preserve-timestamps", "preserve"],
            "did you mean \(option: "keep-time", "")?"
        ),
        (
            ["info", "identify"],
            "to learn about an input, see the member 'source' of the result of \(option: "dry-run", "--json in.jpg /dev/null")"
        ),
        (
            ["verify", "checksum", "hash", "sha256", "thumbhash", "blurhash", "placeholder", "lqip"],
            "did you mean \(option: "json", "--report sha256,thumbhash")?"
        ),
        (
            ["threads-per-image", "workers", "parallel", "cores", "concurrency"],
            "did you mean \(option: "jobs", "") or \(option: "threads", "")?"
        ),
        (
            ["limit-pixels", "limit-input-pixels", "limitinputpixels", "max-resolution"],
            "did you mean \(option: "max-pixels", "")? It takes a number such as 50M"
        ),
    ]
}
