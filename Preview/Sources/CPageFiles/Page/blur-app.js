// The page for images: connects the picture, the settings, and the texts.

import { api } from "./api.js";
import { AreaPencil } from "./area-handles.js";
import { hexOf } from "./colors.js";
import { curvePanel } from "./curve-panel.js";
import { cssNote, cssText } from "./css-text.js";
import { decimal, fileName, find, h, icon, imageFiles } from "./dom.js";
import { Handles } from "./handles.js";
import { areaPanel, blurPanel, lookPanel, outputPanel, presetPanel, sizePanel } from "./option-panels.js";
import { acceptDrops } from "./drops.js";
import { addHelp } from "./help.js";
import { Page } from "./page.js";
import { Renderer } from "./render.js";
import { mattePanel, shapePanel } from "./shape-panel.js";
import { composeNote, composeText, imgproxyNote, imgproxyText, swiftUINote, swiftUIText } from "./platform-texts.js";
import { addressPicture, state } from "./state.js";
import { textsPanel } from "./texts-panel.js";
import { batchNote, jsonText, outputName, pythonText, shellText, startText, swiftText } from "./texts.js";

const icons = {
  pin: icon("M7 3h6l-1 6 3 3H5l3-3z", "M10 12v5"), swap: icon("M4 7h11l-3-3", "M16 13H5l3 3"), saved: icon("M5 3h7l3 3v11H5z", "M8 12l2 2 3-4"),
  open: icon("M3 6.5h5l2 2h7v8H3z"), handles: icon("M4 10h12", "M7 7.5v5M13 7.5v5"),
};

const textKinds = [
  ["shell", "Command", shellText], ["json", "Batch", jsonText, batchNote], ["swift", "Swift", swiftText], ["python", "Python", pythonText],
  ["css", "CSS", cssText, cssNote], ["compose", "Compose", composeText, composeNote], ["swiftui", "SwiftUI", swiftUIText, swiftUINote],
  ["imgproxy", "imgproxy", imgproxyText, imgproxyNote],
];

/** A number of bytes, such as `312 KB`. */
const sizeText = (byteCount) => (byteCount < 999_500 ? `${Math.max(1, Math.round(byteCount / 1000))} KB` : `${decimal(byteCount / 1e6, 1)} MB`);

/** The page for images. */
export class BlurApp extends Page {
  constructor() { super(state); }

  async start(description) {
    state.start(description);
    this.addStage();
    this.renderer = new Renderer({
      view: () => this.stage.view(),
      show: (frame, isOriginal) => this.showFrame(frame, isOriginal),
      resize: () => this.resized(),
      report: (text, isAtField) => this.reportRendering(text, isAtField),
      wantsOutput: () => this.isAsSaved || this.output.element.open,
      showsOutput: () => this.isAsSaved,
      tellSize: (byteCount) => this.tellSize(byteCount),
      drop: (frame) => this.stage.drop(frame),
    });
    this.handles = new Handles(this.stage);
    this.isAsSaved = false;
    this.output = outputPanel();
    const pencil = new AreaPencil(this.stage);
    this.panels = [
      presetPanel({ isBusy: () => this.renderer.isRunning }), shapePanel({ chooseMask: () => find("mask-file").click() }), curvePanel(),
      mattePanel({ chooseMatte: () => find("matte-file").click() }), areaPanel(pencil), lookPanel(),
      sizePanel(pencil), blurPanel(), this.output,
    ];
    this.output.element.addEventListener("toggle", () => this.renderer.request());
    find("controls").append(...this.panels.map((panel) => panel.element));
    addHelp("images");
    this.texts = textsPanel(find("texts"), textKinds, state, (text) => this.announce(text));
    state.agreement.taken = () => this.texts.update();
    this.addButtons();
    this.addFiles();
    this.rendered = "";
    state.subscribe(() => this.changed());
    this.listPictures();
    const first = description.pictures.find(({ id }) => id === addressPicture()) ?? description.pictures[0];
    this.isStarting = Boolean(first);
    this.changed();
    this.watch();
    if (first) await this.open(first.id);
    else find("empty").hidden = false;
  }

  /** Shows the settings everywhere, and renders if they have changed. */
  changed() {
    for (const panel of this.panels) panel.update();
    this.texts.update();
    this.handles.update();
    this.updateButtons();
    this.updateComparison();
    this.stage.background = hexOf(state.values.background ?? "");
    const job = JSON.stringify(state.job);
    if (job === this.rendered || (!this.stage.picture && state.picture)) return;
    this.rendered = job;
    // a picture that is being opened decides, too
    if (!state.picture) return this.isStarting ? null : this.judge();
    this.report("");
    this.renderer.request();
  }

