// Handles on the picture for the shape of the ramp, and for areas.

import { addAreas, areasKey } from "./area-handles.js";
import { clamp, decimal, h, keepFocus, setAttribute } from "./dom.js";
import { angle, center, ellipse, line, rampLength, stopPositions, stopRadii } from "./geometry.js";
import { lengthText, percent } from "./gradient.js";
import { track } from "./pointer.js";
import { greatestOffset } from "./shape-changes.js";
import { state } from "./state.js";

const shortPercent = (fraction) => percent(fraction, 1);

/** The handles and lines over the picture. */
export class Handles {
  constructor(stage) {
    this.stage = stage;
    this.lines = h("svg", { class: "lines", "aria-hidden": "true" });
    this.holder = h("div", { class: "handles" });
    stage.overlay.append(this.lines, this.holder);
    this.key = "";
    this.places = [];
    this.isVisible = true;
    stage.onDraw.push(() => this.place());
  }

  /** Creates the handles for the current shape, if it has changed, and places them. */
  update() {
    const { shape } = state;
    const isRamp = shape === "linear" || shape === "radial";
    const count = isRamp ? state.ramp.stops.length : state.directions.join();
    const key = `${shape} ${state.selectedRamp} ${count} ${isRamp && state.ramp.isCircle} ${this.isVisible} ${Boolean(state.picture)} ${state.isFramed} ${state.hasSides} ${areasKey()}`;
    if (key !== this.key) {
      this.key = key;
      keepFocus(this.holder, () => this.rebuild(shape), () => this.holder.querySelectorAll(".stop")[state.selectedStop] ?? this.holder.lastElementChild ?? this.stage.element);
    }
    this.stage.draw();
  }

  rebuild(shape) {
    this.holder.replaceChildren();
    this.lines.replaceChildren();
    this.places = [];
    if (!this.isVisible || !state.picture || !state.isFramed) return;
    if (shape === "sides" && state.hasSides) this.addSides();
    if (shape === "linear") this.addLinear();
    if (shape === "radial") this.addRadial();
    addAreas(this);
  }

  place() {
    if (!this.stage.picture) return;
    for (const place of this.places) place();
  }

  get size() { return state.size; }

  /**
   * Adds a handle.
   *
   * `drag` receives a position in pixels of the picture, `step` the direction of an arrow key and the size of the step.
   */
  handle({ kind, label, drag, step, describe, range, remove, focus }) {
    const tip = h("span", { class: "tip", "aria-hidden": "true" });
    const element = h("div", {
      class: `handle ${kind}`, role: "slider", tabindex: 0, "aria-label": label,
      "aria-valuemin": range?.[0] ?? 0, "aria-valuemax": range?.[1] ?? 100,
    }, tip);
    track(element, {
      start: (event) => {
        element.focus({ preventScroll: true });
        const origin = this.stage.toPicture(this.stage.point(event));
        const grip = element.position ? { x: element.position.x - origin.x, y: element.position.y - origin.y } : { x: 0, y: 0 };
        return {
          move: (next) => {
            const point = this.stage.toPicture(this.stage.point(next));
            drag({ x: point.x + grip.x, y: point.y + grip.y }, next.shiftKey);
          },
        };
      },
    });
    element.addEventListener("keydown", (event) => {
      const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
      const direction = arrows[event.key] ?? { PageUp: [0, -10], PageDown: [0, 10] }[event.key];
      if (direction) {
        event.preventDefault();
        step(direction, event.shiftKey ? 10 : 1);
      } else if (remove && (event.key === "Delete" || event.key === "Backspace")) {
        event.preventDefault();
        remove();
      }
    });
    if (focus) element.addEventListener("focus", focus);
    this.holder.append(element);
    const describeNow = (position) => {
      element.position = position;
      const { x, y } = this.stage.toView(position);
      const [shownX, shownY] = [clamp(x, 12, this.stage.width - 12), clamp(y, 12, this.stage.height - 12)];
      element.style.transform = `translate(${shownX}px, ${shownY}px)`;
      element.classList.toggle("flipped", shownX > this.stage.width - 130);
      const { value, text, tipText } = describe();
      setAttribute(element, "aria-valuenow", decimal(value, 1));
      setAttribute(element, "aria-valuetext", text);
      if (tip.textContent !== (tipText ?? text)) tip.textContent = tipText ?? text;
    };
    return { element, place: describeNow };
  }

