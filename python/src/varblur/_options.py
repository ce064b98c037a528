"""The types of options, which scripts/python-options derives from the schema of jobs; do not edit them."""

from __future__ import annotations

import os
from typing import Literal, Optional, Sequence, TypedDict, Union

#: A number, or a text with a number and a unit, such as ``"5%"``.
Number = Union[float, str, None]
#: A whole number, or a text with one.
Whole = Union[int, str, None]
#: A text, or several.
Texts = Union[str, Sequence[str], None]
#: A path.
Path = Union[str, "os.PathLike[str]", None]
#: The format of an output.
Format = Literal["png", "jpeg", "webp", "avif", "jxl"]

#: The options that name files.
FILE_OPTIONS = frozenset({"mask", "matte", "emit-mask"})


class PixelOptions(TypedDict, total=False):
    """The options of pixels in memory: arrays, and images of Pillow. All of them may be left out, or ``None``."""

    #: Another name of ``max_radius``.
    sigma: Number
    #: Another name of ``area``.
    areas: Texts
    #: Blur radius at the blurred edge: the standard deviation of the Gaussian as in CSS, in pixels (20 or 20px) or as a percentage (5%)
    #: of the image height, of the width for left and right, or of the shorter side for a mask and for sides on both axes.
    max_radius: Number
    #: Blur radius at the end of the ramp and beyond it, in the same units; must not exceed 'max_radius'. If both are equal, the whole
    #: image is blurred alike.
    min_radius: Number
    #: Side of the image, as displayed, where the blur is strongest. With several sides, each pixel gets the maximum of their radii.
    direction: Texts
    #: Part of the image that stays sharp, from the edge opposite the blurred one: a fraction (0.25) or a percentage (25%). The ramp ends
    #: there, at the minimum radius. A negative value ends the ramp outside the image.
    start_offset: Number
    #: How far the blur reaches into the image from its side: the distance from the blurred edge to the end of the ramp, in pixels (400
    #: or 400px) or as a percentage (33%) of the image height, or of the width for left and right. Use it instead of 'start_offset',
    #: which counts from the opposite edge: 33% here is 67% there.
    reach: Number
    #: Curve of the radius along a ramp, from its smaller to its larger end. A short linear ramp has a visible line at its sharp end;
    #: smoothstep and ease-in-out avoid it.
    easing: Optional[str]
    #: Shape of the blur in the notation of CSS gradients, with radii in place of colors: 'linear-blur(to top, 5%, 0px 40%)' or
    #: 'radial-blur(circle at 50% 40%, 0px 20%, 3% 70%)'. Several gradients are separated by spaces, or are a list of strings; each pixel
    #: gets the maximum of their radii. An area with its own radius is a gradient, too: 'area-blur(circle(40px), 12px, feather 6px)'.
    #: Replaces the other options for the shape.
    ramp: Texts
    #: Blur where the mask is black instead.
    mask_invert: Optional[bool]
    #: Keep what is black in the matte instead.
    matte_invert: Optional[bool]
    #: Side of the square cells of a mosaic, in pixels (16 or 16px) or as a percentage (3%) of the shorter side of the image. The image
    #: is mixed with it where it would be blurred: wholly at the maximum radius, and not at all at the minimum radius. A mosaic can be
    #: undone: use 'area_fill' to hide something.
    mosaic: Number
    #: Treatment of pixels beyond the image: normalize (ignore them), clamp (repeat the nearest edge pixel), mirror (mirror the image),
    #: wrap (repeat the image), or transparent.
    edges: Optional[Literal["normalize", "clamp", "mirror", "wrap", "transparent"]]
    #: Color space for blurring: encoded (stored values, like CSS), linear (linear light, like an out-of-focus lens), or auto (linear for
    #: PQ and HLG images, encoded for all others). The transfer function comes from the file; without one, it is that of sRGB.
    light: Optional[Literal["auto", "encoded", "linear"]]
    #: Maximum number of threads for the blur and for PNG compression. With 1, decoding and encoding also run on the same thread.
    threads: Whole
    #: Part of the image to blur, as a basic shape of CSS: 'xywh(120px 80px 200px 60px round 8px)', 'inset(10% 20%)', 'rect(0 50% 50%
    #: 0)', 'circle(40px at 50% 30%)', 'ellipse(20% 30%)', or 'polygon(0 0, 100% 0, 50% 80px)'. Lengths are in px or % of the output.
    #: Several shapes are separated by spaces, or are a list of strings. Without a ramp or a mask, the rest of the image stays as it is;
    #: with one, each pixel gets the maximum radius.
    area: Texts
    #: Blur or paint all but the areas: what they cover together stays sharp, and the radius rises over 'feather' around them.
    area_invert: Optional[bool]
    #: Blur radius inside the areas, in pixels (20 or 20px) or as a percentage (5%) of the shorter side of the image. A blur can be
    #: undone: use 'area_fill' to hide something.
    area_radius: Number
    #: Distance from an area over which the radius falls to 0, in pixels (6 or 6px) or as a percentage (2%) of the shorter side of the
    #: image; the curve is 'easing'.
    feather: Number
    #: Color blended over the blurred part, increasingly toward the blurred edge: a CSS color such as black, #102030, or rgb(16 32 48).
    #: Gray images get its brightness.
    tint: Optional[str]
    #: Opacity of the tint at the blurred edge: a fraction (0.3), a percentage (30%), or auto: the least at which text is legible where
    #: the tint is strong (see 'contrast').
    tint_opacity: Number
    #: Saturation at the blurred edge: less than 1 (or 100%) makes colors paler, 0 makes them gray, and more than 1 makes them more
    #: vivid.
    saturation: Number
    #: Standard deviation of the noise at the blurred edge, in 8-bit steps. The noise is the same in every run.
    grain: Number
    #: Transparency at the blurred edge, so that the image dissolves into what is behind it: a fraction (0.5) or a percentage (50%); 1 is
    #: fully transparent. JPEG outputs need --background, the color to fade to.
    fade: Number
    #: Add noise of up to one step to blurred pixels before they are rounded to 8 bits, so that smooth areas show no bands. Compressed
    #: files become larger. No effect on JPEG outputs.
    dither: Optional[bool]


