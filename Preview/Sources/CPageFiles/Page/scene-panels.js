// The values of a scene in panels: one for each layer, from back to front.

import { h, identifier, title } from "./dom.js";
import { sceneControl } from "./scene-controls.js";
import { scene } from "./scene-state.js";

/** The panels of all layers. */
export function scenePanels() {
  const layers = new Map();
  for (const entry of scene.entries) {
    if (!layers.has(entry.layer)) layers.set(entry.layer, []);
    layers.get(entry.layer).push(entry);
  }
  return [...layers].map(([layer, entries]) => layerPanel(layer, entries));
}

/** A panel that can be folded; its controls are created when it is opened. */
function layerPanel(layer, entries) {
  const given = entries.filter(({ value }) => value !== undefined);
  const others = entries.filter(({ value }) => value === undefined);
  const type = entries[0].layerType;
  const id = identifier("layer");
  const count = h("span", { class: "count", hidden: true });
  const main = folded("panel", { labeledBy: id }, given.length ? given : entries, [
    h("h2", { id, text: layer === type ? title(layer) : layer }), h("span", { class: "quiet kind", text: layer === type ? "" : title(type) }), count,
  ]);
  const more = given.length && others.length ? folded("more", {}, others, ["More values"]) : null;
  if (more) main.element.append(more.element);
  // photos and texts are what most cards differ in
  main.element.open = given.some(({ kind, path }) => kind === "path" || path.endsWith(".text"));
  return {
    element: main.element,
    update() {
      main.update();
      more?.update();
      const changed = entries.filter(({ path }) => scene.isChanged(path)).length;
      count.hidden = !changed;
      count.textContent = `${changed} changed`;
      const mistaken = scene.mistakenPaths;
      const isMistaken = (list) => list.some(({ path }) => mistaken.includes(path));
      if (isMistaken(entries)) main.element.open = true;
      if (more && isMistaken(others)) more.element.open = true;
    },
  };
}

function folded(style, properties, entries, heading) {
  let controls = null;
  const rows = h("div", { class: "rows" });
  const element = h("details", { class: style, ...properties, ontoggle: (event) => { if (event.target === element) update(); } },
    h("summary", {}, heading), rows);
  function update() {
    if (!element.open) return;
    if (!controls) {
      controls = entries.map((entry) => sceneControl(entry));
      rows.append(...controls.map((control) => control.element));
    }
    for (const control of controls) control.update();
  }
  return { element, update };
}
