// Lines that are turned.

import { radiusLength } from "./geometry.js";
import { pixels, rampText } from "./gradient.js";

// the radii in pixels of the ramp that was turned last: rounded percentages would drift while a handle is dragged
let latest = { text: "", radii: [] };

/** A ramp with another geometry. Percentages of its radii refer to another length then, and change so that the radii remain. */
export function withSameRadii(ramp, next, [width, height]) {
  const whole = radiusLength(ramp, width, height);
  const text = rampText(ramp);
  const radii = text === latest.text ? latest.radii : ramp.stops.map(({ radius }) => pixels(radius, whole));
  const length = radiusLength(next, width, height) || 1;
  const stops = next.stops.map((stop, index) => (stop.radius.unit === "%"
    ? { ...stop, radius: { number: Number(((radii[index] / length) * 100).toFixed(3)), unit: "%" } } : stop));
  const result = { ...next, stops };
  latest = { text: rampText(result), radii };
  return result;
}

/** The ramp at another angle. */
export const turned = (ramp, degrees, size) => withSameRadii(ramp, { ...ramp, direction: { degrees } }, size);
