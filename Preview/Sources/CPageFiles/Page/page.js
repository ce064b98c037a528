// What the pages for images and for scenes have in common: the view of a picture, buttons, and messages.

import { find, h, icon } from "./dom.js";
import { Stage } from "./stage.js";

const icons = {
  undo: icon("M8 5 4 9l4 4", "M4 9h8a4 4 0 0 1 0 8H9"), redo: icon("m12 5 4 4-4 4", "M16 9H8a4 4 0 0 0 0 8h3"),
  download: icon("M10 3v10m-4-4 4 4 4-4", "M4 17h12"), compare: icon("M3 4h14v12H3z", "M10 2v16"),
  plus: icon("M10 5v10M5 10h10"), minus: icon("M5 10h10"),
};

/** A page; subclasses have the functions `viewChanged` and `save`. */
export class Page {
  constructor(state) {
    this.state = state;
    this.problems = {};
  }

  addStage(sides = ["Original", "Blur"]) {
    this.stage = new Stage({
      element: find("stage"), canvas: find("canvas"), overlay: find("overlay"), sides, changed: () => this.viewChanged(),
    });
  }

  /** Adds contents and a listener to a button of the page. */
  on(id, listener, ...contents) {
    find(id).append(...contents);
    find(id).addEventListener("click", listener);
  }

  addCommonButtons() {
    const { stage, state } = this;
    this.on("undo", () => state.undo(), icons.undo);
    this.on("redo", () => state.redo(), icons.redo);
    this.on("download", () => this.save(), icons.download, h("span", {}, "Save", h("span", { text: " picture" })));
    this.on("compare", () => stage.toggleComparing(), icons.compare, h("span", { text: "Compare" }));
    stage.onComparing = () => {
      find("compare").setAttribute("aria-pressed", String(stage.isComparing));
      this.comparingChanged?.();
    };
    this.on("zoom-in", () => stage.zoom(stage.scale * 1.5), icons.plus);
    this.on("zoom-out", () => stage.zoom(stage.scale / 1.5), icons.minus);
    this.on("zoom-fit", () => stage.fit());
    this.on("zoom-level", () => stage.fit());
    this.on("zoom-actual", () => stage.zoom(1 / stage.pixelRatio));
    document.addEventListener("keydown", (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
      // fields for text have an undo of their own
      if (!isUndo || event.target.matches("input[type=text], textarea")) return;
      event.preventDefault();
      if (event.shiftKey) state.redo(); else state.undo();
    });
  }

  updateButtons() { [find("undo").disabled, find("redo").disabled] = [!this.state.canUndo, !this.state.canRedo]; }

  showZoom() {
    const percent = Math.round(this.stage.scale * this.stage.pixelRatio * 100);
    find("zoom-level").textContent = `${percent}%`;
    find("zoom-level").setAttribute("aria-label", `Zoom ${percent}%, fit the picture`);
  }

  /** Saves the file that `load` returns. */
  async download(load, name) {
    const button = find("download");
    button.disabled = true;
    button.classList.add("busy");
    try {
      const blob = await load();
      if (blob) {
        const link = h("a", { href: URL.createObjectURL(blob), download: name });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
        this.announce(`${name} saved`);
      }
      this.report("");
    } catch (error) {
      this.report(error.message);
    } finally {
      button.disabled = false;
      button.classList.remove("busy");
    }
  }

  /** Shows a message on the picture; an empty text removes that of the same origin. */
  report(text, origin = "file") {
    this.problems[origin] = text;
    const shown = this.problems.file || this.problems.rendering || "";
    const problem = find("problem");
    if (problem.textContent !== shown) problem.textContent = shown;
    problem.hidden = !shown;
  }

  announce(text) { find("announcement").textContent = text; }

  /** Keeps a stream open that tells the server that the page is open, and notices the end of the server. */
  watch() {
    const events = new EventSource("events");
    events.addEventListener("error", () => {
      if (events.readyState !== EventSource.CLOSED) events.close();
      this.report("The preview has ended. The settings are still in the address of this page.");
    });
    addEventListener("pagehide", () => events.close());
  }
}
