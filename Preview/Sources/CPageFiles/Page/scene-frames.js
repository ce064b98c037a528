// Frames of a moving scene: drawn ahead and kept, in the size of the view, so that it plays without waiting.

import { api } from "./api.js";
import { clamp } from "./dom.js";
import { scene } from "./scene-state.js";

/** The number of steps from the first frame to the last one. */
const stepCount = 48;
/** The longest time that drawing the first frames takes, in milliseconds, and the most pixels that all have together. */
const [longestTime, mostPixels] = [6000, 48e6];

export class SceneFrames {
  constructor(stage) {
    this.stage = stage;
    this.frames = [];
  }

  /** The size of the frames as a part of the picture's. */
  get part() { return clamp(Math.ceil(this.stage.scale * this.stage.pixelRatio * 20) / 20, 0.05, 1); }

  /** What the frames depend on. */
  get currentKey() { return JSON.stringify([scene.taken.changes, this.part, this.stage.picture]); }

  /** Draws the frames from a time on, until all are there; forgets those of other values, or of another size. */
  want(time) {
    if (!this.stage.picture) return;
    const key = this.currentKey;
    [this.isWanted, this.first] = [key !== this.failed, Math.floor(time * stepCount)];
    if (key === this.key) return;
    for (const frame of this.frames.filter(Boolean)) this.stage.drop(frame);
    [this.key, this.scale] = [key, clamp(this.part * (scene.document.canvas?.scale ?? 1), 0.1, 8)];
    [this.frames, this.stride, this.leastStride, this.count, this.drawTime] = [[], 1, 1, 0, 0];
  }

  /** The frames that are still to be drawn before the scene plays; later, those in between are. */
  missing(stride = this.stride) {
    const steps = Array.from({ length: stepCount + 1 }, (_, step) => step);
    return steps.filter((step) => step >= this.first && (step % stride === 0 || step === stepCount) && !this.frames[step]);
  }

  /** Whether the frames from the wanted time on will be there in time. */
  isReady(duration) {
    const left = duration * (1 - this.first / stepCount);
    const { length } = this.missing();
    return !length || (this.count > 1 && length * this.drawTime <= 0.9 * left);
  }

  /** The latest frame at a time, or else the first one after it. */
  at(time) {
    const step = Math.floor(time * stepCount);
    return this.frames.slice(0, step + 1).findLast(Boolean) ?? this.frames.find(Boolean);
  }

  /** Draws the next frame; returns whether there was one to draw. */
  async draw() {
    const { key } = this;
    if (key !== this.currentKey) this.isWanted = false;
    const step = this.missing()[0] ?? this.missing(this.leastStride)[0];
    if (!this.isWanted || step === undefined) return false;
    const started = performance.now();
    try {
      const answer = await api.scene({ ...scene.takenRequest, time: step / stepCount, scale: this.scale });
      if (!answer) return true;
      const { bitmap, hasAlpha } = answer;
      if (key !== this.key) bitmap.close(); else this.add(step, { bitmap, hasAlpha, ratio: this.stage.picture.width / bitmap.width, region: null, isKept: true });
      if (key === this.key) this.measure(performance.now() - started, bitmap);
      return true;
    } catch {
      // the scene is drawn once more when it stands still, and that reports the mistake
      [this.failed, this.isWanted] = [key, false];
      return false;
    }
  }

  add(step, frame) {
    this.frames[step] = frame;
    this.count += 1;
  }

  /** Leaves out frames if they would take too long, or too much memory; the first one takes longer than others. */
  measure(time, { width, height }) {
    this.drawTime = this.count > 2 ? 0.8 * this.drawTime + 0.2 * time : time;
    if (this.count !== 2) return;
    this.leastStride = Math.ceil(stepCount * width * height / mostPixels);
    this.stride = Math.max(this.leastStride, Math.ceil(stepCount * time / longestTime));
  }
}
