// Areas on the picture: they are drawn, moved, and resized.

import { areaBetween, areaBounds, areasText, movedArea, parseAreas } from "./areas.js";
import { clamp, h } from "./dom.js";
import { state } from "./state.js";

/** More handles would cover the picture. */
const greatestCount = 40;

const size = () => state.size;
const areas = () => parseAreas(state.values.area ?? "", size());
/** The point of the picture that is nearest to a point. */
const inside = ({ x, y }) => ({ x: clamp(x, 0, size()[0]), y: clamp(y, 0, size()[1]) });
const setAreas = (list) => state.set("area", areasText(list, size(), state.values.area));

/** What the handles of the current areas depend on. */
export const areasKey = () => (state.picture ? areas().map((area) => `${area.kind} ${area.corners?.length ?? ""}`).join() : "");

/** Adds lines and handles for the areas to those on the picture. */
export function addAreas(handles) {
  const list = areas();
  const count = list.reduce((sum, area) => sum + (area.corners?.length ?? 2) + 1, 0);
  list.forEach((area, index) => {
    const draw = handles.outline(area.kind === "box" ? "rect" : area.kind === "polygon" ? "polyline" : "ellipse");
    const places = count <= 3 * greatestCount ? areaHandles(handles, area, index) : [];
    handles.places.push(() => {
      const current = areas()[index];
      if (current?.kind !== area.kind) return;
      const { scale } = handles.stage;
      const { left, top, right, bottom } = areaBounds(current);
      const start = handles.stage.toView({ x: left, y: top });
      const [width, height] = [(right - left) * scale, (bottom - top) * scale];
      if (area.kind === "box") draw({ x: start.x, y: start.y, width, height });
      else if (area.kind !== "polygon") draw({ cx: start.x + width / 2, cy: start.y + height / 2, rx: width / 2, ry: height / 2 });
      else {
        const points = [...current.corners, current.corners[0]].map((corner) => handles.stage.toView(corner));
        draw({ points: points.map(({ x, y }) => `${x},${y}`).join(" ") });
      }
      for (const place of places) place(current);
    });
  });
}

/** Adds the handles of an area; returns functions that place them. */
function areaHandles(handles, area, index) {
  const change = (update) => {
    const list = areas();
    if (!list[index]) return;
    list[index] = update(list[index]);
    setAreas(list);
  };
  const name = `area ${index + 1}`;
  const middle = ({ left, top, right, bottom }) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const add = (kind, label, at, move) => {
    const current = () => at(areas()[index]);
    const place = handles.pointHandle({
      kind, label: `${label} of ${name}`, current, set: (point) => change((old) => move(old, point)),
      remove: () => setAreas(areas().filter((_, other) => other !== index)),
    });
    return (shape) => place(at(shape));
  };
  // the ends of radii may lie outside of the picture
  const addInside = (kind, label, at, move) => add(kind, label, at, (shape, point) => move(shape, inside(point)));
  const center = addInside("center", "Center", (shape) => middle(areaBounds(shape)), (shape, point) => {
    const from = middle(areaBounds(shape));
    return movedArea(shape, point.x - from.x, point.y - from.y);
  });
  if (area.kind === "polygon") {
    return [center, ...area.corners.map((_, corner) => addInside("size both", `Corner ${corner + 1}`, (shape) => shape.corners[corner],
      (shape, point) => ({ ...shape, corners: shape.corners.map((old, other) => (other === corner ? point : old)) })))];
  }
  if (area.kind === "box") {
    const resized = (shape, a, b) => ({ ...areaBetween("box", a, b), round: shape.round });
    const [topLeft, bottomRight] = [({ left, top }) => ({ x: left, y: top }), ({ right, bottom }) => ({ x: right, y: bottom })];
    return [
      center,
      addInside("size both", "Top left corner", (shape) => topLeft(areaBounds(shape)), (shape, point) => {
        const far = bottomRight(areaBounds(shape));
        return resized(shape, { x: Math.min(point.x, far.x - 1), y: Math.min(point.y, far.y - 1) }, far);
      }),
      addInside("size both", "Bottom right corner", (shape) => bottomRight(areaBounds(shape)), (shape, point) => {
        const near = topLeft(areaBounds(shape));
        return resized(shape, near, { x: Math.max(point.x, near.x + 1), y: Math.max(point.y, near.y + 1) });
      }),
    ];
  }
  const isCircle = area.kind === "circle";
  const width = add("size x", isCircle ? "Radius" : "Width", ({ x, y, rx }) => ({ x: x + rx, y }), (shape, point) => {
    const radius = Math.max(1, Math.abs(point.x - shape.x));
    return { ...shape, rx: radius, ry: isCircle ? radius : shape.ry };
  });
  if (isCircle) return [center, width];
  return [center, width, add("size y", "Height", ({ x, y, ry }) => ({ x, y: y + ry }),
    (shape, point) => ({ ...shape, ry: Math.max(1, Math.abs(point.y - shape.y)) }))];
}

