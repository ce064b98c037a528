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

    /// The names, and what to write instead.
    static let meanings: [(names: [String], remedy: String)] = [
        (
            ["sigma", "blur", "radius", "blur-radius", "amount", "strength", "intensity"],
            "did you mean '--max-radius'? To blur the whole image evenly, set '--min-radius' to the same value"
        ),
        (["uniform", "constant", "gaussian"], "to blur the whole image evenly, write: --max-radius 6 --min-radius 6"),
        (["no-blur", "resize-only"], "to leave the image sharp, write: --max-radius 0"),
        (
            ["size", "width", "height", "dimensions", "geometry"],
            "did you mean '--resize'? It takes a size such as 640x480, 640x, or 50%"
        ),
        (["sizes"], "did you mean '--widths'? It takes widths such as 320,640,960"),
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
        (["color", "overlay"], "did you mean '--tint'?"),
        (["bg", "background-color"], "did you mean '--background'?"),
        (
            ["output", "out"],
            "the output is the second file name: varblur in.png out.png; for several images, use --out-dir"
        ),
        (["output-dir", "output-directory", "outdir", "dest", "destination"], "did you mean '--out-dir'?"),
        (["overwrite", "replace", "yes"], "did you mean '--force'? It replaces an output that exists"),
        (
            ["skip", "skip-existing", "no-clobber", "update"],
            "did you mean '--if-exists skip' or '--if-exists skip-same'?"
        ),
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
            ["effort", "compression-level", "method", "speed", "optimize"],
            "did you mean '--png-compression', '--avif-speed', or '--jxl-effort'?"
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
            ["srgb", "to-profile", "export-profile", "eprofile", "colorspace"],
            "did you mean '--to-srgb'?"
        ),
        (["preserve-time", "keep-mtime", "preserve-mtime", "preserve-timestamps"], "did you mean '--keep-time'?"),
        (
            ["verify", "checksum", "hash", "sha256", "thumbhash", "blurhash"],
            "did you mean '--report sha256,thumbhash'?"
        ),
        (["threads-per-image", "workers", "parallel", "cores"], "did you mean '--jobs' or '--threads'?"),
    ]
}
