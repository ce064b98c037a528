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
    /** The frames of a scene that moves. */
    this.frames = null;
  }

  /** Draws with the current values, as soon as the drawing before is done. */
  request() {
    this.isWaiting = true;
    if (!this.isRunning) this.run();
  }

  async run() {
    this.isRunning = true;
    do {
      while (this.isWaiting) {
        this.isWaiting = false;
        await this.draw();
        if (!this.isWaiting) await this.drawOriginal();
      }
    } while (await this.frames?.draw() || this.isWaiting);
    this.isRunning = false;
  }

  /** Draws the frames that will be played, as soon as nothing else is to be drawn. */
  drawAhead() {
    if (!this.isRunning) this.run();
  }

  /** Draws; instead of values that are mistakes, with the last valid ones. */
  async draw() {
    let { request } = scene;
    const lines = [];
    for (;;) {
      try {
        const answer = await api.scene(request);
        if (!answer) return;
        scene.take({ values: Object.fromEntries(request.values.map(({ name, value }) => [name, value])) });
        this.add(answer);
        scene.refuse("values", lines.length > 0);
        return this.report([...lines, answer.problem].filter(Boolean));
      } catch (error) {
        lines.push(...(error.mistakes?.length ? error.mistakes : [error.message]));
        const values = scene.valid(request.values, lines);
        if (error.isAboutSettings && JSON.stringify(values) !== JSON.stringify(request.values)) request = { ...request, values };
        else return this.report(lines);
      }
    }
  }

  add(answer) {
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
