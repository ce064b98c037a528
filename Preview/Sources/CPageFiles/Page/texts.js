// The settings as texts to take along: a command line, a job of a batch, and programs in Swift and Python.

import { hexColor } from "./option-panels.js";
import { length } from "./gradient.js";

/** What the texts say: options as names and values, and the names of the files. */
export function description(state) {
  const job = state.takenJob;
  const options = Object.entries(job.options);
  if (job.mask) options.push(["mask", state.pathOf(job.mask)]);
  if (job.matte) options.push(["matte", state.pathOf(job.matte)]);
  const input = state.picture?.path ?? "photo.jpg";
  const damage = state.picture?.allowsDamage ? ["--allow-damaged"] : [];
  return {
    options: sorted(options, state.session), fixed: [...state.session.fixedArguments, ...damage], input, output: outputName(state, input),
  };
}

/** In the order of the documentation. */
function sorted(options, session) {
  const order = session.options.map((option) => option.name);
  return options.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

/** The name of the output: that of the input with `-blur`, and the extension of its format. */
export function outputName(state, input) {
  const extensions = { png: ".png", jpeg: ".jpg", webp: ".webp", avif: ".avif" };
  const dot = input.lastIndexOf(".");
  const slash = input.lastIndexOf("/");
  const stem = dot > slash + 1 ? input.slice(0, dot) : input;
  const own = dot > slash + 1 ? input.slice(dot) : "";
  const format = state.takenJob.options.format ?? state.picture?.format ?? "jpeg";
  const isOwn = { png: [".png"], jpeg: [".jpg", ".jpeg"], webp: [".webp"], avif: [".avif"] }[format]?.includes(own.toLowerCase());
  return `${stem}-blur${isOwn ? own : extensions[format]}`;
}

// The command line

/** A word of a command line, in single quotes if it needs them. */
export function quoted(text) {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A path that is not mistaken for an option or a subcommand. */
export const safePath = (path) => (path.startsWith("-") || ["batch", "preview", "help"].includes(path) ? `./${path}` : path);

export function shellText(state) {
  const { options, fixed, input, output } = description(state);
  return [...commandWords(state), ...optionWords(options, fixed), quoted(safePath(input)), quoted(safePath(output))].join(" ");
}

/** The command that starts the preview with the settings. */
export function startText(state) {
  const { options, fixed } = description(state);
  const files = state.session.pictures.filter(({ isFile }) => isFile).map(({ path }) => quoted(safePath(path)));
  return [...commandWords(state, "preview"), ...optionWords(options, fixed), ...files].join(" ");
}

/** Options as words. */
function optionWords(options, fixed) {
  const words = fixed.map(quoted);
  for (const [name, value] of options) {
    if (value === true) words.push(`--${name}`);
    else if (value.startsWith("-")) words.push(quoted(`--${name}=${value}`));
    else words.push(`--${name}`, quoted(["mask", "matte"].includes(name) ? safePath(value) : value));
  }
  return words;
}

/** The command, without the settings that it would read: the page shows its own. */
function commandWords({ session: { hasSettingsFile, variables } }, ...subcommand) {
  const others = variables.length ? ["env", ...variables.flatMap((name) => ["-u", name])] : [];
  return [...others, "varblur", ...subcommand, ...(hasSettingsFile ? ["--no-settings"] : [])];
}

// A job of a batch

/** How a job is performed. */
export const batchNote = (state) => `A line of the input of: ${commandWords(state, "batch").join(" ")}`;

export function jsonText(state) {
  const { options, fixed, input, output } = description(state);
  const others = fixed.map((argument) => {
    const [name, value] = divided(argument);
    return [name, value ?? true];
  });
  return JSON.stringify({ input, output, options: Object.fromEntries([...others, ...options]) });
}

function divided(argument) {
  const sign = argument.indexOf("=");
  return sign < 0 ? [argument.slice(2)] : [argument.slice(2, sign), argument.slice(sign + 1)];
}

// Python

export function pythonText(state) {
  const { options, fixed, input, output } = description(state);
  const others = fixed.map((argument) => divided(argument)).map(([name, value]) => [name, value ?? true]);
  const keywords = [...others, ...options].filter(([name]) => name !== "if-exists" && name !== "no-fsync")
    .map(([name, value]) => `    ${name.replaceAll("-", "_")}=${value === true ? "True" : JSON.stringify(value)},\n`);
  return [
    "from pathlib import Path", "", "import varblur", "",
    `blurred = varblur.blur(\n    Path(${JSON.stringify(input)}).read_bytes(),\n${keywords.join("")})`,
    `Path(${JSON.stringify(output)}).write_bytes(blurred)`,
  ].join("\n");
}

// Swift

/** A string literal of Swift. */
function literal(text) {
  const escaped = [...text].map((character) => {
    if (character === "\\" || character === '"') return `\\${character}`;
    const code = character.codePointAt(0);
    return code < 0x20 || code === 0x7f ? `\\u{${code.toString(16)}}` : character;
  });
  return `"${escaped.join("")}"`;
}

const fraction = (text) => (text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text));

function radius(text) {
  const { number, unit } = length(text);
  return unit === "%" ? `.percent(${number})` : `.pixels(${number})`;
}

function color(text) {
  const hex = hexColor(text);
  return [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
}

const sideList = (text) => (text === "all" ? ["top", "bottom", "left", "right"] : text.split(",")).map((side) => `.${side}`).join(", ");

/** The lines of Swift for each option; those of the look are in one line together. */
const swiftLines = {
  "max-radius": (text) => `job.blur.maximumRadius = ${radius(text)}`,
  "min-radius": (text) => `job.blur.minimumRadius = ${radius(text)}`,
  "direction": (text) => `job.blur.directions = [${sideList(text)}]`,
  "start-offset": (text) => `job.blur.startOffset = ${fraction(text)}`,
  "reach": (text) => `job.blur.reach = ${radius(text)}`,
  "easing": (text) => `job.blur.easing = try Easing(${literal(text)})`,
  "ramp": (text) => `job.blur.gradients = try BlurGradient.list(${literal(text)})`,
  "mask": (text) => `job.maskSource = .file(path: ${literal(text)})`,
  "mask-invert": () => "job.isMaskInverted = true",
  "matte": (text) => `job.matteSource = .file(path: ${literal(text)})`,
  "matte-invert": () => "job.isMatteInverted = true",
  "light": (text) => `job.blur.light = .${text}`,
  "edges": (text) => `job.blur.edges = .${text}`,
  "crop": (text) => `job.crop = try Crop(${literal(text)})`,
  "resize": (text) => `job.resize = try Resize(${literal(text)})`,
  "fit": (text) => `job.resize?.fit = .${text}`,
  "position": (text) => `job.resize?.position = try BlurGradient.Position(${literal(text)})`,
  "no-enlarge": () => "job.resize?.enlarges = false",
  "format": (text) => `job.output.format = .${text === "webp" ? "webP" : text}`,
  "jpeg-quality": (text) => `job.output.jpegQuality = ${Number(text)}`,
  "jpeg-smooth": (text) => `job.output.jpegSmoothing = .${text}`,
  "progressive": () => "job.output.jpegIsProgressive = true",
  "baseline": () => "job.output.jpegIsProgressive = false",
  "png-compression": (text) => `job.output.pngCompression = .${text}`,
  "webp-quality": (text) => `job.output.webPQuality = ${text === "lossless" ? ".lossless" : `.lossy(${Number(text)})`}`,
  "avif-quality": (text) => `job.output.avifQuality = ${Number(text)}`,
  "avif-speed": (text) => `job.output.avifSpeed = ${Number(text)}`,
  "background": (text) => {
    if (text.startsWith("blur")) return `job.resize?.bars = try Resize.Bars(${literal(text)})`;
    const [red, green, blue] = color(text);
    return `job.output.background = RGBColor(red: ${red}, green: ${green}, blue: ${blue})`;
  },
  "strip": (text) => `job.output.stripping = .${text === "gain-map" ? "gainMap" : text}`,
  "to-srgb": () => "job.output.convertsToSRGB = true",
  "no-digest": () => null,
  "area": () => null, "area-radius": () => null, "feather": () => null, "area-fill": () => null,
  "tint": () => null, "tint-opacity": () => null, "saturation": () => null, "grain": () => null, "fade": () => null, "dither": () => null,
};

/** The names of the options that the text in Swift can express. */
export const swiftOptions = Object.keys(swiftLines);

/** The lines of Swift for areas, which are blurred or filled. */
function areas(options) {
  const values = Object.fromEntries(options);
  if (!values.area) return [];
  const hasRamp = ["ramp", "direction", "start-offset", "mask"].some((name) => values[name]);
  const shapes = `try BlurArea.Shape.list(${literal(values.area)})`;
  const lines = hasRamp ? [] : ["job.blur.directions = []"];
  if (values["area-fill"]) {
    const [red, green, blue] = color(values["area-fill"]);
    return [...lines, `job.fill = AreaFill(${shapes}, color: RGBColor(red: ${red}, green: ${green}, blue: ${blue}))`];
  }
  const blurred = values["area-radius"] ? radius(values["area-radius"]) : "job.blur.maximumRadius";
  const feather = values.feather ? `, feather: ${radius(values.feather)}` : "";
  return [...lines, `job.blur.areas = ${shapes}.map { try BlurArea($0, radius: ${blurred}${feather}) }`];
}

function look(options) {
  const values = Object.fromEntries(options);
  const parts = [];
  if (values.tint) {
    const channels = color(values.tint).map((value, index) => `${["red", "green", "blue"][index]}: ${value} / 255.0`);
    parts.push(`tint: .init(${channels.join(", ")}, opacity: ${fraction(values["tint-opacity"] ?? "0.3")})`);
  }
  if (values.saturation) parts.push(`saturation: ${fraction(values.saturation)}`);
  if (values.grain) parts.push(`grain: ${Number(values.grain)}`);
  if (values.fade) parts.push(`fade: ${fraction(values.fade)}`);
  if (values.dither) parts.push("dithers: true");
  return parts.length ? [`job.blur.look = try BlurLook(${parts.join(", ")})`] : [];
}

export function swiftText(state) {
  const { options, fixed, input, output } = description(state);
  const names = Object.fromEntries(options);
  const lines = options.map(([name, value]) => {
    if (!swiftLines[name]) return `// Not set: --${name} ${value}`;
    return swiftLines[name](value);
  }).filter(Boolean);
  return [
    "import VarBlur", "import VarBlurCodecs", "", "var job = BlurJob()",
    ...(names["no-digest"] ? [] : ["job.writesDigest = true"]), ...lines, ...areas(options), ...look(options),
    ...fixed.map((argument) => (argument === "--allow-damaged" ? "job.limits.allowsDamage = true" : `// Not set: ${argument}`)),
    `_ = try job.run(from: .file(path: ${literal(input)}), to: .file(path: ${literal(output)}))`,
  ].join("\n");
}
