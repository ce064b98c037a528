// Files dropped on the page: a picture, or a mask or a matte if it is dropped on the field for them.

import { h } from "./dom.js";

const isFile = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

/** Shows where files can be dropped while the user drags them, and passes them on. */
export function acceptDrops({ element, picture, mask, matte }) {
  const fields = [
    ["picture", "New picture", picture], ["mask", "Mask for this picture", mask], ["matte", "Cut-out in front of the blur", matte],
  ].map(([name, text, use]) => {
    const field = h("div", { class: `drop-field ${name}`, text });
    field.use = use;
    return field;
  });
  element.append(...fields);
  let depth = 0;
  const mark = (event) => {
    for (const field of fields) field.classList.toggle("over", field.contains(event.target));
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
    const [file] = event.dataTransfer.files;
    const isOn = (kind) => event.target.closest?.(`.${kind}-field, .drop-field.${kind}`);
    const use = isOn("mask") ? mask : isOn("matte") ? matte : picture;
    hide();
    if (file) use(file);
  });
}
