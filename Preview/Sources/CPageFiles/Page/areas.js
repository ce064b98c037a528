// Areas in the notation of the basic shapes of CSS: text to positions on a picture, and back.

import { decimal } from "./dom.js";
import { keepingTexts, length, pixels, position } from "./gradient.js";

/** A length as a percentage, which is exact to a tenth of a pixel. */
const share = (value, whole) => `${decimal((value / whole) * 100, Math.max(2, Math.ceil(Math.log10(whole)) - 1))}%`;

/** What the percentages of a circle's radius refer to. */
const diagonal = ([width, height]) => Math.sqrt((width * width + height * height) / 2);

function lengths(text, count) {
  const values = text.trim().split(/\s+/).map((word) => (word === "auto" ? "auto" : length(word)));
  if (values.includes(null) || values.length < count) throw new Error(`not lengths: ${text}`);
  return values;
}

const box = (left, top, right, bottom, round) => ({
  kind: "box", left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top), round,
});

/** A circle or an ellipse around a center. */
function around(text, size, isCircle) {
  const [before, at] = text.split(/(?:^|\s+)at\s+/);
  const center = position(at);
  const [x, y] = [pixels(center.x, size[0]), pixels(center.y, size[1])];
  const sides = [[Math.abs(x), Math.abs(size[0] - x)], [Math.abs(y), Math.abs(size[1] - y)]];
  const words = before.trim().split(/\s+/).filter(Boolean);
  const radius = (word, axis) => {
    const value = length(word ?? "");
    if (value) return pixels(value, isCircle ? diagonal(size) : size[axis]);
    const choose = word === "farthest-side" ? Math.max : Math.min;
    return choose(...(isCircle ? sides.flat() : sides[axis]));
  };
  const rx = radius(words[0], 0);
  return { kind: isCircle ? "circle" : "ellipse", x, y, rx, ry: isCircle ? rx : radius(words[1], 1) };
}

const readers = {
  xywh(text, [width, height], round) {
    const [x, y, w, h] = lengths(text, 4);
    const [left, top] = [pixels(x, width), pixels(y, height)];
    return box(left, top, left + pixels(w, width), top + pixels(h, height), round);
  },
  rect(text, [width, height], round) {
    const [top, right, bottom, left] = lengths(text, 4);
    const at = (value, whole, auto) => (value === "auto" ? auto : pixels(value, whole));
    return box(at(left, width, 0), at(top, height, 0), at(right, width, width), at(bottom, height, height), round);
  },
  inset(text, [width, height], round) {
    const [top, right = top, bottom = top, left = right] = lengths(text, 1);
    return box(pixels(left, width), pixels(top, height), width - pixels(right, width), height - pixels(bottom, height), round);
  },
  circle: (text, size) => around(text, size, true),
  ellipse: (text, size) => around(text, size, false),
  polygon(text, [width, height]) {
    const parts = text.split(",").map((part) => part.trim());
    const rule = ["nonzero", "evenodd"].includes(parts[0]) ? `${parts.shift()}, ` : "";
    const corners = parts.map((part) => {
      const [x, y] = lengths(part, 2);
      return { x: pixels(x, width), y: pixels(y, height) };
    });
    return { kind: "polygon", rule, corners };
  },
};

/** The areas of a text on a picture of a size, each with its own text; none if it cannot be read. */
function areasWithTexts(text, size) {
  const shapes = /([a-z]+)\s*\(([^()]*)\)/gi;
  if (text.replace(shapes, "").trim()) return [];
  try {
    return [...text.matchAll(shapes)].map(([own, name, inner]) => {
      const [before, round] = inner.split(/\s+round\s+/);
      return [readers[name.toLowerCase()](before, size, round ? ` round ${round}` : ""), own];
    });
  } catch {
    return [];
  }
}

/** The areas of a text on a picture of a size; none if it cannot be read. */
export const parseAreas = (text, size) => areasWithTexts(text, size).map(([area]) => area);

const writers = {
  box: ({ left, top, width, height, round }, size) =>
    `xywh(${share(left, size[0])} ${share(top, size[1])} ${share(width, size[0])} ${share(height, size[1])}${round})`,
  circle: ({ x, y, rx }, size) => `circle(${share(rx, diagonal(size))} at ${share(x, size[0])} ${share(y, size[1])})`,
  ellipse: ({ x, y, rx, ry }, size) =>
    `ellipse(${share(rx, size[0])} ${share(ry, size[1])} at ${share(x, size[0])} ${share(y, size[1])})`,
  polygon: ({ rule, corners }, size) =>
    `polygon(${rule}${corners.map(({ x, y }) => `${share(x, size[0])} ${share(y, size[1])}`).join(", ")})`,
};

/** The text of areas, with percentages of the picture; areas of the text before stay as they are written. */
export function areasText(areas, size, before = "") {
  const write = (area) => writers[area.kind](area, size);
  return keepingTexts(areas.map(write), areasWithTexts(before, size).map(([area, text]) => [write(area), text])).join(" ");
}

/** A box or an ellipse between two opposite corners. */
export function areaBetween(kind, a, b) {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  if (kind === "box") return box(left, top, right, bottom, "");
  return { kind, x: (left + right) / 2, y: (top + bottom) / 2, rx: (right - left) / 2, ry: (bottom - top) / 2 };
}

/** The bounds of an area. */
export function areaBounds(area) {
  if (area.kind === "box") return { left: area.left, top: area.top, right: area.left + area.width, bottom: area.top + area.height };
  if (area.kind !== "polygon") return { left: area.x - area.rx, top: area.y - area.ry, right: area.x + area.rx, bottom: area.y + area.ry };
  const [xs, ys] = [area.corners.map(({ x }) => x), area.corners.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The area at another place. */
export function movedArea(area, dx, dy) {
  if (area.kind === "box") return { ...area, left: area.left + dx, top: area.top + dy };
  if (area.kind !== "polygon") return { ...area, x: area.x + dx, y: area.y + dy };
  return { ...area, corners: area.corners.map(({ x, y }) => ({ x: x + dx, y: y + dy })) };
}
