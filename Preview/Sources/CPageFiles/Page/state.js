// The settings on the page: options by their names, as on the command line. They are also in the address.

import { Agreement } from "./agreement.js";
import { length, parseRamps, rampText } from "./gradient.js";
import { History } from "./history.js";
import { settingsOf } from "./shape-changes.js";
import { turned } from "./turning.js";

const listeners = new Set();

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

const history = new History({
  read: () => JSON.stringify({ values, mask, matte }),
  write: (text) => {
    ({ values, mask, matte } = JSON.parse(text));
    state.wantsMask = Boolean(mask);
    notify();
  },
  settled: (isNew) => {
    if (isNew) for (const listener of listeners) listener();
    showAddress(addressText());
  },
});
const commit = () => history.commit();

/** The options that describe the shape, which differ between the kinds of shapes. */
const shapeNames = ["max-radius", "min-radius", "direction", "start-offset", "reach", "ramp", "mask-invert"];
/** The settings that kinds of shapes had, and what they became when the kind was changed. */
const remembered = {};

export const state = {
  get session() { return session; },
  /** The picture, with the size that it has before the blur. */
  get picture() { return framed ?? picture; },
  /** The picture with the size that it has in its file. */
  get original() { return picture; },
  get mask() { return mask; },
  get matte() { return matte; },
  /** The options that differ from their defaults. */
  get values() { return values; },
  get canUndo() { return history.canUndo; },
  get canRedo() { return history.canRedo; },

  start(description) {
    session = description;
    mask = description.mask;
    matte = description.matte;
    for (const file of [mask, matte]) if (file) paths.set(file.id, file.path);
    values = Object.fromEntries(description.settings.map(({ name, value }) => [name, valueOf(name, value)]));
    agreement.start(state.job);
    readAddress();
    history.start();
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
  /** Whether the picture has transparent parts. */
  get hasAlpha() { return Boolean(picture?.channels.endsWith("a")) || picture?.channels === "grayAlpha"; },
  /** What is wrong with the value of an option. */
  problem: (name) => agreement.problem(name),
  /** What the command says about another value of an option; empty if it is valid. */
  check: (name, text) => agreement.check({ ...agreement.job.options, [name]: text }),
  /** The path of a mask or a matte. */
  pathOf: (id) => paths.get(id) ?? "mask.png",
  /** Shows the settings again. */
  tell() { for (const listener of listeners) listener(); },

  option: (name) => session.options.find((option) => option.name === name),
  default: (name) => session.options.find((option) => option.name === name)?.defaultValue ?? "",
  get: (name) => values[name] ?? state.default(name),
  isOn: (name) => values[name] === true,

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
    notify();
  },

  /** Where a ramp from a side ends, as a fraction of an axis of `whole` pixels from the opposite edge. */
  startOffset(whole) {
    const reach = length(values.reach ?? "");
    if (reach) return 1 - (reach.unit === "%" ? reach.number / 100 : reach.number / whole);
    const text = state.get("start-offset");
    return text.endsWith("%") ? parseFloat(text) / 100 : Number(text);
  },

  /** The kind of the shape: `sides`, `linear`, `radial` or `mask`. */
  get shape() { return values.ramp && state.ramp ? state.ramp.kind : mask ? "mask" : state.wantsMask ? "mask" : "sides"; },
  wantsMask: false,
  selectedRamp: 0,
  selectedStop: 0,

  get ramps() {
    try { return parseRamps(values.ramp ?? ""); } catch { return []; }
  },
  set ramps(ramps) {
    values.ramp = ramps.map(rampText).join(" ");
    agreement.note("ramp");
    state.selectedRamp = Math.min(state.selectedRamp, ramps.length - 1);
    notify();
  },
  get ramp() { return state.ramps[state.selectedRamp]; },
  updateRamp(change) {
    const ramps = state.ramps;
    change(ramps[state.selectedRamp]);
    state.ramps = ramps;
  },

  /** The text of all ramps with a change of the selected one, which is not made. */
  rampTextWith(change) {
    const ramps = state.ramps;
    change(ramps[state.selectedRamp]);
    return ramps.map(rampText).join(" ");
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
  get hasSides() { return !values.area || ["direction", "start-offset", "reach"].some((name) => values[name]); },

  /** The sides that ramps in effect come from. */
  get sides() { return state.hasSides ? state.directions : []; },
  /** Sets the sides; with areas, there may be none. */
  setSides(sides) {
    if (!sides.length) for (const name of ["start-offset", "reach"]) delete values[name];
    state.set("direction", sides.length === 4 ? "all" : sides.join(","));
  },

  get directions() {
    const text = state.get("direction");
    return text === "all" ? ["top", "bottom", "left", "right"] : text.split(",");
  },

  /** Changes to another shape, which blurs what the shape before has blurred. */
  changeShape(kind) {
    const current = state.shape;
    if (kind === current) return;
    commit();
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
    notify();
  },

  setMask(value) {
    commit();
    mask = value;
    if (value) paths.set(value.id, value.path);
    agreement.note("mask");
    state.wantsMask = Boolean(value);
    if (value) for (const name of ["ramp", "direction", "start-offset", "reach"]) delete values[name];
    else delete values["mask-invert"];
    notify();
  },

  setMatte(value) {
    commit();
    matte = value;
    if (value) paths.set(value.id, value.path);
    agreement.note("matte");
    if (!value) delete values["matte-invert"];
    notify();
  },

  /** Other settings, with which the current ones are compared; `null` for none. */
  pinned: null,
  /** Keeps the latest valid settings for comparisons, or forgets them. */
  pin(isOn) {
    state.pinned = isOn ? { ...agreement.job } : null;
    state.tell();
  },
  /** The job with the pinned settings, for a picture of the current size. */
  get pinnedJob() {
    const others = Object.entries(state.pinned.options).filter(([name]) => !isSize(name));
    const sizes = Object.entries(values).filter(([name]) => isSize(name) && isShown(name));
    return { ...state.pinned, picture: picture?.id ?? "", options: Object.fromEntries([...others, ...sizes]) };
  },
  /** Exchanges the pinned settings and the current ones. */
  swap() {
    commit();
    const { pinned } = state;
    state.pin(true);
    const fileOf = (id) => (id ? { id, path: state.pathOf(id) } : null);
    [values, mask, matte] = [{ ...pinned.options }, fileOf(pinned.mask), fileOf(pinned.matte)];
    [state.wantsMask, state.selectedRamp, state.selectedStop] = [Boolean(pinned.mask), 0, 0];
    agreement.note("");
    notify();
  },

  setPicture(value) {
    [picture, framed] = [value, null];
    notify();
    // a reload at once shows the same picture
    showAddress(addressText());
  },

  /** Sets the size that the picture has before the blur; returns whether it has changed. */
  setSize(width, height) {
    if (!(width > 0) || (width === state.picture.width && height === state.picture.height)) return false;
    framed = { ...picture, width, height };
    notify();
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
    const names = isFramed ? ["background", "light"] : turns;
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name) || (isFramed && isSize(name))));
  },

  /** Whether presets leave an option as it is, unless they have it themselves. */
  isBesidePresets: (name) => name === "matte-invert" || ["Output", "Size"].includes(state.option(name)?.section),
  /** The values of a preset. */
  presetValues: (preset) => Object.fromEntries(preset.settings.map(({ name, value }) => [name, valueOf(name, value)])),

  applyPreset(preset) {
    commit();
    mask = null;
    state.wantsMask = false;
    [state.selectedRamp, state.selectedStop] = [0, 0];
    const names = new Set(preset.settings.map(({ name }) => name));
    const kept = Object.entries(values)
      .filter(([name]) => state.isBesidePresets(name) && !names.has(name));
    values = { ...Object.fromEntries(kept), ...state.presetValues(preset) };
    agreement.note("preset");
    notify();
  },

  reset() {
    commit();
    [values, mask, matte, state.wantsMask, state.selectedRamp, state.selectedStop] = [{}, null, null, false, 0, 0];
    notify();
  },

  undo() { history.undo(); },
  redo() { history.redo(); },

  /** Calls a function after each change. */
  subscribe(listener) { listeners.add(listener); },

  /** What the server needs for a rendering or a file. */
  get job() {
    const options = Object.fromEntries(Object.entries(values).filter(([name]) => isShown(name)));
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
    return agreement.messages.size ? "A setting is not valid. This has the last valid one." : "";
  },

  /** Whether the shape is a mask that has not been chosen yet. */
  get lacksMask() { return state.shape === "mask" && !mask; },
};

