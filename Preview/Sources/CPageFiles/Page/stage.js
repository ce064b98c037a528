// The picture on the page: zoom and position, the blurred picture beside the original, and the divider between them.

import { clamp, h, setAttribute } from "./dom.js";
import { track } from "./pointer.js";

const margin = 28;
const maximumScale = 16;

/** Frees the memory of a frame that is not shown, unless others keep it. */
function release(frame) {
  if (!frame?.isKept) frame?.bitmap.close();
}

export class Stage {
  /**
   * @param changed is called when another part of the picture is visible.
   * @param sides are the names of what is left and right of the divider.
   */
  constructor({ element, canvas, overlay, changed, sides }) {
    Object.assign(this, { element, canvas, overlay, changed, sides });
    this.context = canvas.getContext("2d");
    this.picture = null;
    this.frames = { blurred: {}, original: {} };
    this.fits = true;
    [this.scale, this.x, this.y] = [1, 0, 0];
    this.isComparing = false;
    this.divider = 0.5;
    this.isDrawing = false;
    this.onDraw = [];
    this.addDivider();
    new ResizeObserver(() => this.resize()).observe(element);
    // a picture may be drawn before the observer is called
    this.resize();
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("keydown", (event) => this.key(event));
    track(element, { start: (event) => this.startMoving(event) });
    this.pinch();
  }

  get pixelRatio() { return Math.min(window.devicePixelRatio || 1, 3); }

  /** Shows another picture. */
  open(picture) {
    this.picture = picture;
    for (const frame of this.shownFrames) release(frame);
    this.frames = { blurred: {}, original: {} };
    this.fit();
  }

  get shownFrames() { return Object.values(this.frames).flatMap(Object.values); }

  /** Frees the memory of a frame that was kept, as soon as it is not shown. */
  drop(frame) {
    frame.isKept = false;
    if (!this.shownFrames.includes(frame)) release(frame);
  }

  resize() {
    const { width, height } = this.element.getBoundingClientRect();
    [this.width, this.height] = [width, height];
    this.canvas.width = Math.max(1, Math.round(width * this.pixelRatio));
    this.canvas.height = Math.max(1, Math.round(height * this.pixelRatio));
    if (this.fits) this.fit(); else this.draw();
    this.drawNow();
  }

  get fitScale() {
    const space = Math.min(margin, this.width / 14);
    return Math.min((this.width - 2 * space) / this.picture.width, (this.height - 2 * space) / this.picture.height, 1);
  }

  fit() {
    this.fits = true;
    if (!this.picture || !this.width) return;
    this.scale = Math.max(this.fitScale, 0.001);
    this.x = (this.width - this.picture.width * this.scale) / 2;
    this.y = (this.height - this.picture.height * this.scale) / 2;
    this.moved();
  }

  /** Zooms so that a point of the view stays where it is. */
  zoom(scale, at = { x: this.width / 2, y: this.height / 2 }) {
    if (!this.picture) return;
    const next = clamp(scale, Math.min(this.fitScale, 1) / 2, maximumScale);
    this.x = at.x - ((at.x - this.x) * next) / this.scale;
    this.y = at.y - ((at.y - this.y) * next) / this.scale;
    [this.scale, this.fits] = [next, false];
    this.limit();
    this.moved();
  }

  move(dx, dy) {
    [this.x, this.y, this.fits] = [this.x + dx, this.y + dy, false];
    this.limit();
    this.moved();
  }

  /** Keeps the picture in reach: in the center if it is smaller than the view. */
  limit() {
    const axis = (offset, length, view) => length <= view
      ? (view - length) / 2
      : clamp(offset, view - length - margin, margin);
    this.x = axis(this.x, this.picture.width * this.scale, this.width);
    this.y = axis(this.y, this.picture.height * this.scale, this.height);
  }

  moved() {
    this.draw();
    this.changed();
  }

