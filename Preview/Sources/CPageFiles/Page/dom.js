// Creates elements without HTML text, which the content security policy of the page forbids.

const svgNamespace = "http://www.w3.org/2000/svg";
const svgTags = new Set(["svg", "path", "line", "circle", "ellipse", "rect", "g", "polyline"]);

/** The attribute that names the element with the label; HTML spells it in the British way. */
export const labelAttribute = "aria-label" + "ledby";

/** Creates an element; properties that begin with `on` are listeners, and `undefined` ones are left out. */
export function h(tag, properties = {}, ...children) {
  const element = svgTags.has(tag) ? document.createElementNS(svgNamespace, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "text") element.textContent = value;
    else if (name === "labeledBy") element.setAttribute(labelAttribute, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An icon of 20 × 20 units, drawn as lines. */
export function icon(...paths) {
  return h("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true", focusable: "false" },
    paths.map((d) => h("path", { d })));
}

/** The files that a dialog for pictures offers; the server knows which ones it can read. */
export const imageFiles = "image/*,.heic,.heif";

/** A text with a capital first letter. */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** `bottomLeading` and `bottom-leading` are `Bottom leading`. */
export const title = (text) => capitalized(text.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("-", " ").toLowerCase());

/** The element with an identifier. */
export const find = (id) => document.getElementById(id);

/** Whether an element is a field for text, which has keys and a clipboard of its own. */
export const isText = (element) => element.matches("input[type=text], textarea");

/** Copies a text, or, without permission, selects the element that shows it for the user's own command; returns whether it is copied. */
export async function copyText(text, element) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection().selectAllChildren(element);
    return false;
  }
}

/** Changes an element; if the control that has the focus goes away, one with the same name gets it, or else the `fallback`. */
export function keepFocus(element, change, fallback) {
  const nameOf = (control) => `${control.type} ${control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent}`;
  const name = element.contains(document.activeElement) ? nameOf(document.activeElement) : null;
  change();
  if (name === null || element.contains(document.activeElement)) return;
  const controls = [...element.querySelectorAll("button, input, select, [tabindex]")].filter(({ disabled }) => !disabled);
  (controls.find((control) => nameOf(control) === name) ?? fallback())?.focus({ preventScroll: true });
}

/** The name of a file at a path. */
export const fileName = (path) => path.split("/").at(-1);

let nextIdentifier = 1;

/** An identifier that no other element has. */
export function identifier(prefix) {
  return `${prefix}-${nextIdentifier++}`;
}

export const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** A number with at most some decimals, without zeros at its end. */
export function decimal(value, places = 2) {
  return String(Number(value.toFixed(places)));
}

/** Sets an attribute only if it changes, so that the browser has nothing to do otherwise. */
export function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}