  /** Adds a handle for a point, which keys move by parts of the picture; returns a function that places it. */
  pointHandle({ current, set, ...others }) {
    const { place } = this.handle({
      ...others, drag: set,
      step: ([x, y], size) => {
        const at = current();
        set({ x: at.x + (x * size * this.size[0]) / 100, y: at.y + (y * size * this.size[1]) / 100 });
      },
      describe: () => {
        const { x, y } = current();
        const [left, top] = [decimal((x / this.size[0]) * 100, 1), decimal((y / this.size[1]) * 100, 1)];
        return { value: Number(left), text: `${left}% from the left, ${top}% from the top`, tipText: `${left}%, ${top}%` };
      },
    });
    return place;
  }

  /** Adds a line with a dark edge, which is visible on any picture. */
  outline(tag, name = "") {
    const back = h(tag, { class: `casing ${name}` });
    const front = h(tag, { class: `stroke ${name}` });
    this.lines.append(back, front);
    return (attributes) => {
      for (const [key, value] of Object.entries(attributes)) {
        setAttribute(back, key, value);
        setAttribute(front, key, value);
      }
    };
  }

  // Ramps from sides

  addSides() {
    for (const side of state.directions) this.addSide(side);
  }

  addSide(side) {
    const isVertical = side === "top" || side === "bottom";
    const isFromStart = side === "top" || side === "left";
    const offset = () => state.startOffset(this.size[isVertical ? 1 : 0]);
    const fraction = () => (isFromStart ? 1 - offset() : offset());
    const set = (value) => state.set("start-offset", `${decimal(clamp(value, -1, greatestOffset) * 100, 1)}%`);
    const draw = this.outline("line", "dashed");
    const { place } = this.handle({
      kind: isVertical ? "edge horizontal" : "edge vertical", label: `End of the blur from the ${side}`, range: [-100, 100 * greatestOffset],
      drag: (point) => {
        const position = isVertical ? point.y / this.size[1] : point.x / this.size[0];
        set(isFromStart ? 1 - position : position);
      },
      step: ([x, y], size) => {
        const sign = (isVertical ? y : x) * (isFromStart ? -1 : 1);
        set(offset() + (sign * size) / 100);
      },
      describe: () => ({
        value: offset() * 100, text: `Start offset ${decimal(offset() * 100, 1)}%`,
        tipText: `ends at ${decimal((1 - offset()) * 100, 1)}%`,
      }),
    });
    this.places.push(() => {
      const [width, height] = this.size;
      const at = fraction() * (isVertical ? height : width);
      const start = this.stage.toView(isVertical ? { x: 0, y: at } : { x: at, y: 0 });
      const end = this.stage.toView(isVertical ? { x: width, y: at } : { x: at, y: height });
      draw({ x1: start.x, y1: start.y, x2: end.x, y2: end.y });
      place(isVertical ? { x: width / 2, y: at } : { x: at, y: height / 2 });
    });
  }

  // Stops along a line

  addLinear() {
    const draw = this.outline("line");
    const ticks = state.ramp.stops.map(() => this.outline("line", "tick"));
    const arm = this.outline("line", "arm");
    const geometry = () => line(state.ramp, ...this.size);
    const pointAt = (fraction) => {
      const { start, vector, length } = geometry();
      return { x: start.x + vector.x * length * fraction, y: start.y + vector.y * length * fraction };
    };
    const stops = this.addStops({
      pointAt, fractionAt: (point) => {
        const { start, vector, length } = geometry();
        return ((point.x - start.x) * vector.x + (point.y - start.y) * vector.y) / length;
      },
      along: () => geometry().vector,
    });
    const rotation = this.addRotation();
    this.places.push(() => {
      const { vector } = geometry();
      const [start, end] = [this.stage.toView(pointAt(0)), this.stage.toView(pointAt(1))];
      draw({ x1: start.x, y1: start.y, x2: end.x, y2: end.y });
      stops().forEach((fraction, index) => {
        const at = this.stage.toView(pointAt(fraction));
        ticks[index]({ x1: at.x - vector.y * 26, y1: at.y + vector.x * 26, x2: at.x + vector.y * 26, y2: at.y - vector.x * 26 });
      });
      const middle = this.stage.toView({ x: this.size[0] / 2, y: this.size[1] / 2 });
      const reach = Math.min(this.stage.width, this.stage.height) * 0.2;
      const knob = { x: middle.x - vector.y * reach, y: middle.y + vector.x * reach };
      arm({ x1: middle.x, y1: middle.y, x2: knob.x, y2: knob.y });
      rotation(this.stage.toPicture(knob));
    });
  }

