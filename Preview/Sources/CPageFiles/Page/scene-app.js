// The page for a scene: its picture, a control for each of its values, and the time of scenes that move.

import { api, messageOf } from "./api.js";
import { acceptDrops } from "./drops.js";
import { find, h, imageFiles } from "./dom.js";
import { addHelp } from "./help.js";
import { control, panel } from "./option-panels.js";
import { Page } from "./page.js";
import { imageList } from "./scene-controls.js";
import { scenePanels } from "./scene-panels.js";
import { SceneRenderer } from "./scene-renderer.js";
import { scene } from "./scene-state.js";
import { timeRow } from "./scene-time.js";
import { sceneCommand, sceneDocument, sceneOutput, sceneStart } from "./scene-texts.js";
import { textsPanel } from "./texts-panel.js";

const textKinds = [["shell", "Command", sceneCommand], ["json", "Scene", sceneDocument]];
const documentDelay = 250;
/** The number of values that get a place of their own to drop a picture on. */
const mostDropFields = 4;

export class SceneApp extends Page {
  constructor() { super(scene); }

  async start(description) {
    scene.start(description);
    this.arrange(description);
    this.addStage(["As in the file", "Changed"]);
    this.renderer = new SceneRenderer({
      show: (frame, isOriginal) => this.show(frame, isOriginal),
      report: (lines) => this.report(scene.setMistakes(lines).join(" "), "rendering"),
      wantsOriginal: () => this.stage.isComparing,
    });
    this.panels = [resetPanel(), ...scenePanels(), outputPanel()];
    find("controls").append(...this.panels.map(({ element }) => element),
      h("datalist", { id: imageList }, description.images.map((value) => h("option", { value }))));
    addHelp("scene");
    this.texts = textsPanel(find("texts"), textKinds, scene, (text) => this.announce(text), (kind) => kind === "json" && this.documenting);
    this.addCommonButtons();
    this.addFiles();
    if (scene.isMoving) {
      this.time = timeRow({ stage: this.stage, renderer: this.renderer, settle: (time) => this.settle(time) });
      document.querySelector(".toolbar").before(this.time.element);
    }
    this.judged = { options: "{}" };
    scene.subscribe(() => this.changed());
    this.watch();
    this.changed();
  }

  /** Adapts the parts of the page that images and scenes share. */
  arrange({ scene: path, report }) {
    for (const id of ["open", "handles", "picture-choice", "pin", "swap", "as-saved", "file-size"]) find(id).remove();
    find("stage").setAttribute("aria-label", "Picture of the scene");
    this.showName(path, report.title);
  }

  /** Dropped and pasted pictures, and those that are chosen, are copied into the directory of the scene. */
  addFiles() {
    const file = h("input", { type: "file", id: "image-file", accept: imageFiles, hidden: true });
    let chosenPath = "";
    document.body.append(file);
    file.addEventListener("change", () => {
      if (file.files[0]) this.addImage(chosenPath, file.files[0]);
      file.value = "";
    });
    scene.chooseImage = (path) => {
      chosenPath = path;
      file.click();
    };
    const values = scene.entries.filter(({ kind, value }) => kind === "path" && value !== undefined);
    acceptDrops(find("drop"), values.map(({ path }, index) => ({
      name: `value-${index}`, text: index < mostDropFields ? `Copy into the folder of the scene, as ${path}` : "",
      use: ([dropped]) => this.addImage(path, dropped), selector: `[data-path="${CSS.escape(path)}"]`,
    })));
  }

  /** Copies a picture into the directory of the scene, and uses it for a value. */
  async addImage(path, file) {
    try {
      this.checkSize(file);
      await this.loading(async () => {
        const { path: copy, images } = await api.addImage(file);
        find(imageList).replaceChildren(...images.map((value) => h("option", { value })));
        scene.setValue(path, copy);
        this.report("");
        this.announce(`${copy} is copied into the folder of the scene`);
      });
    } catch (error) {
      this.report(`${file.name}: ${error.message}`, "file", [["Choose another picture…", () => scene.chooseImage(path)]]);
    }
  }