  /** Checks the settings without a picture. */
  async judge() {
    const { job } = state;
    this.isStarting = false;
    try {
      const message = await state.agreement.check(job);
      if (message) await state.agreement.reject(job, message); else state.agreement.take(job);
    } catch {
      // the page says that the server has ended
    }
  }

  /** What the picture is compared with: the original, or the pinned settings. */
  updateComparison() {
    const isPinned = Boolean(state.pinned);
    const pinned = JSON.stringify(state.pinned);
    if (this.pinned === pinned) return;
    this.pinned = pinned;
    find("pin").setAttribute("aria-pressed", String(isPinned));
    find("swap").hidden = !isPinned;
    this.stage.nameSides(isPinned ? ["Pinned", "Now"] : ["Original", "Blur"]);
    this.stage.frames.original = {};
    this.renderer.shown = "";
    if (isPinned && !this.stage.isComparing) this.stage.toggleComparing();
    if (state.picture) this.renderer.request();
  }

  /** Shows the size of the file that the command writes. */
  tellSize(byteCount) {
    const text = byteCount ? `${sizeText(byteCount)} ${(state.takenJob.options.format ?? state.original.format).toUpperCase()}` : "";
    if (find("file-size").textContent !== text) find("file-size").textContent = text;
  }

  /** Shows what is wrong with the settings: at their field, or on the picture if that is out of sight. */
  reportRendering(text, isAtField = false) {
    const fields = [...document.querySelectorAll(".mistake:not([hidden])")];
    this.report(isAtField && fields.some((field) => field.checkVisibility()) ? "" : text, "rendering");
  }

  viewChanged() {
    this.showZoom();
    const view = JSON.stringify(this.stage.view());
    if (view === this.view) return;
    [this.view, this.rendered] = [view, JSON.stringify(state.job)];
    this.renderer.request();
  }

  showFrame(frame, isOriginal) {
    if (!isOriginal && !frame.region) this.panels[0].begin(frame.bitmap);
    this.stage.show(frame, isOriginal);
  }

  /** Opens a picture that is listed. */
  async open(id, allowsDamage = false) {
    const listed = state.session.pictures.find((picture) => picture.id === id);
    if (allowsDamage) listed.allowsDamage = true;
    const isLatest = this.choose();
    try {
      await this.loading(async () => {
        const picture = await api.open(id, allowsDamage);
        if (isLatest()) this.show(picture);
      });
    } catch (error) {
      if (!isLatest()) return;
      if (!state.picture) this.judge();
      this.listPictures();
      this.reportFiles([[fileName(listed.path), error]], { damaged: () => this.open(id, true), again: () => this.open(id) });
    }
  }

  /** Notices that the user chooses a picture; returns a function that tells whether no other one has been chosen since. */
  choose() {
    const choice = Symbol("choice");
    this.choice = choice;
    this.report("");
    return () => this.choice === choice;
  }

  /** Shows a picture that the server has opened. */
  show(description) {
    const listed = state.session.pictures.find(({ id }) => id === description.id);
    const picture = { ...description, allowsDamage: Boolean(listed?.allowsDamage) };
    this.renderer.reset();
    [this.rendered, this.view] = ["", ""];
    find("empty").hidden = true;
    // the view of the picture before does not fit this one
    this.stage.picture = null;
    state.setPicture(picture);
    this.stage.open(picture);
    this.showPicture(picture);
  }

  /**
   * Says why files cannot be opened, and offers what can be done: `damaged` opens what is intact, and `again` the whole file.
   *
   * `note` is what else there is to say.
   */
  reportFiles(failures, { damaged, again, note }) {
    const damage = failures.some(([, error]) => error.isDamaged) ? [["Show what is intact", damaged]] : [];
    const others = again ? [["Try again", again]] : [];
    const messages = failures.map(([name, { message }]) => (message.startsWith(`${name}:`) ? message : `${name}: ${message}`));
    this.report([...messages, ...(note ? [note] : [])].join("\n"), "file", [...damage, ...others, ["Open another picture…", () => find("picture-file").click()]]);
    if (!state.picture) find("empty").hidden = false;
  }

  /** Shows the picture in its new size. */
  resized() {
    this.stage.open(state.picture);
    this.showSize();
  }

  showSize() {
    const { original, picture } = state;
    const isSame = original.width === picture.width && original.height === picture.height;
    const size = `${original.width} × ${original.height} ${original.format.toUpperCase()}`;
    find("picture-size").textContent = isSame ? size : `${size} → ${picture.width} × ${picture.height}`;
  }

  showPicture(picture) {
    const { path, width, height } = picture;
    this.showName(path);
    this.showSize();
    this.announce(`${path}, ${width} by ${height} pixels`);
    this.listPictures();
  }

