// Pictures of a scene: one at a time, always with the latest values.

import { api } from "./api.js";
import { scene } from "./scene-state.js";

export class SceneRenderer {
  /**
   * @param show receives a frame, and whether it is of the scene as it is in the file.
   * @param report receives the lines about mistakes and warnings; none if there are none.
   * @param wantsOriginal tells whether the scene as it is in the file is shown, too.
   */
  constructor({ show, report, wantsOriginal }) {
    Object.assign(this, { show, report, wantsOriginal });
    this.isRunning = false;
    this.isWaiting = false;
    this.frameCount = 0;
    this.originalTime = undefined;
  }

  /** Draws with the current values, as soon as the drawing before is done. */
  request() {
    this.isWaiting = true;
    if (!this.isRunning) this.run();
  }

  async run() {
    this.isRunning = true;
    while (this.isWaiting) {
      this.isWaiting = false;
      await this.draw();
      if (!this.isWaiting) await this.drawOriginal();
    }
    this.isRunning = false;
  }

  async draw() {
    try {
      const answer = await api.scene(scene.request);
      if (!answer) return;
      this.add(answer);
      this.report(answer.problem ? [answer.problem] : []);
    } catch (error) {
      this.report(error.mistakes?.length ? error.mistakes : [error.message]);
      // instead of an empty page
      if (!this.frameCount) this.add(await this.original());
    }
  }

  add(answer) {
    if (!answer) return;
    this.frameCount += 1;
    this.show(frame(answer), false);
  }

  async drawOriginal() {
    const { time } = scene.request;
    if (!this.wantsOriginal() || this.originalTime === time) return;
    this.originalTime = time;
    const answer = await this.original();
    if (answer) this.show(frame(answer), true);
  }

  /** The scene as it is in the file; `null` if it is wrong. */
  async original() {
    try {
      return await api.scene({ ...scene.request, values: [] });
    } catch {
      return null;
    }
  }
}

const frame = ({ bitmap, hasAlpha }) => ({ bitmap, hasAlpha, ratio: 1, region: null, isExact: true });
