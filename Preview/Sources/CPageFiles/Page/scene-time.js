// The time of a moving scene: a slider, and a button that plays it.

import { h, icon } from "./dom.js";
import { SceneFrames } from "./scene-frames.js";
import { scene } from "./scene-state.js";

/** The duration of a moving scene on the page, in milliseconds. */
const duration = 1600;

/** The row below the picture; `settle` is called with a time to show from now on. */
export function timeRow({ stage, renderer, settle }) {
  const icons = { play: icon("M6 4l10 6-10 6z"), pause: icon("M7 4v12M13 4v12") };
  const frames = new SceneFrames(stage);
  renderer.frames = frames;
  let playing = 0;
  let shown = null;
  const range = h("input", {
    type: "range", id: "time", min: 0, max: 1, step: 0.005, "aria-label": "Time", oninput: () => {
      const time = Number(range.value);
      halt();
      scene.setTime(time);
    },
  });
  const output = h("output", { class: "numbers", for: "time", "aria-live": "off" });
  const button = h("button", { type: "button", id: "play", class: "plain square", onclick: () => (playing ? stop(shownTime()) : play()) });

  /** The time at the slider, which knows fewer times than there are frames. */
  const shownTime = () => (shown === null ? scene.time : Number(range.value));

  function label() {
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
    button.replaceChildren(playing ? icons.pause : icons.play);
  }
  function halt() {
    cancelAnimationFrame(playing);
    [playing, shown] = [0, null];
    button.classList.remove("busy");
    label();
  }
  function stop(time) {
    halt();
    settle(time);
  }
  const start = () => (scene.time < 1 ? scene.time : 0);
  function drawAhead() {
    frames.want(start());
    renderer.drawAhead();
  }

  function play() {
    let at = start();
    let started = null;
    const step = (now) => {
      drawAhead();
      if (frames.failed === frames.key) return stop(start());
      // a change takes all frames away
      if (!frames.at(at)) started = null;
      else if (started === null && frames.isReady(duration)) started = now - at * duration;
      if (started !== null) {
        shown = at = (now - started) / duration;
        if (shown >= 1) return stop(1);
        const frame = frames.at(shown);
        if (frame !== stage.frames.blurred.whole) stage.show(frame, false);
        update();
      }
      button.classList.toggle("busy", started === null);
      playing = requestAnimationFrame(step);
    };
    playing = requestAnimationFrame(step);
    label();
  }

  function update() {
    const time = shown ?? scene.time;
    if (Number(range.value) !== time) range.value = time;
    range.style.setProperty("--position", time);
    output.textContent = `${Math.round(time * 100)}%`;
    range.setAttribute("aria-valuetext", output.textContent);
  }
  label();
  return { element: h("div", { class: "time", onpointerenter: drawAhead, onfocusin: drawAhead }, button, range, output), update };
}