const agreement = new Agreement(state);

const isSize = (name) => state.option(name)?.section === "Size";
/** Whether an option is not left out while a crop is drawn. */
const isShown = (name) => isFramed || turns.includes(name) || !isSize(name);

/** The settings of the shape as text. */
function currentShape() {
  return JSON.stringify({ values: Object.fromEntries(shapeNames.filter((name) => name in values).map((name) => [name, values[name]])), mask });
}

function valueOf(name, text) {
  return state.option(name)?.kind === "flag" ? text === "yes" || text === true : text;
}

function notify() {
  if (state.selectedRamp >= state.ramps.length) state.selectedRamp = 0;
  history.note();
  for (const listener of listeners) listener();
}

/** Shows settings in the address, without a new entry in the history of the browser. */
export function showAddress(text) {
  if (location.hash !== `#${text}`) window.history.replaceState(null, "", `#${text}`);
}

function addressText() {
  const items = Object.entries(values).map(([name, value]) => [name, value === true ? "yes" : value]);
  if (mask) items.push(["mask", mask.id]);
  if (matte) items.push(["matte", matte.id]);
  if (picture) items.push(["picture", picture.id]);
  return new URLSearchParams(items).toString();
}

/** The identifier of the picture in the address. */
export function addressPicture() { return new URLSearchParams(location.hash.slice(1)).get("picture"); }

/** Takes over the settings of the address, if it has any. */
function readAddress() {
  const items = [...new URLSearchParams(location.hash.slice(1))];
  const known = items.filter(([name]) => state.option(name) && name !== "mask" && name !== "matte");
  const [maskItem, matteItem] = ["mask", "matte"].map((kind) => items.find(([name]) => name === kind));
  if (!known.length && !maskItem && !matteItem) return;
  values = Object.fromEntries(known.map(([name, value]) => [name, valueOf(name, value)]).filter(([, value]) => value !== false));
  mask = listed(maskItem?.[1], session.mask, "mask.png");
  matte = listed(matteItem?.[1], session.matte, "matte.png");
  try { parseRamps(values.ramp ?? ""); } catch { delete values.ramp; }
  if (values.ramp !== undefined && !state.ramps.length) delete values.ramp;
}

/** The file of an identifier in the address. */
function listed(id, first, name) {
  if (!id) return null;
  const file = first?.id === id ? first : { id, path: sessionStorage.getItem(`mask ${id}`) ?? name };
  paths.set(file.id, file.path);
  return file;
}

window.addEventListener("hashchange", () => {
  if (!session || location.hash === `#${addressText()}`) return;
  readAddress();
  notify();
});