  /** A list of the pictures to choose from, if there are several. */
  listPictures() {
    const { pictures } = state.session;
    const select = find("picture-choice");
    select.hidden = pictures.length < 2;
    find("picture-name").hidden = pictures.length >= 2;
    select.replaceChildren(...pictures.map(({ id, path }) => h("option", { value: id, text: fileName(path) })));
    select.value = state.picture?.id ?? "";
  }

  addFiles() {
    const inputs = [[find("picture-file"), (files) => this.addPictures(files)]];
    for (const kind of ["mask", "matte"]) {
      const input = h("input", { type: "file", id: `${kind}-file`, hidden: true });
      document.body.append(input);
      inputs.push([input, ([file]) => this.addMask(kind, file)]);
    }
    for (const [input, use] of inputs) {
      input.accept = imageFiles;
      input.addEventListener("change", () => {
        if (input.files.length) use([...input.files]);
        input.value = "";
      });
    }
    find("picture-choice").addEventListener("change", (event) => {
      this.open(event.target.value);
    });
    acceptDrops(find("drop"), [
      { name: "picture", text: "New picture", use: (files) => this.addPictures(files) },
      { name: "mask", text: "Mask for this picture", use: ([dropped]) => this.addMask("mask", dropped), selector: ".mask-field" },
      { name: "matte", text: "Cut-out in front of the blur", use: ([dropped]) => this.addMask("matte", dropped), selector: ".matte-field" },
    ]);
  }

  /** Opens files, of which the first one is shown. */
  async addPictures(files, allowsDamage = false) {
    const isLatest = this.choose();
    let count = 0;
    const [failed, closed] = [[], []];
    for (const file of files) {
      try {
        closed.push(...await this.loading(() => this.addPicture(file, allowsDamage, () => !count && isLatest())));
        count += 1;
      } catch (error) {
        failed.push([file.name, error, file]);
      }
    }
    if (count > 1) this.announce(`${state.session.pictures.length} pictures are open`);
    const note = closed.length ? `The page keeps only the latest files. These are closed: ${closed.map(({ path }) => fileName(path)).join(", ")}` : "";
    const damaged = failed.filter(([, error]) => error.isDamaged).map(([, , file]) => file);
    if (failed.length) this.reportFiles(failed, { damaged: () => this.addPictures(damaged, true), note });
    else if (note) this.report(note, "file", [["OK", () => this.report("")]]);
  }

  /** Adds a picture; returns those that the server, which keeps only the latest ones, has closed for it. */
  async addPicture(file, allowsDamage, isShown) {
    this.checkSize(file);
    const picture = await api.addPicture(file, state.picture?.id ?? "", allowsDamage);
    const before = state.session.pictures;
    const { pictures } = await api.session();
    state.session.pictures = pictures;
    if (isShown()) this.show(picture); else this.listPictures();
    return before.filter((old) => !pictures.some(({ id }) => id === old.id));
  }

  /** Sends the file of a mask or a matte, and shows why it cannot be one. */
  async addMask(kind, file) {
    try {
      this.checkSize(file);
      const listed = await api.addMask(file);
      sessionStorage.setItem(`mask ${listed.id}`, listed.path);
      if (kind === "mask" && state.shape !== "mask") state.changeShape("mask");
      if (kind === "mask") state.setMask(listed); else state.setMatte(listed);
      this.announce(`${listed.path} is ${kind === "mask" ? "the mask" : "in front"}`);
      this.report("");
    } catch (error) {
      this.report(`${file.name}: ${error.message}`, "file", [[`Choose another ${kind}…`, () => find(`${kind}-file`).click()]]);
    }
  }

  addButtons() {
    this.addCommonButtons();
    this.on("open", () => find("picture-file").click(), icons.open, h("span", { text: "Open…" }));
    this.on("open-first", () => find("picture-file").click());
    this.on("handles", () => {
      this.handles.isVisible = !this.handles.isVisible;
      find("handles").setAttribute("aria-pressed", String(this.handles.isVisible));
      this.handles.update();
    }, icons.handles, h("span", { text: "Handles" }));
    this.on("pin", () => state.pin(!state.pinned), icons.pin, h("span", { text: "Pin" }));
    find("pin").title = "Keeps these settings, to compare others with them side by side";
    this.on("swap", () => state.swap(), icons.swap, h("span", { text: "Swap" }));
    find("swap").title = "Exchanges the pinned settings and the current ones";
    this.on("as-saved", () => {
      this.isAsSaved = !this.isAsSaved;
      find("as-saved").setAttribute("aria-pressed", String(this.isAsSaved));
      this.renderer.request();
    }, icons.saved, h("span", { text: "As saved" }));
    find("as-saved").title = "Shows the picture as the file will be decoded, with the effects of its compression";
  }

  /** The command that starts the preview again. */
  startCommand() { return startText(state); }

  /** Saves the file that the command would write. */
  save() { return this.download(() => api.perform(state.takenJob), fileName(outputName(state, state.picture.path))); }
}
