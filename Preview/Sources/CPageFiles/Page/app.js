// The page: connects the picture, the settings, and the texts.

import { api } from "./api.js";
import { curvePanel } from "./curve-panel.js";
import { h, icon } from "./dom.js";
import { Handles } from "./handles.js";
import { blurPanel, hexColor, lookPanel, outputPanel, presetPanel } from "./option-panels.js";
import { acceptDrops } from "./drops.js";
import { Renderer } from "./render.js";
import { shapePanel } from "./shape-panel.js";
import { Stage } from "./stage.js";
import { addressPicture, state } from "./state.js";
import { textsPanel } from "./texts-panel.js";
import { outputName } from "./texts.js";

const find = (id) => document.getElementById(id);

const icons = {
  undo: icon("M8 5 4 9l4 4", "M4 9h8a4 4 0 0 1 0 8H9"), redo: icon("m12 5 4 4-4 4", "M16 9H8a4 4 0 0 0 0 8h3"),
  open: icon("M3 6.5h5l2 2h7v8H3z"), download: icon("M10 3v10m-4-4 4 4 4-4", "M4 17h12"),
  compare: icon("M3 4h14v12H3z", "M10 2v16"), handles: icon("M4 10h12", "M7 7.5v5M13 7.5v5"),
  plus: icon("M10 5v10M5 10h10"), minus: icon("M5 10h10"),
};

class App {
  async start() {
    const description = await api.session();
    state.start(description);
    this.stage = new Stage({
      element: find("stage"), canvas: find("canvas"), overlay: find("overlay"),
      changed: () => this.viewChanged(),
    });
    this.renderer = new Renderer({
      view: () => this.stage.view(),
      show: (frame, isOriginal) => this.stage.show(frame, isOriginal),
      report: (text) => this.report(text, "rendering"),
    });
    this.handles = new Handles(this.stage);
    this.maskFile = h("input", { type: "file", accept: "image/png,image/jpeg,image/webp", id: "mask-file", hidden: true });
    document.body.append(this.maskFile);
    this.panels = [
      presetPanel(), shapePanel({ chooseMask: () => this.maskFile.click() }), curvePanel(), lookPanel(), blurPanel(), outputPanel(),
    ];
    find("controls").append(...this.panels.map((panel) => panel.element));
    this.texts = textsPanel(find("texts"), (text) => this.announce(text));
    this.addButtons();
    this.addFiles();
    this.rendered = "";
    state.subscribe(() => this.changed());
    this.listPictures();
    this.changed();
    this.watch();
    const first = description.pictures.find(({ id }) => id === addressPicture()) ?? description.pictures[0];
    if (first) await this.open(() => api.open(first.id)); else find("empty").hidden = false;
  }

  /** Shows the settings everywhere, and renders if they have changed. */
  changed() {
    for (const panel of this.panels) panel.update();
    this.texts.update();
    this.handles.update();
    [find("undo").disabled, find("redo").disabled] = [!state.canUndo, !state.canRedo];
    this.stage.hasAlpha = state.picture?.channels.endsWith("a") || state.picture?.channels === "grayAlpha" || state.get("edges") === "transparent";
    this.stage.background = hexColor(state.values.background ?? "");
    const job = JSON.stringify(state.job);
    if (!this.stage.picture || job === this.rendered) return;
    this.rendered = job;
    this.report("");
    this.renderer.request();
  }

  viewChanged() {
    const percent = Math.round(this.stage.scale * this.stage.pixelRatio * 100);
    find("zoom-level").textContent = `${percent}%`;
    find("zoom-level").setAttribute("aria-label", `Zoom ${percent}%, fit the picture`);
    const view = JSON.stringify(this.stage.view());
    if (view === this.view) return;
    [this.view, this.rendered] = [view, JSON.stringify(state.job)];
    this.renderer.request();
  }

  /** Opens a picture; `load` returns its description. */
  async open(load) {
    find("stage").classList.add("loading");
    try {
      const picture = await load();
      this.renderer.reset();
      [this.rendered, this.view] = ["", ""];
      find("empty").hidden = true;
      // the view of the picture before does not fit this one
      this.stage.picture = null;
      state.setPicture(picture);
      this.stage.open(picture);
      this.showPicture(picture);
      this.report("");
    } catch (error) {
      this.report(error.message);
      if (!state.picture) find("empty").hidden = false;
    } finally {
      find("stage").classList.remove("loading");
    }
  }

