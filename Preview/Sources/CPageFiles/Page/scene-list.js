// The values of a repeated layer: a group of controls for each of its copies.

import { h, icon, identifier } from "./dom.js";
import { fieldRow } from "./fields.js";
import { kindControl, valueLabel } from "./scene-controls.js";
import { scene, textOf } from "./scene-state.js";

const strings = new Set(["text", "color", "color-stop", "choice"]);

/** A value of JSON for a text: a string where the layer has one. */
function valueOf(kind, text) {
  if (strings.has(kind)) return text;
  try { return JSON.parse(text); } catch { return text; }
}

/** The value of a copy at a path in the layer, which the page knows, or else as a text. */
function copyControl(path, { get, set }) {
  const known = scene.entries.find((entry) => entry.path === path);
  const kind = known && known.kind !== "path" ? known.kind : "text";
  const access = { label: valueLabel({ path, layer: "" }), help: known?.summary, get: () => textOf(get() ?? ""), set: (text) => set(valueOf(kind, text)), problem: () => "" };
  if (known) return kindControl({ ...known, kind }, access);
  const id = identifier("text");
  const field = h("input", { type: "text", id, autocomplete: "off", oninput: () => access.set(field.value) });
  const row = fieldRow({ ...access, id }, field, field);
  return {
    element: row.element,
    update() { if (document.activeElement !== field) field.value = access.get(); },
  };
}

/** Groups of controls for all copies, and buttons that add and remove one. */
export function listControl(entry, { label, help, get, set, problem }) {
  const items = () => {
    try { return JSON.parse(get()).map((item) => ({ ...item })); } catch { return []; }
  };
  const write = (list) => set(JSON.stringify(list));
  const first = entry.value[0] ?? {};
  const add = h("button", {
    type: "button", class: "chip add", id: identifier("add"), "aria-label": "Add a copy", onclick: () => {
      write([...items(), items().at(-1) ?? first]);
      copies.lastElementChild.querySelector("input, select, textarea")?.focus();
    },
  }, icon("M10 5v10M5 10h10"), "Add a copy");
  const copies = h("div", { class: "copies" });
  const row = fieldRow({ label, help, id: add.id, problem }, add, add);
  let [controls, shown] = [[], ""];

  function build(list, paths) {
    controls = [];
    copies.replaceChildren(...list.map((_, index) => {
      const parts = paths.map((path) => copyControl(path, {
        get: () => items()[index]?.[path],
        set: (value) => write(items().map((item, place) => (place === index ? { ...item, [path]: value } : item))),
      }));
      controls.push(...parts);
      const remove = h("button", {
        type: "button", class: "plain square small", "aria-label": `Remove copy ${index + 1}`, title: "Remove", onclick: () => {
          write(items().filter((_, place) => place !== index));
          add.focus();
        },
      }, icon("M6 6l8 8M14 6l-8 8"));
      return h("div", { class: "copy", role: "group", "aria-label": `Copy ${index + 1}` },
        h("div", { class: "copy-head" }, h("span", { class: "quiet", text: `Copy ${index + 1}` }), remove), parts.map((part) => part.element));
    }));
  }

  return {
    element: h("div", {}, row.element, copies), input: add,
    update() {
      row.update();
      const list = items();
      const paths = [...new Set([first, ...list].flatMap((item) => Object.keys(item)))];
      const form = JSON.stringify([list.length, paths]);
      if (form !== shown) build(list, paths);
      shown = form;
      for (const control of controls) control.update();
    },
  };
}
