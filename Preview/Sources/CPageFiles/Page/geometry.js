// Where ramps lie on a picture, and the radius along them. All coordinates are pixels of the upright picture.

import { ease } from "./easing.js";
import { length, pixels } from "./gradient.js";

/** The line of a linear ramp: its start, its unit vector, and its length. */
export function line(ramp, width, height) {
  let vector;
  if (ramp.direction.corner) {
    const diagonal = Math.hypot(width, height);
    const isRight = ramp.direction.corner.includes("right");
    const isBottom = ramp.direction.corner.includes("bottom");
    vector = { x: (isRight ? height : -height) / diagonal, y: (isBottom ? width : -width) / diagonal };
  } else {
    const angle = (ramp.direction.degrees * Math.PI) / 180;
    vector = { x: Math.sin(angle), y: -Math.cos(angle) };
  }
  const total = Math.abs(vector.x * width) + Math.abs(vector.y * height);
  const start = { x: width / 2 - (vector.x * total) / 2, y: height / 2 - (vector.y * total) / 2 };
  return { start, vector, length: total };
}

/** The angle of a linear ramp in degrees, 0 to 360. */
export function angle(ramp, width, height) {
  const { vector } = line(ramp, width, height);
  return ((Math.atan2(vector.x, -vector.y) * 180) / Math.PI + 360) % 360;
}

/** The center of a radial ramp. */
export const center = (ramp, width, height) => ({
  x: pixels(ramp.center.x, width), y: pixels(ramp.center.y, height),
});

/** The two radii of the ellipse on which stops at 100% lie. */
export function ellipse(ramp, width, height) {
  if (ramp.size) {
    if (ramp.isCircle) return { x: ramp.size[0].number, y: ramp.size[0].number };
    return { x: pixels(ramp.size[0], width), y: pixels(ramp.size[1], height) };
  }
  const { x, y } = center(ramp, width, height);
  const [left, right, top, bottom] = [Math.abs(x), Math.abs(width - x), Math.abs(y), Math.abs(height - y)];
  const isFar = ramp.extent.startsWith("farthest");
  const pick = isFar ? Math.max : Math.min;
  const [h, v] = [pick(left, right), pick(top, bottom)];
  const isCorner = ramp.extent.endsWith("corner");
  if (ramp.isCircle) {
    const radius = isCorner ? Math.hypot(h, v) : pick(h, v);
    return { x: radius, y: radius };
  }
  return isCorner ? { x: h * Math.SQRT2, y: v * Math.SQRT2 } : { x: h, y: v };
}

/** The length that positions of stops refer to. */
export function rampLength(ramp, width, height) {
  return ramp.kind === "linear" ? line(ramp, width, height).length : ellipse(ramp, width, height).x;
}

/** The length that percentages of radii refer to. */
export function radiusLength(ramp, width, height) {
  return ramp.kind === "linear" ? line(ramp, width, height).length : Math.min(width, height);
}

/**
 * The positions of all stops as fractions: missing ones are spread evenly between stops and midpoints, and none precedes an earlier
 * one of these.
 */
export function stopPositions(ramp, width, height) {
  const whole = rampLength(ramp, width, height) || 1;
  const [positions, places] = [[], []];
  for (const { position, midpoint } of ramp.stops) {
    places.push(positions.length);
    positions.push(position ? pixels(position, whole) / whole : null);
    if (midpoint !== undefined) positions.push(midpoint / 100);
  }
  positions[0] ??= 0;
  positions[positions.length - 1] ??= 1;
  let highest = -Infinity;
  positions.forEach((value, index) => {
    if (value !== null) positions[index] = highest = Math.max(highest, value);
  });
  for (let index = 1; index < positions.length; index++) {
    if (positions[index] !== null) continue;
    let end = index;
    while (positions[end] === null) end++;
    const step = (positions[end] - positions[index - 1]) / (end - index + 1);
    for (let between = index; between < end; between++) positions[between] = positions[between - 1] + step;
  }
  return places.map((place) => positions[place]);
}

/** The radii of all stops in pixels. */
export function stopRadii(ramp, width, height) {
  const whole = radiusLength(ramp, width, height);
  return ramp.stops.map((stop) => pixels(stop.radius, whole));
}

/** The length that percentages of the largest radius refer to, for ramps from sides and for masks. */
export function axisLength(directions, hasMask, width, height) {
  if (hasMask) return Math.min(width, height);
  const isVertical = directions.every((side) => side === "top" || side === "bottom");
  const isHorizontal = directions.every((side) => side === "left" || side === "right");
  return isVertical ? height : isHorizontal ? width : Math.min(width, height);
}

/** The radius in pixels as a function of the position: along a ramp, or, without one, from some sides or for the values of a mask. */
export function profileOf(state, ramp, sides = state.directions) {
  const [width, height] = state.size;
  const easing = state.get("easing");
  if (ramp) {
    const [stops, values] = [stopPositions(ramp, width, height), stopRadii(ramp, width, height)];
    const midpoints = ramp.stops.map((stop) => stop.midpoint);
    return (position) => radiusAt(position, stops, values, midpoints, easing);
  }
  const whole = axisLength(state.directions, state.shape === "mask", width, height);
  const radius = (name) => pixels(length(state.get(name)) ?? { number: 0, unit: "px" }, whole);
  const [greatest, least] = [radius("max-radius"), radius("min-radius")];
  if (state.shape === "mask") return (position) => least + (greatest - least) * ease(easing, position);
  const offset = state.startOffset(axisLength(sides, false, width, height));
  return (position) => least + (greatest - least) * ease(easing, 1 - position / ((1 - offset) || 1e-9));
}

function radiusAt(position, stops, values, midpoints, easing) {
  let index = stops.findLastIndex((stop) => stop <= position);
  if (index < 0) return values[0];
  if (index === stops.length - 1) return values[index];
  const [from, to] = [values[index], values[index + 1]];
  const fractionOf = (place) => (place - stops[index]) / (stops[index + 1] - stops[index]);
  const midpoint = midpoints[index] === undefined ? 0.5 : fractionOf(midpoints[index] / 100);
  const exponent = midpoint <= 0 ? 0 : midpoint >= 1 ? Infinity : Math.log(0.5) / Math.log(midpoint);
  const fraction = fractionOf(position) ** exponent;
  return from <= to ? from + (to - from) * ease(easing, fraction) : to + (from - to) * ease(easing, 1 - fraction);
}
