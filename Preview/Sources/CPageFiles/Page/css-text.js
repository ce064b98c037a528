// The settings as CSS: stacked blurs that resemble the picture.

import { hexOf } from "./colors.js";
import { clamp, decimal } from "./dom.js";
import { profileOf, stopPositions } from "./geometry.js";
import { areaBlurs } from "./gradient.js";
import { rampOptions } from "./state.js";

/** What is said about the text. */
export const cssNote = () => "An approximation: browsers stack a few blurs, and shade the edges of the picture in another way.";

/** Radii of the layers, as fractions of the greatest one. */
const levels = [0, 1 / 8, 1 / 4, 1 / 2, 1];
const sampleCount = 24;

/** What the settings have beside the options that a text expresses, except for those of the file. */
export function lacking(state, expressed) {
  const { takenJob: job, taken } = state;
  const given = state.session.options.filter(({ name, section }) => section !== "Output" && (name in job.options || job[name]));
  const unread = taken.shape === "text" ? ["ramp"] : areaBlurs(job.options.ramp).length ? ["area-blur"] : [];
  return [...given.map(({ name }) => name).filter((name) => !expressed.includes(name)), ...unread, ...(tintOf(state)?.isChosen ? ["tint-opacity auto"] : [])];
}

const scaled = (pixels) => `calc(var(--scale) * ${decimal(pixels, 2)}px)`;
const lengthOf = ({ number, unit }) => (unit === "%" ? `${decimal(number, 3)}%` : scaled(number));

/** The ramps that the command takes: the beginning of a gradient, and the radius in pixels as a function of the position. */
export function gradients({ taken }) {
  const opposite = { top: "bottom", bottom: "top", left: "right", right: "left" };
  const ramps = taken.ramps.map((ramp) => {
    const positions = stopPositions(ramp, ...taken.size);
    return { head: ramp.kind === "linear" ? lineHead(ramp) : radialHead(ramp), radius: profileOf(taken, ramp), from: Math.min(0, ...positions), to: Math.max(1, ...positions) };
  });
  const sides = taken.sides.map((side) => ({ head: ["linear", `to ${opposite[side]}`], radius: profileOf(taken, null, [side]), from: 0, to: 1 }));
  return [...ramps, ...sides];
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
  const { taken } = state;
  const path = taken.mask && taken.shape === "mask" ? state.pathOf(taken.mask) : null;
  // a photo has its own mask in a place that browsers do not show
  const isInside = /^photo(:|$)/.test(path ?? "");
  const ramps = gradients(state);
  const radii = path ? [profileOf(taken, null)(1)] : ramps.flatMap(({ radius, from, to }) =>
    Array.from({ length: 41 }, (_, index) => radius(from + ((to - from) * index) / 40)));
  const [least, greatest] = [Math.min(...radii), Math.max(0, ...radii)];
  const maskOf = (opacity) => (path ? imageMask(path, taken) : ramps.map((ramp) => gradientText(ramp, opacity)).join(",\n      "));
  const layers = isInside || !greatest ? [] : path ? [[greatest, maskOf()]] : levels.slice(1).map((level, index) => {
    const [low, high] = [levels[index] * greatest, level * greatest];
    // a layer blurs the layers below it, and variances add up
    return [Math.sqrt(high * high - low * low), maskOf((radius) => clamp((radius - low) / (high - low), 0, 1))];
  });
  const looks = isInside || !(path || greatest) ? [] : lookLines(state);
  if (looks.length) layers.push([0, maskOf((radius) => (greatest > least ? (radius - least) / (greatest - least) : 1)), looks]);
  const rules = layers.map(([blur, mask, lines = [`backdrop-filter: blur(${scaled(blur)});`]], index) =>
    `  .varblur i:nth-of-type(${index + 1}) {\n    ${lines.join("\n    ")}\n    mask: ${mask};\n  }`);
  const shape = path ? ["max-radius", "mask", "mask-invert"] : rampOptions;
  const left = [...(isInside ? [`mask ${path}`] : []), ...lacking(state, [...shape, "tint-opacity", ...(looks.length ? ["tint", "saturation"] : [])])];
  const [width] = state.size;
  return [
    "<!-- An approximation of the settings of varblur. -->", ...(left.length ? [`<!-- Without: ${left.join(", ")}. -->`] : []),
    "<style>", `  /* --scale is the width of the picture on the page, divided by ${width}px. */`,
    `  .varblur { --scale: 1; position: relative; display: inline-block; overflow: hidden; width: calc(var(--scale) * ${width}px); }`,
    "  .varblur img { display: block; width: 100%; }", "  .varblur i { position: absolute; inset: 0; }", ...rules, "</style>",
    `<div class="varblur"><img src="${urlOf(state.picture?.path ?? "photo.jpg").replaceAll("&", "&amp;")}" alt="">${"<i></i>".repeat(layers.length)}</div>`,
  ].join("\n");
}

/** A path as the relative address of a file, in which nothing is a scheme, a query, or a fragment. */
const urlOf = (path) => encodeURI(/^[^/]*:/.test(path) ? `./${path}` : path).replace(/[?#]/g, encodeURIComponent);

/** A mask as a file; behind an inverted one, there is a layer that it is cut out of. */
function imageMask(path, taken) {
  const [operator, behind] = taken.isOn("mask-invert") ? [" exclude", ", linear-gradient(#000 0 0)"] : ["", ""];
  return `url("${urlOf(path)}") center / 100% 100%${operator} luminance${behind}`;
}

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
  return { color: hexOf(options.tint) ?? options.tint, opacity, isChosen };
}

const opacityDigits = (opacity) => Math.round(clamp(opacity, 0, 1) * 255).toString(16).padStart(2, "0");