  addRotation() {
    const current = () => angle(state.ramp, ...this.size);
    const set = (degrees) => state.turnRamp(Number((((degrees % 360) + 360) % 360).toFixed(1)));
    const { place } = this.handle({
      kind: "rotate", label: "Angle of the ramp", range: [0, 360],
      drag: (point, isFine) => {
        const [width, height] = this.size;
        // the handle is at a right angle to the ramp
        let degrees = (Math.atan2(point.x - width / 2, -(point.y - height / 2)) * 180) / Math.PI - 90;
        degrees = (Math.round(degrees) + 540) % 360;
        const near = Math.round(degrees / 45) * 45;
        set(!isFine && Math.abs(degrees - near) <= 3 ? near : degrees);
      },
      step: ([x, y], size) => set(current() + (x || -y) * size),
      describe: () => ({ value: current(), text: `${decimal(current(), 1)}°` }),
    });
    return place;
  }

  /** Adds a handle for each stop; returns a function that places them. */
  addStops({ pointAt, fractionAt, along }) {
    const set = (index, fraction) => {
      const positions = stopPositions(state.ramp, ...this.size);
      const [low, high] = [positions[index - 1] ?? -0.5, positions[index + 1] ?? 1.5];
      const whole = rampLength(state.ramp, ...this.size);
      state.updateRamp((ramp) => {
        const value = clamp(fraction, low, high);
        ramp.stops[index].position = ramp.stops[index].position?.unit === "px"
          ? { number: Math.round(value * whole), unit: "px" } : shortPercent(value);
      });
    };
    const places = state.ramp.stops.map((_, index) => {
      const { element, place } = this.handle({
        kind: "stop", label: `Stop ${index + 1}`, range: [-50, 150],
        drag: (point) => set(index, fractionAt(point)),
        step: ([x, y], size) => {
          const vector = along();
          const sign = Math.sign(x * vector.x + y * vector.y) || x || y;
          set(index, stopPositions(state.ramp, ...this.size)[index] + (sign * size) / 100);
        },
        describe: () => {
          const position = decimal(stopPositions(state.ramp, ...this.size)[index] * 100, 1);
          const radius = lengthText(state.ramp.stops[index].radius);
          return { value: Number(position), text: `radius ${radius} at ${position}%`, tipText: `${radius} at ${position}%` };
        },
        remove: state.ramp.stops.length > 2 ? () => removeStop(index) : null,
        focus: () => selectStop(index),
      });
      return (fraction, largest) => {
        const radius = stopRadii(state.ramp, ...this.size)[index];
        element.style.setProperty("--fill", largest > 0 ? radius / largest : 0);
        element.classList.toggle("selected", index === state.selectedStop);
        place(pointAt(fraction));
      };
    });
    return () => {
      const positions = stopPositions(state.ramp, ...this.size);
      const largest = Math.max(...stopRadii(state.ramp, ...this.size));
      places.forEach((place, index) => place(positions[index], largest));
      return positions;
    };
  }

  // Stops around a center