/** Draws a new area with the pointer, from one corner to the opposite one. */
export class AreaPencil {
  constructor(stage) {
    this.stage = stage;
    this.kind = null;
    this.listeners = [];
    stage.startDrawing = (event) => this.start(event);
    document.addEventListener("keydown", (event) => { if (event.key === "Escape" && this.kind) this.choose(null); });
  }

  /** Chooses what the next drag on the picture draws: `box`, `ellipse`, `crop`, or `null` for nothing. */
  choose(kind) {
    this.kind = kind;
    this.stage.element.classList.toggle("drawing", Boolean(kind));
    // a crop is drawn on the whole picture
    state.frame(kind !== "crop");
    for (const listener of this.listeners) listener();
  }

  /** Adds an area in the middle of the picture. */
  addCentered(kind) {
    if (!state.picture) return;
    if (kind === "crop") return state.set("crop", "80%x80%+10%+10%");
    const [width, height] = size();
    const area = areaBetween(kind, { x: width * 0.35, y: height * 0.35 }, { x: width * 0.65, y: height * 0.65 });
    setAreas([...areas(), area]);
  }

  start(event) {
    const { kind } = this;
    if (!kind || !state.picture) return null;
    const at = (pointer) => inside(this.stage.toPicture(this.stage.point(pointer)));
    const [origin, before, text] = [at(event), areas(), state.values.area];
    if (kind === "crop") return this.crop(origin, at);
    return {
      move: (next) => {
        const corner = at(next);
        if (Math.abs(corner.x - origin.x) < 1 || Math.abs(corner.y - origin.y) < 1) return;
        setAreas([...before, areaBetween(kind, origin, corner)]);
      },
      end: () => this.choose(null),
      cancel: () => {
        this.choose(null);
        if (state.values.area !== text) state.set("area", text ?? "");
      },
    };
  }

  /** Draws a crop between a corner and the one to which the pointer is moved. */
  crop(origin, at) {
    const frame = h("div", { class: "crop-frame" });
    this.stage.overlay.append(frame);
    let bounds = null;
    const cancel = () => {
      frame.remove();
      this.choose(null);
    };
    return {
      cancel,
      move: (next) => {
        const corner = at(next);
        const [left, top] = [Math.round(Math.min(origin.x, corner.x)), Math.round(Math.min(origin.y, corner.y))];
        const [right, bottom] = [Math.round(Math.max(origin.x, corner.x)), Math.round(Math.max(origin.y, corner.y))];
        bounds = right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
        const start = this.stage.toView({ x: left, y: top });
        const { scale } = this.stage;
        const style = { left: start.x, top: start.y, width: (right - left) * scale, height: (bottom - top) * scale };
        for (const [name, value] of Object.entries(style)) frame.style[name] = `${value}px`;
      },
      end: () => {
        cancel();
        if (bounds) state.set("crop", `${bounds.width}x${bounds.height}+${bounds.left}+${bounds.top}`);
      },
    };
  }
}
