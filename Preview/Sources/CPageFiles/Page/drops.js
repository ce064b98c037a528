// Files dropped on the page, or pasted: pictures, or files for a field if they are dropped on it.

import { h, isText } from "./dom.js";

const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

/**
 * Shows where files can be dropped while the user drags them, and passes them on.
 *
 * `fields` are the places: a name, a text, a function that takes the files, and a selector for elements of the page that are the same
 * place. Those without a text are these elements only. The first one also takes files that are dropped elsewhere, or pasted.
 */
export function acceptDrops(element, fields) {
  const places = fields.map(({ name, text, use, selector }) => {
    const field = text ? h("div", { class: `drop-field ${name}`, text }) : null;
    return { field, use, selector };
  });
  element.append(...places.map(({ field }) => field).filter(Boolean));
  let depth = 0;
  const isAt = ({ field, selector }, { target }) => field?.contains(target) || (selector && target.closest?.(selector));
  const mark = (event) => {
    for (const place of places) place.field?.classList.toggle("over", Boolean(isAt(place, event)));
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
    const place = places.find((other) => isAt(other, event)) ?? places[0];
    hide();
    if (files.length) place?.use(files);
  });
  addEventListener("paste", (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    // a cell of a spreadsheet is a text and a picture
    if (!files.length || (isText(event.target) && event.clipboardData.types.includes("text/plain"))) return;
    event.preventDefault();
    places[0]?.use(files);
  });
}
