// The changes of a scene: values by their paths, as `--set` takes them. They are also in the address.

import { capitalized, clamp } from "./dom.js";
import { invalidNote, Settings } from "./settings.js";

let session = null;
let entries = new Map();
let places = new Map();
let values = {};
let options = {};
let time = 1;
let mistakes = new Map();
/** What the program takes of the changes and of the options. */
let taken = { values: {}, options: {} };
const refused = new Set();

const sentence = (text) => `${capitalized(text)}${/[.!?]$/.test(text) ? "" : "."}`;

/** A value of a document as `--set` takes it. */
export const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));

export const scene = {
  __proto__: Settings.prototype, ...new Settings(),
  read: () => JSON.stringify({ values, options, time }),
  write(text) { ({ values, options, time } = JSON.parse(text)); },
  addressText, readAddress,

  get session() { return session; },
  /** The values that can be changed, in the order of the document. */
  get entries() { return [...entries.values()]; },
  get isMoving() { return session.report.animated; },
  get time() { return time; },
  /** The changed values as pairs of a path and a text, in the order of the document. */
  get changes() { return pairs(values); },
  get options() { return options; },
  /** The latest changes and options that the program takes: what is copied and saved. */
  get taken() { return { changes: pairs(taken.values), options: taken.options }; },
  /** Why the copied texts differ from the settings; empty if they do not. */
  get copyNote() { return refused.size ? invalidNote : ""; },
  /** Notices whether the program refuses the current `values`, or the `options`. */
  refuse(kind, isRefused) {
    if (refused.has(kind) === isRefused) return;
    if (isRefused) refused.add(kind); else refused.delete(kind);
    scene.tell();
  },
  /** The scene with its changes, as the server last reported it. */
  document: null,

  start(description) {
    session = description;
    entries = new Map(description.report.values.map((entry) => [entry.path, entry]));
    places = new Map(description.report.values.map((entry) => [entry.place, entry]));
    scene.document = description.report.document;
    scene.begin();
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
    scene.changed();
  },

  /** Takes back changes: of some values, or of all. */
  reset(paths = Object.keys(values)) {
    scene.commit();
    for (const path of paths) delete values[path];
    scene.changed();
  },

  setTime(value) {
    time = Math.round(clamp(value, 0, 1) * 1000) / 1000;
    scene.changed();
  },

  // the options of the output
  option: (name) => session.options.find((option) => option.name === name),
  get: (name) => options[name] ?? scene.option(name)?.defaultValue ?? "",
  set(name, value) {
    if (value === "" || value === scene.option(name)?.defaultValue) delete options[name];
    else options[name] = value;
    scene.changed();
  },

  /** The program takes changes, or options. */
  take(changes) {
    const next = { ...taken, ...changes };
    if (same(next, taken)) return;
    taken = next;
    scene.tell();
  },
  /** Values of a request, of which the mistaken ones are as they were when they were valid; without such, all are. */
  valid(request, lines) {
    const paths = lines.map((line) => entryOf(line)?.path).filter((path) => request.some(({ name }) => name === path));
    if (!paths.length) return list(pairs(taken.values));
    const next = Object.fromEntries(request.map(({ name, value }) => [name, paths.includes(name) ? taken.values[name] : value]));
    return list(pairs(next));
  },

  /** Takes over the mistakes of the latest rendering; returns those that belong to no value. */
  setMistakes(lines) {
    mistakes = new Map();
    const others = lines.filter((line) => {
      const entry = entryOf(line);
      if (entry) mistakes.set(entry.path, sentence(line.slice(line.indexOf(": ") + 2)));
      return !entry;
    });
    scene.tell();
    return others.map(sentence);
  },
  mistake: (path) => mistakes.get(path) ?? "",
  get mistakenPaths() { return [...mistakes.keys()]; },

  /** What the server needs for a picture. */
  get request() { return { values: list(scene.changes), time: scene.isMoving ? time : null, options: {} }; },
  get takenRequest() { return { ...scene.request, values: list(scene.taken.changes) }; },
};

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
/** Values in the order of the document. */
const pairs = (changed) => [...entries.keys()].filter((path) => changed[path] !== undefined).map((path) => [path, changed[path]]);
const list = (changes) => changes.map(([name, value]) => ({ name, value }));

/** The value that a line about a mistake is about, if it is one of the page. */
function entryOf(line) {
  // of the elements of a list, all belong to one value
  const place = line.slice(0, line.indexOf(": ")).replace(/(\.repeat)\[.*$/, "$1");
  return places.get(place) ?? entries.get(place);
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
