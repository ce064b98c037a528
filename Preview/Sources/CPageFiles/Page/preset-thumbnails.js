// Small pictures of what presets do to the picture that is open.

import { api } from "./api.js";
import { state } from "./state.js";

const [width, height] = [192, 128];
/** Everything else that the page needs goes first. */
const delay = 500;

/** Draws the presets on canvases, one after the other. */
export class PresetThumbnails {
  /** `presets` are those of the session, and `canvases` one for each of them; `isBusy` tells whether the picture is being rendered. */
  constructor(presets, canvases, isBusy) {
    Object.assign(this, { presets, canvases, isBusy });
    this.key = "";
    for (const canvas of canvases) [canvas.width, canvas.height] = [width, height];
  }

  /** Shows the picture as it is rendered on all canvases that show no preset of it yet. */
  begin(bitmap) {
    if (this.begun === state.picture.id) return;
    this.begun = state.picture.id;
    for (const canvas of this.canvases) {
      drawCovering(canvas, bitmap);
      canvas.className = "begun";
    }
  }

  /** Draws them again if they are of another picture, or of another part of it. */
  update() {
    if (!state.picture) return;
    const key = JSON.stringify([state.picture.id, state.size, state.framing]);
    if (key === this.key) return;
    this.key = key;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(key), delay);
  }

  async draw(key) {
    for (const [index, preset] of this.presets.entries()) {
      while (this.isBusy()) await new Promise((done) => setTimeout(done, 50));
      if (key !== this.key) return;
      try {
        const { bitmap } = await api.render(this.request(preset));
        if (key === this.key) drawCovering(this.canvases[index], bitmap);
        bitmap.close();
        this.canvases[index].className = "begun drawn";
      } catch {
        // a preset that does not fit the picture has none
        this.canvases[index].getContext("2d").clearRect(0, 0, width, height);
      }
    }
  }

  request(preset) {
    const [wide, high] = state.size;
    const job = { picture: state.picture.id, mask: null, matte: null, options: { ...state.framing, ...state.presetValues(preset) } };
    return {
      job, ratio: Math.max(1, Math.floor(Math.min(wide / width, high / height))), region: null, isExact: false, isOriginal: false, isBeside: true,
    };
  }
}

/** Fills a canvas with the middle of a picture. */
function drawCovering(canvas, bitmap) {
  const scale = Math.max(width / bitmap.width, height / bitmap.height);
  const context = canvas.getContext("2d");
  context.clearRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(
    bitmap, (width - bitmap.width * scale) / 2, (height - bitmap.height * scale) / 2, bitmap.width * scale, bitmap.height * scale);
}
