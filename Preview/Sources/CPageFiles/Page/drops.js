// Files dropped on the page, or pasted: pictures, or files for a field if they are dropped on it.

import { h } from "./dom.js";

const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

/**
 * Shows where files can be dropped while the user drags them, and passes them on.
 *
 * `fields` are the places: a name, a text, a function that takes the files, and a selector for elements of the page that are the same
 * place. The first one also takes files that are dropped elsewhere, or pasted.
 */
export function acceptDrops(element, fields) {
  const places = fields.map(({ name, text, use, selector }) => {
    const field = h("div", { class: `drop-field ${name}`, text });
    return { field, use, selector };
  });
  element.append(...places.map(({ field }) => field));
  let depth = 0;
  const mark = (event) => {
    for (const { field } of places) field.classList.toggle("over", field.contains(event.target));
  };
  const hide = () => {
    depth = 0;
    element.hidden = true;
  };
  addEventListener("dragenter", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    depth += 1;
    element.hidden = false;
    mark(event);
  });
  addEventListener("dragleave", (event) => {
    if (isFile(event) && --depth <= 0) hide();
  });
  addEventListener("dragover", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "copy";
    mark(event);
  });
  addEventListener("drop", (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    const isAt = ({ field, selector }) => field.contains(event.target) || (selector && event.target.closest?.(selector));
    const place = places.find(isAt) ?? places[0];
    hide();
    if (files.length) place?.use(files);
  });
  addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (!files.length) return;
    event.preventDefault();
    places[0]?.use(files);
  });
}
