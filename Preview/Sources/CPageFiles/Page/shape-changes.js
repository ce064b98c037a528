// What becomes of a shape when another kind is chosen: the same parts of the picture stay blurred, as far as the kind can do it.

import { clamp, decimal } from "./dom.js";
import { angle, axisLength, center, ellipse, radiusLength, stopPositions, stopRadii } from "./geometry.js";
import { length, percent, rampsText } from "./gradient.js";
import { withSameRadii } from "./turning.js";

/** Where ramps from sides end at most. */
export const greatestOffset = 0.995;
const axes = { top: 180, bottom: 180, left: 90, right: 90 };
const isVertical = (side) => side === "top" || side === "bottom";
const isAtStart = (side) => side === "top" || side === "left";

/** A length in the same unit whose percentages refer to another whole. */
function rescaled({ number, unit }, from, to) {
  if (unit !== "%" || Math.abs(from - to) < 0.5) return { number, unit };
  return { number: Number(((number * from) / to).toFixed(3)), unit };
}

const text = ({ number, unit }) => `${decimal(number, 3)}${unit}`;

/** A radial ramp around the middle of the picture. */
const radial = (stops) => ({
  kind: "radial", isCircle: false, extent: "farthest-corner", size: null, center: { x: percent(0.5), y: percent(0.5) }, stops,
});

/**
 * The options of a shape of a kind that resembles the shape of the state.
 *
 * `kind` is `sides`, `linear`, `radial`, or `mask`.
 */
export function settingsOf(state, kind) {
  const { shape } = state;
  const isRamp = Boolean(state.ramp);
  if (kind === "linear" || kind === "radial") {
    const ramps = isRamp ? withRampOfKind(state, kind) : kind === "linear" ? linesOfSides(state) : radialOfSides(state);
    return { ramp: rampsText(ramps, state.values.ramp) };
  }
  const { greatest, least, others } = !isRamp ? radiiOf(state) : kind === "sides" ? sidesOfRamp(state) : radiiOfRamp(state);
  const from = isRamp ? rampWhole(state) : axisLength(state.directions, shape === "mask", ...state.size);
  const directions = others?.direction ? sidesIn(others.direction) : shape === "mask" ? ["top"] : state.directions;
  const to = axisLength(directions, kind === "mask", ...state.size);
  const values = { ...others };
  const [highest, lowest] = [text(rescaled(greatest, from, to)), text(rescaled(least, from, to))];
  if (highest !== `${state.default("max-radius")}px`) values["max-radius"] = highest;
  if (least.number > 0) values["min-radius"] = lowest;
  return values;
}

const sidesIn = (direction) => (direction === "all" ? ["top", "bottom", "left", "right"] : direction.split(","));
const rampWhole = (state) => radiusLength(state.ramp, ...state.size);

/** The greatest and the least radius of sides or a mask. */
function radiiOf(state) {
  const zero = { number: 0, unit: "px" };
  return { greatest: length(state.get("max-radius")) ?? length(state.default("max-radius")), least: length(state.get("min-radius")) ?? zero };
}

function radiiOfRamp({ ramp, size }) {
  const radii = stopRadii(ramp, ...size);
  const stopWith = (value) => ramp.stops[radii.indexOf(value)].radius;
  return { greatest: stopWith(Math.max(...radii)), least: stopWith(Math.min(...radii)) };
}

// Ramps of sides

function linesOfSides(state) {
  const { greatest, least } = radiiOf(state);
  const isMask = state.shape === "mask";
  const directions = isMask ? ["top"] : state.directions;
  const from = axisLength(directions, isMask, ...state.size);
  const line = (side, stops) => ({
    kind: "linear", direction: { degrees: axes[side] },
    stops: stops.map(([radius, position]) => ({ radius: rescaled(radius, from, state.size[isVertical(side) ? 1 : 0]), position: percent(position) })),
  });
  const lines = directions.map((side) => {
    const offset = isMask ? 0 : state.startOffset(state.size[isVertical(side) ? 1 : 0]);
    return line(side, isAtStart(side) ? [[greatest, 0], [least, 1 - offset]] : [[least, offset], [greatest, 1]]);
  });
  const isPair = directions.length === 2 && axes[directions[0]] === axes[directions[1]];
  if (isPair && lines[0].stops[1].position.number <= lines[1].stops[0].position.number) {
    return [{ ...lines[0], stops: [...lines[0].stops, ...lines[1].stops] }];
  }
  return lines;
}

