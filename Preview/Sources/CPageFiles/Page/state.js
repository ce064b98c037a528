// The settings on the page: options by their names, as on the command line. They are also in the address.

import { Agreement } from "./agreement.js";
import { length, parseRamps, rampsText } from "./gradient.js";
import { invalidNote, Settings } from "./settings.js";
import { settingsOf } from "./shape-changes.js";
import { turned } from "./turning.js";

let session = null;
let values = {};
let mask = null;
let matte = null;
let picture = null;
/** The picture with its size after the crop and the resize. */
let framed = null;
/** The options that apply before a crop, so that it is drawn on their result. */
const turns = ["rotate", "flip", "flop"];
/** Whether the crop and the size are shown. */
let isFramed = true;
/** The paths of masks and mattes by their identifiers. */
const paths = new Map();

/** The options of ramps. */
export const rampOptions = ["max-radius", "min-radius", "direction", "start-offset", "reach", "easing", "ramp"];
/** The options that describe the shape, which differ between the kinds of shapes. */
const shapeNames = [...rampOptions.filter((name) => name !== "easing"), "mask-invert"];
/** The settings that kinds of shapes had, and what they became when the kind was changed. */
const remembered = {};

export const state = {
  __proto__: Settings.prototype, ...new Settings(),
  read: () => JSON.stringify({ values, mask, matte, wantsMask: state.wantsMask }),
  write(text) { ({ values, mask, matte, wantsMask: state.wantsMask } = JSON.parse(text)); },
  addressText, readAddress,
  changed() {
    if (state.selectedRamp >= state.ramps.length) state.selectedRamp = 0;
    super.changed();
  },

  get session() { return session; },
  /** The picture, with the size that it has before the blur. */
  get picture() { return framed ?? picture; },
  /** The picture with the size that it has in its file. */
  get original() { return picture; },
  get mask() { return mask; },
  get matte() { return matte; },
  /** The options that differ from their defaults. */
  get values() { return values; },

  start(description) {
    session = description;
    mask = description.mask;
    matte = description.matte;
    for (const file of [mask, matte]) if (file) paths.set(file.id, file.path);
    values = Object.fromEntries(description.settings.map(({ name, value }) => [name, valueOf(name, value)]));
    agreement.start(state.job);
    state.begin();
  },

  /** What the command takes of the settings. */
  get agreement() { return agreement; },
  /** The latest job that the command takes: what is copied and saved. */
  get takenJob() { return state.writable({ ...agreement.job, picture: picture?.id ?? "" }); },
  /** A job with a format of the output, if that of the picture is only read. */
  writable(job) {
    if (!picture || job.options.format || state.option("format").choices.includes(picture.format)) return job;
    return { ...job, options: { ...job.options, format: state.hasAlpha ? "png" : "jpeg" } };
  },
  /** The settings of that job, to be read as those of the page. */
  get taken() {
    const { takenJob: job } = this;
    return Object.create(this, { values: { value: job.options }, mask: { value: job.mask }, wantsMask: { value: false }, selectedRamp: { value: 0 } });
  },
  /** Whether the picture has transparent parts. */
  get hasAlpha() { return Boolean(picture?.channels.endsWith("a")); },
  /** What is wrong with the value of an option. */
  problem: (name) => agreement.problem(name),
  /** What the command says about another value of an option; empty if it is valid. */
  check: (name, text) => agreement.check({ ...state.job, picture: "", options: { ...agreement.job.options, [name]: text } }),
  /** The path of a mask or a matte. */
  pathOf: (id) => paths.get(id) ?? "mask.png",

  option: (name) => session.options.find((option) => option.name === name),
  default: (name) => session.options.find((option) => option.name === name)?.defaultValue ?? "",
  get(name) { return this.values[name] ?? state.default(name); },
  isOn(name) { return this.values[name] === true; },

  /** Sets an option; its default removes it. */
  set(name, value) {
    const initial = state.default(name);
    // with areas, there is no ramp from a side by default
    const isInitial = (value === initial || value === `${initial}px`) && !(name === "direction" && values.area);
    const isDefault = value === false || value === "" || value === null || isInitial;
    if (isDefault) delete values[name]; else values[name] = value;
    agreement.note(name);
    // both say where a ramp from a side ends
    if (name === "start-offset") delete values.reach;
    if (name === "reach") delete values["start-offset"];
    state.changed();
  },

  /** Where a ramp from a side ends, as a fraction of an axis of `whole` pixels from the opposite edge. */
  startOffset(whole) {
    const reach = length(this.values.reach ?? "");
    if (reach) return 1 - (reach.unit === "%" ? reach.number / 100 : reach.number / whole);
    const text = this.get("start-offset");
    return text.endsWith("%") ? parseFloat(text) / 100 : Number(text);
  },

  /** The kind of the shape: `sides`, `linear`, `radial`, `mask`, or `text` for ramps that the page does not draw. */
  get shape() {
    if (this.values.ramp) return this.ramp?.kind ?? "text";
    return this.mask || this.wantsMask ? "mask" : "sides";
  },
  /** Whether the shape is a mask, even without a file. */
  wantsMask: false,
  selectedRamp: 0,
  selectedStop: 0,

  get ramps() {
    try { return parseRamps(this.values.ramp ?? ""); } catch { return []; }
  },
  set ramps(ramps) {
    values.ramp = rampsText(ramps, values.ramp);
    agreement.note("ramp");
    state.selectedRamp = Math.min(state.selectedRamp, ramps.length - 1);
    state.changed();
  },
  get ramp() { return this.ramps[this.selectedRamp]; },
  updateRamp(change) {
    const ramps = state.ramps;
    change(ramps[state.selectedRamp]);
    state.ramps = ramps;
  },

  /** The text of all ramps with a change of the selected one, which is not made. */
  rampTextWith(change) {
    const ramps = state.ramps;
    change(ramps[state.selectedRamp]);
    return rampsText(ramps, values.ramp);
  },
  /** Turns the line of the selected ramp, whose radii keep their length in pixels. */
  turnRamp(degrees) {
    const ramps = state.ramps;
    ramps[state.selectedRamp] = turned(ramps[state.selectedRamp], degrees, state.size);
    state.ramps = ramps;
  },
  /** The size of the picture before the blur. */
  get size() { return [state.picture?.width ?? 1000, state.picture?.height ?? 1000]; },

  /** Whether a ramp from a side is in effect: with areas, only if it was asked for. */
  get hasSides() { return !this.values.area || ["direction", "start-offset", "reach"].some((name) => this.values[name]); },

  /** The sides that ramps in effect come from. */
  get sides() { return this.shape === "sides" && this.hasSides ? this.directions : []; },
  /** Sets the sides; with areas, there may be none. */
  setSides(sides) {
    if (!sides.length) for (const name of ["start-offset", "reach"]) delete values[name];
    state.set("direction", sides.length === 4 ? "all" : sides.join(","));
  },

  get directions() {
    const text = this.get("direction");
    return text === "all" ? ["top", "bottom", "left", "right"] : text.split(",");
  },

  /** Changes to another shape, which blurs what the shape before has blurred. */
  changeShape(kind) {
    const current = state.shape;
    if (kind === current) return;
    state.commit();
    const before = currentShape();
    // without a change in between, the settings of before come back
    const known = remembered[kind];
    const isUnchanged = known && known.became === before;
    const next = isUnchanged ? JSON.parse(known.settings)
      : { values: settingsOf(state, kind), mask: kind === "mask" ? known && JSON.parse(known.settings).mask || session.mask : null };
    for (const name of shapeNames) delete values[name];
    Object.assign(values, next.values);
    mask = next.mask;
    state.wantsMask = kind === "mask";
    const isRamp = (name) => name === "linear" || name === "radial";
    if (!isRamp(kind) || !isRamp(current)) state.selectedRamp = 0;
    state.selectedStop = 0;
    const after = currentShape();
    for (const entry of Object.values(remembered)) if (entry.became === before) entry.became = after;
    remembered[current] = { settings: before, became: after };
    agreement.note("ramp");
    state.changed();
  },

  setMask(value) {
    state.commit();
    mask = value;
    if (value) paths.set(value.id, value.path);
    agreement.note("mask");
    state.wantsMask = Boolean(value);
    if (value) for (const name of ["ramp", "direction", "start-offset", "reach"]) delete values[name];
    else delete values["mask-invert"];
    state.changed();
  },

  setMatte(value) {
    state.commit();
    matte = value;
    if (value) paths.set(value.id, value.path);
    agreement.note("matte");
    if (!value) delete values["matte-invert"];
    state.changed();
  },

  /** Other settings, with which the current ones are compared; `null` for none. */
  pinned: null,
  /** Keeps the latest valid settings for comparisons, or forgets them. */
  pin(isOn) {
    state.pinned = isOn ? agreement.job : null;
    state.tell();
  },
  /** The job with the pinned settings, for a picture of the current size. */
  get pinnedJob() { return state.writable({ ...state.pinned, picture: picture?.id ?? "", options: withSize(state.pinned.options) }); },
  /** Exchanges the pinned settings and the current ones. */
  swap() {
    state.commit();
    const { pinned } = state;
    state.pin(true);
    const fileOf = (id) => (id ? { id, path: state.pathOf(id) } : null);
    [values, mask, matte] = [{ ...pinned.options }, fileOf(pinned.mask), fileOf(pinned.matte)];
    [state.wantsMask, state.selectedRamp, state.selectedStop] = [Boolean(pinned.mask), 0, 0];
    agreement.note("");
    state.changed();
  },

  setPicture(value) {
    [picture, framed] = [value, null];
    state.changed();
    // a reload at once shows the same picture
    state.showAddress();
  },

  /** Sets the size that the picture has before the blur; returns whether it has changed. */
  setSize(width, height) {
    if (!(width > 0) || (width === state.picture.width && height === state.picture.height)) return false;
    framed = { ...picture, width, height };
    state.changed();
    return true;
  },

  /** Shows the picture with its crop and its size, or as it is in its file. */
  frame(isOn) {
    if (isFramed === isOn) return;
    isFramed = isOn;
    state.tell();
  },
  get isFramed() { return isFramed; },

  /** The options that change the picture before the blur. */
  get framing() {
    if (![...turns, "crop", "resize", "sharpen"].some((name) => values[name])) return {};
    return withSize(filtered(values, (name) => isFramed && ["background", "light"].includes(name)));
  },

  /** Whether presets leave an option as it is, unless they have it themselves. */
  isBesidePresets: (name) => name === "matte-invert" || ["Output", "Size"].includes(state.option(name)?.section),
  /** The values of a preset. */
  presetValues: (preset) => Object.fromEntries(preset.settings.map(({ name, value }) => [name, valueOf(name, value)])),

  applyPreset(preset) {
    state.commit();
    mask = null;
    state.wantsMask = false;
    [state.selectedRamp, state.selectedStop] = [0, 0];
    const names = new Set(preset.settings.map(({ name }) => name));
    const kept = Object.entries(values)
      .filter(([name]) => state.isBesidePresets(name) && !names.has(name));
    values = { ...Object.fromEntries(kept), ...state.presetValues(preset) };
    agreement.note("preset");
    state.changed();
  },

  reset() {
    state.commit();
    [values, mask, matte, state.wantsMask, state.selectedRamp, state.selectedStop] = [{}, null, null, false, 0, 0];
    state.changed();
  },

  /** What the server needs for a rendering or a file. */
  get job() {
    const options = withSize(values);
    // without a mask, nothing is blurred
    if (state.lacksMask) {
      delete options["min-radius"];
      options["max-radius"] = "0";
    }
    return { picture: picture?.id ?? "", mask: mask && !values.ramp ? mask.id : null, matte: matte?.id ?? null, options };
  },

  /** Why the copied texts differ from the settings; empty if they do not. */
  get copyNote() {
    if (state.lacksMask) return "Choose a mask first. Until then, this is without a mask.";
    if (!agreement.isRejected) return "";
    return agreement.job.picture === state.job.picture ? invalidNote : "The settings do not suit this picture. This fails.";
  },

  /** Whether the shape is a mask that has not been chosen yet. */
  get lacksMask() { return state.shape === "mask" && !mask; },
};

