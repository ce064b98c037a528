// Easings: how the radius changes along a ramp, in the notation of the command.

import { clamp } from "./dom.js";

const named = {
  "ease": [0.25, 0.1, 0.25, 1], "ease-in": [0.42, 0, 1, 1], "ease-out": [0, 0, 0.58, 1],
  "ease-in-out": [0.42, 0, 0.58, 1],
};

/** The control points of a Bézier curve; `null` for easings of another kind. */
export function controlPoints(text) {
  if (named[text]) return named[text];
  const match = /^\s*cubic-bezier\s*\(([^)]*)\)\s*$/.exec(text);
  const numbers = match ? match[1].split(",").map(Number) : [];
  return numbers.length === 4 && numbers.every(Number.isFinite) ? numbers : null;
}

/** The text of a Bézier curve. */
export function bezierText(points) {
  const text = points.map((point) => Number(point.toFixed(3)));
  return `cubic-bezier(${text.join(", ")})`;
}

const bezier = (t, p1, p2) => ((1 - 3 * p2 + 3 * p1) * t + (3 * p2 - 6 * p1)) * t * t + 3 * p1 * t;

/** The eased value at a position; both are 0 to 1. */
export function ease(text, position) {
  const a = clamp(position, 0, 1);
  if (text === "smoothstep") return a * a * (3 - 2 * a);
  if (text === "sine") return (1 - Math.cos(Math.PI * a)) / 2;
  const points = controlPoints(text);
  if (!points || a === 0 || a === 1) return a;
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (bezier(middle, points[0], points[2]) < a) low = middle; else high = middle;
  }
  return clamp(bezier(low, points[1], points[3]), 0, 1);
}

/** Control points that resemble an easing which is not a Bézier curve, to start editing with. */
export function approximation(text) {
  return controlPoints(text) ?? { smoothstep: [0.33, 0, 0.67, 1], sine: [0.36, 0, 0.64, 1] }[text] ?? [0.33, 0.33, 0.67, 0.67];
}