class Options(PixelOptions, total=False):
    """The options of image files. All of them may be left out, or ``None``."""

    #: Turn the image clockwise, as displayed, by 90, 180, or 270 degrees. All other options refer to the turned image. From JPEG to
    #: JPEG, a turn alone loses nothing where whole MCUs allow.
    rotate: Whole
    #: Mirror the image from top to bottom, after 'rotate'.
    flip: Optional[bool]
    #: Mirror the image from left to right, after 'rotate'.
    flop: Optional[bool]
    #: Part of the image to keep, as displayed: width, height, and distances from the left and the top edge, in pixels (1200x800+40+0) or
    #: as percentages (50%x50%+25%+0%).
    crop: Optional[str]
    #: Size of the output: a box (640x480), one side (640x or x480), or a percentage (50%), of the cropped image. The image is resized
    #: before it is blurred, so the radii refer to the output; with 'max_radius' 0, it stays sharp.
    resize: Optional[str]
    #: How the image fits into the box: inside (largest size within the box), outside (smallest size that covers it), cover (fill the
    #: box, and cut off the rest), contain (whole image between bars), or fill (stretch).
    fit: Optional[Literal["inside", "outside", "cover", "contain", "fill"]]
    #: Part of the image that 'fit' cover keeps, or its place with 'fit' contain, as object-position in CSS: 'top', 'left 20%', or '30%
    #: 70%'.
    position: Optional[str]
    #: Keep images that are smaller than the box at their size.
    no_enlarge: Optional[bool]
    #: Sharpen the image after it is resized, and before it is blurred: the standard deviation of the unsharp mask in pixels, such as
    #: 0.5. Its amount is 1.
    sharpen: Number
    #: Path of an image that shows where to blur, stretched over the whole image: white gets 'max_radius', black 'min_radius'. Its alpha
    #: channel is used if it has transparency, otherwise its brightness. 'photo:depth' is the depth that a photo of a phone has, with the
    #: farthest white, and 'photo' its subject.
    mask: Path
    #: Path of an image that shows what is in front of the blur, stretched over the whole image: where it is white, the image stays as it
    #: is, and its colors do not spread into the blur around it. The other options say how strongly the rest is blurred. Its alpha
    #: channel is used if it has transparency, otherwise its brightness. 'photo' is the subject that a photo of a phone tells.
    matte: Path
    #: Also write the strength of the blur to this file, as a gray PNG image with 16 bits per sample that 'mask' reads. {dir} and {name}
    #: stand for the directory and the name of the input: '{dir}/{name}-mask.png'.
    emit_mask: Path
    #: CPU instruction set to use. Does not affect the output.
    instruction_set: Optional[Literal["portable", "ssse3", "avx2", "avx512", "neon"]]
    #: Paint the areas with this color instead of blurring them: a CSS color such as black, #102030, or rgb(16 32 48). Unlike a blur,
    #: this removes what they cover from the output. In lossy inputs, whole blocks are painted.
    area_fill: Optional[str]
    #: Start with the settings of a preset, which all other options override: status-bar, caption, tab-bar, tilt-shift, vignette, night,
    #: fade-out, privacy, thumbnail, frosted, or a preset of the settings file. --print-settings shows its settings.
    preset: Optional[str]
    #: Color of the text for which the opacity of the tint is chosen, with 'tint_opacity' auto.
    text_color: Optional[str]
    #: Contrast that text has to have with 'tint_opacity' auto, as WCAG 2.2 defines it, except for 5% of the pixels anywhere in the part
    #: where the tint is strong: 4.5, 3 for large text, or 7 for more.
    contrast: Number
    #: Quality of lossy outputs in any format, as JPEG programs count it: 75 to 85 for thumbnails, 90 or more for originals. The same
    #: number looks about the same in all formats. 'jpeg_quality', 'webp_quality', 'avif_quality', and 'jxl_quality' take precedence, and
    #: are on the scales of their encoders.
    quality: Whole
    #: Quality of a JPEG output. By default, the quantization tables of a JPEG input are reused, so unblurred areas change little or not
    #: at all.
    jpeg_quality: Whole
    #: Quantize low frequencies more finely when a JPEG is blurred to a JPEG, to avoid visible 8×8 blocks: auto (if the blur is wide and
    #: the output does not become much longer than the input), on, or off. Unblurred areas keep their exact values; off also copies their
    #: compressed data. A quality that is set takes precedence.
    jpeg_smooth: Optional[Literal["auto", "on", "off"]]
    #: Write a progressive JPEG.
    progressive: Optional[bool]
    #: Write a baseline JPEG.
    baseline: Optional[bool]
    #: Compute the Huffman codes of a newly encoded JPEG output from its contents: about 3% smaller. Small and progressive outputs always
    #: have such codes. Others take a little longer, and are held in memory.
    jpeg_optimize: Optional[bool]
    #: Compression of a PNG output: fast (about as fast as decoding), default (about as small as libpng's output), or small (smallest,
    #: but many times slower).
    png_compression: Optional[Literal["fast", "default", "small"]]
    #: Quality of a WebP output: from 0 (smallest) to 100 (best), or lossless. By default, a lossless input stays lossless if it is not
    #: resized, and no JPEG or AVIF is made beside it. WebP files do not record the quality they were encoded with.
    webp_quality: Whole
    #: Quality of an AVIF output: from 0 (smallest) to 100 (best). From 90 on, colors have the full resolution. AVIF files do not record
    #: the quality they were encoded with.
    avif_quality: Whole
    #: Speed of the AVIF encoder: from 0 (smallest file) to 9 (least time).
    avif_speed: Whole
    #: Quality of a JPEG XL output, as cjxl counts it: from 0 (smallest) to 99 (best), or 100: lossless. By default, a lossless input
    #: stays lossless under the same conditions as in a WebP. JPEG XL files do not record the quality they were encoded with.
    jxl_quality: Whole
    #: Effort of the JPEG XL encoder: from 1 (least time) to 9 (smallest file).
    jxl_effort: Whole
    #: Color behind transparent pixels if the output is a JPEG, and of the bars of 'fit' contain: a CSS color such as white, #102030, or
    #: rgb(16 32 48). The bars can also show the image itself: 'blur', 'blur(12px)', or 'blur(12px, 0.8)', which is darker.
    background: Optional[str]
    #: Metadata to remove: none (keep everything that the format can store), safe (the place, the author, and everything else that does
    #: not affect appearance), all (the color profile and the gain map too), or gain-map (only the gain map). The digest stays; see
    #: --no-digest.
    strip: Optional[Literal["none", "safe", "all", "gain-map"]]
    #: Convert the colors to sRGB, and leave out the color profile. CMYK becomes RGB, and the tones of PQ and HLG are mapped. The image
    #: is converted after it is resized and before it is blurred.
    to_srgb: Optional[bool]
    #: Leave the digest of the input and the settings out of the output. 'if_exists' skip-same does not recognize such an output.
    no_digest: Optional[bool]
    #: Also report these facts about each output as JSON, separated by commas: sha256, the hash of the file, and thumbhash, the ThumbHash
    #: of the picture in base64, from which a page can draw a placeholder.
    report: Optional[str]
    #: Give the output the modification time of the input, in-place too. An input that is no file has none.
    keep_time: Optional[bool]
    #: Do not wait until the output is on disk. This is faster, but the output may be lost or corrupted in a power failure.
    no_fsync: Optional[bool]
    #: What to do if the output exists: error (report an error), skip (skip the image), skip-same (skip it only if the output was made
    #: from the same input with the same settings, otherwise replace the output), or overwrite (replace the output). With --in-place,
    #: skip-same skips an image that has been blurred before, with any settings.
    if_exists: Optional[Literal["error", "skip", "skip-same", "overwrite"]]
    #: Same as 'if_exists' overwrite.
    force: Optional[bool]
    #: Maximum number of pixels in an image: a number, or one with the suffix K (thousand) or M (million), such as 50M. A scene has at
    #: most 67108864.
    max_pixels: Whole
    #: Maximum width and height of an image, in pixels.
    max_side: Whole
    #: Maximum size of an input file: a number of bytes, or a number with the suffix K, M, or G.
    max_input: Whole
    #: Maximum memory per image or scene, estimated before decoding: a number of bytes, or a number with the suffix K, M, or G. A lower
    #: system limit takes precedence.
    max_memory: Whole
    #: Maximum size of a file's metadata after decompression, including the color profile: a number of bytes, or a number with the suffix
    #: K, M, or G. Metadata that 'strip' removes does not count.
    max_metadata: Whole
    #: Maximum number of scans in a JPEG file.
    max_scans: Whole
    #: Maximum number of segments before the image data in a JPEG file.
    max_segments: Whole
    #: Maximum number of ancillary chunks in a PNG file, or of chunks beside the image in a WebP file.
    max_chunks: Whole
    #: Maximum number of decoder warnings before a file is rejected.
    max_warnings: Whole
    #: Time limit per image or scene.
    timeout: Number
    #: Decode damaged images as far as possible and fill in the missing parts. JSON results are marked as damaged. Outside a batch, the
    #: exit status is 3 unless an image fails.
    allow_damaged: Optional[bool]