  /** The part of the picture to render: the whole picture, or what is visible of it. */
  view() {
    const ratio = Math.max(1, Math.floor(1 / (this.scale * this.pixelRatio) + 0.001));
    const { width, height } = this.picture;
    const isWhole = width * this.scale <= this.width * 1.05 && height * this.scale <= this.height * 1.05;
    if (isWhole) return { ratio, region: null };
    const space = 48 / this.scale;
    const snap = (value) => Math.round(value / ratio) * ratio;
    const left = clamp(snap(-this.x / this.scale - space), 0, width - 1);
    const top = clamp(snap(-this.y / this.scale - space), 0, height - 1);
    const right = clamp(snap((this.width - this.x) / this.scale + space), left + 1, width);
    const bottom = clamp(snap((this.height - this.y) / this.scale + space), top + 1, height);
    return { ratio, region: { x: left, y: top, width: right - left, height: bottom - top } };
  }

  /** Takes over a rendering. */
  show(frame, isOriginal) {
    const frames = isOriginal ? this.frames.original : this.frames.blurred;
    const name = frame.region ? "part" : "whole";
    if (frames[name] !== frame) release(frames[name]);
    if (name === "whole") {
      release(frames.part);
      frames.part = null;
    }
    frames[name] = frame;
    this.draw();
  }

  /** Draws before the next frame of the screen. */
  draw() {
    if (this.isDrawing) return;
    this.isDrawing = true;
    requestAnimationFrame(() => { this.drawNow(); });
  }

  drawNow() {
    this.isDrawing = false;
    const { context, canvas } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (!this.picture) return;
    context.setTransform(this.pixelRatio, 0, 0, this.pixelRatio, 0, 0);
    context.imageSmoothingEnabled = this.scale * this.pixelRatio < 3;
    context.imageSmoothingQuality = "high";
    this.drawBackground();
    const blurred = this.frames.blurred.whole || this.frames.blurred.part ? this.frames.blurred : this.frames.original;
    if (this.isComparing) {
      const split = this.divider * this.width;
      this.drawClipped(this.frames.original, 0, split);
      this.drawClipped(blurred, split, this.width);
    } else {
      this.drawClipped(blurred, 0, this.width);
    }
    this.placeDivider();
    for (const listener of this.onDraw) listener();
  }

  /** A pattern behind pictures with transparent parts. */
  drawBackground() {
    if (!this.shownFrames.some((frame) => frame?.hasAlpha)) return;
    const { context } = this;
    const [x, y, width, height] = [this.x, this.y, this.picture.width * this.scale, this.picture.height * this.scale];
    if (this.background) {
      context.fillStyle = this.background;
      return context.fillRect(x, y, width, height);
    }
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    context.fillStyle = "#fff";
    context.fillRect(x, y, width, height);
    context.fillStyle = "#d6d6da";
    const [left, top] = [Math.max(x, x - Math.floor(x / 16) * 16 - 16), Math.max(y, y - Math.floor(y / 16) * 16 - 16)];
    for (let row = 0; top + row * 8 < Math.min(y + height, this.height); row++) {
      for (let column = row % 2; left + column * 8 < Math.min(x + width, this.width); column += 2) {
        context.fillRect(left + column * 8, top + row * 8, 8, 8);
      }
    }
    context.restore();
  }

  drawClipped(frames, from, to) {
    const { context } = this;
    context.save();
    context.beginPath();
    context.rect(from, 0, to - from, this.height);
    context.clip();
    for (const frame of [frames.whole, frames.part]) {
      if (!frame || (frame === frames.part && this.fits)) continue;
      const { x, y } = frame.region ?? { x: 0, y: 0 };
      const [startX, startY] = [Math.floor(x / frame.ratio) * frame.ratio, Math.floor(y / frame.ratio) * frame.ratio];
      // pixels at the right and bottom may stand for fewer pixels of the picture; the original of a scene may have another size
      const length = (count, rest) => (frame.ratio === 1 ? count : Math.min(count * frame.ratio, rest));
      const [width, height] = [length(frame.bitmap.width, this.picture.width - startX), length(frame.bitmap.height, this.picture.height - startY)];
      context.drawImage(
        frame.bitmap, this.x + startX * this.scale, this.y + startY * this.scale, width * this.scale, height * this.scale);
    }
    context.restore();
  }

