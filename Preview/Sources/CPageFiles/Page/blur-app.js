// The page for images: connects the picture, the settings, and the texts.

import { api } from "./api.js";
import { AreaPencil } from "./area-handles.js";
import { hexOf } from "./colors.js";
import { curvePanel } from "./curve-panel.js";
import { cssNote, cssText } from "./css-text.js";
import { decimal, find, h, icon, imageFiles } from "./dom.js";
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

const nameOf = (path) => path.split("/").at(-1);

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
    });
    this.handles = new Handles(this.stage);
    this.isAsSaved = false;
    this.output = outputPanel();
    this.maskFile = h("input", { type: "file", accept: imageFiles, id: "mask-file", hidden: true });
    this.matteFile = h("input", { type: "file", accept: imageFiles, id: "matte-file", hidden: true });
    document.body.append(this.maskFile, this.matteFile);
    const pencil = new AreaPencil(this.stage);
    this.panels = [
      presetPanel({ isBusy: () => this.renderer.isRunning }), shapePanel({ chooseMask: () => this.maskFile.click() }), curvePanel(),
      mattePanel({ chooseMatte: () => this.matteFile.click() }), areaPanel(pencil), lookPanel(),
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
    this.changed();
    this.watch();
    const first = description.pictures.find(({ id }) => id === addressPicture()) ?? description.pictures[0];
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
    this.stage.hasAlpha = state.hasAlpha || state.get("edges") === "transparent";
    this.stage.background = hexOf(state.values.background ?? "");
    const job = JSON.stringify(state.job);
    if (job === this.rendered || (!this.stage.picture && state.picture)) return;
    this.rendered = job;
    if (!state.picture) return this.judge();
    this.report("");
    this.renderer.request();
  }

  /** Checks the settings without a picture. */
  async judge() {
    const { job } = state;
    try {
      const message = await state.agreement.check(job.options);
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
    try {
      await this.loading(async () => this.show(await api.open(id, allowsDamage)));
    } catch (error) {
      this.listPictures();
      this.reportFile(nameOf(listed.path), error, { damaged: () => this.open(id, true), again: () => this.open(id) });
    }
  }

  /** Does something that takes a while with the picture. */
  async loading(work) {
    find("stage").classList.add("loading");
    this.report("");
    try {
      await work();
    } finally {
      find("stage").classList.remove("loading");
    }
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

  /** Says why a file cannot be opened, and offers what can be done: `damaged` opens what is intact, and `again` the whole file. */
  reportFile(name, error, { damaged, again }) {
    const damage = error.isDamaged ? [["Show what is intact", damaged]] : [];
    const others = again ? [["Try again", again]] : [];
    const message = error.message.startsWith(`${name}:`) ? error.message : `${name}: ${error.message}`;
    this.report(message, "file", [...damage, ...others, ["Open another picture…", () => find("picture-file").click()]]);
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
    find("picture-name").textContent = path.split("/").at(-1);
    find("picture-name").title = path;
    this.showSize();
    find("download").disabled = false;
    this.announce(`${path}, ${width} by ${height} pixels`);
    document.title = `${path.split("/").at(-1)} – varblur preview`;
    this.listPictures();
  }

  /** A list of the pictures to choose from, if there are several. */
  listPictures() {
    const { pictures } = state.session;
    const select = find("picture-choice");
    select.hidden = pictures.length < 2;
    find("picture-name").hidden = pictures.length >= 2;
    select.replaceChildren(...pictures.map(({ id, path }) => h("option", { value: id, text: nameOf(path) })));
    select.value = state.picture?.id ?? "";
  }

  addFiles() {
    const [file, mask, matte] = [find("picture-file"), this.maskFile, this.matteFile];
    file.addEventListener("change", () => {
      this.addPictures([...file.files]);
      file.value = "";
    });
    mask.addEventListener("change", () => {
      if (mask.files[0]) this.addMask(mask.files[0]);
      mask.value = "";
    });
    matte.addEventListener("change", () => {
      if (matte.files[0]) this.addMatte(matte.files[0]);
      matte.value = "";
    });
    find("picture-choice").addEventListener("change", (event) => {
      this.open(event.target.value);
    });
    acceptDrops(find("drop"), [
      { name: "picture", text: "New picture", use: (files) => this.addPictures(files) },
      { name: "mask", text: "Mask for this picture", use: ([dropped]) => this.addMask(dropped), selector: ".mask-field" },
      { name: "matte", text: "Cut-out in front of the blur", use: ([dropped]) => this.addMatte(dropped), selector: ".matte-field" },
    ]);
  }

  isSmall(file) {
    if (file.size <= state.session.maximumInput) return true;
    this.report(`${file.name} is larger than the limit of ${state.session.maximumInput >> 20} MiB.`);
    return false;
  }

  /** Opens files, of which the first one is shown. */
  async addPictures(files) {
    let shown = 0;
    for (const file of files) shown += await this.addPicture(file, { isShown: !shown });
    if (shown > 1) this.announce(`${shown} pictures are open`);
  }

  /** Opens a file; returns the number of pictures that are open then. */
  async addPicture(file, { isShown = true, allowsDamage = false } = {}) {
    if (!this.isSmall(file)) return 0;
    try {
      await this.loading(async () => {
        const picture = await api.addPicture(file, allowsDamage);
        state.session.pictures.push({ id: picture.id, path: picture.path, allowsDamage });
        if (isShown) this.show(picture); else this.listPictures();
      });
      return 1;
    } catch (error) {
      this.reportFile(file.name, error, { damaged: () => this.addPicture(file, { allowsDamage: true }) });
      return 0;
    }
  }

  /** Sends the file of a mask or a matte, and shows why it cannot be one. */
  async addMaskFile(kind, file, use) {
    if (!this.isSmall(file)) return;
    try {
      const listed = await api.addMask(file);
      sessionStorage.setItem(`mask ${listed.id}`, listed.path);
      use(listed);
      this.report("");
    } catch (error) {
      const again = kind === "mask" ? this.maskFile : this.matteFile;
      this.report(`${file.name}: ${error.message}`, "file", [[`Choose another ${kind}…`, () => again.click()]]);
    }
  }

  addMask(file) {
    return this.addMaskFile("mask", file, (mask) => {
      if (state.shape !== "mask") state.changeShape("mask");
      state.setMask(mask);
      this.announce(`${mask.path} is the mask`);
    });
  }

  addMatte(file) {
    return this.addMaskFile("matte", file, (matte) => {
      state.setMatte(matte);
      this.announce(`${matte.path} is in front`);
    });
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
      if (!this.isAsSaved && !this.output.element.open) this.tellSize(0);
      this.renderer.request();
    }, icons.saved, h("span", { text: "As saved" }));
    find("as-saved").title = "Shows the picture as the file will be decoded, with the effects of its compression";
  }

  /** The command that starts the preview again. */
  startCommand() { return startText(state); }

  /** Saves the file that the command would write. */
  save() { return this.download(() => api.perform(state.takenJob), outputName(state, state.picture.path).split("/").at(-1)); }
}
