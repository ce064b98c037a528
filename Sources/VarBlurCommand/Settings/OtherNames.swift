internal import VarBlurJSON
internal import VarBlurCodecs

/// Names that options have in other programs, or that people guess, and what to write instead.
enum OtherNames {
    /// What to do about a name that is similar to a known one.
    static func remedy(near name: String, in scope: OptionScope) -> UsageText? {
        Suggestion.closest(to: name, among: meanings.flatMap(\.names)).flatMap { remedy(for: $0, in: scope) }
    }

    /// What to do about an unknown name of an option; `nil` if it is not among the known ones.
    static func remedy(for name: String, in scope: OptionScope) -> UsageText? {
        if scope == .composeCommand, ["text", "title", "image", "color"].contains(where: { $0.isSame(as: name) }) {
            return UsageText(
                "to change a value of the scene, write: --set LAYER.\(name)=…; --list-values lists the values")
        }
        if let preset = Preset.all.first(where: { $0.name.isSame(as: name) }) {
            return UsageText("did you mean '--preset \(preset.name)'?")
        }
        guard let meaning = meanings.first(where: { $0.names.contains { $0.isSame(as: name) } }) else { return nil }
        if scope == .batchCommand, ["input", "output"].contains(where: meaning.names.contains) {
            return "a batch reads its jobs from standard input: varblur batch < jobs.jsonl"
        }
        return UsageText(meaning.remedy)
    }

    /// What to write in place of a value that other programs have; `nil` if it is not among the known ones.
    static func meaning(of value: String, for option: OptionEntry) -> InvalidValue? {
        let isList = value.utf8.contains(UInt8(ascii: ","))
        let meaning = valueMeanings.first { meaning in
            meaning.option.isSame(as: option.name)
                && meaning.values.contains { $0.isSame(as: value) || isList && $0.isSame(as: ",") }
        }
        return meaning.map { InvalidValue(UsageText($0.remedy)) }
    }

    /// Values of options, and what to write instead; a comma stands for all lists.
    private static let valueMeanings: [(option: String, values: [String], remedy: String)] = [
        ("format", [","], "for several formats, write: --formats webp,jpeg"),
        ("resize", [","], "a size is written as 640x480; for several, write: --widths 320,640"),
        ("fit", ["crop"], "cover fills the box, and crops the rest"),
        ("fit", ["stretch", "force", "exact"], "fill stretches the image to the box"),
        ("fit", ["pad", "embed", "letterbox"], "contain adds bars, with the color of --background"),
        (
            "position", ["attention", "entropy", "smart", "face", "faces", "saliency"],
            "nothing is detected in images; a position is a place such as 'right top' or '30% 20%'"
        ),
        ("rotate", ["-90"], "choose 90, 180, or 270; -90 is 270"),
        (
            "strip", ["gps", "exif", "location", "metadata"],
            "choose safe, which removes the place and the author, or all, which removes the color profile too"
        ),
    ]