/** A sharp center, because a blur from a side leaves the subject sharp. */
function radialOfSides(state) {
  const { greatest, least } = radiiOf(state);
  const isMask = state.shape === "mask";
  const directions = isMask ? ["top"] : state.directions;
  const from = axisLength(directions, isMask, ...state.size);
  const side = state.size[isVertical(directions[0]) ? 1 : 0];
  const reach = isMask ? 1 : 1 - state.startOffset(side);
  const inner = reach < 0.5 ? (0.5 - reach) * Math.SQRT2 : 0.35;
  const to = Math.min(...state.size);
  return [radial([{ radius: rescaled(least, from, to), position: percent(inner) }, { radius: rescaled(greatest, from, to), position: percent(1) }])];
}

// Ramps of ramps

function withRampOfKind(state, kind) {
  const { ramps, selectedRamp, size } = state;
  const ramp = ramps[selectedRamp];
  ramps[selectedRamp] = kind === "linear" ? lineOfRadial(ramp, size) : radialOfLine(ramp, size);
  return ramps;
}

/** Whether the ends of a ramp are alike, and its middle is not. */
function isMirrored(radii) {
  const [first, last, greatest] = [radii[0], radii.at(-1), Math.max(...radii)];
  return Math.abs(first - last) <= greatest * 0.05 && radii.some((radius) => Math.abs(radius - first) > greatest * 0.05);
}

function radialOfLine(ramp, size) {
  const positions = stopPositions(ramp, ...size);
  const radii = stopRadii(ramp, ...size);
  let stops = ramp.stops.map(({ radius }, index) => ({ radius, position: percent(positions[index]) }));
  if (isMirrored(radii)) {
    // the middle of the line becomes the center
    const half = stops.filter((_, index) => positions[index] >= 0.5)
      .map(({ radius, position }) => ({ radius, position: percent((position.number / 100 - 0.5) * 2) }));
    const before = positions.findLastIndex((position) => position < 0.5);
    if (half[0].position.number > 0) half.unshift({ radius: ramp.stops[Math.max(before, 0)].radius, position: percent(0) });
    stops = half.length > 1 ? half : stops;
  } else if (radii[0] > radii.at(-1)) {
    // the sharp end becomes the center
    stops = stops.reverse().map(({ radius, position }) => ({ radius, position: percent(1 - position.number / 100) }));
  }
  return withSameRadii({ ...ramp, stops }, radial(stops), size);
}

/** A line from top to bottom through the center, which stays as sharp or as blurred as it is. */
function lineOfRadial(ramp, size) {
  const positions = stopPositions(ramp, ...size);
  const { y } = center(ramp, ...size);
  const radius = ellipse(ramp, ...size).y;
  const place = (index, sign) => percent((y + sign * positions[index] * radius) / size[1]);
  const lower = ramp.stops.map((stop, index) => ({ radius: stop.radius, position: place(index, 1) }));
  const upper = ramp.stops.map((stop, index) => ({ radius: stop.radius, position: place(index, -1) })).reverse();
  const stops = positions[0] < 0.001 ? [...upper, ...lower.slice(1)] : [...upper, ...lower];
  return withSameRadii({ ...ramp, stops }, { kind: "linear", direction: { degrees: 180 }, stops }, size);
}

// Sides of ramps

function sidesOfRamp(state) {
  const { ramp, size } = state;
  const { greatest, least } = radiiOfRamp(state);
  const positions = stopPositions(ramp, ...size);
  const radii = stopRadii(ramp, ...size);
  const lowest = Math.min(...radii);
  const isLeast = (radius) => radius <= lowest + 0.01;
  const offset = (value) => (value > 0.0005 ? { "start-offset": `${decimal(clamp(value, -1, greatestOffset) * 100, 1)}%` } : {});
  if (ramp.kind === "radial") {
    // sides cannot blur the center alone
    if (radii[0] > radii.at(-1)) return { greatest, least, others: {} };
    const inner = positions[Math.max(radii.findLastIndex(isLeast), 0)] * ellipse(ramp, ...size).y;
    return { greatest, least, others: { direction: "all", ...offset(0.5 + Math.min(inner / size[1], 0.45)) } };
  }
  const degrees = Math.round(angle(ramp, ...size) / 90) * 90 % 360;
  const [start, end] = { 0: ["bottom", "top"], 90: ["left", "right"], 180: ["top", "bottom"], 270: ["right", "left"] }[degrees];
  const [firstLeast, lastLeast] = [positions[radii.findIndex(isLeast)], positions[radii.findLastIndex(isLeast)]];
  if (isMirrored(radii) && radii[0] > lowest + 0.01) {
    const both = isVertical(start) ? "top,bottom" : "left,right";
    return { greatest, least, others: { direction: both, ...offset(1 - (firstLeast + 1 - lastLeast) / 2) } };
  }
  const isFromStart = radii[0] >= radii.at(-1);
  const side = isFromStart ? start : end;
  return { greatest, least, others: { ...(side === "top" ? {} : { direction: side }), ...offset(isFromStart ? 1 - firstLeast : lastLeast) } };
}