  changed() {
    for (const part of this.panels) part.update();
    this.texts.update();
    this.updateButtons();
    this.time?.update();
    this.judgeOptions();
    const request = JSON.stringify(scene.request);
    if (request !== this.rendered) {
      this.rendered = request;
      this.renderer.request();
    }
    const taken = JSON.stringify(scene.takenRequest);
    if (taken === this.documented) return;
    this.documented = taken;
    this.documenting = this.updateDocument(taken);
  }

  /** Draws the scene at a time, after frames that were played. */
  settle(time) {
    this.rendered = "";
    scene.setTime(time);
  }

  /** Checks options of the output that have changed: only those that the program takes are saved. */
  async judgeOptions() {
    const [options, values] = [scene.options, scene.taken.changes].map((part) => JSON.stringify(part));
    // what is refused may be so because of the values
    if (options === this.judged.options && (values === this.judged.values || !this.judged.message)) return;
    const judged = { options, values };
    this.judged = judged;
    judged.message = await problemOf(JSON.parse(options)).catch(() => null);
    if (judged !== this.judged) return;
    // without an answer, nothing is known about them
    if (judged.message === null) return void (this.judged = {});
    this.report(judged.message, "options");
    if (!judged.message) scene.take({ options: JSON.parse(options) });
    scene.refuse("options", Boolean(judged.message));
    this.judgeOptions();
  }

  /** Shows the document with the changes that the program takes, which are described by `taken`, unless others follow soon. */
  async updateDocument(taken) {
    await new Promise((resolve) => { setTimeout(resolve, documentDelay); });
    if (taken !== this.documented) return;
    try {
      const report = await api.sceneReport(scene.takenRequest);
      if (!report) return;
      scene.document = report.document;
      this.texts.update();
    } catch {
      // the rendering reports the mistake
    }
  }

  show(frame, isOriginal) {
    const { width, height } = frame.bitmap;
    const { picture } = this.stage;
    if (!isOriginal && (picture?.width !== width || picture?.height !== height)) {
      this.stage.open({ width, height });
      this.renderer.originalTime = undefined;
      find("picture-size").textContent = `${width} × ${height}`;
      this.announce(`${width} by ${height} pixels`);
    }
    this.stage.show(frame, isOriginal);
  }

  viewChanged() { this.showZoom(); }

  comparingChanged() { this.renderer.request(); }

  /** The command that starts the preview again. */
  startCommand() { return sceneStart(scene); }

  save() {
    const request = { ...scene.takenRequest, options: { format: "png", ...scene.taken.options } };
    return this.download(() => api.sceneFile(request), sceneOutput(scene));
  }
}

function resetPanel() {
  const button = h("button", { type: "button", class: "chip quiet-chip", text: "Reset all", onclick: () => scene.reset() });
  return {
    element: h("section", { class: "panel values-head", labeledBy: "values-title" },
      h("h2", { id: "values-title", text: "Values" }), button),
    update() { button.disabled = !scene.changes.length; },
  };
}

/** What the program says about options of the output; an empty text if it takes them. */
const problemOf = (options) => messageOf(api.checkScene({ ...scene.takenRequest, options: { format: "png", ...options } }));

/** The options of the output; the format of a picture without a name is PNG. */
function outputPanel() {
  const access = {
    option: scene.option, get: (name) => scene.get(name) || (name === "format" ? "png" : ""), isOn: () => false, problem: () => "",
    set: (name, value) => scene.set(name, name === "format" && value === "png" ? "" : value),
    check: (name, text) => problemOf({ ...scene.taken.options, [name]: text }),
  };
  const controls = scene.session.options.map((option) => control({
    ...option, defaultValue: option.name === "format" ? "png" : option.defaultValue,
  }, access));
  return panel("Output", controls.filter(Boolean), true);
}