  showPicture(picture) {
    const { path, width, height, format } = picture;
    find("picture-name").textContent = path.split("/").at(-1);
    find("picture-name").title = path;
    find("picture-size").textContent = `${width} × ${height} ${format.toUpperCase()}`;
    find("download").disabled = false;
    this.announce(`${path}, ${width} by ${height} pixels`);
    document.title = `${path.split("/").at(-1)} – varblur preview`;
    this.listPictures();
  }

  /** A list of the pictures to choose from, if there are several. */
  listPictures() {
    const { pictures } = state.session;
    const select = find("picture-choice");
    const others = state.picture && !pictures.some(({ id }) => id === state.picture.id) ? [state.picture] : [];
    const all = [...pictures, ...others];
    select.hidden = all.length < 2;
    find("picture-name").hidden = all.length >= 2;
    select.replaceChildren(...all.map(({ id, path }) => h("option", { value: id, text: path.split("/").at(-1) })));
    select.value = state.picture?.id ?? "";
  }

  addFiles() {
    const [file, mask] = [find("picture-file"), this.maskFile];
    file.addEventListener("change", () => {
      if (file.files[0]) this.addPicture(file.files[0]);
      file.value = "";
    });
    mask.addEventListener("change", () => {
      if (mask.files[0]) this.addMask(mask.files[0]);
      mask.value = "";
    });
    find("picture-choice").addEventListener("change", (event) => {
      const id = event.target.value;
      this.open(() => api.open(id));
    });
    acceptDrops({ element: find("drop"), picture: (dropped) => this.addPicture(dropped), mask: (dropped) => this.addMask(dropped) });
  }

  isSmall(file) {
    if (file.size <= state.session.maximumInput) return true;
    this.report(`${file.name} is larger than the limit of ${state.session.maximumInput >> 20} MiB.`);
    return false;
  }

  addPicture(file) {
    if (this.isSmall(file)) return this.open(() => api.addPicture(file));
  }

  async addMask(file) {
    if (!this.isSmall(file)) return;
    try {
      const mask = await api.addMask(file);
      sessionStorage.setItem(`mask ${mask.id}`, mask.path);
      if (state.shape !== "mask") state.changeShape("mask");
      state.setMask(mask);
      this.announce(`${mask.path} is the mask`);
    } catch (error) {
      this.report(error.message);
    }
  }

  addButtons() {
    const on = (id, listener, ...contents) => {
      find(id).append(...contents);
      find(id).addEventListener("click", listener);
    };
    const { stage } = this;
    on("undo", () => state.undo(), icons.undo);
    on("redo", () => state.redo(), icons.redo);
    on("open", () => find("picture-file").click(), icons.open, h("span", { text: "Open…" }));
    on("open-first", () => find("picture-file").click());
    on("download", () => this.download(), icons.download, h("span", {}, "Save", h("span", { text: " picture" })));
    on("compare", () => stage.toggleComparing(), icons.compare, h("span", { text: "Compare" }));
    stage.onComparing = () => find("compare").setAttribute("aria-pressed", String(stage.isComparing));
    on("handles", () => {
      this.handles.isVisible = !this.handles.isVisible;
      find("handles").setAttribute("aria-pressed", String(this.handles.isVisible));
      this.handles.update();
    }, icons.handles, h("span", { text: "Handles" }));
    on("zoom-in", () => stage.zoom(stage.scale * 1.5), icons.plus);
    on("zoom-out", () => stage.zoom(stage.scale / 1.5), icons.minus);
    on("zoom-fit", () => stage.fit());
    on("zoom-level", () => stage.fit());
    on("zoom-actual", () => stage.zoom(1 / stage.pixelRatio));
    document.addEventListener("keydown", (event) => {
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
      // fields for text have an undo of their own
      if (!isUndo || event.target.matches("input[type=text]")) return;
      event.preventDefault();
      if (event.shiftKey) state.redo(); else state.undo();
    });
  }

  /** Saves the file that the command would write. */
  async download() {
    const button = find("download");
    button.disabled = true;
    button.classList.add("busy");
    try {
      const blob = await api.perform(state.job);
      if (blob) {
        const name = outputName(state, state.picture.path).split("/").at(-1);
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
    this.problems = { ...this.problems, [origin]: text };
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

const app = new App();
// for measurements
window.varblurPreview = app;
app.start().catch((error) => app.report(error.message));