    /// The names, and what to write instead.
    static let meanings: [(names: [String], remedy: String)] = [
        (
            ["sigma", "blur", "radius", "blur-radius", "amount", "strength", "intensity", "backdrop-filter"],
            "did you mean '--max-radius'? To blur the whole image evenly, set '--min-radius' to the same value"
        ),
        (["uniform", "constant", "gaussian"], "to blur the whole image evenly, write: --max-radius 6 --min-radius 6"),
        (["no-blur", "resize-only"], "to leave the image sharp, write: --max-radius 0"),
        (
            ["size", "width", "height", "dimensions", "geometry"],
            "did you mean '--resize'? It takes a size such as 640x480, 640x, or 50%"
        ),
        (["sizes", "dpr", "srcset"], "did you mean '--widths'? It takes widths such as 320,640,960"),
        (
            ["aspect", "aspect-ratio", "ratio"],
            "did you mean '--resize' with '--fit cover'? For example: --resize 640x360 --fit cover"
        ),
        (["pad", "border", "letterbox"], "did you mean '--fit contain' with '--background'? It adds bars"),
        (
            [
                "region", "regions", "rect", "rectangle", "box", "roi", "shape", "blur-area", "face", "faces",
                "ellipse", "circle", "polygon",
            ],
            "did you mean '--area'? It takes a shape such as 'xywh(120px 80px 200px 60px)' or 'circle(80px at 50% 40%)'"
        ),
        (
            ["redact", "censor", "black-out", "blackout", "hide", "cover"],
            "did you mean '--area' with '--area-fill black', which removes what is covered?"
        ),
        (
            ["pixelate", "pixelize", "pixellate", "cell-size"],
            "did you mean '--mosaic'? It takes the side of the cells, such as 16px, and '--area' says where"
        ),
        (["turn", "rotation", "orientation"], "did you mean '--rotate'? It takes 90, 180, or 270 degrees, clockwise"),
        (
            ["mirror", "hflip", "vflip", "flip-horizontal", "flip-vertical"],
            "did you mean '--flop' (left to right), or '--flip' (top to bottom)?"
        ),
        (["unsharp", "unsharp-mask"], "did you mean '--sharpen'? It takes a standard deviation, such as 0.5"),
        (["radial", "gradient"], "did you mean '--ramp'? For example: --ramp 'radial-blur(0px 40%, 12px)'"),
        (
            ["top", "bottom", "left", "right", "from", "side", "sides", "dir"],
            "did you mean '--direction'? It takes top, bottom, left, right, or all"
        ),
        (["angle"], "did you mean '--ramp'? For example: --ramp 'linear-blur(45deg, 0px 30%, 16px)'"),
        (["color"], "did you mean '--tint'?"),
        (["saturate"], "did you mean '--saturation'? It applies where the image is blurred"),
        (
            ["watermark", "overlay", "composite", "logo", "badge", "text"],
            "did you mean 'varblur compose'? It draws images and texts over a photo, and '--set' changes them"
        ),
        (["bg", "background-color"], "did you mean '--background'?"),
        (
            ["output", "out"],
            "the output is the second file name: varblur in.png out.png; for several images, use --out-dir"
        ),
        (["output-dir", "output-directory", "outdir", "dest", "destination"], "did you mean '--out-dir'?"),
        (["overwrite", "replace", "yes"], "did you mean '--force'? It replaces an output that exists"),
        (
            ["skip", "skip-existing", "no-clobber", "update", "resume", "incremental"],
            "did you mean '--if-exists skip' or '--if-exists skip-same'?"
        ),
        (
            ["exclude", "include", "ignore"],
            "to choose files, write: find photos -name '*.jpg' -print0 | varblur --files-from0 - --out-dir blurred"
        ),
        (
            ["keep-going", "continue-on-error", "ignore-errors", "fail-fast", "stop-on-error"],
            "the other images are always processed; if one fails, the exit status is 1, in a batch with '--fail-on-error'"
        ),
        (
            ["strict", "fail-on-warning", "warnings-as-errors"],
            "damaged images are always errors, unless '--allow-damaged' is given"
        ),
        (["silent"], "did you mean '--quiet'?"),
        (["config", "conf", "options"], "did you mean '--settings'?"),
        (
            [
                "no-metadata", "metadata", "remove-exif", "strip-exif", "no-exif", "strip-metadata",
                "remove-metadata", "strip-all", "exif", "gps", "no-gps", "strip-gps",
            ],
            "did you mean '--strip'? It takes none, safe (removes the place and the author), or all"
        ),
        (
            ["keep-metadata", "keep-exif", "preserve-metadata", "all-metadata"],
            "did you mean '--strip none', which also keeps the place and the author?"
        ),
        (
            ["video", "movie"],
            "did you mean '--y4m'? For example: ffmpeg -i in.mp4 -f yuv4mpegpipe - | varblur --y4m | ffmpeg -i - out.mp4"
        ),
        (
            ["input", "inputs", "input-file", "in", "infile", "in-file", "if", "src", "source"],
            "the input is the first file name: varblur in.png out.png"
        ),
        (
            ["lossless", "webp-lossless"],
            "did you mean '--webp-quality lossless' or '--jxl-quality 100'? PNG outputs are always lossless"
        ),
        (["q", "compression-quality"], "did you mean '--quality'?"),
        (
            ["effort", "compression-level", "method", "speed"],
            "did you mean '--png-compression', '--avif-speed', or '--jxl-effort'?"
        ),
        (
            ["optimize", "optimize-coding", "mozjpeg"],
            "did you mean '--jpeg-optimize', or '--png-compression small'?"
        ),
        (
            ["subsampling", "chroma-subsampling", "sampling-factor"],
            "a JPEG file keeps its subsampling, unless it is resized with a '--quality' below 90; others get 4:4:4 from 90 on, or if they are lossless and keep their size"
        ),
        (
            ["target-size", "max-bytes", "max-filesize", "max-file-size", "filesize", "file-size", "jpeg-extent"],
            "no option limits the bytes of an output; a lower '--quality' makes it smaller"
        ),
        (
            ["to", "ext", "extension", "convert", "output-format", "out-format"],
            "did you mean '--format'? Without it, the extension of the output says the format"
        ),
        (
            ["depth", "bits", "bit-depth", "bitdepth"],
            "PNG outputs have the bits of the input; with '--format webp' or '--format jpeg', they have 8"
        ),
        (["interlace", "interlaced"], "did you mean '--progressive'?"),
        (
            ["auto-orient", "autoorient", "autorotate", "auto-rotate", "no-rotate", "noautorotate", "exif-rotate"],
            "images are always turned upright by their EXIF orientation, and the output has none"
        ),
        (
            ["withoutenlargement", "without-enlargement", "no-upscale", "only-shrink", "withoutreduction"],
            "did you mean '--no-enlarge'?"
        ),
        (
            ["kernel", "filter", "interpolation", "interpolator", "resample", "resampling", "interp"],
            "images are always resized with a Lanczos filter of three lobes"
        ),
        (
            ["gravity", "anchor", "crop-position", "focus"],
            "did you mean '--position'? It takes left, right, top, bottom, center, or two of them such as 'right top'"
        ),
        (
            ["smartcrop", "smart-crop", "smart", "attention", "entropy", "saliency"],
            "nothing is detected in images; '--fit cover' with '--position' says what to keep"
        ),
        (
            ["srgb", "to-profile", "export-profile", "eprofile", "colorspace", "icc", "icc-profile"],
            "did you mean '--to-srgb'?"
        ),
        (
            ["keep-icc", "keep-profile", "keep-icc-profile", "keepiccprofile"],
            "color profiles are always kept, unless '--strip all' or '--to-srgb' is given"
        ),
        (
            ["preserve-time", "keep-mtime", "preserve-mtime", "preserve-timestamps", "preserve"],
            "did you mean '--keep-time'?"
        ),
        (
            ["info", "identify"],
            "to learn about an input, write: --dry-run --json in.jpg /dev/null; see the member 'source' of the result"
        ),
        (
            ["verify", "checksum", "hash", "sha256", "thumbhash", "blurhash", "placeholder", "lqip"],
            "did you mean '--json --report sha256,thumbhash'?"
        ),
        (
            ["threads-per-image", "workers", "parallel", "cores", "concurrency"],
            "did you mean '--jobs' or '--threads'?"
        ),
        (
            ["limit-pixels", "limit-input-pixels", "limitinputpixels", "max-resolution"],
            "did you mean '--max-pixels'? It takes a number such as 50000000"
        ),
    ]
}