  /** The position of a pixel of the picture in the view, and back. */
  toView({ x, y }) { return { x: this.x + x * this.scale, y: this.y + y * this.scale }; }
  toPicture({ x, y }) { return { x: (x - this.x) / this.scale, y: (y - this.y) / this.scale }; }
  point(event) {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  startMoving(event) {
    if (event.target !== this.element && event.target !== this.canvas && event.target !== this.overlay) return null;
    if (!this.picture || this.pointers?.size > 1) return null;
    const drawing = this.startDrawing?.(event);
    if (drawing) return drawing;
    let last = this.point(event);
    return {
      move: (next) => {
        const [before, point] = [last, this.point(next)];
        last = point;
        if (!(this.pointers?.size > 1)) this.move(point.x - before.x, point.y - before.y);
      },
    };
  }

  /** Zooms with two fingers. */
  pinch() {
    this.pointers = new Map();
    let distance = 0;
    const update = (event) => {
      if (!this.pointers.has(event.pointerId)) return;
      this.pointers.set(event.pointerId, this.point(event));
      if (this.pointers.size !== 2) return;
      const [a, b] = [...this.pointers.values()];
      const next = Math.hypot(a.x - b.x, a.y - b.y);
      if (distance) this.zoom((this.scale * next) / distance, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
      distance = next;
    };
    const remove = (event) => {
      this.pointers.delete(event.pointerId);
      distance = 0;
    };
    this.element.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch") this.pointers.set(event.pointerId, this.point(event));
    });
    this.element.addEventListener("pointermove", update);
    for (const name of ["pointerup", "pointercancel"]) this.element.addEventListener(name, remove);
  }

  wheel(event) {
    if (!this.picture) return;
    event.preventDefault();
    if (event.ctrlKey || !event.shiftKey) {
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      this.zoom(this.scale * Math.exp(-event.deltaY * speed), this.point(event));
    } else {
      this.move(-event.deltaY, -event.deltaX);
    }
  }

  key(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey || !this.picture) return;
    const step = event.shiftKey ? 200 : 50;
    const actions = {
      ArrowLeft: () => this.move(step, 0), ArrowRight: () => this.move(-step, 0),
      ArrowUp: () => this.move(0, step), ArrowDown: () => this.move(0, -step),
      "+": () => this.zoom(this.scale * 1.25), "=": () => this.zoom(this.scale * 1.25),
      "-": () => this.zoom(this.scale / 1.25), "0": () => this.fit(), "1": () => this.zoom(1 / this.pixelRatio),
      c: () => this.toggleComparing(),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  toggleComparing() {
    this.isComparing = !this.isComparing;
    this.onComparing?.();
    this.draw();
  }

  addDivider() {
    const handle = h("div", {
      class: "divider-handle", role: "slider", tabindex: 0, "aria-label": `Divider between ${this.sides[0].toLowerCase()} and ${this.sides[1].toLowerCase()}`,
      "aria-valuemin": 0, "aria-valuemax": 100, "aria-orientation": "horizontal",
    });
    this.tags = ["before", "after"].map((name, index) => h("span", { class: `tag ${name}`, text: this.sides[index] }));
    this.dividerLine = h("div", { class: "divider", hidden: true }, this.tags, handle);
    this.dividerHandle = handle;
    this.element.append(this.dividerLine);
    const set = (value) => {
      this.divider = clamp(value, 0, 1);
      this.draw();
    };
    track(handle, { start: () => ({ move: (event) => set(this.point(event).x / this.width) }) });
    handle.addEventListener("keydown", (event) => {
      const step = event.shiftKey ? 0.1 : 0.01;
      const target = { ArrowLeft: this.divider - step, ArrowRight: this.divider + step, Home: 0, End: 1 }[event.key];
      if (target === undefined) return;
      event.preventDefault();
      set(target);
    });
  }

  /** Changes the names of what is left and right of the divider. */
  nameSides(sides) {
    this.sides = sides;
    this.tags.forEach((tag, index) => { tag.textContent = sides[index]; });
    this.dividerHandle.setAttribute("aria-label", `Divider between ${sides[0].toLowerCase()} and ${sides[1].toLowerCase()}`);
    this.draw();
  }

  placeDivider() {
    this.dividerLine.hidden = !this.isComparing;
    if (!this.isComparing) return;
    this.dividerLine.style.transform = `translateX(${this.divider * this.width}px)`;
    setAttribute(this.dividerHandle, "aria-valuenow", Math.round(this.divider * 100));
    setAttribute(this.dividerHandle, "aria-valuetext", `${Math.round(this.divider * 100)}% ${this.sides[0].toLowerCase()}`);
  }
}
