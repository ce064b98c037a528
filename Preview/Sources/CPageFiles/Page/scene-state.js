// The changes of a scene: values by their paths, as `--set` takes them. They are also in the address.

import { History } from "./history.js";
import { showAddress } from "./state.js";

const listeners = new Set();

let session = null;
let entries = new Map();
let places = new Map();
let values = {};
let options = {};
let time = 1;
let mistakes = new Map();

const history = new History({
  read: () => JSON.stringify({ values, options, time }),
  write: (text) => {
    ({ values, options, time } = JSON.parse(text));
    notify();
  },
  settled: (isNew) => {
    if (isNew) tell();
    showAddress(addressText());
  },
});

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

/** A value of a document as `--set` takes it. */
const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));

export const scene = {
  get session() { return session; },
  /** The values that can be changed, in the order of the document. */
  get entries() { return [...entries.values()]; },
  get isMoving() { return session.report.animated; },
  get time() { return time; },
  /** The changed values as pairs of a path and a text, in the order of the document. */
  get changes() { return [...entries.keys()].filter((path) => path in values).map((path) => [path, values[path]]); },
  get options() { return options; },
  get canUndo() { return history.canUndo; },
  get canRedo() { return history.canRedo; },
  /** The scene with its changes, as the server last reported it. */
  document: null,

  start(description) {
    session = description;
    entries = new Map(description.report.values.map((entry) => [entry.path, entry]));
    places = new Map(description.report.values.map((entry) => [entry.place, entry]));
    scene.document = description.report.document;
    readAddress();
    history.start();
  },

  /** The text of a value in the file, or of its default; empty if it has none. */
  original(path) {
    const { value, default: initial } = entries.get(path);
    return value !== undefined ? textOf(value) : initial !== undefined ? textOf(initial) : "";
  },
  text: (path) => values[path] ?? scene.original(path),
  isChanged: (path) => path in values,

  /** Sets a value; that of the file removes the change. */
  setValue(path, text) {
    if (text === scene.original(path)) delete values[path];
    else values[path] = text;
    notify();
  },

  /** Takes back changes: of some values, or of all. */
  reset(paths = Object.keys(values)) {
    history.commit();
    for (const path of paths) delete values[path];
    notify();
  },

  setTime(value) {
    time = Math.round(Math.min(Math.max(value, 0), 1) * 1000) / 1000;
    notify();
  },

  // the options of the output
  option: (name) => session.options.find((option) => option.name === name),
  get: (name) => options[name] ?? scene.option(name)?.defaultValue ?? "",
  set(name, value) {
    if (value === "" || value === scene.option(name)?.defaultValue) delete options[name];
    else options[name] = value;
    notify();
  },

  undo() { history.undo(); },
  redo() { history.redo(); },

  /** Takes over the mistakes of the latest rendering; returns those that belong to no value. */
  setMistakes(lines) {
    mistakes = new Map();
    const others = lines.filter((line) => {
      const end = line.indexOf(": ");
      const entry = places.get(line.slice(0, end)) ?? entries.get(line.slice(0, end));
      if (entry) mistakes.set(entry.path, sentence(line.slice(end + 2)));
      return !entry;
    });
    tell();
    return others.map(sentence);
  },
  mistake: (path) => mistakes.get(path) ?? "",
  get mistakenPaths() { return [...mistakes.keys()]; },

  /** Calls a function after each change. */
  subscribe(listener) { listeners.add(listener); },

  /** What the server needs for a picture. */
  get request() {
    return { values: scene.changes.map(([name, value]) => ({ name, value })), time: scene.isMoving ? time : null, options: {} };
  },
};

function tell() { for (const listener of listeners) listener(); }

function notify() {
  history.note();
  tell();
}

function addressText() {
  const items = scene.changes.map(([path, text]) => ["set", `${path}=${text}`]);
  if (time !== 1) items.push(["at", time]);
  return new URLSearchParams([...items, ...Object.entries(options)]).toString();
}

/** Takes over the changes of the address. */
function readAddress() {
  [values, options, time] = [{}, {}, 1];
  for (const [name, text] of new URLSearchParams(location.hash.slice(1))) {
    const sign = text.indexOf("=");
    if (name === "set" && sign > 0 && entries.has(text.slice(0, sign))) values[text.slice(0, sign)] = text.slice(sign + 1);
    else if (name === "at" && Number(text) >= 0 && Number(text) <= 1) time = Number(text);
    else if (scene.option(name)) options[name] = text;
  }
}

window.addEventListener("hashchange", () => {
  if (!session || location.hash === `#${addressText()}`) return;
  readAddress();
  notify();
});
