// What the pages for images and for scenes have in common: the view of a picture, buttons, and messages.

import { Problem, whenEnded } from "./api.js";
import { copyText, fileName, find, h, icon, isText } from "./dom.js";
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
    this.workCount = 0;
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
      if (!isUndo || isText(event.target)) return;
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

  /** Shows the name of the file at a path. */
  showName(path, title = path) {
    find("picture-name").textContent = fileName(path);
    find("picture-name").title = title;
    find("download").disabled = false;
    document.title = `${fileName(path)} – varblur preview`;
  }

  /** Does something that takes a while with the picture, and returns its result. */
  async loading(work) {
    this.workCount += 1;
    find("stage").classList.add("loading");
    try {
      return await work();
    } finally {
      this.workCount -= 1;
      find("stage").classList.toggle("loading", this.workCount > 0);
    }
  }

  /** Throws an error about a file that the server does not take. */
  checkSize({ size }) {
    const { maximumInput } = this.state.session;
    if (size > maximumInput) throw new Problem(`The file is larger than the limit of ${Math.floor(maximumInput / 2 ** 20)} MiB.`);
  }

  /** Saves the file that `load` returns, and shows the warnings about it. */
  async download(load, name) {
    const button = find("download");
    // a disabled button would lose the focus
    if (button.classList.contains("busy")) return;
    button.classList.add("busy");
    button.setAttribute("aria-disabled", "true");
    try {
      const file = await load();
      if (file) {
        const link = h("a", { href: URL.createObjectURL(file.blob), download: name });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
        this.announce(`${name} saved`);
      }
      this.report(file?.problem ?? "", "file", [["OK", () => this.report("")]]);
    } catch (error) {
      this.report(error.message);
    } finally {
      button.classList.remove("busy");
      button.removeAttribute("aria-disabled");
    }
  }

  /**
   * Shows a message on the picture, and buttons for what can be done; an empty text removes that of the same origin.
   *
   * `actions` are pairs of a text and a function.
   */
  report(text, origin = "file", actions = []) {
    this.problems[origin] = { text, actions };
    const shown = ["server", "file", "rendering", "options"].map((name) => this.problems[name]).find((problem) => problem?.text) ?? { text: "", actions: [] };
    const problem = find("problem");
    problem.hidden = !shown.text;
    if (this.shown === shown) return;
    this.shown = shown;
    if (find("problem-text").textContent !== shown.text) find("problem-text").textContent = shown.text;
    find("problem-actions").hidden = !shown.actions.length;
    find("problem-actions").replaceChildren(...shown.actions.map(([name, act]) => h("button", { type: "button", class: "chip", text: name, onclick: act })));
  }

  announce(text) { find("announcement").textContent = text; }

  /** Says that the server has ended, and how to start it again with the same settings. */
  reportEnd() {
    const command = this.startCommand();
    const copy = async () => {
      if (await copyText(command, find("problem-text"))) this.announce("The command is copied");
    };
    this.report(`The preview has ended. To go on with these settings, run: ${command}`, "server", [["Copy the command", copy]]);
  }

  /** Keeps a stream open that tells the server that the page is open, and notices the end of the server. */
  watch() {
    whenEnded(() => this.reportEnd());
    const events = new EventSource("events");
    events.addEventListener("error", () => {
      if (events.readyState !== EventSource.CLOSED) events.close();
      this.reportEnd();
    });
    addEventListener("pagehide", () => events.close());
  }
}
