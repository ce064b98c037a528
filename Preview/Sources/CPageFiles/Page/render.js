// Renderings of the picture: one at a time, always with the latest settings, and an exact one when nothing changes.

import { api } from "./api.js";
import { state } from "./state.js";

const idleDelay = 220;

/** Asks the server for renderings, and passes them on. */
export class Renderer {
  /**
   * @param view tells which part of the picture is shown: `{ ratio, region }` in pixels of the picture.
   * @param show receives a frame, and whether it is of the original.
   * @param resize is called if the picture has another size than before.
   * @param report receives the message about a problem, or an empty text.
   * @param wantsOutput tells whether the size of the file is shown, and `showsOutput` whether the picture is shown as in the file.
   * @param tellSize receives the number of bytes of the file; 0 if it is not known.
   * @param drop receives frames of the original that are not needed again.
   */
  constructor({ view, show, resize, report, wantsOutput, showsOutput, tellSize, drop }) {
    Object.assign(this, { view, show, resize, report, wantsOutput, showsOutput, tellSize, drop });
    this.version = 0;
    this.isRunning = false;
    this.isWaiting = false;
    this.timer = 0;
    this.originals = new Map();
    this.frameCount = 0;
    this.isEmpty = true;
    this.shown = "";
  }

  /** Forgets the picture before. */
  reset() {
    for (const frame of this.originals.values()) if (frame !== "loading") this.drop(frame);
    this.originals.clear();
    this.tellSize(0);
    this.isEmpty = true;
    this.shown = "";
  }

  /** Renders with the current settings, as soon as the rendering before is done. */
  request() {
    if (!state.picture) return;
    this.version += 1;
    clearTimeout(this.timer);
    this.isWaiting = true;
    if (!this.isRunning) this.run();
  }

  async run() {
    this.isRunning = true;
    while (this.isWaiting) {
      this.isWaiting = false;
      const { version } = this;
      const view = this.view();
      this.loadOriginal(view);
      await this.frame(view, false, version);
    }
    this.isRunning = false;
    const { version } = this;
    this.timer = setTimeout(() => this.complete(version), idleDelay);
  }

  /** Shows all details, when nothing changes. */
  async complete(version) {
    const view = this.view();
    await this.frame(view, true, version);
    if (version !== this.version) return;
    if (this.wantsOutput()) await this.output(view, version); else this.tellSize(0);
  }

  /** Shows one rendering; an exact one only if nothing has changed since. */
  async frame(view, isExact, version, job = state.job) {
    const { id } = state.picture;
    const started = performance.now();
    try {
      const answer = await api.render({ job: state.writable(job), ...requestOf(view), isExact, isOriginal: false });
      const isLate = id !== state.picture.id || (isExact && version !== this.version);
      if (!answer || isLate) return answer?.bitmap.close();
      this.frameCount += 1;
      if (state.setSize(answer.width, answer.height)) {
        answer.bitmap.close();
        this.reset();
        this.resize();
        return this.request();
      }
      this.show({ ...view, bitmap: answer.bitmap, hasAlpha: answer.hasAlpha, isExact }, false);
      this.isEmpty = false;
      await this.judge(job, answer.problem ?? "");
      performance.measure(isExact ? "exact frame" : "frame", { start: started });
    } catch (error) {
      if (version !== this.version) return;
      if (!error.isAboutSettings) return this.report(error.message);
      await this.judge(job, error.message);
      // a picture with the latest valid settings is better than none
      const taken = { ...state.agreement.job, picture: id };
      if (this.isEmpty && JSON.stringify(job) !== JSON.stringify(taken)) await this.frame(view, isExact, version, taken);
    }
  }

  /** Takes over what the command says about a job; nothing if it takes it. */
  async judge(job, message) {
    if (message) this.report(message, await state.agreement.reject(job, message));
    else {
      this.report("");
      state.agreement.take(job);
    }
  }

  /** Loads the part of the picture to compare with, unless it is known: of the original, or with the pinned settings. */
  async loadOriginal(view) {
    const { id } = state.picture;
    const job = state.pinned ? state.pinnedJob : { picture: id, mask: null, matte: null, options: state.framing };
    const key = `${view.ratio} ${view.region ? Object.values(view.region) : ""} ${JSON.stringify(job)} ${Boolean(state.pinned)}`;
    const known = this.originals.get(key);
    if (known) {
      if (known !== "loading" && key !== this.shown) this.show(known, true);
      this.shown = key;
      return;
    }
    this.shown = key;
    this.originals.set(key, "loading");
    try {
      const isOriginal = !state.pinned;
      const answer = await api.render({ job, ...requestOf(view), isExact: !isOriginal, isOriginal, isBeside: true });
      if (id !== state.picture?.id) return answer.bitmap.close();
      const frame = { ...view, bitmap: answer.bitmap, hasAlpha: answer.hasAlpha, isKept: true };
      this.originals.set(key, frame);
      if (this.shown === key) this.show(frame, true);
      this.forget();
    } catch {
      this.originals.delete(key);
    }
  }

  /** Shows the file that the command writes, as browsers decode it, and tells its size. */
  async output(view, version) {
    const { id } = state.picture;
    const job = state.takenJob;
    try {
      const answer = await api.output({ job, ...requestOf(view), isExact: true, isOriginal: true });
      if (!answer || id !== state.picture.id || version !== this.version) return answer?.bitmap.close();
      this.tellSize(answer.byteCount);
      const hasSize = answer.width === state.picture.width && answer.height === state.picture.height;
      if (this.showsOutput() && hasSize) this.show({ ...view, bitmap: answer.bitmap, hasAlpha: answer.hasAlpha, isExact: true }, false);
      else answer.bitmap.close();
    } catch (error) {
      this.tellSize(0);
      if (version === this.version && this.showsOutput()) this.report(error.message);
    }
  }

  /** Keeps the latest frames. */
  forget() {
    const frames = [...this.originals].filter(([, frame]) => frame !== "loading");
    for (const [key, frame] of frames.slice(0, -6)) {
      this.originals.delete(key);
      this.drop(frame);
    }
  }
}

/** A part of the picture in pixels of the view, as the server takes it. */
function requestOf({ ratio, region }) {
  if (!region) return { ratio, region: null };
  const [x, y] = [Math.floor(region.x / ratio), Math.floor(region.y / ratio)];
  const [right, bottom] = [Math.ceil((region.x + region.width) / ratio), Math.ceil((region.y + region.height) / ratio)];
  return { ratio, region: [x, y, right - x, bottom - y] };
}
