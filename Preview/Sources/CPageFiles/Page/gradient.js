// Ramps in the notation of gradients in CSS: text to values and back.

/** A length such as `12px` or `5%`; `null` if the text is none. */
export function length(text) {
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(px|%)?$/i.exec(text.trim());
  return match && { number: Number(match[1]), unit: match[2] ?? "px" };
}

/** A length in pixels; percentages refer to `whole`. */
export const pixels = ({ number, unit }, whole) => (unit === "%" ? (number / 100) * whole : number);

/** The text of a length; a text that is none stays as it is. */
export const lengthText = ({ number, unit, text }) => text ?? `${Number(number.toFixed(3))}${unit}`;

const degreesPerUnit = { deg: 1, grad: 0.9, turn: 360, rad: 180 / Math.PI };
const sides = { top: 0, right: 90, bottom: 180, left: 270 };

function direction(text) {
  const match = /^([+-]?[\d.]+(?:e[+-]?\d+)?)(deg|grad|turn|rad)$/i.exec(text);
  if (match) return { degrees: Number(match[1]) * degreesPerUnit[match[2].toLowerCase()] };
  const words = /^to\s+(\w+)(?:\s+(\w+))?$/.exec(text);
  if (!words) return null;
  if (!words[2]) return { degrees: sides[words[1]] };
  const vertical = [words[1], words[2]].find((word) => word === "top" || word === "bottom");
  const horizontal = [words[1], words[2]].find((word) => word === "left" || word === "right");
  return { corner: `${vertical} ${horizontal}` };
}

function stops(parts) {
  const result = [];
  parts.forEach((part, index) => {
    const words = part.split(/\s+/);
    const [radius, ...positions] = words.map(length);
    if (!radius) throw new Error(`not a stop: ${part}`);
    const isMidpoint = words.length === 1 && radius.unit === "%" && result.length > 0 && index < parts.length - 1;
    if (isMidpoint) result.at(-1).midpoint = radius.number;
    // the position "auto" is no length
    else result.push(...(positions.length ? positions : [null]).map((position) => ({ radius: { ...radius }, position })));
  });
  return result;
}

const extents = ["closest-side", "closest-corner", "farthest-side", "farthest-corner"];

function shape(text) {
  const [before, at] = text.split(/(?:^|\s+)at\s+/);
  const words = before.split(/\s+/).filter(Boolean);
  const lengths = words.map(length).filter(Boolean);
  const extent = words.find((word) => extents.includes(word)) ?? "farthest-corner";
  const isCircle = words.includes("circle") || lengths.length === 1;
  const center = position(at);
  if (lengths.length === 1) return { isCircle: true, size: [lengths[0], lengths[0]], extent: null, center };
  if (lengths.length === 2) return { isCircle: false, size: lengths, extent: null, center };
  return { isCircle, size: null, extent, center };
}

/** A fraction as a percentage with at most some decimals. */
export const percent = (fraction, places = 2) => ({ number: Number((fraction * 100).toFixed(places)), unit: "%" });

/** A position as in `at left 20%`; the center without a text. */
export function position(text) {
  let [x, y] = [percent(0.5), percent(0.5)];
  const words = (text ?? "").trim().split(/\s+/).filter(Boolean);
  words.forEach((word, index) => {
    const value = length(word);
    if (word === "left") x = percent(0);
    else if (word === "right") x = percent(1);
    else if (word === "top") y = percent(0);
    else if (word === "bottom") y = percent(1);
    else if (value && index === 0) x = value;
    else if (value) y = value;
  });
  return { x, y };
}

const isShape = (text) => /\b(circle|ellipse|at)\b/.test(text) || extents.some((word) => text.includes(word));

/** One ramp; throws an error for a text that is none. */
function parseRamp(text) {
  const match = /^\s*(linear|radial)-blur\s*\(([\s\S]*)\)\s*$/.exec(text);
  if (!match) throw new Error(`not a ramp: ${text}`);
  const parts = match[2].split(",").map((part) => part.trim());
  if (match[1] === "linear") {
    const found = direction(parts[0]);
    const rest = found ? parts.slice(1) : parts;
    return { kind: "linear", direction: found ?? { degrees: 180 }, stops: stops(rest) };
  }
  const found = isShape(parts[0]);
  return { kind: "radial", ...shape(found ? parts[0] : ""), stops: stops(found ? parts.slice(1) : parts) };
}

/** The texts of all ramps of a text in which they are separated by spaces. */
const rampTexts = (text = "") => text.match(/(linear|radial)-blur\s*\([^)]*\)/g) ?? [];

/** All ramps of a text. */
export const parseRamps = (text) => rampTexts(text).map(parseRamp);

/** New texts, in place of those that mean the same as an old one the old one; `known` are pairs of a new text and an old one. */
export function keepingTexts(texts, known) {
  const old = new Map(known);
  return texts.map((text) => old.get(text) ?? text);
}

/** The texts of the areas among ramps, which the page does not draw. */
export const areaBlurs = (text = "") => text.match(/area-blur\s*\(([^()]|\([^()]*\))*\)/g) ?? [];

/** The text of ramps; ramps of the text before stay as they are written, and so do its areas. */
export function rampsText(ramps, before) {
  const known = rampTexts(before).map((text) => [rampText(parseRamp(text)), text]);
  return [...keepingTexts(ramps.map(rampText), known), ...areaBlurs(before)].join(" ");
}

/** The text of a stop, and of the midpoint after it; a percentage alone between two stops is a midpoint. */
function stopText({ radius, position, midpoint }, index, stops) {
  const isBetween = index > 0 && index < stops.length - 1;
  const place = position ? ` ${lengthText(position)}` : radius.unit === "%" && isBetween ? " auto" : "";
  return lengthText(radius) + place + (midpoint === undefined ? "" : `, ${lengthText({ number: midpoint, unit: "%" })}`);
}

function directionText(direction) {
  if (direction.corner) return `to ${direction.corner}`;
  const degrees = ((direction.degrees % 360) + 360) % 360;
  const side = Object.keys(sides).find((name) => sides[name] === degrees);
  return side ? `to ${side}` : `${Number(degrees.toFixed(2))}deg`;
}

function shapeText(ramp) {
  const size = ramp.size ? ramp.size.slice(0, ramp.isCircle ? 1 : 2).map(lengthText).join(" ") : ramp.extent;
  const name = ramp.isCircle ? "circle" : "ellipse";
  const { x, y } = ramp.center;
  return `${name} ${size} at ${lengthText(x)} ${lengthText(y)}`;
}

/** The text of a ramp. */
export function rampText(ramp) {
  const first = ramp.kind === "linear" ? directionText(ramp.direction) : shapeText(ramp);
  return `${ramp.kind}-blur(${[first, ...ramp.stops.map(stopText)].join(", ")})`;
}
