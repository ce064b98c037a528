// The settings as CSS: stacked blurs that resemble the picture.

import { profileOf } from "./curve-panel.js";
import { decimal } from "./dom.js";
import { stopPositions } from "./geometry.js";
import { lengthText } from "./gradient.js";
import { hexColor } from "./option-panels.js";

/** What is said about the text. */
export const cssNote = () => "An approximation: browsers stack a few blurs, and shade the edges of the picture in another way.";

/** Radii of the layers, as fractions of the greatest one. */
const levels = [0, 1 / 8, 1 / 4, 1 / 2, 1];
const sampleCount = 24;

/** Options that CSS cannot express here. */
const missing = ["area", "area-fill", "mosaic", "matte", "grain", "dither", "fade", "min-radius", "light", "edges", "rotate", "flip", "flop", "crop", "resize", "sharpen"];

/** Those of some options that the settings have. */
export const optionsGiven = (state, names) => names.filter((name) => name in state.takenJob.options || (name === "matte" && state.takenJob.matte) || (name === "mask" && state.takenJob.mask));

const scaled = (pixels) => `calc(var(--scale) * ${decimal(pixels, 2)}px)`;
const lengthOf = ({ number, unit }) => (unit === "%" ? `${decimal(number, 3)}%` : scaled(number));

/** The ramps of the shape: the beginning of a gradient, and the radius in pixels as a function of the position. */
export function gradients(state) {
  if (state.ramp) {
    return state.ramps.map((ramp) => {
      const positions = stopPositions(ramp, ...state.size);
      return { head: ramp.kind === "linear" ? lineHead(ramp) : radialHead(ramp), radius: profileOf(state, ramp), from: Math.min(0, ...positions), to: Math.max(1, ...positions) };
    });
  }
  const profile = profileOf(state, null);
  const opposite = { top: "bottom", bottom: "top", left: "right", right: "left" };
  return state.directions.map((side) => ({ head: ["linear", `to ${opposite[side]}`], radius: profile, from: 0, to: 1 }));
}

const lineHead = ({ direction }) => ["linear", direction.corner ? `to ${direction.corner}` : `${decimal(direction.degrees, 2)}deg`];

function radialHead(ramp) {
  const size = ramp.size ? ramp.size.slice(0, ramp.isCircle ? 1 : 2).map(lengthOf).join(" ") : ramp.extent;
  return ["radial", `${ramp.isCircle ? "circle" : "ellipse"} ${size} at ${lengthOf(ramp.center.x)} ${lengthOf(ramp.center.y)}`];
}

/** A function of the radius along a ramp, without what lies on a straight line between its neighbors. */
export function samplesOf({ radius, from, to }, valueOf, tolerance = 0.004, count = sampleCount) {
  const samples = Array.from({ length: count + 1 }, (_, index) => from + ((to - from) * index) / count)
    .map((position) => ({ position, value: valueOf(radius(position)) }));
  return samples.filter(({ value }, index) => {
    const [before, after] = [samples[index - 1], samples[index + 1]];
    return !before || !after || Math.abs((before.value + after.value) / 2 - value) > tolerance;
  });
}

/** A gradient whose opacity is a function of the radius. */
function gradientText(ramp, opacity) {
  const [kind, start] = ramp.head;
  const stops = samplesOf(ramp, opacity).map(({ position, value }) => `rgb(0 0 0 / ${decimal(value, 3)}) ${decimal(position * 100, 1)}%`);
  return `${kind}-gradient(${start}, ${stops.join(", ")})`;
}

/** A page with the picture and its layers. */
export function cssText(state) {
  const path = state.takenJob.mask && !state.ramp ? state.pathOf(state.takenJob.mask) : null;
  // a photo has its own mask in a place that browsers do not show
  const isInside = /^photo(:|$)/.test(path ?? "");
  const ramps = path ? [] : gradients(state);
  const greatest = path ? profileOf(state, null)(1) : Math.max(0.01, ...ramps.flatMap(({ radius, from, to }) =>
    Array.from({ length: 41 }, (_, index) => radius(from + ((to - from) * index) / 40))));
  const maskOf = (opacity) => (path ? `url("${encodeURI(path)}") center / 100% 100% luminance` : ramps.map((ramp) => gradientText(ramp, opacity)).join(",\n      "));
  const layers = isInside ? [] : path ? [[greatest, maskOf()]] : levels.slice(1).map((level, index) => {
    const [low, high] = [levels[index] * greatest, level * greatest];
    // a layer blurs the layers below it, and variances add up
    return [Math.sqrt(high * high - low * low), maskOf((radius) => Math.min(Math.max((radius - low) / (high - low), 0), 1))];
  });
  const looks = isInside ? [] : lookLines(state);
  if (looks.length) layers.push([0, maskOf((radius) => radius / greatest), looks]);
  const rules = layers.map(([blur, mask, lines = [`backdrop-filter: blur(${scaled(blur)});`]], index) =>
    `  .varblur i:nth-of-type(${index + 1}) {\n    ${lines.join("\n    ")}\n    mask: ${mask};\n  }`);
  const left = [...(isInside ? [`mask ${path}`] : []), ...optionsGiven(state, missing), ...(tintOf(state)?.isChosen ? ["tint-opacity auto"] : [])];
  const [width] = state.size;
  return [
    "<!-- An approximation of the settings of varblur. -->", ...(left.length ? [`<!-- Without: ${left.join(", ")}. -->`] : []),
    "<style>", `  /* --scale is the width of the picture on the page, divided by ${width}px. */`,
    `  .varblur { --scale: 1; position: relative; display: inline-block; overflow: hidden; width: calc(var(--scale) * ${width}px); }`,
    "  .varblur img { display: block; width: 100%; }", "  .varblur i { position: absolute; inset: 0; }", ...rules, "</style>",
    `<div class="varblur"><img src="${attribute(state.picture?.path ?? "photo.jpg")}" alt="">${"<i></i>".repeat(layers.length)}</div>`,
  ].join("\n");
}

const attribute = (path) => encodeURI(path).replaceAll('"', "%22");

/** Changes of the colors. */
function lookLines(state) {
  const { options } = state.takenJob;
  const lines = [];
  const tint = tintOf(state);
  if (options.saturation) lines.push(`backdrop-filter: saturate(${share(options.saturation)});`);
  if (tint) lines.push(`background: ${tint.color}${opacityDigits(tint.opacity)};`);
  return lines;
}

const share = (text) => (text.endsWith("%") ? Number(text.slice(0, -1)) / 100 : Number(text));

/** The color and the opacity of the tint, and whether the command chooses the opacity for the picture; `null` without a tint. */
export function tintOf(state) {
  const { options } = state.takenJob;
  if (!options.tint) return null;
  const isChosen = options["tint-opacity"] === "auto";
  const opacity = share(isChosen ? state.default("tint-opacity") : options["tint-opacity"] ?? state.default("tint-opacity"));
  return { color: hexColor(options.tint) ?? options.tint, opacity, isChosen };
}

const opacityDigits = (opacity) => Math.round(Math.min(Math.max(opacity, 0), 1) * 255).toString(16).padStart(2, "0");