const agreement = new Agreement(state);

/** Those of some options whose names a function accepts. */
const filtered = (options, accepts) => Object.fromEntries(Object.entries(options).filter(([name]) => accepts(name)));

const isSize = (name) => state.option(name)?.section === "Size";

/** Options with the current ones for the crop and the size, as far as these are shown. */
const withSize = (options) => ({ ...filtered(options, (name) => !isSize(name)), ...filtered(values, (name) => isSize(name) && (isFramed || turns.includes(name))) });

/** The settings of the shape as text. */
function currentShape() {
  return JSON.stringify({ values: Object.fromEntries(shapeNames.filter((name) => name in values).map((name) => [name, values[name]])), mask });
}

function valueOf(name, text) {
  return state.option(name)?.kind === "flag" ? text === "yes" || text === true : text;
}


function addressText() {
  const items = Object.entries(values).map(([name, value]) => [name, value === true ? "yes" : value]);
  if (mask) items.push(["mask", mask.id]);
  if (matte) items.push(["matte", matte.id]);
  // even without other settings, those of the command line do not come back
  items.push(["picture", picture?.id ?? ""]);
  return new URLSearchParams(items).toString();
}

/** The identifier of the picture in the address. */
export function addressPicture() { return new URLSearchParams(location.hash.slice(1)).get("picture"); }

/** Takes over the settings of the address, if it has any. */
function readAddress() {
  const items = new URLSearchParams(location.hash.slice(1));
  const known = [...items.keys()].filter((name) => state.option(name));
  if (!known.length && !items.has("picture")) return;
  const options = known.filter((name) => name !== "mask" && name !== "matte").map((name) => [name, valueOf(name, items.get(name))]);
  values = Object.fromEntries(options.filter(([, value]) => value));
  mask = listed(items.get("mask"), session.mask, "mask.png");
  matte = listed(items.get("matte"), session.matte, "matte.png");
}

/** The file of an identifier in the address. */
function listed(id, first, name) {
  if (!id) return null;
  const file = first?.id === id ? first : { id, path: sessionStorage.getItem(`mask ${id}`) ?? name };
  paths.set(file.id, file.path);
  return file;
}