  addRadial() {
    const rings = state.ramp.stops.map(() => this.outline("ellipse"));
    const end = this.outline("ellipse", "dashed");
    const axis = this.outline("line", "arm");
    const geometry = () => ({ center: center(state.ramp, ...this.size), radii: ellipse(state.ramp, ...this.size) });
    const move = this.addCenter(() => geometry().center);
    const sizes = state.ramp.isCircle ? [this.addSize("x", geometry)] : [this.addSize("x", geometry), this.addSize("y", geometry)];
    // stops lie to the left of the center, and the handles of the size to the right and below
    const stops = this.addStops({
      pointAt: (fraction) => {
        const { center: at, radii } = geometry();
        return { x: at.x - radii.x * fraction, y: at.y };
      },
      fractionAt: (point) => {
        const { center: at, radii } = geometry();
        return Math.max(0, (at.x - point.x) / (radii.x || 1));
      },
      along: () => ({ x: -1, y: 0 }),
    });
    this.places.push(() => {
      const { center: at, radii } = geometry();
      const { scale } = this.stage;
      const middle = this.stage.toView(at);
      const shape = (fraction) => ({
        cx: middle.x, cy: middle.y, rx: Math.max(0, radii.x * fraction * scale), ry: Math.max(0, radii.y * fraction * scale),
      });
      const positions = stops();
      positions.forEach((fraction, index) => rings[index](shape(fraction)));
      end(shape(1));
      const far = this.stage.toView({ x: at.x - radii.x * Math.max(1, ...positions), y: at.y });
      axis({ x1: middle.x, y1: middle.y, x2: far.x, y2: far.y });
      move(at);
      sizes.forEach((place) => place());
    });
  }

  addCenter(current) {
    const set = ({ x, y }) => state.updateRamp((ramp) => {
      ramp.center = { x: shortPercent(x / this.size[0]), y: shortPercent(y / this.size[1]) };
    });
    return this.pointHandle({ kind: "center", label: "Center of the ramp", current, set });
  }

  addSize(side, geometry) {
    const isX = side === "x";
    const set = (value) => state.updateRamp((ramp) => {
      const radii = ellipse(ramp, ...this.size);
      const length = Math.max(1, value);
      if (ramp.isCircle) {
        ramp.size = [{ number: Math.round(length), unit: "px" }, { number: Math.round(length), unit: "px" }];
      } else {
        const [x, y] = isX ? [length, radii.y] : [radii.x, length];
        ramp.size = [shortPercent(x / this.size[0]), shortPercent(y / this.size[1])];
      }
      ramp.extent = null;
    });
    const { place } = this.handle({
      kind: `size ${side}`, label: state.ramp.isCircle ? "Radius of the circle" : isX ? "Width of the ellipse" : "Height of the ellipse",
      range: [0, 300],
      drag: (point) => {
        const { center: at } = geometry();
        set(Math.abs(isX ? point.x - at.x : point.y - at.y));
      },
      step: ([x, y], size) => set(geometry().radii[side] + ((x || y) * size * this.size[isX ? 0 : 1]) / 100),
      describe: () => {
        const radius = geometry().radii[side];
        const share = decimal((radius / this.size[isX ? 0 : 1]) * 100, 1);
        return { value: Number(share), text: state.ramp.isCircle ? `${Math.round(radius)}px` : `${share}%` };
      },
    });
    return () => {
      const { center: at, radii } = geometry();
      place(isX ? { x: at.x + radii.x, y: at.y } : { x: at.x, y: at.y + radii.y });
    };
  }
}

/** Selects a stop, on the picture and in the list. */
export function selectStop(index) {
  if (state.selectedStop === index) return;
  state.selectedStop = index;
  state.tell();
}

export function removeStop(index) {
  state.selectedStop = Math.max(0, index - 1);
  state.updateRamp((ramp) => {
    ramp.stops.splice(index, 1);
    delete ramp.stops.at(-1).midpoint;
  });
}

/** Adds a stop between the selected one and the next. */
export function addStop() {
  const { size } = state;
  const index = Math.min(state.selectedStop, state.ramp.stops.length - 2);
  const positions = stopPositions(state.ramp, ...size);
  state.updateRamp((ramp) => {
    const [before, after] = [ramp.stops[index].radius, ramp.stops[index + 1].radius];
    const isSame = before.unit === after.unit;
    const number = isSame ? (before.number + after.number) / 2 : before.number;
    const position = shortPercent((positions[index] + positions[index + 1]) / 2);
    delete ramp.stops[index].midpoint;
    ramp.stops.splice(index + 1, 0, { radius: { number: Number(number.toFixed(2)), unit: before.unit }, position });
  });
  selectStop(index + 1);
}
