// Controls for the values of a scene, by the descriptions that the decoder gives.

import { parsedColor } from "./colors.js";
import { capitalized, clamp, decimal, h, icon, identifier, title } from "./dom.js";
import { choice, fieldRow, slider, toggle } from "./fields.js";
import { listControl } from "./scene-list.js";
import { scene } from "./scene-state.js";

/** The identifier of the list of images to choose from. */
export const imageList = "scene-images";

/** The words of a path below the path of its layer: `shadow.offsetX` is `Shadow offset X`. */
export function valueLabel({ path, layer }) {
  const rest = path.startsWith(layer) ? path.slice(layer.length) : path;
  const words = rest.split(/[.[\]]+/).filter(Boolean).map((part) => {
    if (/^\d+$/.test(part)) return String(Number(part) + 1);
    return part.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/ [A-Z][a-z]+/g, (word) => word.toLowerCase());
  });
  return capitalized(words.join(" "));
}

/** A control for a value of a kind. */
export const kindControl = (entry, access) => (makers[entry.kind] ?? textControl)(entry, access);

/** A control with a button that takes its change back. */
export function sceneControl(entry) {
  const { path } = entry;
  const label = valueLabel(entry);
  const access = {
    label, help: entry.summary, get: () => scene.text(path), set: (text) => scene.setValue(path, text), problem: () => scene.mistake(path),
  };
  const control = kindControl(entry, access);
  const input = control.input ?? control.element.querySelector("input:not([type=range], [type=color]), select, textarea");
  const reset = h("button", {
    type: "button", class: "reset", "aria-label": `Reset ${label}`, title: "Reset", hidden: true,
    onclick: () => {
      scene.reset([path]);
      input.focus();
    },
  }, icon("M5.5 7.5A5.5 5.5 0 1 1 4.5 11", "M4.5 3.5v4.5H9"));
  const caption = control.element.querySelector("label");
  caption.replaceWith(h("span", { class: "caption" }, h("label", { for: input.id, text: label, title: entry.summary }), reset));
  return {
    element: control.element, path,
    update() {
      control.update();
      reset.hidden = !scene.isChanged(path);
    },
  };
}

/** A number, or a length in pixels or percent. */
function numberControl(entry, { get, set, ...access }) {
  const parse = (text) => {
    const match = /^\s*(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(%?)\s*$/i.exec(text);
    return match && (!match[2] || entry.kind === "length") ? { number: Number(match[1]), unit: match[2] } : null;
  };
  const isWhole = entry.kind === "integer";
  const initial = parse(scene.original(entry.path)) ?? { number: null, unit: "" };
  const [low, high] = range(entry, initial);
  const places = isWhole ? 0 : high - low > 20 ? 1 : 3;
  const step = isWhole ? 1 : high - low > 20 ? 1 : (high - low) / 100;
  const limited = (number) => clamp(number, entry.minimum ?? -1e6, entry.maximum ?? 1e6);
  const text = (number, unit) => `${decimal(limited(number), places)}${unit}`;
  return slider({
    ...access, get, set, parse, takesAll: true, placeholder: "automatic",
    format: (value, count) => text(value.number + count * step, value.unit),
    toSlider: (value) => (value.number - low) / (high - low),
    fromSlider: (position) => text(low + position * (high - low), parse(get())?.unit ?? initial.unit),
  });
}

/** The range of a slider: that of the value, or around its original if that of the value is very wide. */
function range({ kind, minimum = -1e6, maximum = 1e6 }, { number, unit }) {
  if (maximum - minimum <= 100) return [minimum, maximum];
  // a position in parts of an area
  if (kind === "number" && maximum - minimum === 2e6 && number !== null && Math.abs(number) <= 1) return [-1, 2];
  const reach = unit === "%" ? 100 : Math.max(100, 4 * Math.abs(number), number === null ? 1000 : 0);
  const lowest = minimum < 0 && maximum > 1 || number < 0 ? -reach : maximum <= 1 ? -1 : 0;
  return [Math.max(minimum, lowest), Math.min(maximum, reach)];
}

function choiceControl(entry, access) {
  const isAutomatic = entry.value === undefined && entry.default === undefined;
  // null takes a value or a default away
  const first = isAutomatic ? [["", "Automatic"]] : entry.optional ? [["null", "None"]] : [];
  return choice({ ...access, choices: [...first, ...entry.choices.map((word) => [word, title(word)])] });
}

function toggleControl(entry, { get, set, ...access }) {
  return toggle({ ...access, get: () => get() === "true", set: (isOn) => set(String(isOn)) });
}

/** A color, or a color with a position such as `#fff 40%`. */
function colorControl(entry, { get, set, ...access }) {
  const id = identifier("color");
  const parts = () => {
    const match = entry.kind === "color-stop" ? /^(.*?)(\s+[\d.]+%)?$/s.exec(get()) : [null, get()];
    return { color: match[1], position: match[2] ?? "" };
  };
  const picker = h("input", {
    type: "color", "aria-label": `${access.label}, picker`, oninput: () => {
      // the picker keeps the opacity and the position
      const { color, position } = parts();
      const opacity = parsedColor(color)?.opacity ?? 1;
      const digits = Math.round(opacity * 255).toString(16).padStart(2, "0");
      set(`${picker.value}${opacity < 1 ? digits : ""}${position}`);
    },
  });
  const field = h("input", {
    type: "text", id, autocomplete: "off", spellcheck: "false", placeholder: "automatic", oninput: () => set(field.value.trim()),
  });
  const row = fieldRow({ ...access, id }, field, h("span", { class: "color" }, picker, field));
  return {
    element: row.element,
    update() {
      row.update();
      if (document.activeElement !== field) field.value = get();
      picker.value = parsedColor(parts().color)?.hex ?? "#000000";
    },
  };
}

/** A text, in several lines if it may have them. */
function textControl(entry, { get, set, ...access }) {
  const id = identifier("text");
  const isLong = entry.path.endsWith(".text") || scene.original(entry.path).length > 24;
  const shared = { id, autocomplete: "off", spellcheck: isLong && entry.kind === "text" ? "true" : "false", oninput: () => set(field.value) };
  const list = entry.kind === "path" ? imageList : entry.choices ? identifier("list") : undefined;
  const field = isLong && !list
    ? h("textarea", { ...shared, rows: 2 })
    : h("input", { ...shared, type: "text", list, placeholder: entry.optional ? "automatic" : undefined });
  const suggestions = entry.choices ? h("datalist", { id: list }, entry.choices.map((value) => h("option", { value }))) : null;
  const choose = entry.kind === "path" ? h("button", {
    type: "button", class: "plain square choose", "aria-label": `Choose a picture for ${access.label}`,
    title: "Choose a picture, which is copied into the folder of the scene.", onclick: () => scene.chooseImage(entry.path),
  }, icon("M3 6.5h5l2 2h7v8H3z")) : null;
  const row = fieldRow({ ...access, id, isTall: isLong && !list }, field, choose ? h("span", { class: "with-button" }, field, choose) : field, suggestions);
  if (choose) row.element.dataset.path = entry.path;
  return {
    element: row.element,
    update() {
      row.update();
      if (document.activeElement !== field && field.value !== get()) field.value = get();
    },
  };
}

const makers = {
  number: numberControl, integer: numberControl, length: numberControl, choice: choiceControl, boolean: toggleControl, color: colorControl,
  "color-stop": colorControl, list: listControl,
};
