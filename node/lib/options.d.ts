// The types of options, which scripts/node-types derives from the schema of jobs; do not edit them.

/** The path of a file. */
export type Path = string | URL;

/** The format of an output. */
export type Format = "png" | "jpeg" | "webp" | "avif" | "jxl";

/** The options in which the outputs of an image may differ. All of them may be left out, or null. */
export interface OutputOptions {
  /**
   * Size of the output: a box (640x480), one side (640x or x480), or a percentage (50%), of the cropped image. The image is resized
   * before it is blurred, so the radii refer to the output; with 'maxRadius' 0, it stays sharp.
   */
  resize?: string | null;
  /**
   * How the image fits into the box: inside (largest size within the box), outside (smallest size that covers it), cover (fill the
   * box, and cut off the rest), contain (whole image between bars), or fill (stretch).
   */
  fit?: "inside" | "outside" | "cover" | "contain" | "fill" | null;
  /**
   * Part of the image that 'fit' cover keeps, or its place with 'fit' contain, as object-position in CSS: 'top', 'left 20%', or '30%
   * 70%'.
   */
  position?: string | null;
  /** Keep images that are smaller than the box at their size. */
  noEnlarge?: boolean | null;
  /** Format of the output. It must not contradict the output's extension. */
  format?: Format | null;
  /**
   * Quality of lossy outputs in any format, as JPEG programs count it: 75 to 85 for thumbnails, 90 or more for originals. The same
   * number looks about the same in all formats. 'jpegQuality', 'webpQuality', 'avifQuality', and 'jxlQuality' take precedence, and are
   * on the scales of their encoders.
   */
  quality?: number | string | null;
  /**
   * Quality of a JPEG output. By default, the quantization tables of a JPEG input are reused, so unblurred areas change little or not
   * at all.
   */
  jpegQuality?: number | string | null;
  /**
   * Quantize low frequencies more finely when a JPEG is blurred to a JPEG, to avoid visible 8×8 blocks: auto (if the blur is wide and
   * the output does not become much longer than the input), on, or off. Unblurred areas keep their exact values; off also copies their
   * compressed data. A quality that is set takes precedence. Default: auto.
   */
  jpegSmooth?: "auto" | "on" | "off" | null;
  /** Write a progressive JPEG. */
  progressive?: boolean | null;
  /** Write a baseline JPEG. */
  baseline?: boolean | null;
  /**
   * Compute the Huffman codes of a newly encoded JPEG output from its contents: about 3% smaller. Small and progressive outputs always
   * have such codes. Others take a little longer, and are held in memory.
   */
  jpegOptimize?: boolean | null;
  /**
   * Compression of a PNG output: fast (about as fast as decoding), default (about as small as libpng's output), or small (smallest,
   * but many times slower). Default: default.
   */
  pngCompression?: "fast" | "default" | "small" | null;
  /**
   * Quality of a WebP output: from 0 (smallest) to 100 (best), or lossless. By default, a lossless input stays lossless if it is not
   * resized, and no JPEG or AVIF is made beside it. WebP files do not record the quality they were encoded with.
   */
  webpQuality?: number | string | null;
  /**
   * Quality of an AVIF output: from 0 (smallest) to 100 (best). From 90 on, colors have the full resolution. AVIF files do not record
   * the quality they were encoded with.
   */
  avifQuality?: number | string | null;
  /** Speed of the AVIF encoder: from 0 (smallest file) to 9 (least time). */
  avifSpeed?: number | string | null;
  /**
   * Quality of a JPEG XL output, as cjxl counts it: from 0 (smallest) to 99 (best), or 100: lossless. By default, a lossless input
   * stays lossless under the same conditions as in a WebP. JPEG XL files do not record the quality they were encoded with.
   */
  jxlQuality?: number | string | null;
  /** Effort of the JPEG XL encoder: from 1 (least time) to 9 (smallest file). */
  jxlEffort?: number | string | null;
  /**
   * Color behind transparent pixels if the output is a JPEG, and of the bars of 'fit' contain: a CSS color such as white, #102030, or
   * rgb(16 32 48). The bars can also show the image itself: 'blur', 'blur(12px)', or 'blur(12px, 0.8)', which is darker.
   */
  background?: string | null;
  /**
   * Metadata to remove: none (keep everything that the format can store), safe (the place, the author, and everything else that does
   * not affect appearance), all (the color profile and the gain map too), or gain-map (only the gain map). The digest stays; see
   * --no-digest. Default: none.
   */
  strip?: "none" | "safe" | "all" | "gain-map" | null;
  /**
   * Convert the colors to sRGB, and leave out the color profile. CMYK becomes RGB, and the tones of PQ and HLG are mapped. The image
   * is converted after it is resized and before it is blurred.
   */
  toSrgb?: boolean | null;
  /**
   * Also report these facts about each output as JSON, separated by commas: sha256, the hash of the file, and thumbhash, the ThumbHash
   * of the picture in base64, from which a page can draw a placeholder.
   */
  report?: string | null;
  /** Give the output the modification time of the input, in-place too. An input that is no file has none. */
  keepTime?: boolean | null;
}

/** The options of an image. All of them may be left out, or null. */
export interface Options extends OutputOptions {
  /**
   * Turn the image clockwise, as displayed, by 90, 180, or 270 degrees. All other options refer to the turned image. From JPEG to
   * JPEG, a turn alone loses nothing where whole MCUs allow. Default: 0.
   */
  rotate?: number | string | null;
  /** Mirror the image from top to bottom, after 'rotate'. */
  flip?: boolean | null;
  /** Mirror the image from left to right, after 'rotate'. */
  flop?: boolean | null;
  /**
   * Part of the image to keep, as displayed: width, height, and distances from the left and the top edge, in pixels (1200x800+40+0) or
   * as percentages (50%x50%+25%+0%).
   */
  crop?: string | null;
  /**
   * Sharpen the image after it is resized, and before it is blurred: the standard deviation of the unsharp mask in pixels, such as
   * 0.5. Its amount is 1. Default: 0.
   */
  sharpen?: number | string | null;
  /**
   * Blur radius at the blurred edge: the standard deviation of the Gaussian as in CSS, in pixels (20 or 20px) or as a percentage (5%)
   * of the image height, of the width for left and right, or of the shorter side for a mask and for sides on both axes. Default: 20.
   */
  maxRadius?: number | string | null;
  /** Another name of `maxRadius`. */
  sigma?: number | string | null;
  /**
   * Blur radius at the end of the ramp and beyond it, in the same units; must not exceed 'maxRadius'. If both are equal, the whole
   * image is blurred alike. Default: 0.
   */
  minRadius?: number | string | null;
  /**
   * Side of the image, as displayed, where the blur is strongest. With several sides, each pixel gets the maximum of their radii.
   * Default: top.
   */
  direction?: string | readonly string[] | null;
  /**
   * Part of the image that stays sharp, from the edge opposite the blurred one: a fraction (0.25) or a percentage (25%). The ramp ends
   * there, at the minimum radius. A negative value ends the ramp outside the image. Default: 0.
   */
  startOffset?: number | string | null;
  /**
   * How far the blur reaches into the image from its side: the distance from the blurred edge to the end of the ramp, in pixels (400
   * or 400px) or as a percentage (33%) of the image height, or of the width for left and right. Use it instead of 'startOffset', which
   * counts from the opposite edge: 33% here is 67% there.
   */
  reach?: number | string | null;
  /**
   * Curve of the radius along a ramp, from its smaller to its larger end. A short linear ramp has a visible line at its sharp end;
   * smoothstep and ease-in-out avoid it. Default: linear.
   */
  easing?: string | null;
  /**
   * Shape of the blur in the notation of CSS gradients, with radii in place of colors: 'linear-blur(to top, 5%, 0px 40%)' or
   * 'radial-blur(circle at 50% 40%, 0px 20%, 3% 70%)'. Several gradients are separated by spaces, or are a list of strings; each pixel
   * gets the maximum of their radii. An area with its own radius is a gradient, too: 'area-blur(circle(40px), 12px, feather 6px)'.
   * Replaces the other options for the shape.
   */
  ramp?: string | readonly string[] | null;
  /**
   * Path of an image that shows where to blur, stretched over the whole image: white gets 'maxRadius', black 'minRadius'. Its alpha
   * channel is used if it has transparency, otherwise its brightness. 'photo:depth' is the depth that a photo of a phone has, with the
   * farthest white, and 'photo' its subject.
   */
  mask?: Path | null;
  /** Blur where the mask is black instead. */
  maskInvert?: boolean | null;
  /**
   * Path of an image that shows what is in front of the blur, stretched over the whole image: where it is white, the image stays as it
   * is, and its colors do not spread into the blur around it. The other options say how strongly the rest is blurred. Its alpha
   * channel is used if it has transparency, otherwise its brightness. 'photo' is the subject that a photo of a phone tells.
   */
  matte?: Path | null;
  /** Keep what is black in the matte instead. */
  matteInvert?: boolean | null;
  /**
   * Side of the square cells of a mosaic, in pixels (16 or 16px) or as a percentage (3%) of the shorter side of the image. The image
   * is mixed with it where it would be blurred: wholly at the maximum radius, and not at all at the minimum radius. A mosaic can be
   * undone: use 'areaFill' to hide something.
   */
  mosaic?: number | string | null;
  /**
   * Also write the strength of the blur to this file, as a gray PNG image with 16 bits per sample that 'mask' reads. {dir} and {name}
   * stand for the directory and the name of the input: '{dir}/{name}-mask.png'.
   */
  emitMask?: Path | null;
  /**
   * Treatment of pixels beyond the image: normalize (ignore them), clamp (repeat the nearest edge pixel), mirror (mirror the image),
   * wrap (repeat the image), or transparent. Default: normalize.
   */
  edges?: "normalize" | "clamp" | "mirror" | "wrap" | "transparent" | null;
  /**
   * Color space for blurring: encoded (stored values, like CSS), linear (linear light, like an out-of-focus lens), or auto (linear for
   * PQ and HLG images, encoded for all others). The transfer function comes from the file; without one, it is that of sRGB. Default:
   * auto.
   */
  light?: "auto" | "encoded" | "linear" | null;
  /** Maximum number of threads for the blur and for PNG compression. With 1, decoding and encoding also run on the same thread. */
  threads?: number | string | null;
  /** CPU instruction set to use. Does not affect the output. */
  instructionSet?: "portable" | "ssse3" | "avx2" | "avx512" | "neon" | null;
  /**
   * Part of the image to blur, as a basic shape of CSS: 'xywh(120px 80px 200px 60px round 8px)', 'inset(10% 20%)', 'rect(0 50% 50%
   * 0)', 'circle(40px at 50% 30%)', 'ellipse(20% 30%)', or 'polygon(0 0, 100% 0, 50% 80px)'. Lengths are in px or % of the output.
   * Several shapes are separated by spaces, or are a list of strings. Without a ramp or a mask, the rest of the image stays as it is;
   * with one, each pixel gets the maximum radius.
   */
  area?: string | readonly string[] | null;
  /** Another name of `area`. */
  areas?: string | readonly string[] | null;
  /** Blur or paint all but the areas: what they cover together stays sharp, and the radius rises over 'feather' around them. */
  areaInvert?: boolean | null;
  /**
   * Blur radius inside the areas, in pixels (20 or 20px) or as a percentage (5%) of the shorter side of the image. A blur can be
   * undone: use 'areaFill' to hide something.
   */
  areaRadius?: number | string | null;
  /**
   * Distance from an area over which the radius falls to 0, in pixels (6 or 6px) or as a percentage (2%) of the shorter side of the
   * image; the curve is 'easing'.
   */
  feather?: number | string | null;
  /**
   * Paint the areas with this color instead of blurring them: a CSS color such as black, #102030, or rgb(16 32 48). Unlike a blur,
   * this removes what they cover from the output. In lossy inputs, whole blocks are painted.
   */
  areaFill?: string | null;
  /**
   * Start with the settings of a preset, which all other options override: status-bar, caption, tab-bar, tilt-shift, vignette, night,
   * fade-out, privacy, thumbnail, frosted, or a preset of the settings file. --print-settings shows its settings.
   */
  preset?: string | null;
  /**
   * Color blended over the blurred part, increasingly toward the blurred edge: a CSS color such as black, #102030, or rgb(16 32 48).
   * Gray images get its brightness.
   */
  tint?: string | null;
  /**
   * Opacity of the tint at the blurred edge: a fraction (0.3), a percentage (30%), or auto: the least at which text is legible where
   * the tint is strong (see 'contrast'). Default: 0.3.
   */
  tintOpacity?: number | string | null;
  /** Color of the text for which the opacity of the tint is chosen, with 'tintOpacity' auto. */
  textColor?: string | null;
  /**
   * Contrast that text has to have with 'tintOpacity' auto, as WCAG 2.2 defines it, except for 5% of the pixels anywhere in the part
   * where the tint is strong: 4.5, 3 for large text, or 7 for more. Default: 4.5.
   */
  contrast?: number | string | null;
  /**
   * Saturation at the blurred edge: less than 1 (or 100%) makes colors paler, 0 makes them gray, and more than 1 makes them more
   * vivid. Default: 1.
   */
  saturation?: number | string | null;
  /** Standard deviation of the noise at the blurred edge, in 8-bit steps. The noise is the same in every run. Default: 0. */
  grain?: number | string | null;
  /**
   * Transparency at the blurred edge, so that the image dissolves into what is behind it: a fraction (0.5) or a percentage (50%); 1 is
   * fully transparent. JPEG outputs need --background, the color to fade to. Default: 0.
   */
  fade?: number | string | null;
  /**
   * Add noise of up to one step to blurred pixels before they are rounded to 8 bits, so that smooth areas show no bands. Compressed
   * files become larger. No effect on JPEG outputs.
   */
  dither?: boolean | null;
  /** Leave the digest of the input and the settings out of the output. 'ifExists' skip-same does not recognize such an output. */
  noDigest?: boolean | null;
  /** Do not wait until the output is on disk. This is faster, but the output may be lost or corrupted in a power failure. */
  noFsync?: boolean | null;
  /**
   * What to do if the output exists: error (report an error), skip (skip the image), skip-same (skip it only if the output was made
   * from the same input with the same settings, otherwise replace the output), or overwrite (replace the output). With --in-place,
   * skip-same skips an image that has been blurred before, with any settings. Default: error.
   */
  ifExists?: "error" | "skip" | "skip-same" | "overwrite" | null;
  /** Same as 'ifExists' overwrite. */
  force?: boolean | null;
  /**
   * Maximum number of pixels in an image: a number, or one with the suffix K (thousand) or M (million), such as 50M. A scene has at
   * most 67108864. Default: 134217728.
   */
  maxPixels?: number | string | null;
  /** Maximum width and height of an image, in pixels. Default: 65535. */
  maxSide?: number | string | null;
  /** Maximum size of an input file: a number of bytes, or a number with the suffix K, M, or G. Default: 256M. */
  maxInput?: number | string | null;
  /**
   * Maximum memory per image or scene, estimated before decoding: a number of bytes, or a number with the suffix K, M, or G. A lower
   * system limit takes precedence. Default: 2G.
   */
  maxMemory?: number | string | null;
  /**
   * Maximum size of a file's metadata after decompression, including the color profile: a number of bytes, or a number with the suffix
   * K, M, or G. Metadata that 'strip' removes does not count. Default: 16M.
   */
  maxMetadata?: number | string | null;
  /** Maximum number of scans in a JPEG file. Default: 100. */
  maxScans?: number | string | null;
  /** Maximum number of segments before the image data in a JPEG file. Default: 4096. */
  maxSegments?: number | string | null;
  /** Maximum number of ancillary chunks in a PNG file, or of chunks beside the image in a WebP file. Default: 1000. */
  maxChunks?: number | string | null;
  /** Maximum number of decoder warnings before a file is rejected. Default: 100. */
  maxWarnings?: number | string | null;
  /** Time limit per image or scene. */
  timeout?: number | string | null;
  /**
   * Decode damaged images as far as possible and fill in the missing parts. JSON results are marked as damaged. Outside a batch, the
   * exit status is 3 unless an image fails.
   */
  allowDamaged?: boolean | null;
}
